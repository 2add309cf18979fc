import { askGit, type AskGit } from '../../git/ask-git.js'
import { freeBranch, moveBranch, type Branch } from '../../git/branch.js'
import type { Head } from '../../git/git-output.js'
import { commitUpon } from '../../git/landing.js'
import type { LanguageModel, ModelReply } from '../../ask/language-model.js'
import { MemoryError } from '../../model/error.js'
import { evidencePath, readMarksPath } from '../../model/note.js'
import type { Day } from '../../model/time.js'
import { newlyProposed, withProposals } from '../../pages/edits/propose-core.js'
import { refusedIn } from '../../parse/suggestion-marks.js'
import { readerPackets, type ReaderSection } from '../../reader/packet.js'
import { readBefore, withRead } from '../../reader/read-marks.js'
import type { ReaderLog } from '../../reader/reader-line.js'
import { answerSchema, readerRequest } from '../../reader/request.js'
import type { Store } from '../../store/store.js'
import { once } from '../../text/once.js'
import { agentTrailer } from '../landing/agent-trailer.js'
import { coreOf } from '../landing/land-pages.js'
import { landEdits, type Edit } from '../landing/land-edits.js'
import { belowTop, refuseInOperation, refuseStaged } from '../landing/land.js'
import { spanAsked } from '../retain/suggest-logs.js'
import { bringTo } from '../session/at-commit.js'
import type { Opened } from '../session/opened.js'
import type { Session } from '../session/session.js'
import { draftBullets, type DraftedBullet, type RefusedBullet } from './bullets.js'
import { keptAnswers, type KeptAnswers } from './kept-answers.js'
import { knownAbout } from './known-about.js'
import { modelSet } from './model.js'
import type { NewName } from './new-names.js'
import { pullRequestBody } from './pull-request.js'
import { baseToReadFrom, logsAt, textInCommit } from './read-base.js'
import { readPackets, type PacketToRead } from './read-packets.js'
import { askerOf, requestCost, type ModelAsker, type ReadMark, type StageMade, type StagePoint } from './stage.js'
import { askSummaries, namesToSumUp } from './summaries.js'
import { askVerdicts, openPairs } from './verdicts.js'

export interface ReadLogsOptions {
  /** The first day of logs, as 2025-12 or 90d; the last week where neither this nor `all` is given. */
  readonly since?: string | undefined
  readonly all?: boolean | undefined
  /** The branch on which the commits land; `memory/read` where it is left out. */
  readonly branch?: string | undefined
  /** Whether the commits land in HEAD, in place of a branch. */
  readonly commit?: boolean | undefined
  /** How many packets are read at most. */
  readonly most?: number | undefined
  /** How many tokens all requests have at most, estimated. */
  readonly tokens?: number | undefined
  /** Whether nothing is asked, and only the amount to read is told. */
  readonly dryRun?: boolean | undefined
}

export interface LogsRead {
  readonly reader: string
  /** The branch that the commits land on; null for HEAD. */
  readonly branch: string | null
  /** How many packets nobody had read, and how many tokens their requests have. */
  readonly packets: number
  readonly tokens: number
  /** In a dry run, how many facts lack verdicts and how many names lack a summary; else null. */
  readonly open: { readonly facts: number; readonly names: number } | null
  /** How many packets were read now, and how many tokens the reader says that took; null where it does not say. */
  readonly read: number
  readonly took: { readonly in: number; readonly out: number } | null
  readonly drafted: readonly DraftedBullet[]
  readonly refused: readonly RefusedBullet[]
  readonly newNames: readonly NewName[]
  /** How many statements the reader found to stand already. */
  readonly known: number
  /** New lines of `bank/evidence.md`, summaries, and lines proposed for MEMORY.md. */
  readonly verdicts: readonly string[]
  readonly summaries: readonly string[]
  readonly proposed: readonly string[]
  /** Why something is left for the next run; null where nothing is. */
  readonly stopped: string | null
  /** The last commit that was made; null where none was. */
  readonly commit: string | null
  /** The body of a pull request for the branch, in Markdown; empty without a branch. */
  readonly summary: string
}

export const readBranch = 'memory/read'

interface ReadStep {
  readonly edits: readonly Edit[]
  readonly message: string
}

interface ReadPlan {
  readonly report: Omit<LogsRead, 'commit' | 'summary'>
  readonly steps: readonly ReadStep[]
  /** The last of these commits, or the base where there are none. */
  readonly last: string
}

/**
 * Has the reader read logs. It drafts bullets that lines bear out, verdicts on beliefs, summaries of names and lines
 * for MEMORY.md, each in a commit that can be dropped alone; one more commit marks what was read. With a branch, HEAD,
 * the index and the working tree stay as they are. Commits that a person drops from the branch are not drafted again.
 */
export async function readLogs(opened: Opened, options: ReadLogsOptions): Promise<LogsRead> {
  const { session } = opened
  const { repository } = session
  if (options.all && options.since !== undefined)
    throw new MemoryError('bad-argument', '--all and --since do different things: give one')
  if (options.commit && options.branch !== undefined)
    throw new MemoryError('bad-argument', '--commit and --branch do different things: give one')
  refuseInOperation(repository)
  const git = askGit(repository, session.options.environment ?? process.env)
  const branch = options.commit ? undefined : await freeBranch(git, repository, options.branch ?? readBranch)
  const model = modelSet(session)
  const kept = keptAnswers(repository.ownFolder, model.name)
  const plan = await opened.aside((store) => planRead(session, store, { git, branch, model, kept, options }))
  const commit = await landRead(opened, git, branch, plan)
  if (commit !== null) kept.drop()
  const summary = branch ? await pullRequestBody(git, commit ?? branch.tip) : ''
  return { ...plan.report, commit, summary }
}

interface ReadWith {
  readonly git: AskGit
  readonly branch: Branch | undefined
  readonly model: LanguageModel
  readonly kept: KeptAnswers
  readonly options: ReadLogsOptions
}

async function planRead(
  session: Session,
  store: Store,
  { git, branch, model, kept, options }: ReadWith,
): Promise<ReadPlan> {
  const { repository } = session
  const base = await baseToReadFrom(session, git, branch)
  await bringTo(session, store, base)
  const today = session.today(session.config(store).config)
  const { start } = spanAsked({ since: options.all ? '0001-01-01' : options.since }, today)
  const { tokens: room = Infinity } = options
  // The files to write have to be text: better to know that before anything is asked.
  const written = [readMarksPath, evidencePath, `memory/${today}.md`, coreOf(repository, base.tree).path]
  for (const path of written) textInCommit(session, base, path)
  if (!branch) for (const path of written) refuseStaged(repository, path, new Map([[path, '']]))
  const logs = logsAt(session, base)
  const run = readRun(session, store, git, base, { start, today, name: model.name })
  const work = packetsToRead(session, store, logs, { start, today, isRead: run.isRead })
  const within = withinBudget(work, options)
  const found = {
    reader: model.name,
    branch: branch?.name ?? null,
    packets: work.length,
    tokens: costOf(work),
    open: options.dryRun ? run.open() : null,
  }
  if (options.dryRun) return { ...run.end(), report: { ...found, ...nothingRead } }
  if (work.length > 0 && within.length === 0)
    return {
      ...run.end(),
      report: { ...found, ...nothingRead, stopped: 'the first packet alone has more tokens than that' },
    }
  const { done, stopped } = await readPackets(session, model, kept, within)
  const asker = askerOf(model, kept, room - costOf(within))
  const bullets = await run.take(await draftBullets(run.point(asker), done, logs))
  const verdicts = await run.take(await askVerdicts(run.point(asker)))
  const summaries = await run.take(await askSummaries(run.point(asker)))
  const proposed = await run.take(linesProposed(run.point(asker), session, run.head()))
  await run.mark()
  const left = within.length < work.length ? `${leftOver(work.length - within.length)} for the next time` : null
  return {
    ...run.end(),
    report: {
      ...found,
      read: done.length,
      took: tokensOf([...done.flatMap(({ replies }) => replies), ...asker.replies()]),
      drafted: bullets.drafted,
      newNames: bullets.newNames,
      known: done.reduce((sum, { checked }) => sum + checked.known.length, 0),
      refused: [
        ...bullets.refused,
        ...verdicts.refused.map((text) => ({ text, path: evidencePath, why: [] })),
        ...summaries.refused.map((text) => ({ text, path: `memory/${today}.md`, why: [] })),
      ],
      verdicts: verdicts.lines,
      summaries: summaries.lines,
      proposed,
      stopped: stopped ?? run.stopped() ?? left,
    },
  }
}

const nothingRead = {
  read: 0,
  took: null,
  drafted: [],
  refused: [],
  newNames: [],
  known: 0,
  verdicts: [],
  summaries: [],
  proposed: [],
  stopped: null,
} as const

/** Makes commits one upon another, and brings the index to each. */
function readRun(
  session: Session,
  store: Store,
  git: AskGit,
  base: Head,
  { start, today, name }: { readonly start: Day; readonly today: Day; readonly name: string },
) {
  const { repository } = session
  const steps: ReadStep[] = []
  const marks: ReadMark[] = []
  let head = base
  let stopped: string | null = null
  const textOf = (path: string): string | undefined => textInCommit(session, head, path)
  const isRead = readBefore(textOf(readMarksPath))
  const commit = async (step: ReadStep): Promise<void> => {
    const files = new Map(step.edits.map(({ path, make }) => [path, make(textOf(path))] as const))
    steps.push(step)
    const made = await commitUpon(git, repository, head.commit, [
      { files: belowTop(repository, files), message: step.message },
    ])
    head = repository.headAt(made)
  }
  return {
    isRead,
    head: () => head,
    stopped: () => stopped,
    point: (asker: ModelAsker): StagePoint => ({ session, store, textOf, asker, isRead, start, today }),
    open: () => ({
      facts: openPairs({ store, textOf, isRead, start }).length,
      names: namesToSumUp({ store, isRead, start }).length,
    }),
    async take<Told>(made: StageMade<Told>): Promise<Told> {
      marks.push(...made.marks)
      stopped ??= made.stopped
      if (made.edits.length > 0) {
        await commit({ edits: made.edits, message: messageOf(made, name, base.commit) })
        await bringTo(session, store, head)
      }
      return made.told
    },
    /** Marks what was read, in a commit of its own: what a person drops with another commit is not asked again. */
    async mark(): Promise<void> {
      const make = (text: string | undefined): string => withRead(text, marks) ?? text ?? ''
      if (make(textOf(readMarksPath)) === (textOf(readMarksPath) ?? '')) return
      const message = `memory: what was read\n\nKeep this commit: what it names is not read again.\n\n${agentTrailer(name)}\n`
      await commit({ edits: [{ path: readMarksPath, make }], message })
    },
    end: (): Omit<ReadPlan, 'report'> => ({ steps, last: head.commit }),
  }
}

const usualHint = 'Drop what is not worth keeping, or this commit, and merge the rest.'

/** How many lines a commit message lists; the commit itself has all of them. */
const mostLines = 200

const messageOf = <Told>({ subject, lines, hint = usualHint }: StageMade<Told>, reader: string, from: string): string =>
  [
    subject,
    '',
    ...lines.slice(0, mostLines),
    ...(lines.length > mostLines ? [`and ${lines.length - mostLines} more`] : []),
    '',
    hint,
    '',
    `Reflected-From: ${from}`,
    agentTrailer(reader),
    '',
  ].join('\n')

const leftOver = (packets: number): string => (packets === 1 ? '1 packet is left' : `${packets} packets are left`)

const costOf = (work: readonly PacketToRead[]): number =>
  work.reduce((sum, { request }) => sum + requestCost(request), 0)

function packetsToRead(
  session: Session,
  store: Store,
  logs: readonly ReaderLog[],
  { start, today, isRead }: Pick<StagePoint, 'start' | 'today' | 'isRead'>,
): PacketToRead[] {
  const { config } = session.config(store)
  const isByHand = decidedByHand(store)
  const packets = logs
    .filter(({ day }) => day >= start && day <= today)
    .flatMap((log) => {
      const isLeftOut = (section: ReaderSection): boolean => isRead(log.day, section.id) || isByHand(log, section)
      return readerPackets(log, { config, isLeftOut }).map((packet) => ({ log, packet }))
    })
  // The search for names reads every log: skip it where no packet is left.
  if (packets.length === 0) return []
  const known = knownAbout(session, store)
  return packets.map(({ log, packet }): PacketToRead => {
    const about = known(packet)
    return { log, packet, about, request: { ...readerRequest(packet, about), schema: answerSchema } }
  })
}

/** Whether every passage of a section was drafted from or refused already: then nothing is left to draft. */
function decidedByHand(store: Store): (log: ReaderLog, section: ReaderSection) => boolean {
  const drawn = store.drawnUpon()
  const openLines = once(({ path, text }: ReaderLog): ReadonlySet<number> => {
    const refused = new Set(refusedIn(text))
    const open = store.factsOf(path).filter(({ kind, id }) => kind === 'passage' && !drawn.has(id) && !refused.has(id))
    return new Set(
      open.flatMap(({ source: { first, last } }) => Array.from({ length: last - first + 1 }, (_, at) => first + at)),
    )
  })
  return (log, { lines }) => {
    const said = lines.filter(({ level }) => level === undefined)
    return drawn.size > 0 && said.length > 0 && !said.some(({ number }) => openLines(log).has(number))
  }
}

/** Proposes lines for MEMORY.md from the firmest beliefs, those of earlier stages included. Rules choose them. */
function linesProposed({ store }: StagePoint, { repository }: Session, { tree }: Head): StageMade<readonly string[]> {
  const { path, text } = coreOf(repository, tree)
  const made = withProposals(store, text ?? '')
  const lines = text === null ? [] : newlyProposed(text, made)
  // The edit is made later, without the index: a file that somebody has changed since stays as it is.
  const make = (core = ''): string => (core === text ? made : core)
  return {
    edits: lines.length > 0 ? [{ path, make }] : [],
    subject: `memory: ${lines.length === 1 ? '1 line' : `${lines.length} lines`} proposed for ${path}`,
    lines,
    hint: 'Delete a line that is not to stand there: a line that was deleted is not proposed again.',
    marks: [],
    told: lines,
    stopped: null,
  }
}

async function landRead(
  opened: Opened,
  git: AskGit,
  branch: Branch | undefined,
  { steps, last }: ReadPlan,
): Promise<string | null> {
  if (steps.length === 0) return null
  if (branch) {
    await moveBranch(git, branch, last)
    return last
  }
  return opened.synced(async (store) => {
    let landed: string | null = null
    for (const step of steps)
      landed = (await landEdits(opened.session, store, () => step, 'memory reflect --read')) ?? landed
    return landed
  })
}

function withinBudget(
  work: readonly PacketToRead[],
  { most = Infinity, tokens = Infinity }: ReadLogsOptions,
): readonly PacketToRead[] {
  for (const [name, value] of Object.entries({ most, tokens }))
    if (!(value >= 1)) throw new MemoryError('bad-argument', `--${name} takes a whole number from 1, got ${value}`)
  let spent = 0
  const end = work.findIndex(({ request }, at) => at >= most || (spent += requestCost(request)) > tokens)
  return end < 0 ? work : work.slice(0, end)
}

function tokensOf(replies: readonly ModelReply[]): LogsRead['took'] {
  const told = replies.map(({ tokens }) => tokens)
  if (told.length === 0 || told.includes(null)) return null
  const sum = (name: 'in' | 'out'): number => told.reduce((total, tokens) => total + tokens![name], 0)
  return { in: sum('in'), out: sum('out') }
}
