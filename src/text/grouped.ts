/** Items grouped by key, groups and items in their order. An item whose key is null is left out. */
export function groupBy<K, T>(all: Iterable<T>, keyOf: (each: T) => K | null): ReadonlyMap<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const each of all) {
    const key = keyOf(each)
    if (key === null) continue
    const group = groups.get(key)
    if (group) group.push(each)
    else groups.set(key, [each])
  }
  return groups
}
