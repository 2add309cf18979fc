/** A text has few words and says them often: more than these are forgotten all at once. */
const most = 10_000

/** A lookup whose answers are kept. */
export function memoize<T>(find: (word: string) => T): (word: string) => T {
  const met = new Map<string, T>()
  return (word) => {
    const known = met.get(word)
    if (known !== undefined || met.has(word)) return known as T
    if (met.size >= most) met.clear()
    const found = find(word)
    met.set(word, found)
    return found
  }
}
