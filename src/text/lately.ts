/**
 * Caches what `make` returns: the values used most recently, at least `most` of them and at most twice as many.
 *
 * @param keyOf the key of an argument; the same key gets the same value
 * @param sizeOf how many values this one counts as
 */
export function lately<A, T>(
  most: number,
  make: (asked: A) => T,
  keyOf: (asked: A) => unknown = (asked) => asked,
  sizeOf: (made: T) => number = () => 1,
): (asked: A) => T {
  let [young, old, size] = [new Map<unknown, T>(), new Map<unknown, T>(), 0]
  return (asked) => {
    const key = keyOf(asked)
    const known = young.get(key)
    if (known !== undefined || young.has(key)) return known as T
    const found = old.has(key) ? (old.get(key) as T) : make(asked)
    if (size >= most) [young, old, size] = [new Map(), young, 0]
    young.set(key, found)
    size += sizeOf(found)
    return found
  }
}
