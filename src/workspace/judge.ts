import { entityKey } from '../model/entity.js'
import { MemoryError } from '../model/error.js'
import { cite, type Fact, type FactId } from '../model/fact.js'
import { evidenceKinds, isBelief } from '../model/kind.js'
import { evidencePath } from '../model/note.js'
import type { Opinion } from '../model/opinion.js'
import { isDay, type Day } from '../model/time.js'
import { openFacts, type IsSaid, type OpenFact } from '../belief/open-pairs.js'
import {
  judgedBefore,
  lineSaying,
  pairsSaid,
  withJudged,
  withLines,
  type PairSaid,
} from '../pages/edits/evidence-page.js'
import { sync } from '../pipeline/sync.js'
import { largestNote } from '../files/files.js'
import { resultsOf, type Result } from '../recall/answer/result.js'
import type { Store } from '../store/store.js'
import { readAnswers, refuse, verdicts, type JudgeAnswer, type ReadAnswer, type Said } from './answers.js'
import { belowTop, inTurn, land, refuseLocked, refuseStaged, refuseUnfinished } from './land.js'
import { givenFor } from './land-pages.js'
import type { Opened } from './opened.js'
import { isRegular, readPage, textOf } from './pages-in-tree.js'
import { writeBank } from './write-bank.js'

export interface PacketOptions {
  /** How many facts at most; 20 where it is left out. */
  readonly next?: number | undefined
  /** Ask about facts from this day on, whatever was judged before. */
  readonly since?: Day | undefined
  /** Ask about facts that name this entity, or an alias of it. */
  readonly entity?: string | undefined
}

type Shown = Pick<Result, 'id' | 'kind' | 'content' | 'entities' | 'timestamp' | 'source'>

/** A fact, and beliefs of which nobody has said what it does to them. */
export interface Packet {
  readonly fact: Shown
  /** The nearest first, at most twelve. */
  readonly beliefs: readonly (Shown & Pick<Result, 'confidence'>)[]
}

export interface Packets {
  /** Facts noted before this day are not asked about; null where none was judged yet. */
  readonly judged: Day | null
  readonly packets: readonly Packet[]
  /** Whether there are more. */
  readonly more: boolean
  /** What an answer may say. */
  readonly verdicts: readonly Said[]
}

export interface AnswerOptions {
  readonly dryRun?: boolean | undefined
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

const usualPackets = 20
export const mostPackets = 1000

/** The text of the page as it stands, which may hold answers that no commit has. */
function standingPage({ root }: Opened): string | undefined {
  const text = readPage(root, evidencePath)
  if (text === null) throw new MemoryError('bad-argument', `${evidencePath} cannot be read as text: mend it first`)
  return text
}

const saidIn = (text: string | undefined): IsSaid => {
  const said = new Set(pairsSaid(text ?? '').map(({ fact, opinion }) => `${fact} ${opinion}`))
  return (fact, belief) => said.has(`${fact} ${belief}`)
}

/**
 * What is open: facts of which neither a bullet, a line nor a rule says what they do to beliefs about the same.
 *
 * @throws MemoryError bad-argument
 */
export function packetsOf(
  opened: Opened,
  store: Store,
  { next = usualPackets, since, entity }: PacketOptions,
): Packets {
  if (!Number.isInteger(next) || next < 1 || next > mostPackets)
    throw new MemoryError('bad-argument', `next must be a whole number from 1 to ${mostPackets}, got ${next}`)
  if (since !== undefined && !isDay(since))
    throw new MemoryError('bad-argument', `since must be a day, as in 2025-11-27, got ${since}`)
  const text = standingPage(opened)
  const judged = judgedBefore(text ?? '')
  const open = openFacts(
    store,
    { since: since ?? judged ?? '', about: entity === undefined ? undefined : keysNamed(store, entity) },
    saidIn(text),
  )
  const found: OpenFact[] = []
  for (const each of open) {
    found.push(each)
    if (found.length > next) break
  }
  const asResult = resultsOf(store)
  return {
    judged,
    packets: found.slice(0, next).map((each) => packetOf(store, asResult, each)),
    more: found.length > next,
    verdicts,
  }
}

function keysNamed(store: Store, entity: string): readonly string[] {
  const { canonical, keysOf } = store.entities()
  const keys = keysOf(canonical(entityKey(entity.replace(/^@/, '').replaceAll(' ', '-'))))
  if (store.known(keys).length === 0) throw new MemoryError('not-found', `nothing is called ${entity.slice(0, 80)}`)
  return keys
}

function packetOf(store: Store, asResult: ReturnType<typeof resultsOf>, { fact, beliefs }: OpenFact): Packet {
  const [first] = store.factsById([fact.id])
  return {
    fact: shownOf(asResult(first!)),
    beliefs: beliefs.map((opinion) => {
      const result = asResult(latestOf(store, opinion))
      return { ...shownOf(result), confidence: result.confidence! }
    }),
  }
}

const latestOf = (store: Store, { members }: Opinion) => store.factsById([members.at(-1)!])[0]!

const shownOf = ({ id, kind, content, entities, timestamp, source }: Result): Shown => ({
  id,
  kind,
  content,
  entities,
  timestamp,
  source,
})

/** An answer about one pair, with what is known of both. */
interface Judged {
  readonly fact: Fact
  readonly belief: Fact
  readonly opinion: Opinion
  readonly verdict: Said
  readonly why: string | undefined
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
  { dryRun = false, commit = false }: AnswerOptions,
): Promise<JudgeReport> {
  const read = readAnswers(answers)
  if (commit && !dryRun) return inTurn(opened, store, () => committed(opened, store, read))
  const before = standingPage(opened)
  const plan = planOf(opened, store, read, before)
  refuseTooLarge(plan.make(before))
  const written = !dryRun && plan.make(before) !== (before ?? '')
  if (written) opened.working(store).change(evidencePath, (standing) => Buffer.from(plan.make(textIn(standing))))
  return { ...plan.report, written, commit: null }
}

async function committed(opened: Opened, store: Store, read: readonly ReadAnswer[]): Promise<JudgeReport> {
  const given = await givenFor(opened, store, {}, 'the package’s')
  const { repository, head } = given
  refuseUnfinished(repository)
  refuseLocked(repository)
  const file = repository.files(head.tree).find(({ path }) => path === evidencePath)
  if (file && !isRegular(file)) throw new MemoryError('bad-argument', `${evidencePath} is no regular file`)
  const inHead = file && (textOf(repository.blobs([file.oid]).get(file.oid)) ?? undefined)
  const plan = planOf(opened, store, read, inHead)
  const after = plan.make(inHead)
  refuseTooLarge(after)
  if (after === (inHead ?? '')) return { ...plan.report, written: false, commit: null }
  const files = new Map([[evidencePath, after]])
  refuseStaged(repository, evidencePath, files)
  const steps = [{ files: belowTop(repository, files), message: messageFor(plan.report, head.commit) }]
  const make = (standing: Buffer | undefined): Buffer => Buffer.from(plan.make(textIn(standing)))
  const landed = await land(given, head.commit, steps, [{ path: evidencePath, make }], 'memory judge')
  await sync(given.sync)
  await writeBank(opened, store, 'stale', { otherwise: 'the package’s' })
  return { ...plan.report, written: true, commit: landed }
}

/** A page that is not indexed says nothing, and what it said is gone with it. */
function refuseTooLarge(text: string): void {
  if (Buffer.byteLength(text) > largestNote)
    throw new MemoryError(
      'bad-argument',
      `no answer was taken: ${evidencePath} would be larger than a page may be (${largestNote} bytes); delete lines whose facts are long settled`,
    )
}

const textIn = (bytes: Buffer | undefined): string | undefined => {
  const text = textOf(bytes)
  if (text === null) throw new MemoryError('bad-argument', `${evidencePath} cannot be read as text: mend it first`)
  return text
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
  const standing = saidIn(text)
  const judged = resolved(store, read, standing)
  const before = judgedBefore(text ?? '')
  const answered = new Set(
    judged.flatMap(({ fact, opinion }) => opinion.members.map((member) => `${fact.id} ${member}`)),
  )
  const isSaid: IsSaid = (fact, belief) => standing(fact, belief) || answered.has(`${fact} ${belief}`)
  const day = judged.length === 0 ? before : watermark(opened, store, before, isSaid)
  const isCovered = ({ fact }: Judged): boolean => day !== null && fact.day !== null && fact.day < day
  const needsLine = (each: Judged): boolean =>
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
  const make = (page: string | undefined): string => {
    const made = withLines(page, more, meant)
    if (!moves) return more.length === 0 ? (page ?? '') : made
    const now = judgedBefore(made)
    return now !== null && now >= day ? made : withJudged(made, day)
  }
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
const rules = ({ beliefs }: Store, { fact, opinion }: Judged): boolean =>
  beliefs.judgementsOf(opinion.members, [fact.id]).length > 0

const pairSaid = ({ fact, belief, verdict }: Judged): PairSaid =>
  verdict === 'unrelated'
    ? { what: 'rejected', fact: fact.id, opinion: belief.id, said: fact }
    : { what: 'judged', fact: fact.id, stance: verdict, opinion: belief.id, said: fact, believed: belief }

/** The beliefs in the packets of these facts. */
function beliefsOf(store: Store, of: readonly Fact[], isSaid: IsSaid): ReadonlyMap<FactId, readonly Opinion[]> {
  const wanted = new Set(of.map(({ id }) => id))
  const found = new Map<FactId, readonly Opinion[]>()
  if (wanted.size === 0) return found
  const days = of.map(({ day }) => day ?? '').toSorted()
  for (const { fact, beliefs } of openFacts(store, { since: days[0]! }, isSaid)) {
    if (fact.day! > days.at(-1)!) break
    if (wanted.has(fact.id)) found.set(fact.id, beliefs)
  }
  return found
}

/** What a person says elsewhere that goes before any answer: that a fact or a belief is retired, or has nothing to do with the other. */
function overrulingIn(store: Store): (fact: FactId, belief: Opinion, verdict: Said) => string | undefined {
  const said = store.assertions.all('retired', 'rejected')
  const retired = new Set(said.flatMap(({ assertion, target }) => (assertion.what === 'retired' ? (target ?? []) : [])))
  const refused = new Map(
    said.flatMap(({ page, line, assertion, target, belief }) =>
      assertion.what === 'rejected' && page !== evidencePath
        ? [[`${target} ${belief}`, `${page}:${line}`] as const]
        : [],
    ),
  )
  return (fact, { id, members, retired: isOver }, verdict) => {
    if (retired.has(fact)) return `^${fact} is retired, and speaks for nothing`
    if (isOver) return `^${id} is retired, and nothing moves it`
    const at = members.flatMap((member) => refused.get(`${fact} ${member}`) ?? [])[0]
    return at === undefined || verdict === 'unrelated'
      ? undefined
      : `${at} says that ^${fact} is no evidence for ^${id}, which goes before any line: delete that first`
  }
}

/** @throws MemoryError bad-argument */
function resolved(store: Store, read: readonly ReadAnswer[], standing: IsSaid): Judged[] {
  const facts = new Map(
    store
      .factsById([...new Set(read.flatMap(({ fact, belief }) => (belief === undefined ? [fact] : [fact, belief])))])
      .toReversed()
      .map((fact) => [fact.id, fact]),
  )
  const packets = beliefsOf(
    store,
    read.flatMap(({ fact, belief }) => (belief === undefined ? (facts.get(fact) ?? []) : [])),
    standing,
  )
  const explicit = new Set(read.flatMap(({ fact, belief }) => (belief === undefined ? [] : [`${fact} ${belief}`])))
  const isOpen = (fact: FactId, { members }: Opinion): boolean =>
    !members.some((member) => explicit.has(`${fact} ${member}`))
  const said = new Map<string, { readonly at: number; readonly verdict: Said }>()
  const overruling = overrulingIn(store)
  const wrong: string[] = []
  const found = read.flatMap(({ fact: id, belief: believed, verdict, why }, at): Judged[] => {
    const no = (message: string): Judged[] => {
      wrong.push(`answer ${at + 1}: ${message}`)
      return []
    }
    const fact = facts.get(id)
    if (!fact) return no(`nothing is called ^${id}`)
    if (fact.kind === 'passage') return no(`^${id} is a passage, and evidence is stated by a bullet`)
    if (believed === undefined) {
      return (packets.get(id) ?? [])
        .filter((opinion) => isOpen(id, opinion))
        .map((opinion) => ({
          fact,
          belief: latestOf(store, opinion),
          opinion,
          verdict,
          why,
        }))
    }
    const belief = facts.get(believed)
    if (!belief) return no(`nothing is called ^${believed}`)
    const opinion = isBelief(belief.kind) ? store.opinionOf(believed) : undefined
    if (!opinion) return no(`^${believed} is of kind ${belief.kind}: evidence moves beliefs only`)
    if (believed === id) return no(`^${id} is both the fact and the belief`)
    const known = said.get(`${id} ${opinion.id}`)
    if (known !== undefined && known.verdict !== verdict)
      return no(
        `says ${verdict} of ^${id} and ^${believed}, and answer ${known.at + 1} says ${known.verdict} of the same belief`,
      )
    said.set(`${id} ${opinion.id}`, known ?? { at, verdict })
    const above = overruling(id, opinion, verdict)
    if (above !== undefined) return no(above)
    const own = fact.stances.find((each) => opinion.members.includes(each.belief))?.stance
    const says = own ?? (fact.was !== null && opinion.members.includes(fact.was) ? 'replaces' : undefined)
    if (says !== undefined && says !== verdict)
      return no(
        `the bullet at ${cite(fact.source, id)} says that it ${says} ^${believed}: that goes before any line, so change it there`,
      )
    return says === undefined ? [{ fact, belief, opinion, verdict, why }] : []
  })
  refuse(wrong)
  return found
}
