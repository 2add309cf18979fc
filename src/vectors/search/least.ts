/**
 * Places of the `most` smallest of these numbers, and of all others that equal the last of them.
 *
 * @param greatest the largest value that may occur
 */
export function least(numbers: Uint8Array | Uint16Array, greatest: number, most: number): number[] {
  const often = new Uint32Array(greatest + 1)
  for (const number of numbers) often[number]!++
  let limit = 0
  for (let held = often[0]!; held < most && limit < greatest;) held += often[++limit]!
  const found: number[] = []
  for (let place = 0; place < numbers.length; place++) if (numbers[place]! <= limit) found.push(place)
  return found
}
