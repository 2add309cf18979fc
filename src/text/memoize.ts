import { lately } from './lately.js'

/** A lookup of words whose answers are kept: a text has few words and says them often. More than these save no time, and eight languages keep as many each. */
export const memoize = <T>(find: (word: string) => T): ((word: string) => T) => lately(4000, find)

/** What is found in a thing alone, found once for as long as the thing is held. */
export function memoizeWeakly<K extends object, T>(find: (thing: K) => T): (thing: K) => T {
  const known = new WeakMap<K, { readonly found: T }>()
  return (thing) => {
    let kept = known.get(thing)
    if (!kept) known.set(thing, (kept = { found: find(thing) }))
    return kept.found
  }
}
