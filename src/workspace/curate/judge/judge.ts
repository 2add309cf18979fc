import { MemoryError } from '../../../model/error.js'
import type { FactId } from '../../../model/fact.js'
import { evidenceKinds } from '../../../model/kind.js'
import { evidencePath } from '../../../model/note.js'
import type { Day } from '../../../model/time.js'
import { openFacts, type IsSaid } from '../../../belief/open-pairs.js'
import { judgedBefore, lineSaying, withJudged, withLines, type PairSaid } from '../../../pages/edits/evidence-page.js'
import { largestNote } from '../../../files/files.js'
import type { Store } from '../../../store/store.js'
import { once } from '../../../text/once.js'
import { readAnswers, refuse, type JudgeAnswer, type ReadAnswer, type Untaken } from './answers.js'
import { textIn } from '../../landing/land-edits.js'
import { landWithWaiting } from '../../landing/land-waiting.js'
import type { Session } from '../../session/session.js'
import { judgedOn, saidOn, standingPage } from './packets.js'
import { pairsAnswered, type AnsweredPair } from './pairs-answered.js'
import { withSecret } from '../../secrets/refuse-secret.js'
import { notePageLines } from '../../landing/retained-here.js'
import { lookedUp, uncommittedFacts } from '../../session/uncommitted.js'
import { workingFiles } from '../../landing/working-files.js'

export interface AnswerOptions {
  readonly dryRun?: boolean | undefined
  /** The program that judges; the commit names it. */
  readonly agent?: string | undefined
  /** Commit at once, with all that earlier calls left uncommitted; without it, the lines go into the working tree. */
  readonly commit?: boolean | undefined
}

export interface JudgeReport {
  readonly page: string
  /** The lines added to the page, as they stand there. */
  readonly lines: readonly string[]
  /** How many answers stand there already. */
  readonly known: number
  /** How many unrelated pairs need no line: their fact is from before `judged`. */
  readonly unrelated: number
  readonly judged: Day | null
  readonly untaken: readonly Untaken[]
  /** What the commit landed beside these lines: bullets and lines of pages that earlier calls had left uncommitted. */
  readonly brought: readonly string[]
  /** Lines that were to be committed, and wait in the working tree: no commit holds a fact that they name. */
  readonly waiting: readonly string[]
  readonly written: boolean
  readonly commit: string | null
}

/**
 * Write answers as lines of `bank/evidence.md`, one a pair: in the working tree, or as a commit of its own. An answer
 * given twice is one line. `unrelated` needs a line only where a rule or an earlier line says something of the pair, or
 * where the fact is not from before `judged`, the day up to which all is judged. That day moves to the first day that
 * still has an open fact.
 *
 * Where the batch itself is malformed, none of it is taken. An answer that memory cannot take as it stands now, such as
 * one about a fact that was retired since, is named, and the others are taken.
 *
 * @throws MemoryError bad-argument where the batch is malformed, or none of its answers can be taken
 */
export async function judge(
  session: Session,
  store: Store,
  answers: readonly JudgeAnswer[],
  options: AnswerOptions,
): Promise<JudgeReport> {
  const report = await takeAnswers(session, store, answers, options)
  if (answers.length > 0 && report.untaken.length === answers.length && !report.written)
    refuse(report.untaken.map(({ answer, why }) => `answer ${answer}: ${why}`))
  return report
}

/** The same, where a batch of which nothing can be taken is no error: each answer is in `untaken`. */
export async function takeAnswers(
  session: Session,
  store: Store,
  answers: readonly JudgeAnswer[],
  { dryRun = false, commit = false, agent }: AnswerOptions,
): Promise<JudgeReport> {
  const read = readAnswers(answers)
  const secret = await withSecret(read.map(({ why = '' }) => why))
  refuse(read.flatMap(({ number }, at) => (secret.has(at) ? [`answer ${number}: its why ${holdsSecret}`] : [])))
  return commit && !dryRun ? committed(session, store, read, agent) : noted(session, store, read, dryRun)
}

/** Writes answers into the working tree, where an uncommitted line may judge an uncommitted fact. */
async function noted(
  session: Session,
  store: Store,
  read: readonly ReadAnswer[],
  dryRun: boolean,
): Promise<JudgeReport> {
  const before = standingPage(session, store)
  const plan = await lookedUp(session, store, () => planOf(session, store, read, before))
  refuseTooLarge(plan.make(before))
  const written = !dryRun && plan.make(before) !== (before ?? '')
  if (written)
    workingFiles(session, store).change(evidencePath, (standing) => {
      const text = textIn(evidencePath, standing)
      const made = plan.make(text)
      notePageLines(session, evidencePath, text ?? '', made)
      return Buffer.from(made)
    })
  return { ...plan.report, brought: [], waiting: [], written, commit: null }
}

/**
 * Commits answers, with all that waits from before. An answer about a fact that no commit holds is written into the
 * working tree first: it lands if its fact lands with this commit, and waits if not.
 */
async function committed(
  session: Session,
  store: Store,
  read: readonly ReadAnswer[],
  agent: string | undefined,
): Promise<JudgeReport> {
  const unheld = await uncommittedFacts(
    session,
    store,
    read.flatMap(({ fact, belief = fact }) => [fact, belief]),
  )
  const isOfLogs = ({ fact, belief = fact }: ReadAnswer): boolean => unheld.has(fact) || unheld.has(belief)
  const left = read.filter(isOfLogs)
  const edited = left.length > 0 ? await noted(session, store, left, false) : undefined
  let report: JudgePlan['report'] | undefined
  let from: string | undefined
  const landing = landWithWaiting(session, store, 'memory judge', (inHead, head) => {
    from = head
    const before = inHead(evidencePath)
    const { make, ...plan } = planOf(
      session,
      store,
      read.filter((each) => !isOfLogs(each)),
      before,
    )
    const made = make(before)
    refuseTooLarge(made)
    report = plan.report
    const page = { path: evidencePath, make, message: messageFor(report, head) }
    return { ...(made === (before ?? '') ? {} : { page }), isAlone: read.length === 0, agent }
  })
  const { commit, waiting, ...landed } = await landing.catch((cause: unknown) => {
    const isLanded = from !== undefined && session.repository.head()?.commit !== from
    throw edited?.written && !isLanded ? halfDone(cause, edited.lines.length) : cause
  })
  const plan = report!
  const lines = [...plan.lines, ...(edited?.lines ?? [])]
  return {
    ...plan,
    lines,
    known: plan.known + (edited?.known ?? 0),
    unrelated: plan.unrelated + (edited?.unrelated ?? 0),
    untaken: [...plan.untaken, ...(edited?.untaken ?? [])].toSorted((a, b) => a.answer - b.answer),
    brought: [...landed.bullets.map(({ bullet }) => bullet), ...landed.lines.filter((line) => !lines.includes(line))],
    waiting,
    written: commit !== null || edited?.written === true,
    commit,
  }
}

/** The error of a commit that failed after lines were written into the working tree: it says which half is done. */
function halfDone(cause: unknown, lines: number): unknown {
  if (!(cause instanceof MemoryError)) return cause
  const what = lines === 1 ? '1 line' : `${lines} lines`
  const said = `${what} of facts that no commit holds written into ${evidencePath}, not committed, and no other answer taken`
  return new MemoryError(cause.code, `${said}: ${cause.message}`, { cause })
}

const holdsSecret = 'holds what looks like a credential: leave that out'

/** Refuses a page too large to be indexed: memory would lose all that it says. */
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

interface JudgePlan {
  readonly report: Omit<JudgeReport, 'brought' | 'waiting' | 'written' | 'commit'>
  readonly make: (text: string | undefined) => string
}

function planOf(session: Session, store: Store, read: readonly ReadAnswer[], text: string | undefined): JudgePlan {
  const standing = saidOn(text)
  const { pairs: judged, untaken } = pairsAnswered(store, read, standing)
  const before = judgedOn(session, store, text)
  const answered = new Set(
    judged.flatMap(({ fact, opinion }) => opinion.members.map((member) => `${fact.id} ${member}`)),
  )
  const isSaid: IsSaid = (fact, belief) => standing(fact, belief) || answered.has(`${fact} ${belief}`)
  const day = judged.length === 0 ? before : watermark(session, store, before, isSaid)
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
  // Called several times for the same page: for its text, its new lines and its size.
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
      untaken,
    },
    make,
  }
}

/** The first day that still has an open fact; without one, the last with a noted fact, but no later than today. */
function watermark(session: Session, store: Store, before: Day | null, isSaid: IsSaid): Day | null {
  const [open] = openFacts(store, { since: before ?? '' }, isSaid)
  if (open) return open.fact.day
  const today = session.today(session.config(store).config)
  const last = store.daysNoted(evidenceKinds, before ?? '').at(-1) ?? before
  return last === null || last < today ? last : today
}

/** Whether a rule says something of the pair, which counts where no line says otherwise. */
const rules = ({ beliefs, endings }: Store, { fact, opinion }: AnsweredPair): boolean =>
  endings.isEndedBy(opinion.id, fact.id) || beliefs.judgementsOf(opinion.members, [fact.id]).length > 0

export const pairSaid = ({ fact, belief, verdict }: AnsweredPair): PairSaid =>
  verdict === 'unrelated'
    ? { what: 'rejected', fact: fact.id, opinion: belief.id, said: fact }
    : { what: 'judged', fact: fact.id, stance: verdict, opinion: belief.id, said: fact, believed: belief }
