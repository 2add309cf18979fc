/** Some of the given items, in their given order. */
export interface List<T> {
  readonly length: number
  /** @param index from 0 */
  at(index: number): T | undefined
}

/** Finds items by a key: a number for a word, or for what it means. */
export interface ByKeys<T> {
  get(key: number): List<T> | undefined
}

/**
 * More than the number of items. A key has 29 bits, so that it fits with an item's place into what a double holds
 * exactly.
 */
const places = 2 ** 24

/**
 * Makes an index of items by key. It takes eight bytes for each pair of key and item: a large workspace has millions of
 * them, and a list for each key would take ten times as much.
 *
 * @param keysOf the keys of an item, whole numbers from 0 below 2^29
 */
export function byKeys<T>(all: readonly T[], keysOf: (each: T) => readonly number[]): ByKeys<T> {
  // Each pair as `key * places + place`, sorted.
  const pairs = Float64Array.from(
    all.flatMap((each, place) => keysOf(each).map((key) => key * places + place)),
  ).toSorted()
  return {
    get(key) {
      const from = firstFrom(pairs, key * places, 0)
      // Most keys that a fact asks for are offered by no opinion.
      if (from === pairs.length || pairs[from]! >= (key + 1) * places) return undefined
      const length = firstFrom(pairs, (key + 1) * places, from) - from
      const at = (index: number): T | undefined =>
        index < length ? all[pairs[from + index]! - key * places] : undefined
      return { length, at }
    },
  }
}

/** The index of the first number that is not below `value`. */
function firstFrom(sorted: Float64Array, value: number, from: number): number {
  let [low, high] = [from, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! < value) low = middle + 1
    else high = middle
  }
  return low
}

/** The same items, those of one key side by side; keys come in the order of their first item. */
export function together<K, T>(all: readonly T[], keyOf: (each: T) => K): readonly T[] {
  const lists = new Map<K, T[]>()
  for (const each of all) {
    const list = lists.get(keyOf(each))
    if (list) list.push(each)
    else lists.set(keyOf(each), [each])
  }
  return [...lists.values()].flat()
}

/** The lists of items at these keys, one for each key that has any. */
export const standingAt = <T>(all: ByKeys<T>, keys: readonly number[]): List<T>[] =>
  keys.map((key) => all.get(key)).filter((list) => list !== undefined)
