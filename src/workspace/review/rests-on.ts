import { assertionKey, factSpokenOf, type Assertion } from '../../model/assertion.js'
import { cite, drawnFrom, type Fact, type FactId } from '../../model/fact.js'
import { kindNames } from '../../model/kind.js'
import type { RestsOn } from '../../model/undo.js'
import type { ResolvedAssertion } from '../../model/telling.js'
import type { Store } from '../../store/store.js'

/** A fact that is gone, and the bullet or line that still speaks of it. */
export interface Missed {
  readonly id: FactId
  readonly by: Omit<RestsOn, 'text'> & { readonly said: string }
}

/**
 * Facts that the later index still refers to, though only the earlier one holds them: by ids in bullets, or by lines of
 * `bank/` that resolve no longer, not even by their words.
 */
export function missedIn(before: Store, after: Store): Missed[] {
  const facts = after.factsOfKinds(kindNames)
  const named = facts.map((fact) => ({ fact, refs: referencesOf(fact) })).filter(({ refs }) => refs.length > 0)
  const ids = [...new Set(named.flatMap(({ refs }) => refs.map(({ id }) => id)))]
  const standing = new Set(after.idsAmong(ids))
  const stood = new Set(before.idsAmong(ids.filter((id) => !standing.has(id))))
  const byBullets = named.flatMap(({ fact, refs }) =>
    refs
      .filter(({ id }) => stood.has(id))
      .map(({ id, how }) => ({ id, by: { how, source: cite(fact.source, fact.id), said: fact.text } })),
  )
  return [...byBullets, ...missedByLines(before, after)]
}

/** The ids that a bullet refers to, each with the way in which it does. */
const referencesOf = (fact: Fact): { readonly id: FactId; readonly how: RestsOn['how'] }[] => [
  ...(fact.was === null ? [] : [{ id: fact.was, how: 'replaces' as const }]),
  ...fact.stances.map(({ stance, belief }) => ({ id: belief, how: stance })),
  ...drawnFrom(fact).map((id) => ({ id, how: 'drawn' as const })),
]

function missedByLines(before: Store, after: Store): Missed[] {
  const keyOf = ({ page, assertion }: ResolvedAssertion): string => `${page} ${assertionKey(assertion)}`
  const were = new Map(before.assertions.all().map((each) => [keyOf(each), each]))
  return after.assertions.all().flatMap((now) => {
    const was = were.get(keyOf(now))
    if (!was) return []
    const { page, line, assertion } = now
    const by = { how: 'verdict' as const, source: `${page}#L${line}`, said: saidOf(assertion) }
    const lost = [
      ...(was.target !== null && (now.target === null || isAlone(before, after, now)) ? [was.target] : []),
      ...(was.belief !== null && now.belief === null ? [was.belief] : []),
    ]
    return lost.map((id) => ({ id, by }))
  })
}

/** Whether the line is now the only statement of its fact, which something else stated too before. */
function isAlone(before: Store, after: Store, { target, assertion }: ResolvedAssertion): boolean {
  if (target === null || (assertion.what !== 'anchor' && assertion.what !== 'wording')) return false
  const [was, now] = [before, after].map((store) => store.factsById([target]).every(({ of, id }) => of === id))
  return now! && !was!
}

const saidOf = (assertion: Assertion): string => {
  switch (assertion.what) {
    case 'judged':
      return `^${assertion.fact} ${assertion.stance} ^${assertion.opinion}`
    case 'rejected':
      return `not ^${assertion.fact} for ^${assertion.opinion}`
    case 'retired':
    case 'anchor':
    case 'wording':
      return `${assertion.what} ^${factSpokenOf(assertion)}`
  }
}
