/** Some of what was given, in that order. */
export interface List<T> {
  readonly length: number
  /** @param index from 0 */
  at(index: number): T | undefined
}

/** What can be met in a key (a word, or what it means), by that key. */
export interface ByKeys<T> {
  get(key: number): List<T> | undefined
}

/** Beyond every place in what was given. Keys have 29 bits, so that both fit into what a double holds exactly. */
const places = 2 ** 24

/**
 * Eight bytes a pair of a key and what is met in it: of a large workspace there are millions, and a list a key would be
 * ten times as much.
 *
 * @param keysOf of each, whole numbers from 0 below 2^29
 */
export function byKeys<T>(all: readonly T[], keysOf: (each: T) => readonly number[]): ByKeys<T> {
  // `key * places + place`, in order.
  const pairs = Float64Array.from(
    all.flatMap((each, place) => keysOf(each).map((key) => key * places + place)),
  ).toSorted()
  return {
    get(key) {
      const from = firstFrom(pairs, key * places, 0)
      const end = firstFrom(pairs, (key + 1) * places, from)
      const length = end - from
      if (length === 0) return undefined
      const at = (index: number): T | undefined =>
        index < length ? all[pairs[from + index]! - key * places] : undefined
      return { length, at }
    },
  }
}

/** Where the first stands that is not below. */
function firstFrom(sorted: Float64Array, value: number, from: number): number {
  let [low, high] = [from, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! < value) low = middle + 1
    else high = middle
  }
  return low
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
export const standingAt = <T>(all: ByKeys<T>, keys: readonly number[]): List<T>[] =>
  keys.map((key) => all.get(key)).filter((list) => list !== undefined)
