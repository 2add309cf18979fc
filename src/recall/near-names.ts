import { distance } from 'fastest-levenshtein'
import { compare } from '../memory/compare.js'
import { entityKey } from '../memory/entity.js'
import { retainKinds } from '../memory/kind.js'
import type { Store } from '../store/store.js'

/** Names shown at most beside a name that is not there. */
const mostNear = 3

/** What a mistyped name could have meant. */
export function nearNames(store: Store, text: string): string[] {
  const entities = store.entities()
  const wanted = entityKey(text.replace(/^@/, ''))
  const near = store
    .mentionedIn(retainKinds)
    .map((key) => ({ key, edits: distance(wanted, key) }))
    .filter(({ key, edits }) => edits <= Math.max(1, Math.floor(key.length / 4)) || key.startsWith(wanted))
    .toSorted((a, b) => a.edits - b.edits || compare(a.key, b.key))
    .slice(0, mostNear)
    .map(({ key }) => entities.nameOf(entities.canonical(key)))
  return [...new Set(near)]
}
