import type { FactId } from '../memory/fact.js'
import type { Opinion } from '../memory/opinion.js'
import type { Store } from '../store/store.js'
import { foldOpinion, inFoldOrder, type Stated } from './fold.js'
import { factsOf, strongest, whatPeopleSay } from './ground.js'

/** The opinions that these statements make among themselves, each folded from all it rests on. */
export function foldWhole(store: Store, of: readonly FactId[]): Opinion[] {
  const { beliefs } = store
  const rows = store.factsById(of).filter(({ kind }) => kind === 'opinion')
  const statements = factsOf(rows)
  const say = whatPeopleSay(store, rows)
  const judgements = beliefs.judgements([...statements.keys()])
  const judged = factsOf(store.factsById([...new Set(judgements.map(({ fact }) => fact))]))
  return components(statements, judgements).map((members) => {
    const ids = new Set(members.map(({ fact }) => fact.id))
    return foldOpinion({
      members,
      judged: strongest(
        judgements
          .filter((row) => ids.has(row.opinion) && !ids.has(row.fact))
          .map(({ fact, effect, strong, cues }) => ({ fact: judged.get(fact)!.fact, effect, strong, cues })),
      ),
      ...say(ids),
    })
  })
}

/** Opinions as their statements: connected by saying the same, each in fold order. */
function components(
  statements: ReadonlyMap<FactId, Stated>,
  judgements: readonly { readonly opinion: FactId; readonly fact: FactId; readonly restates: boolean }[],
): Stated[][] {
  const next = new Map<FactId, FactId[]>()
  for (const { opinion, fact, restates } of judgements)
    if (restates && statements.has(fact)) next.set(opinion, [...(next.get(opinion) ?? []), fact])
  const seen = new Set<FactId>()
  const found: Stated[][] = []
  for (const id of statements.keys()) {
    if (seen.has(id)) continue
    const members: Stated[] = []
    const waiting = [id]
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      if (seen.has(at)) continue
      seen.add(at)
      members.push(statements.get(at)!)
      waiting.push(...(next.get(at) ?? []))
    }
    found.push(members.toSorted((a, b) => inFoldOrder(a.fact, b.fact)))
  }
  return found
}
