/** What can be met in a key (a word, or what it means), by that key; each list in the order in which it was given. */
export type ByKeys<T> = ReadonlyMap<number, readonly T[]>

/** @param all in order, each with its keys */
export function byKeys<T>(all: Iterable<readonly [T, readonly number[]]>): ByKeys<T> {
  const lists = new Map<number, T[]>()
  for (const [each, keys] of all) {
    for (const key of keys) {
      const list = lists.get(key)
      if (list) list.push(each)
      else lists.set(key, [each])
    }
  }
  return lists
}

/** Those of one key together, the keys in the order in which they come first. */
export function together<K, T>(all: readonly T[], keyOf: (each: T) => K): readonly T[] {
  const lists = new Map<K, T[]>()
  for (const each of all) {
    const list = lists.get(keyOf(each))
    if (list) list.push(each)
    else lists.set(keyOf(each), [each])
  }
  return [...lists.values()].flat()
}

/** What stands at any of these keys, a list for each. */
export const standingAt = <T>(all: ByKeys<T>, keys: readonly number[]): (readonly T[])[] =>
  keys.flatMap((key) => {
    const list = all.get(key)
    return list ? [list] : []
  })
