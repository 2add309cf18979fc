import type { Fact, FactId } from '../memory/fact.js'
import { foldConstants } from '../memory/opinion.js'
import { addDays, type Day } from '../memory/time.js'
import type { Store } from '../store/store.js'
import { foldOpinion, inFoldOrder } from './fold.js'
import { factsOf, strongest, whatPeopleSay } from './ground.js'

/**
 * Fold opinions on from the first day that changed: the rows of their ledger up
 * to there are checkpoints, neither read nor written again (DESIGN 8). For those
 * whose statements are what they were, and that no person set: everything else
 * is folded whole, and the law is that both end alike.
 *
 * @returns statements whose opinions are still to be folded, and those that moved
 */
export function foldOn(
  store: Store,
  touched: ReadonlySet<FactId>,
  changed: readonly FactId[],
): { rest: ReadonlySet<FactId>; moved: Fact[] } {
  const { beliefs } = store
  const rest = new Set(touched)
  const moved: Fact[] = []
  const isChanged = new Set(changed)
  for (const opinion of beliefs.opinionsOf([...touched])) {
    const members = beliefs.statementsOf([opinion])
    if (members.some((id) => isChanged.has(id))) continue
    if (beliefs.restating(members).some((id) => !members.includes(id))) continue
    const facts = foldedOn(store, opinion, members, changed)
    if (!facts) continue
    moved.push(...facts)
    for (const id of members) rest.delete(id)
  }
  return { rest, moved }
}

/** @returns the statements of an opinion that moved, none where it did not; undefined where it must be folded whole */
function foldedOn(
  store: Store,
  opinion: FactId,
  members: readonly FactId[],
  changed: readonly FactId[],
): Fact[] | undefined {
  const { beliefs } = store
  const days = beliefs.evidenceDays(opinion, changed)
  const judgedAnew = [...new Set(beliefs.judgementsOf(members, changed).map(({ fact }) => fact))]
  days.push(...store.factsById(judgedAnew).map(({ day }) => day))
  if (days.length === 0) return []
  const day: Day = days.map((each) => each ?? '').reduce((a, b) => (b < a ? b : a))

  const rows = store.factsById(members)
  const statements = [...factsOf(rows).values()].toSorted((a, b) => inFoldOrder(a.fact, b.fact))
  if (day <= (statements[0]!.fact.day ?? '')) return undefined
  const ids = new Set(members)
  const said = whatPeopleSay(store, rows)(ids)
  if (said.anchors.length > 0 || said.worded.length > 0) return undefined

  const before = beliefs.foldedBefore(opinion, day, addDays(day, -foldConstants.within))
  const old = beliefs.evidenceFrom(opinion, before.rows)
  const facts = [...new Set([...old.map(({ fact }) => fact), ...judgedAnew])].filter((id) => !ids.has(id))
  const judged = factsOf(store.factsById(facts))
  const judgements = beliefs.judgementsOf(members, [...judged.keys()])
  const now = foldOpinion(
    {
      members: statements,
      judged: strongest(
        judgements.map(({ fact, effect, strong, cues }) => ({ fact: judged.get(fact)!.fact, effect, strong, cues })),
      ),
      ...said,
    },
    { ...before, day },
  )
  beliefs.believeFrom(now, before.rows)
  return JSON.stringify(old) === JSON.stringify(now.evidence) ? [] : rows
}
