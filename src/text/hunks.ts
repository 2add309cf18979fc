/** A change from one text to another: the lines `[from, to)` of the text before, and the lines there now. */
export interface Hunk {
  readonly from: number
  readonly to: number
  readonly now: readonly string[]
}

/** The most cells of the table that compares two stretches; longer stretches are one hunk. */
const mostCells = 4_000_000

/**
 * The hunks by which two texts differ, by a longest common subsequence of lines, from the top.
 *
 *     tea       tea
 *     water  →  milk      [{ from: 1, to: 2, now: ['milk'] }]
 */
export function hunksBetween(before: readonly string[], after: readonly string[]): Hunk[] {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start++
  let end = 0
  const shortest = Math.min(before.length, after.length) - start
  while (end < shortest && before.at(-1 - end) === after.at(-1 - end)) end++
  const [left, right] = [before.slice(start, before.length - end), after.slice(start, after.length - end)]
  if (left.length === 0 && right.length === 0) return []
  const whole = { from: start, to: start + left.length, now: right }
  if (left.length === 0 || right.length === 0 || left.length * right.length > mostCells) return [whole]
  return withinStretch(left, right, start)
}

function withinStretch(left: readonly string[], right: readonly string[], start: number): Hunk[] {
  const width = right.length + 1
  const longest = new Uint32Array((left.length + 1) * width)
  for (let at = left.length - 1; at >= 0; at--)
    for (let to = right.length - 1; to >= 0; to--)
      longest[at * width + to] =
        left[at] === right[to]
          ? longest[(at + 1) * width + to + 1]! + 1
          : Math.max(longest[(at + 1) * width + to]!, longest[at * width + to + 1]!)
  const found: Hunk[] = []
  let [at, to] = [0, 0]
  while (at < left.length || to < right.length) {
    if (at < left.length && to < right.length && left[at] === right[to]) {
      at++
      to++
      continue
    }
    const [from, into] = [at, to]
    while (
      (at < left.length || to < right.length) &&
      (at >= left.length || to >= right.length || left[at] !== right[to])
    ) {
      const isGone =
        to >= right.length || (at < left.length && longest[(at + 1) * width + to]! >= longest[at * width + to + 1]!)
      if (isGone) at++
      else to++
    }
    found.push({ from: start + from, to: start + at, now: right.slice(into, to) })
  }
  return found
}
