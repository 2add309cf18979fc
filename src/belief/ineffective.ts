import {
  byPrecedence,
  readEditDay,
  type Anchor,
  type Assertion,
  type PlacedAssertion,
  type Wording,
} from '../model/assertion.js'
import { compare } from '../text/compare.js'
import { showConfidence, type FactId } from '../model/fact.js'
import { kinds } from '../model/kind.js'
import type { Problem } from '../model/note.js'
import { leading } from '../render/render-line.js'
import type { Store } from '../store/store.js'

type Override = PlacedAssertion & { readonly assertion: Anchor | Wording }

/**
 * Lines of `bank/` that speak about a fact and change nothing of it, because
 * another line decides the same (docs/page-rules.md, precedence), or because nothing
 * states the fact any more. A line with a later one is none of them: that is
 * how somebody changes their mind. Where neither is the later one, as where two
 * branches each adopted an edit, nobody decided between them: that is `disputed`.
 */
export function ineffective(store: Store): Problem[] {
  const overruled = [...byOpinion(store).values()].flatMap((overrides) => {
    const ordered = overrides.toSorted(byPrecedence)
    const wordings = ordered.filter(({ assertion }) => assertion.what === 'wording')
    const anchors = ordered.filter(({ assertion }) => assertion.what === 'anchor')
    const pin = anchors.findLast(({ assertion }) => assertion.on === null)
    return [
      ...wordings.flatMap((each) => problemOf(each, wordings.at(-1)!)),
      ...anchors.flatMap((each) => problemOf(each, pin ?? anchors.findLast((other) => dayOf(other) === dayOf(each))!)),
    ]
  })
  const lost = store.assertions.all().flatMap(({ page, line, target, assertion }): Problem[] => {
    if (target !== null || assertion.what === 'anchor' || assertion.what === 'wording') return []
    const message = `nothing states ^${speaksOf(assertion)} any more, nor anything in the words of this line`
    return [{ path: page, line, message, hint: 'delete it, or name the id of today', kind: 'ineffective' }]
  })
  return [...overruled, ...lost].toSorted((a, b) => compare(a.path, b.path) || a.line - b.line)
}

/** Bullets that say what they replace by an id that nothing has, or has any more. */
export const replacesNothing = (store: Store): Problem[] =>
  store.replacingNothing().map(({ source: { path, first: line }, was }) => ({
    path,
    line,
    message: `was=^${was} replaces nothing: no fact has that id`,
    hint: 'write the id that memory recall prints beside the fact',
    kind: 'doubtful',
  }))

const speaksOf = (assertion: Assertion): FactId => (assertion.what === 'rejected' ? assertion.fact : assertion.of)

const dayOf = ({ assertion }: Override): string => assertion.on?.day ?? ''

/** What people say of how sure an opinion is, and of how a fact is told, by the opinion or fact that it is said of. */
function byOpinion(store: Store): Map<FactId, Override[]> {
  const found = new Map<FactId, Override[]>()
  const add = (of: FactId, override: Override): void => {
    const id = store.beliefs.opinionsOf([of])[0] ?? of
    found.set(id, [...(found.get(id) ?? []), override])
  }
  for (const { target, page, line, assertion } of store.assertions.all())
    if (target !== null && (assertion.what === 'anchor' || assertion.what === 'wording'))
      add(target, { page, line, assertion })
  // A bullet of a person's own with a confidence anchors what it says itself.
  for (const fact of store.curatedOpinions()) {
    const on = fact.on === null ? null : readEditDay(fact.on)
    const about = { of: fact.id, said: fact, was: null, cites: null, on, reworded: false }
    const { path: page, first: line } = fact.source
    add(fact.id, { page, line, assertion: { what: 'anchor', confidence: fact.confidence!, ...about } })
  }
  return found
}

/** Those that a person has to decide, for neither is later than the other. */
export const disputed = (store: Store): Problem[] => ineffective(store).filter(({ kind }) => kind === 'disputed')

/** None where both say the same. */
function problemOf(loser: Override, winner: Override): Problem[] {
  const [says, other] = [saysOf(winner), saysOf(loser)]
  if (says === other) return []
  const { page: path, line, assertion } = loser
  const place = `${winner.page}:${winner.line}`
  if (isLater(winner, loser)) return []
  if (winner.assertion.what === 'anchor' && winner.assertion.on === null && loser.assertion.on !== null) {
    const message = `${other} for ^${assertion.of} has no effect: ${place} pins it to ${says}`
    return [{ path, line, message, hint: 'delete the one that is wrong', kind: 'ineffective' }]
  }
  const asked = `is it ${other} for ^${assertion.of}, or ${says}, as ${place} says of the same day?`
  const message = `${asked} While both stand, ${says} holds: ${whyFirst(winner, loser)}`
  return [{ path, line, message, hint: 'delete the one that is wrong', kind: 'disputed' }]
}

/** `c=0.50`, `"O @Peter: Loves tea"` */
function saysOf({ assertion }: Override): string {
  if (assertion.what === 'anchor') return `c=${showConfidence(assertion.confidence)}`
  const { said } = assertion
  return `"${kinds[said.kind].letter}${said.until ? `(until=${said.until})` : ''}${leading(said)} ${said.text}"`
}

const isLater = (winner: Override, loser: Override): boolean => {
  const [on, other] = [winner.assertion.on, loser.assertion.on]
  if (on === null || other === null) return winner.assertion.what === 'wording' && on !== other
  return dayOf(winner) !== dayOf(loser) || on.count !== other.count
}

const whyFirst = (winner: Override, loser: Override): string =>
  winner.page === loser.page
    ? 'of two equal lines the last in the order of their letters'
    : `${winner.page} comes first`
