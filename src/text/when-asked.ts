/** What is made when it is first asked for, and kept. */
export function whenAsked<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}
