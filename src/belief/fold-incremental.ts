import type { Fact, FactId } from '../model/fact.js'
import { foldConstants } from '../model/opinion.js'
import { addDays, type Day } from '../model/time.js'
import type { Store } from '../store/store.js'
import { foldOpinion, inFoldOrder } from './fold.js'
import { factsOf, judgedOf, whatPeopleSay } from './opinion-inputs.js'

const many = 1000

/**
 * Folds opinions on from the first day that changed. The ledger's rows before that day are checkpoints, neither read
 * nor written again (docs/beliefs.md). This is for opinions that have the same statements as before and that no person
 * set; all others are folded whole. Both ways end alike (docs/laws.md, law 1).
 *
 * @param changed facts that came, went or changed
 * @param evidence facts that speak for or against something else than before
 * @returns `rest`: statements whose opinions are still to be folded; `moved`: those whose opinions moved
 */
export function foldIncremental(
  store: Store,
  touched: ReadonlySet<FactId>,
  changed: readonly FactId[],
  evidence: readonly FactId[],
): { rest: ReadonlySet<FactId>; moved: Fact[] } {
  const { beliefs } = store
  const rest = new Set(touched)
  const moved: Fact[] = []
  // Each opinion is compared with all evidence: where there is much, folding whole costs less.
  if (evidence.length > many) return { rest, moved }
  const isChanged = new Set(changed)
  let say: ReturnType<typeof whatPeopleSay> | undefined
  for (const opinion of beliefs.opinionsOf([...touched])) {
    const members = new Set(beliefs.statementsOf([opinion]))
    if ([...members].some((id) => isChanged.has(id))) continue
    if (beliefs.restating([...members]).some((id) => !members.has(id))) continue
    say ??= whatPeopleSay(store)
    const facts = foldedOn(store, say, opinion, members, evidence)
    if (!facts) continue
    moved.push(...facts)
    for (const id of members) rest.delete(id)
  }
  return { rest, moved }
}

/** @returns the rows of an opinion that moved, none where it did not; undefined where it must be folded whole */
function foldedOn(
  store: Store,
  say: ReturnType<typeof whatPeopleSay>,
  opinion: FactId,
  members: ReadonlySet<FactId>,
  evidence: readonly FactId[],
): Fact[] | undefined {
  const { beliefs } = store
  const ids = [...members]
  const days = beliefs.evidenceDays(opinion, evidence)
  const judgedAnew = [...new Set(beliefs.judgementsOf(ids, evidence).map(({ fact }) => fact))]
  days.push(...store.factsById(judgedAnew).map(({ day }) => day))
  if (days.length === 0) return []
  const day: Day = days.map((each) => each ?? '').reduce((a, b) => (b < a ? b : a))

  const rows = store.factsById(ids)
  const statements = [...factsOf(rows).values()].toSorted((a, b) => inFoldOrder(a.fact, b.fact))
  if (day <= (statements[0]!.fact.day ?? '')) return undefined
  const said = say(rows)(members)
  if (said.anchors.length > 0 || said.worded.length > 0) return undefined

  const before = beliefs.foldedBefore(opinion, day, addDays(day, -foldConstants.within))
  const old = beliefs.evidenceFrom(opinion, before.rows)
  const judged = [...new Set([...old.map(({ fact }) => fact), ...judgedAnew])].filter((id) => !members.has(id))
  const facts = factsOf(store.factsById(judged))
  const judgements = beliefs.judgementsOf(ids, [...facts.keys()])
  const now = foldOpinion(
    { members: statements, judged: judgedOf(beliefs.wordsOf(ids), judgements, facts), ...said },
    { ...before, day },
  )
  beliefs.believeFrom(now, before.rows)
  return JSON.stringify(old) === JSON.stringify(now.evidence) ? [] : rows
}
