/** An answer that is found once for each that is asked. */
export function once<K, T>(find: (key: K) => T): (key: K) => T {
  const found = new Map<K, T>()
  return (key) => {
    const known = found.get(key) ?? find(key)
    found.set(key, known)
    return known
  }
}
