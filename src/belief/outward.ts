import type { List } from './by-keys.js'

interface HasPlace {
  readonly at: string
}

/**
 * What stands in sorted lists, from a place on, the nearest first: what stands
 * before it where `back`, else what stands behind. What several lists hold comes
 * once; no two have one place.
 *
 * @param most of each list no more than so many
 * @param wanted what is left of them all; asked of each before they are brought in order
 */
export function outward<T extends HasPlace>(
  lists: readonly List<T>[],
  from: string,
  back: boolean,
  most: number,
  wanted: (near: readonly T[]) => readonly T[] = (near) => near,
): readonly T[] {
  const near = new Set<T>()
  for (const list of lists) {
    const side = sideOf(list, from, back, most)
    for (let at = side.at; at !== side.end; at += back ? -1 : 1) near.add(list.at(at)!)
  }
  const sorted = wanted([...near]).toSorted((a, b) => (a.at < b.at !== back ? -1 : 1))
  return sorted.filter(({ at }, place) => at !== sorted[place - 1]?.at)
}

/** The last place that `outward` comes to in a list that holds so many on that side, or more; undefined where it does not. */
export function boundOf(list: List<HasPlace>, from: string, back: boolean, most: number): string | undefined {
  const { at, end } = sideOf(list, from, back, most)
  return Math.abs(end - at) < most ? undefined : list.at(back ? end + 1 : end - 1)!.at
}

/** Where one side of a sorted list begins, going outward, and where it ends or is cut. */
function sideOf(list: List<HasPlace>, from: string, back: boolean, most: number): { at: number; end: number } {
  const behind = firstBehind(list, from)
  if (back) return { at: behind - 1, end: Math.max(behind - 1 - most, -1) }
  const at = list.at(behind)?.at === from ? behind + 1 : behind
  return { at, end: Math.min(at + most, list.length) }
}

/** Where the first stands that is not before a place. */
export function firstBehind(list: List<HasPlace>, place: string): number {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (list.at(middle)!.at < place) low = middle + 1
    else high = middle
  }
  return low
}
