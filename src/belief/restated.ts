import { entityKey } from '../model/entity.js'
import type { Statement } from '../model/fact.js'
import { judgePair } from '../judge/judge-pair.js'
import type { StoredFact } from '../store/rows.js'
import type { Store } from '../store/store.js'

/** How many facts about the same are looked at, the last noted first. */
const mostLooked = 200

/** The last fact of a kind that says of the same what a statement says, in its words or nearly. */
export function restatedBy(store: Store, said: Statement): StoredFact | undefined {
  const { keysOf, canonical } = store.entities()
  const keys = said.mentions.flatMap((name) => keysOf(canonical(entityKey(name))))
  if (keys.length === 0) return undefined
  // A rule asks what a fact does to a belief, whatever kind either is of.
  const asBelief = (fact: Statement) => ({ kind: 'opinion', text: fact.text, mentions: fact.mentions }) as const
  return store
    .pageFacts([said.kind], keys, mostLooked)
    .find((fact) => judgePair(asBelief(fact), asBelief(said)).restates)
}
