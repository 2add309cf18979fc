import { lately } from './lately.js'

/**
 * A lookup of words that keeps 4000 answers, for a text says few words often. To keep more saves no time, and eight
 * languages keep as many each.
 */
export const memoize = <T>(find: (word: string) => T): ((word: string) => T) => lately(4000, find)

/** A function that computes its answer once for each object, and keeps it as long as the object is held. */
export function memoizeWeakly<K extends object, T>(find: (thing: K) => T): (thing: K) => T {
  const known = new WeakMap<K, { readonly found: T }>()
  return (thing) => {
    let kept = known.get(thing)
    if (!kept) known.set(thing, (kept = { found: find(thing) }))
    return kept.found
  }
}
