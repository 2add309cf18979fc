import type { List } from './by-keys.js'

interface HasPlace {
  readonly at: string
}

/**
 * The items of sorted lists outward from a place, the nearest first: those before it where `back`, else those behind.
 * An item of several lists comes once; no two items have one place.
 *
 * @param most how many are taken of each list
 * @param wanted filters the items of all lists before they are sorted
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

/** The place of the last item that `outward` takes from a list; undefined where that side has fewer than `most`. */
export function boundOf(list: List<HasPlace>, from: string, back: boolean, most: number): string | undefined {
  const { at, end } = sideOf(list, from, back, most)
  return Math.abs(end - at) < most ? undefined : list.at(back ? end + 1 : end - 1)!.at
}

/** The index where one side of a sorted list begins, going outward, and the index behind its last item. */
function sideOf(list: List<HasPlace>, from: string, back: boolean, most: number): { at: number; end: number } {
  const behind = firstBehind(list, from)
  if (back) return { at: behind - 1, end: Math.max(behind - 1 - most, -1) }
  const at = list.at(behind)?.at === from ? behind + 1 : behind
  return { at, end: Math.min(at + most, list.length) }
}

/** The index of the first item that is not before a place. */
export function firstBehind(list: List<HasPlace>, place: string): number {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (list.at(middle)!.at < place) low = middle + 1
    else high = middle
  }
  return low
}
