import { readEditDay } from '../model/assertion.js'
import { compare } from '../text/compare.js'
import { isUnkept, type Fact, type FactId, type WordsId } from '../model/fact.js'
import { isBelief } from '../model/kind.js'
import { judgedBy, type Effect } from '../model/verdict.js'
import type { Judgement } from '../store/judgements.js'
import type { Store } from '../store/store.js'
import { asStated, type OpinionInputs, type JudgedFact, type Stated } from './fold.js'
import { groupBy } from '../text/grouped.js'

/**
 * Groups rows into facts by id, each with its first stated confidence. All that is judged or folded comes through here,
 * so passages and facts that nobody kept yet are left out.
 */
export function factsOf(rows: readonly Fact[]): Map<FactId, Stated> {
  const byId = new Map<FactId, Fact[]>()
  for (const row of rows) {
    if (row.kind === 'passage' || isUnkept(row)) continue
    const sources = byId.get(row.id)
    if (sources) sources.push(row)
    else byId.set(row.id, [row])
  }
  return new Map([...byId].map(([id, sources]) => [id, asStated(sources)]))
}

/**
 * Reads what people say of opinions, in assertions and in their own bullets with a confidence. The function that it
 * returns takes some rows, and returns one that takes the statements of an opinion among them.
 */
export function whatPeopleSay(store: Store) {
  const all = store.assertions.all('anchor', 'wording', 'retired', 'rejected')
  const about = groupBy(all.entries(), ([, { target }]) => target)
  const rejectedFor = groupBy(all, ({ assertion, belief }) => (assertion.what === 'rejected' ? belief : null))
  const retiredFacts = all.flatMap(({ target, assertion }) =>
    assertion.what === 'retired' && target !== null ? [target] : [],
  )
  const opinions = new Set(store.factsById(retiredFacts).flatMap(({ id, kind }) => (isBelief(kind) ? [id] : [])))
  // A retired fact is evidence for nothing. Retired opinions are not among these: their statements are retired as one.
  const untold = new Set(retiredFacts.filter((id) => !opinions.has(id)))

  return (rows: readonly Fact[]) => {
    const own = groupBy(rows.entries(), ([, { id }]) => id)
    return (ids: ReadonlySet<FactId>): Omit<OpinionInputs, 'members' | 'judged'> => {
      const said = inOrder(ids, about)
      const rejected = new Set(
        [...ids].flatMap((id) => (rejectedFor.get(id) ?? []).flatMap(({ target }) => target ?? [])),
      )
      return {
        anchors: [
          ...said.flatMap(({ page, line, assertion }) =>
            assertion.what === 'anchor' ? [{ page, line, assertion }] : [],
          ),
          ...inOrder(ids, own).flatMap(anchorOf),
        ],
        worded: said.flatMap(({ assertion }) => (assertion.what === 'wording' ? [assertion.on] : [])),
        retired: said.some(({ assertion }) => assertion.what === 'retired'),
        rejected: { has: (fact) => rejected.has(fact) || untold.has(fact) },
      }
    }
  }
}

/** A person's own bullet with a confidence, as an anchor. */
function anchorOf(fact: Fact): OpinionInputs['anchors'] {
  if (fact.origin !== 'curated' || fact.confidence === null) return []
  const on = fact.on === null ? null : readEditDay(fact.on)
  const assertion = { of: fact.id, confidence: fact.confidence, on, said: fact, was: null, cites: null } as const
  const { path: page, first: line } = fact.source
  return [{ page, line, assertion: { what: 'anchor', reworded: false, ...assertion } }]
}

/** The items of these ids, in the order of their numbers. */
const inOrder = <T>(ids: Iterable<FactId>, numbered: ReadonlyMap<FactId, readonly (readonly [number, T])[]>): T[] =>
  [...ids]
    .flatMap((id) => numbered.get(id) ?? [])
    .toSorted(([a], [b]) => a - b)
    .map(([, each]) => each)

/**
 * The facts that speak for or against an opinion. A fact judged with several of its statements counts once. What a
 * person said comes before what a rule says; then comes the verdict that is most against the opinion; of equal ones,
 * that on the statement with the first id.
 *
 * @param words the words of each of the opinion's statements
 */
export function judgedOf(
  words: ReadonlyMap<FactId, WordsId>,
  judgements: readonly Judgement[],
  facts: ReadonlyMap<FactId, Stated>,
): JudgedFact[] {
  const first = new Map<WordsId, FactId>()
  for (const [id, each] of words) {
    const known = first.get(each)
    if (known === undefined || id < known) first.set(each, id)
  }
  const said = new Map<FactId, number>()
  const rank = ({ source }: Judgement): number => judgedBy.indexOf(source)
  for (const each of judgements) said.set(each.fact, Math.min(said.get(each.fact) ?? judgedBy.length, rank(each)))
  return strongest(
    judgements
      .filter((each) => !words.has(each.fact) && rank(each) === said.get(each.fact))
      .toSorted((a, b) => compare(first.get(a.words)!, first.get(b.words)!) || compare(a.fact, b.fact))
      .map(({ fact, effect, strong, cues }) => ({ fact: facts.get(fact)!.fact, effect, strong, cues })),
  )
}

function strongest(judged: readonly JudgedFact[]): JudgedFact[] {
  const order: readonly Effect[] = ['contradicts', 'supersedes', 'weakens', 'reinforces']
  const rank = (each: JudgedFact): number => order.indexOf(each.effect) * 2 - Number(each.strong)
  const best = new Map<FactId, JudgedFact>()
  for (const each of judged) {
    const known = best.get(each.fact.id)
    if (!known || rank(each) < rank(known)) best.set(each.fact.id, each)
  }
  return [...best.values()]
}
