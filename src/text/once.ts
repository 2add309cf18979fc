/** A function that makes its value at the first call, and keeps it. */
export function whenAsked<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

/** A function that computes its answer once for each key. */
export function once<K, T>(find: (key: K) => T): (key: K) => T {
  const found = new Map<K, T>()
  return (key) => {
    const known = found.get(key) ?? find(key)
    found.set(key, known)
    return known
  }
}
