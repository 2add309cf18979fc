/** What is made when it is first asked for, and kept. */
export function whenAsked<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

/** An answer that is found once for each that is asked. */
export function once<K, T>(find: (key: K) => T): (key: K) => T {
  const found = new Map<K, T>()
  return (key) => {
    const known = found.get(key) ?? find(key)
    found.set(key, known)
    return known
  }
}
