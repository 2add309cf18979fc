import { readEditDay } from '../memory/assertion.js'
import type { Fact, FactId } from '../memory/fact.js'
import type { Kind } from '../memory/kind.js'
import type { Effect } from '../memory/verdict.js'
import type { Store } from '../store/store.js'
import { stated, type Ground, type JudgedFact, type Stated } from './fold.js'

/** Kinds that are evidence: what was noticed across facts, and narrative, are none. */
export const evidenceKinds: readonly Kind[] = ['world', 'experience', 'opinion']

/** Facts by id, each with the first confidence stated; passages and summaries are left out. */
export function factsOf(rows: readonly Fact[]): Map<FactId, Stated> {
  const byId = new Map<FactId, Fact[]>()
  for (const row of rows) {
    if (!evidenceKinds.includes(row.kind)) continue
    const sources = byId.get(row.id)
    if (sources) sources.push(row)
    else byId.set(row.id, [row])
  }
  return new Map([...byId].map(([id, sources]) => [id, stated(sources)]))
}

/** What a person says of an opinion with these statements: by assertions, and by bullets of their own with a confidence. */
export function whatPeopleSay(store: Store, rows: readonly Fact[]) {
  const all = store.assertions.all()
  const retiredFacts = all.flatMap(({ target, assertion }) =>
    assertion.what === 'retired' && target !== null ? [target] : [],
  )
  const opinions = new Set(store.factsById(retiredFacts).flatMap(({ id, kind }) => (kind === 'opinion' ? [id] : [])))
  const own = rows.flatMap((fact): Ground['anchors'] => {
    if (fact.origin !== 'curated' || fact.confidence === null) return []
    const on = fact.on === null ? null : readEditDay(fact.on)
    const assertion = { of: fact.id, confidence: fact.confidence, on, said: fact, was: null, cites: null } as const
    const { path: page, first: line } = fact.source
    return [{ page, line, assertion: { what: 'anchor', reworded: false, ...assertion } }]
  })
  return (ids: ReadonlySet<FactId>): Omit<Ground, 'members' | 'judged'> => {
    const about = all.filter(({ target }) => target !== null && ids.has(target))
    const anchors = about.flatMap(({ page, line, assertion }) =>
      assertion.what === 'anchor' ? [{ page, line, assertion }] : [],
    )
    const rejected = all.flatMap(({ target, assertion }) =>
      assertion.what === 'rejected' && target !== null && ids.has(assertion.opinion) ? [target] : [],
    )
    return {
      anchors: [...anchors, ...own.filter(({ assertion }) => ids.has(assertion.of))],
      worded: about.flatMap(({ assertion }) => (assertion.what === 'wording' ? [assertion.on] : [])),
      retired: about.some(({ assertion }) => assertion.what === 'retired'),
      // What is no longer told speaks for nothing; an opinion's own statements are told or not as one.
      rejected: new Set([...rejected, ...retiredFacts.filter((id) => !opinions.has(id))]),
    }
  }
}

/** A fact that several statements of an opinion were judged with counts once, by what speaks most against it. */
export function strongest(judged: readonly JudgedFact[]): JudgedFact[] {
  const order: readonly Effect[] = ['contradicts', 'supersedes', 'weakens', 'reinforces']
  const rank = (each: JudgedFact): number => order.indexOf(each.effect) * 2 - Number(each.strong)
  const best = new Map<FactId, JudgedFact>()
  for (const each of judged) {
    const known = best.get(each.fact.id)
    if (!known || rank(each) < rank(known)) best.set(each.fact.id, each)
  }
  return [...best.values()]
}
