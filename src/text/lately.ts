/**
 * What is made for each that is asked for, and let go of when others were asked for since: of what was asked for last at
 * least `most` are kept, at most twice as many.
 *
 * @param keyOf what two have in common that are given the same
 * @param sizeOf as how many something counts
 */
export function lately<A, T>(
  most: number,
  make: (asked: A) => T,
  keyOf: (asked: A) => unknown = (asked) => asked,
  sizeOf: (made: T) => number = () => 1,
): (asked: A) => T {
  let [young, old, size] = [new Map<unknown, T>(), new Map<unknown, T>(), 0]
  return (asked) => {
    const key = keyOf(asked)
    const known = young.get(key)
    if (known !== undefined || young.has(key)) return known as T
    const found = old.has(key) ? (old.get(key) as T) : make(asked)
    if (size >= most) [young, old, size] = [new Map(), young, 0]
    young.set(key, found)
    size += sizeOf(found)
    return found
  }
}
