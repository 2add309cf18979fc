import { entityKey } from '../model/entity.js'
import { isUnkept, type Statement } from '../model/fact.js'
import type { Judged } from '../model/verdict.js'
import { withoutIdle } from '../language/idle.js'
import { judgePair } from '../judge/judge-pair.js'
import type { StoredFact } from '../store/rows.js'
import type { Store } from '../store/store.js'
import { once } from '../text/once.js'

/** How many facts about the same are looked at, the last noted first. */
const mostLooked = 200

/**
 * Finds the last fact that says what a statement says, in its words or nearly, of the same kind and about the same. The
 * facts of one kind and names are read once, for all statements.
 *
 * @param isMeant which facts count; suggestions count only where it lets them
 */
export function restatements(
  store: Store,
  isMeant: (fact: StoredFact) => boolean = (fact) => !isUnkept(fact),
): (said: Statement) => StoredFact | undefined {
  const { keysOf, canonical } = store.entities()
  const standing = once((about: string) => {
    const [kind, keys] = JSON.parse(about) as [Statement['kind'], string[]]
    return store
      .pageFacts([kind], keys, mostLooked)
      .filter(isMeant)
      .map((fact) => ({ fact, judged: asBelief(fact) }))
  })
  return (said) => {
    const keys = said.mentions.flatMap((name) => keysOf(canonical(entityKey(name))))
    if (keys.length === 0) return undefined
    const told = asBelief(said)
    return standing(JSON.stringify([said.kind, keys])).find(({ judged }) => judgePair(judged, told).restates)?.fact
  }
}

/** A statement as an opinion, whatever its kind: a rule judges opinions only. */
const asBelief = ({ text, mentions }: Statement): Judged => ({ kind: 'opinion', text: withoutIdle(text), mentions })
