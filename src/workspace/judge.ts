import { MemoryError } from '../model/error.js'
import type { FactId } from '../model/fact.js'
import { evidenceKinds } from '../model/kind.js'
import { evidencePath } from '../model/note.js'
import type { Day } from '../model/time.js'
import { openFacts, type IsSaid } from '../belief/open-pairs.js'
import { judgedBefore, lineSaying, withJudged, withLines, type PairSaid } from '../pages/edits/evidence-page.js'
import { largestNote } from '../files/files.js'
import type { Store } from '../store/store.js'
import { once } from '../text/once.js'
import { readAnswers, type JudgeAnswer, type ReadAnswer } from './answers.js'
import { landEdits, textIn } from './land-edits.js'
import type { Opened } from './opened.js'
import { judgedOn, saidOn, standingPage } from './packets.js'
import { pairsAnswered, type AnsweredPair } from './pairs-answered.js'
import { lookedUp, refuseUncommitted } from './uncommitted.js'

export interface AnswerOptions {
  readonly dryRun?: boolean | undefined
  /** The program that does it, which the commit says. */
  readonly agent?: string | undefined
  /** Commit the lines at once, and nothing else; else they are an edit of the working tree. */
  readonly commit?: boolean | undefined
}

/** What became of a batch of answers. */
export interface JudgeReport {
  readonly page: string
  /** Lines that the page has more, as they stand there. */
  readonly lines: readonly string[]
  /** Answers that stand there already. */
  readonly known: number
  /** Pairs that have nothing to do with each other, which needs no line: their fact is from before `judged`. */
  readonly unrelated: number
  readonly judged: Day | null
  readonly written: boolean
  readonly commit: string | null
}

/**
 * Take answers down as lines of `bank/evidence.md`, one a pair: an edit of the working tree, or a commit of its own. Said
 * twice, it is said once. That a fact has nothing to do with a belief needs a line only where a rule says otherwise, or
 * where the fact is not from before the day up to which all is judged; that day moves to the first that still has an open one.
 *
 * @throws MemoryError bad-argument that names every answer that cannot be taken; then none is
 */
export async function judge(
  opened: Opened,
  store: Store,
  answers: readonly JudgeAnswer[],
  { dryRun = false, commit = false, agent }: AnswerOptions,
): Promise<JudgeReport> {
  const read = readAnswers(answers)
  if (commit && !dryRun) return committed(opened, store, read, agent)
  const before = standingPage(opened)
  // Facts that are not committed can be judged by a line that is not, either.
  const plan = await lookedUp(opened, store, () => planOf(opened, store, read, before))
  refuseTooLarge(plan.make(before))
  const written = !dryRun && plan.make(before) !== (before ?? '')
  if (written)
    opened.working(store).change(evidencePath, (standing) => Buffer.from(plan.make(textIn(evidencePath, standing))))
  return { ...plan.report, written, commit: null }
}

async function committed(
  opened: Opened,
  store: Store,
  read: readonly ReadAnswer[],
  agent: string | undefined,
): Promise<JudgeReport> {
  await refuseUncommitted(
    opened,
    store,
    read.flatMap(({ fact, belief = fact }) => [fact, belief]),
  )
  let report: Plan['report'] | undefined
  const commit = await landEdits(
    opened,
    store,
    (inHead, head) => {
      const { make, ...plan } = planOf(opened, store, read, inHead(evidencePath))
      refuseTooLarge(make(inHead(evidencePath)))
      report = plan.report
      return { edits: [{ path: evidencePath, make }], message: messageFor(report, head), agent }
    },
    'memory judge',
  )
  return { ...report!, written: commit !== null, commit }
}

/** A page that is not indexed says nothing, and what it said is gone with it. */
function refuseTooLarge(text: string): void {
  if (Buffer.byteLength(text) > largestNote)
    throw new MemoryError(
      'bad-argument',
      `no answer was taken: ${evidencePath} would be larger than a page may be (${largestNote} bytes); delete lines whose facts are long settled`,
    )
}

function messageFor({ lines, judged }: Pick<JudgeReport, 'lines' | 'judged'>, from: string): string {
  const subject = `memory: judge ${lines.length === 1 ? '1 pair' : `${lines.length} pairs`}`
  const told = lines.slice(0, mostTold).map((line) => line.replace(/ <!--.*$/s, ''))
  const more = lines.length > mostTold ? [`and ${lines.length - mostTold} more`] : []
  const day = judged === null ? [] : [`Judged before ${judged}.`]
  return [subject, '', ...told, ...more, ...(lines.length > 0 ? [''] : []), ...day, `Reflected-From: ${from}`, ''].join(
    '\n',
  )
}

const mostTold = 50

interface Plan {
  readonly report: Omit<JudgeReport, 'written' | 'commit'>
  /** The page with the answers in it. */
  readonly make: (text: string | undefined) => string
}

/** @param text the page that the answers go into */
function planOf(opened: Opened, store: Store, read: readonly ReadAnswer[], text: string | undefined): Plan {
  const standing = saidOn(text)
  const judged = pairsAnswered(store, read, standing)
  const before = judgedOn(opened, store, text)
  const answered = new Set(
    judged.flatMap(({ fact, opinion }) => opinion.members.map((member) => `${fact.id} ${member}`)),
  )
  const isSaid: IsSaid = (fact, belief) => standing(fact, belief) || answered.has(`${fact} ${belief}`)
  const day = judged.length === 0 ? before : watermark(opened, store, before, isSaid)
  const isCovered = ({ fact }: AnsweredPair): boolean => day !== null && fact.day !== null && fact.day < day
  const needsLine = (each: AnsweredPair): boolean =>
    each.verdict !== 'unrelated' ||
    !isCovered(each) ||
    rules(store, each) ||
    each.opinion.members.some((member) => standing(each.fact.id, member))
  const opinionOf = new Map(judged.flatMap(({ opinion }) => opinion.members.map((member) => [member, opinion.id])))
  const meant = (id: FactId): FactId => opinionOf.get(id) ?? id
  const more = judged.filter(needsLine).map((each) => {
    const said = pairSaid(each)
    return { said, line: lineSaying(said, each.why) }
  })
  const moves = day !== null && (before === null || day > before) && judged.some(isCovered)
  // Asked for the same page several times: what would stand there, what is new, and whether it is too large.
  const make = once((page: string | undefined): string => {
    const made = withLines(page, more, meant)
    if (!moves) return more.length === 0 ? (page ?? '') : made
    const now = judgedBefore(made)
    return now !== null && now >= day ? made : withJudged(made, day)
  })
  const known = new Set((text ?? '').split(/\r?\n/))
  const lines = make(text)
    .split(/\r?\n/)
    .filter((line) => !known.has(line) && line.startsWith('- '))
  return {
    report: {
      page: evidencePath,
      lines,
      known: more.length - lines.length,
      unrelated: judged.length - more.length,
      judged: moves ? day : before,
    },
    make,
  }
}

/** The first day that still has a fact that is open; today, or the last day that anything was noted on, where none has. */
function watermark(opened: Opened, store: Store, before: Day | null, isSaid: IsSaid): Day | null {
  const [open] = openFacts(store, { since: before ?? '' }, isSaid)
  if (open) return open.fact.day
  const today = opened.today(opened.config(store).config)
  const last = store.daysNoted(evidenceKinds, before ?? '').at(-1) ?? before
  return last === null || last < today ? last : today
}

/** Whether a rule says something of the two, so that silence would not be heard. */
const rules = ({ beliefs, endings }: Store, { fact, opinion }: AnsweredPair): boolean =>
  endings.isEndedBy(opinion.id, fact.id) || beliefs.judgementsOf(opinion.members, [fact.id]).length > 0

const pairSaid = ({ fact, belief, verdict }: AnsweredPair): PairSaid =>
  verdict === 'unrelated'
    ? { what: 'rejected', fact: fact.id, opinion: belief.id, said: fact }
    : { what: 'judged', fact: fact.id, stance: verdict, opinion: belief.id, said: fact, believed: belief }
