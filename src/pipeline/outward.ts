interface Placed {
  readonly at: string
}

/**
 * What stands in sorted lists, from a place on, the nearest first: what stands
 * before it where `back`, else what stands behind. What several lists hold comes
 * once; no two have one place.
 */
export function* outward<T extends Placed>(
  lists: readonly (readonly T[])[],
  from: string,
  back: boolean,
): Generator<T, void> {
  const step = back ? -1 : 1
  const next = lists.map((list) => {
    const behind = firstBehind(list, from)
    return back ? behind - 1 : list[behind]?.at === from ? behind + 1 : behind
  })
  for (;;) {
    let nearest: T | undefined
    for (const [which, list] of lists.entries()) {
      const each = list[next[which]!]
      if (each && (!nearest || each.at < nearest.at !== back)) nearest = each
    }
    if (!nearest) return
    for (const [which, list] of lists.entries()) if (list[next[which]!]?.at === nearest.at) next[which]! += step
    yield nearest
  }
}

/** Where the first stands that is not before a place. */
function firstBehind(list: readonly Placed[], place: string): number {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (list[middle]!.at < place) low = middle + 1
    else high = middle
  }
  return low
}
