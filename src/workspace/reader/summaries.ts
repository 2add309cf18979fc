import type { EntityKey } from '../../model/entity.js'
import { factId, isUnkept, type FactId } from '../../model/fact.js'
import { retainKinds, type RetainKind } from '../../model/kind.js'
import {
  checkSummaries,
  summaryId,
  summaryRequest,
  type AcceptedSummary,
  type FactsOfName,
} from '../../reader/summaries.js'
import { readerAnswers } from '../../reader/answer.js'
import { summarySchema } from '../../reader/request.js'
import { renderBullet } from '../../render/render-line.js'
import type { StoredFact } from '../../store/rows.js'
import { compare } from '../../text/compare.js'
import { faultsOf } from '../retain/good-bullet.js'
import { misread, retirementsIn } from '../retain/retain.js'
import { readEntries, type ReadEntry } from '../retain/retain-entries.js'
import { retainedIn } from './bullets.js'
import { standingOf } from './known-about.js'
import { askEach, type ReadMark, type StageMade, type StagePoint } from './stage.js'

export interface SummariesTold {
  /** `- S(from=^k3f9a2c1x7+^m2f9a2c1x7) @Peter: …` */
  readonly lines: readonly string[]
  readonly refused: readonly string[]
}

/** A name is summed up from this many facts on, if at least this many of them are in no summary yet. */
const [fewestFacts, fewestFresh] = [6, 3]
/** How many facts of a name are shown, the newest ones, and how many names are asked about in one run. */
const [mostFacts, mostNames] = [40, 20]
const summed: readonly RetainKind[] = ['world', 'experience', 'opinion']

/** Names with enough facts that no summary rests on yet. */
export function namesToSumUp(
  point: Pick<StagePoint, 'store' | 'isRead' | 'start'>,
): (FactsOfName & { readonly mark: ReadMark })[] {
  const { store, isRead, start } = point
  const { canonical, keysOf, nameOf } = store.entities()
  const asStanding = standingOf(store)
  const isRetired = retirementsIn(store)
  const replaced = store.replaced()
  const holds = (fact: StoredFact): boolean => !isUnkept(fact) && !isRetired(fact) && !replaced.has(fact.id)
  const of = (key: EntityKey, kinds: readonly RetainKind[]): StoredFact[] => {
    const seen = new Set<FactId>()
    return store
      .pageFacts(kinds, keysOf(key), mostFacts)
      .filter((fact) => holds(fact) && seen.size < seen.add(fact.id).size)
  }
  const names = [...new Set(store.mentionedIn(retainKinds).map(canonical))].flatMap((key) => {
    const facts = of(key, summed)
    const summaries = of(key, ['observation'])
    const rested = new Set(summaries.flatMap(({ from }) => from))
    const fresh = facts.filter(({ id }) => !rested.has(id))
    const isNew = fresh.some(({ day }) => day !== null && day >= start)
    if (facts.length < fewestFacts || fresh.length < fewestFresh || !isNew) return []
    const told = facts.toSorted((a, b) => compare(a.day ?? '', b.day ?? '') || compare(a.id, b.id))
    const name = nameOf(key)
    const mark = { day: told.at(-1)!.day!, section: summaryId(name, told) }
    if (isRead(mark.day, mark.section)) return []
    const given = {
      name,
      facts: told.map((fact) => ({ ...asStanding(fact), day: fact.day })),
      summaries: summaries.map(asStanding),
      mark,
    }
    return [{ fresh: fresh.length, given }]
  })
  return names
    .toSorted((a, b) => b.fresh - a.fresh || compare(a.given.name, b.given.name))
    .slice(0, mostNames)
    .map(({ given }) => given)
}

/**
 * Asks for at most three statements that sum up each name's facts. They land below Retain of today's log, each with the
 * ids of the facts that it rests on.
 */
export async function askSummaries(point: StagePoint): Promise<StageMade<SummariesTold>> {
  const { session, store, asker, today, textOf } = point
  const { config } = session.config(store)
  const found: { readonly name: string; readonly summary: AcceptedSummary }[] = []
  const refused: string[] = []
  const marks: ReadMark[] = []
  const stopped = await askEach(
    namesToSumUp(point),
    (of) => asker.ask({ ...summaryRequest(of), schema: summarySchema }, readerAnswers),
    (of, { text }) => {
      const checked = checkSummaries(text, of)
      found.push(...checked.accepted.map((summary) => ({ name: of.name, summary })))
      refused.push(
        ...checked.refused.map(({ answer, reasons }) => `${answer.text}: ${reasons.map(({ why }) => why).join('; ')}`),
      )
      marks.push(of.mark)
    },
    session.progress('Asking for summaries'),
  )
  const entries: ReadEntry[] = []
  for (const { name, summary } of found) {
    const { text, from, was } = summary
    const entry = readEntries([
      { text, kind: 'S', entities: [name], on: today, from, ...(was === null ? {} : { was }) },
    ])[0]!
    const faults = [...misread(entry), ...(await faultsOf(entry, today))]
    if (faults.length > 0) refused.push(`${text}: ${faults.join('; ')}`)
    else if (store.factsById([factId(entry, today)]).length === 0) entries.push(entry)
  }
  const path = `memory/${today}.md`
  const lines = [...new Set(entries.map(renderBullet))]
  const make = (text = `# ${today}\n`): string => retainedIn(path, text, lines, config)
  const isWritten = lines.length > 0 && make(textOf(path)) !== textOf(path)
  return {
    edits: isWritten ? [{ path, make }] : [],
    subject: `memory: ${lines.length === 1 ? '1 summary' : `${lines.length} summaries`} of ${asker.name}`,
    lines: isWritten ? lines : [],
    marks,
    told: { lines: isWritten ? lines : [], refused },
    stopped,
  }
}
