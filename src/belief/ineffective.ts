import { distance } from 'fastest-levenshtein'
import {
  byPrecedence,
  factSpokenOf,
  readEditDay,
  type Anchor,
  type PlacedAssertion,
  type Wording,
  type Words,
} from '../model/assertion.js'
import { withArticle } from '../text/article.js'
import { searchable } from '../text/cjk.js'
import { compare } from '../text/compare.js'
import { entityKey } from '../model/entity.js'
import { isUnkept, unkeptAs, normalise, showConfidence, type Fact, type FactId } from '../model/fact.js'
import { beliefKinds, kinds } from '../model/kind.js'
import type { Problem } from '../model/note.js'
import type { ResolvedAssertion } from '../model/telling.js'
import { leading } from '../render/render-line.js'
import type { Store } from '../store/store.js'

type Override = PlacedAssertion & { readonly assertion: Anchor | Wording }

/**
 * Lines of `bank/` about a fact that change nothing: another line decides the same (docs/pages.md, precedence), or
 * nothing states the fact any more. A line that a later one overrules is not among them: that is how somebody changes
 * their mind. Where neither line is later, as when two branches each adopted an edit, nobody has decided: the line is
 * `disputed`.
 */
export function ineffective(store: Store): Problem[] {
  const said = store.assertions.all('retired', 'rejected', 'judged')
  const lost = said.flatMap(({ page, line, target, assertion }): Problem[] => {
    if (target !== null) return []
    const message = `nothing states ^${factSpokenOf(assertion)} any more, nor anything in the words of this line`
    return [{ path: page, line, message, hint: 'delete it, or name the id of today', kind: 'ineffective' }]
  })
  return [...overruled(store), ...lost, ...judgedInVain(store, said)].toSorted(inOrder)
}

const inOrder = (a: Problem, b: Problem): number => compare(a.path, b.path) || a.line - b.line

/** The problems of overrides that lose against another one, or that wait for a person to decide. */
const overruled = (store: Store): Problem[] =>
  [...byOpinion(store).values()].flatMap((overrides) => {
    const ordered = overrides.toSorted(byPrecedence)
    const wordings = ordered.filter(({ assertion }) => assertion.what === 'wording')
    const anchors = ordered.filter(({ assertion }) => assertion.what === 'anchor')
    const pin = anchors.findLast(({ assertion }) => assertion.on === null)
    return [
      ...wordings.flatMap((each) => problemOf(each, wordings.at(-1)!)),
      ...anchors.flatMap((each) => problemOf(each, pin ?? anchors.findLast((other) => dayOf(other) === dayOf(each))!)),
    ]
  })

/**
 * The problems of lines that say what a fact does to a belief, without effect: the id is of no belief, the fact is no
 * evidence, or a later line about the two says otherwise.
 */
function judgedInVain(store: Store, said: readonly ResolvedAssertion[]): Problem[] {
  const judged = said.flatMap(({ page, line, target, belief, assertion }) =>
    assertion.what === 'judged' && target !== null ? [{ page, line, target, belief, assertion }] : [],
  )
  const words = store.beliefs.wordsOf(judged.flatMap(({ belief }) => belief ?? []))
  const last = new Map(judged.map((each) => [`${each.target} ${words.get(each.belief ?? '')}`, each]))
  const facts = new Map(store.factsById(judged.map(({ target }) => target)).map((fact) => [fact.id, fact]))
  return judged.flatMap((each): Problem[] => {
    const { page: path, line, target, belief, assertion } = each
    const about = belief === null ? undefined : words.get(belief)
    const { stance, opinion } = assertion
    // A fact that replaces a world fact moves no belief, but ends that fact.
    if (about === undefined && stance === 'replaces' && belief !== null && isOfWorld(store, belief)) return []
    if (about === undefined) {
      const message = `${stance} ^${opinion} moves nothing: ${whatIs(store, opinion)}`
      return [{ path, line, message, hint: meantBy(store, opinion, facts.get(target)!), kind: 'ineffective' }]
    }
    if (facts.get(target)!.kind === 'passage') {
      const message = `${stance} ^${opinion} moves nothing: ^${assertion.fact} is a passage, and evidence is stated by a bullet`
      return [{ path, line, message, hint: 'delete it', kind: 'ineffective' }]
    }
    if (isUnkept(facts.get(target)!)) {
      const message = `${stance} ^${opinion} moves nothing: ^${assertion.fact} is ${unkeptAs(facts.get(target)!)}`
      return [{ path, line, message, hint: `memory suggest keep ^${assertion.fact}`, kind: 'ineffective' }]
    }
    const holds = last.get(`${target} ${about}`)!
    if (holds.assertion.stance === stance) return []
    const message = `${stance} ^${opinion} has no effect: ${holds.page}:${holds.line} says ${holds.assertion.stance} of the same two`
    return [{ path, line, message, hint: 'delete the one that is wrong', kind: 'ineffective' }]
  })
}

/** The problems of bullets whose `was=` is the id of no fact, or whose stance has the id of no belief. */
export function speaksOfNothing(store: Store): Problem[] {
  const problem = ({ source: { path, first: line } }: Fact, message: string, hint: string): Problem => ({
    path,
    line,
    message,
    hint,
    kind: 'doubtful',
  })
  const replacing = store.replacingNothing().map((fact) => {
    const message = `was=^${fact.was} replaces nothing: no fact has that id`
    return problem(fact, message, 'write the id that memory recall prints beside the fact')
  })
  const speaking = store.speakingOfNoBelief()
  const isBelieved = new Set(
    store.beliefs.wordsOf(speaking.flatMap(({ stances }) => stances.map(({ belief }) => belief))).keys(),
  )
  const of = speaking.flatMap((fact) =>
    fact.stances.flatMap(({ stance, belief }) =>
      isBelieved.has(belief)
        ? []
        : [problem(fact, `${stance}=^${belief} moves nothing: ${whatIs(store, belief)}`, meantBy(store, belief, fact))],
    ),
  )
  return [...replacing, ...of]
}

/** What is wrong with the ids in a statement's attributes, and which ids may have been meant. */
export function wrongReferences(store: Store, said: Words & Pick<Fact, 'was' | 'stances'>): string[] {
  const replaced = said.was === null || store.factsById([said.was]).some(({ kind }) => kind !== 'passage')
  const isBelieved = new Set(store.beliefs.wordsOf(said.stances.map(({ belief }) => belief)).keys())
  return [
    ...(replaced ? [] : [`was=^${said.was} replaces nothing: write the id that memory recall prints beside the fact`]),
    ...said.stances
      .filter(({ belief }) => !isBelieved.has(belief))
      .map(({ stance, belief }) => `${stance}=^${belief}: ${whatIs(store, belief)}; ${meantBy(store, belief, said)}`),
  ]
}

const isOfWorld = (store: Store, id: FactId): boolean => store.factsById([id])[0]?.kind === 'world'

function whatIs(store: Store, id: FactId): string {
  const [fact] = store.factsById([id])
  return fact ? `that is ${withArticle(fact.kind)}, and evidence moves beliefs only` : 'nothing has that id'
}

/**
 * A hint which belief may have been meant: the one whose id is nearly that, or else the one about the same entities
 * that shares the most words.
 */
function meantBy(store: Store, id: FactId, { text, mentions }: Words): string {
  const entities = store.entities()
  const keys = mentions.flatMap((name) => entities.keysOf(entities.canonical(entityKey(name))))
  const wordsIn = (said: string): Set<string> => new Set(searchable(normalise(said)).split(/[^\p{L}\p{N}]+/u))
  const own = wordsIn(text)
  const [nearest] = store.beliefs
    .sharing(beliefKinds, keys)
    .filter((belief) => belief.of !== belief.id && belief.text !== text)
    .map((belief) => ({
      belief,
      slips: Math.min(distance(belief.id, id), mostSlips + 1),
      shared: [...wordsIn(belief.text)].filter((word) => word !== '' && own.has(word)).length,
    }))
    .toSorted((a, b) => a.slips - b.slips || b.shared - a.shared || compare(b.belief.day ?? '', a.belief.day ?? ''))
  if (!nearest) return 'write the id that memory recall prints beside the belief'
  const { belief } = nearest
  return `the nearest belief is ^${belief.id}: ${kinds[belief.kind].letter}${leading(belief)} ${belief.text}`
}

/** How many letters may differ between an id and a misspelling of it. */
const mostSlips = 3

const dayOf = ({ assertion }: Override): string => assertion.on?.day ?? ''

/** The anchors and wordings that people wrote, by the opinion that each is about, or else by the fact. */
function byOpinion(store: Store): Map<FactId, Override[]> {
  const found = new Map<FactId, Override[]>()
  const add = (of: FactId, override: Override): void => {
    const id = store.beliefs.opinionsOf([of])[0] ?? of
    found.set(id, [...(found.get(id) ?? []), override])
  }
  for (const { target, page, line, assertion } of store.assertions.all('anchor', 'wording'))
    if (target !== null && (assertion.what === 'anchor' || assertion.what === 'wording'))
      add(target, { page, line, assertion })
  // A person's own bullet with a confidence anchors the opinion that it states.
  for (const fact of store.curatedOpinions()) {
    const on = fact.on === null ? null : readEditDay(fact.on)
    const about = { of: fact.id, said: fact, was: null, cites: null, on, reworded: false }
    const { path: page, first: line } = fact.source
    add(fact.id, { page, line, assertion: { what: 'anchor', confidence: fact.confidence!, ...about } })
  }
  return found
}

/** The lines between which a person has to decide: neither is later than the other. */
export const disputedLines = (store: Store): Problem[] =>
  overruled(store)
    .filter(({ kind }) => kind === 'disputed')
    .toSorted(inOrder)

/** The problem of a losing line; none where both say the same, or the winner is later. */
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

/** What an override says: `c=0.50`, `"O @Peter: Loves tea"` */
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
