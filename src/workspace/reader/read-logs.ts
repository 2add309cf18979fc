import { askGit } from '../../git/ask-git.js'
import { freeBranch, moveBranch, type Branch } from '../../git/branch.js'
import type { Head } from '../../git/git-output.js'
import { commitUpon } from '../../git/landing.js'
import { usualModelPatience, type LanguageModel, type ModelReply, type ModelRequest } from '../../ask/language-model.js'
import { MemoryError } from '../../model/error.js'
import { factId } from '../../model/fact.js'
import { kinds } from '../../model/kind.js'
import { dayOfPath, readMarksPath, roleOf } from '../../model/note.js'
import { isImported } from '../../model/origin.js'
import type { Day } from '../../model/time.js'
import { restatements } from '../../belief/restated.js'
import { forgottenBy } from '../../pipeline/settings.js'
import { withRetained } from '../../parse/with-retained.js'
import { readerAnswers } from '../../reader/answer.js'
import { checkAnswers, type AcceptedBullet, type CheckedAnswers } from '../../reader/check.js'
import { readerPackets, type ReaderPacket } from '../../reader/packet.js'
import { readBefore, withRead } from '../../reader/read-marks.js'
import type { ReaderLog } from '../../reader/reader-line.js'
import { answerSchema, readerRequest } from '../../reader/request.js'
import type { ReaderKnown } from '../../reader/standing.js'
import { renderBullet } from '../../render/render-line.js'
import type { Store } from '../../store/store.js'
import { printable } from '../../text/safe-text.js'
import { tokenCost } from '../../text/tokens.js'
import { belowTop, refuseInOperation } from '../landing/land.js'
import { faultsOf } from '../retain/good-bullet.js'
import { misread } from '../retain/retain.js'
import { readEntries, type ReadEntry } from '../retain/retain-entries.js'
import { spanAsked } from '../retain/suggest-logs.js'
import { isRegular, textOf } from '../session/pages-in-tree.js'
import type { Session } from '../session/session.js'
import { keptAnswers, type KeptAnswers } from './kept-answers.js'
import { knownAbout } from './known-about.js'
import { modelSet } from './model.js'

export interface ReadLogsOptions {
  /** Logs from then on, as 2025-12 or 90d; of the last week where neither is given. */
  readonly since?: string | undefined
  readonly all?: boolean | undefined
  /** Where what it drafted lands; `memory/read` where it is left out. */
  readonly branch?: string | undefined
  /** Packets at most. */
  readonly most?: number | undefined
  /** Tokens at most that packets and their requests have, estimated. */
  readonly tokens?: number | undefined
  /** Ask nothing: say how much there is to read. */
  readonly dryRun?: boolean | undefined
}

/** A bullet that a reader drafted and its lines bear out. */
export interface DraftedBullet {
  /** `- W @Boris: Charges 80 euros an hour` */
  readonly bullet: string
  /** The lines that say it: `memory/2026-02-10.md#L12` */
  readonly cites: string
}

/** One that was refused, twice where it came back. */
export interface RefusedBullet {
  readonly text: string
  readonly path: string
  readonly why: readonly string[]
}

export interface LogsRead {
  readonly reader: string
  readonly branch: string
  /** Packets that nobody had read, and what they and their requests have, in tokens. */
  readonly packets: number
  readonly tokens: number
  /** How many of them were read now, and what the reader says that it took; null where it does not say. */
  readonly read: number
  readonly took: { readonly in: number; readonly out: number } | null
  readonly drafted: readonly DraftedBullet[]
  readonly refused: readonly RefusedBullet[]
  /** What it found to stand already. */
  readonly known: number
  /** Why it stopped before the end; null where it did not. */
  readonly stopped: string | null
  readonly commit: string | null
}

export const readBranch = 'memory/read'

/** After as many packets in a row that the reader fails at, it is left alone. */
const mostFailures = 3

/**
 * Have logs read by the reader that is set: bullets that their lines bear out, as a commit of a branch, with what was read
 * in it. HEAD, the index and the working tree stay as they are. What is dropped from the branch is not drafted again, for
 * its lines are read.
 *
 * @throws MemoryError bad-argument, also where no reader is set
 */
export async function readLogs(session: Session, store: Store, options: ReadLogsOptions): Promise<LogsRead> {
  const { repository } = session
  const { config } = session.config(store)
  const model = modelSet(session)
  const today = session.today(config)
  if (options.all && options.since !== undefined)
    throw new MemoryError('bad-argument', '--all and --since do different things: give one')
  const { start } = spanAsked({ since: options.all ? '0001-01-01' : options.since }, today)
  refuseInOperation(repository)
  const git = askGit(repository, session.options.environment ?? process.env)
  const branch = await freeBranch(git, repository, options.branch ?? readBranch)
  const base = baseOf(session, branch)
  const logs = logsIn(session, base, start, today)
  const isRead = readBefore(textAt(session, base, readMarksPath))
  const known = knownAbout(store, [config.me])
  const work = logs
    .flatMap((log) =>
      readerPackets(log, { config, isLeftOut: ({ id }) => isRead(log.day, id) }).map((packet) => ({ log, packet })),
    )
    .map(({ log, packet }): Work => {
      const about = known(packet)
      return { log, packet, about, request: { ...readerRequest(packet, about), schema: answerSchema } }
    })
  const within = withinBudget(work, options)
  const found: Omit<LogsRead, 'read' | 'took' | 'drafted' | 'refused' | 'known' | 'stopped' | 'commit'> = {
    reader: model.name,
    branch: branch.name,
    packets: work.length,
    tokens: work.reduce((sum, { request }) => sum + costOf(request), 0),
  }
  const nothing = { read: 0, took: null, drafted: [], refused: [], known: 0, stopped: null, commit: null }
  if (options.dryRun || work.length === 0) return { ...found, ...nothing }
  if (within.length === 0) return { ...found, ...nothing, stopped: 'the first packet alone has more tokens than that' }
  const kept = keptAnswers(repository.ownFolder, model.name)
  const { done, stopped } = await askedAll(session, model, kept, within)
  const made = await draftsOf(session, store, done, base, today)
  const files = new Map(made.files)
  const marks = withRead(
    textAt(session, base, readMarksPath),
    done.flatMap(({ log, packet }) => packet.sections.map(({ id }) => ({ day: log.day, section: id }))),
  )
  if (marks !== undefined) files.set(readMarksPath, marks)
  const commit =
    files.size === 0
      ? null
      : await commitUpon(
          git,
          repository,
          base.commit,
          [
            {
              files: belowTop(repository, files),
              message: messageFor(model.name, made.drafted, done.length, base.commit),
            },
          ],
          branch.tip ?? undefined,
        )
  if (commit !== null) {
    await moveBranch(git, branch, commit)
    kept.drop()
  }
  const left = within.length < work.length ? `${work.length - within.length} packets are left for the next time` : null
  return {
    ...found,
    read: done.length,
    took: tokensOf(done),
    drafted: made.drafted,
    refused: made.refused,
    known: done.reduce((sum, { checked }) => sum + checked.known.length, 0),
    stopped: stopped ?? left,
    commit,
  }
}

interface Work {
  readonly log: ReaderLog
  readonly packet: ReaderPacket
  readonly about: ReaderKnown
  readonly request: ModelRequest
}

interface Done extends Work {
  readonly replies: readonly ModelReply[]
  readonly checked: CheckedAnswers
}

/** The commit that is gone on from: what waits on the branch is not read again, and what HEAD has is there. */
function baseOf({ repository }: Session, { name, ref, tip }: Branch): Head {
  const head = repository.head()
  if (!head) throw new MemoryError('bad-argument', 'there is no commit yet: commit the logs first')
  if (tip === null || repository.commits(`HEAD..${ref}`).length === 0) return head
  if (repository.commits(`${ref}..HEAD`).length > 0)
    throw new MemoryError(
      'bad-argument',
      `${name} waits for a merge, and HEAD has gone on: merge it (or git branch -D ${name}), or give another --branch`,
    )
  return repository.headAt(tip)
}

function logsIn({ repository }: Session, { tree }: Head, from: Day, to: Day): ReaderLog[] {
  const files = repository.files(tree, ['memory']).flatMap((file) => {
    const day = roleOf(file.path) === 'note' && !isImported(file.path) && isRegular(file) ? dayOfPath(file.path) : null
    return day === null || day < from || day > to ? [] : [{ ...file, day }]
  })
  const blobs = repository.blobs(files.map(({ oid }) => oid))
  return files
    .flatMap(({ path, oid, day }): ReaderLog[] => {
      const text = textOf(blobs.get(oid))
      return typeof text === 'string' ? [{ path, day, text }] : []
    })
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

function textAt({ repository }: Session, { tree }: Head, path: string): string | undefined {
  const file = repository.files(tree, [path]).find((each) => each.path === path && isRegular(each))
  return (file && textOf(repository.blobs([file.oid]).get(file.oid))) ?? undefined
}

const costOf = ({ system, user }: ModelRequest): number => Math.ceil(tokenCost(system) + tokenCost(user))

function withinBudget(work: readonly Work[], { most = Infinity, tokens = Infinity }: ReadLogsOptions): readonly Work[] {
  for (const [name, value] of Object.entries({ most, tokens }))
    if (!(value >= 1)) throw new MemoryError('bad-argument', `--${name} takes a whole number from 1, got ${value}`)
  let spent = 0
  const end = work.findIndex(({ request }, at) => at >= most || (spent += costOf(request)) > tokens)
  return end < 0 ? work : work.slice(0, end)
}

/** One after another; what was answered before is not asked again. */
async function askedAll(
  session: Session,
  model: LanguageModel,
  kept: KeptAnswers,
  work: readonly Work[],
): Promise<{ readonly done: readonly Done[]; readonly stopped: string | null }> {
  const progress = session.progress('Reading logs')
  const done: Done[] = []
  let [inRow, failures] = [0, 0]
  const asked = async (request: ModelRequest): Promise<ModelReply> => {
    const before = kept.get(request)
    if (before) return before
    const reply = await model.ask(request, usualModelPatience)
    refuseUnread(model, reply)
    kept.keep(request, reply)
    return reply
  }
  for (const [at, each] of work.entries()) {
    try {
      done.push(await readOne(each, asked))
      inRow = 0
    } catch (cause) {
      if (!(cause instanceof MemoryError) || cause.code !== 'reader-failed') throw cause
      failures++
      if (++inRow === mostFailures) return { done, stopped: cause.message }
    }
    progress?.(at + 1, work.length)
  }
  return { done, stopped: failures > 0 ? 'the reader failed at some of it: run it again' : null }
}

/** What is no answer, as a notice that its limit is reached, or the beginning of one, is not kept: its lines are not read. */
function refuseUnread(model: LanguageModel, { text }: ModelReply): void {
  const { answers, unreadable } = readerAnswers(text)
  const isCut = unreadable.some(({ why }) => why === 'cut off')
  if (!isCut && (answers.length > 0 || unreadable.length === 0)) return
  const said = printable(text.trim().slice(0, 120))
  throw new MemoryError(
    'reader-failed',
    `${model.name} ${isCut ? 'was cut off' : `gave no bullets: ${said || 'nothing'}`}`,
  )
}

/** What is refused goes back once, with the reasons. */
async function readOne(work: Work, asked: (request: ModelRequest) => Promise<ModelReply>): Promise<Done> {
  const { packet, about, request } = work
  const first = await asked(request)
  const checked = checkAnswers(readerAnswers(first.text).answers, packet, about)
  if (checked.refused.length === 0) return { ...work, replies: [first], checked }
  const again = await asked({ ...request, user: `${request.user}\n\n${refusalsOf(checked)}` })
  const mended = checkAnswers(readerAnswers(again.text).answers, packet, about)
  const said = new Set(checked.accepted.map(({ text }) => text))
  const mends = new Set(mended.accepted.map(({ first: line }) => line))
  return {
    ...work,
    replies: [first, again],
    checked: {
      accepted: [...checked.accepted, ...mended.accepted.filter(({ text }) => !said.has(text))],
      known: [...checked.known, ...mended.known],
      // What came back mended is told no more.
      refused: checked.refused.filter(({ answer }) => !answer.cites.some(({ first: line }) => mends.has(line))),
    },
  }
}

const refusalsOf = ({ refused }: CheckedAnswers): string =>
  [
    'You answered this before, and of it these were refused:',
    ...refused.map(
      ({ answer, reasons }) => `- ${JSON.stringify(answer.text)}: ${reasons.map(({ why }) => why).join('; ')}`,
    ),
    'Answer with mended bullets for these alone, in the same form, or {"bullets":[]} where nothing of them holds.',
  ].join('\n')

interface Drafts {
  readonly files: ReadonlyMap<string, string>
  readonly drafted: readonly DraftedBullet[]
  readonly refused: readonly RefusedBullet[]
}

/** The logs with what was drafted of them; what stands already in other words, was forgotten, or is no good bullet is not. */
async function draftsOf(
  session: Session,
  store: Store,
  done: readonly Done[],
  base: Head,
  today: Day,
): Promise<Drafts> {
  const { config } = session.config(store)
  const forgotten = forgottenBy(store.standing()?.settings)
  const restated = restatements(store, () => true)
  const files = new Map<string, string>()
  const drafted: DraftedBullet[] = []
  const refused: RefusedBullet[] = []
  const byLog = new Map<ReaderLog, { readonly line: string; readonly bullet: AcceptedBullet }[]>()
  for (const { log, checked } of done) {
    for (const { answer, reasons } of checked.refused)
      refused.push({ text: answer.text, path: log.path, why: reasons.map(({ why }) => why) })
    for (const bullet of checked.accepted) {
      const entry = entryOf(bullet, log.day)
      const faults = [...misread(entry), ...(await faultsOf(entry, today))]
      if (forgotten.has(factId(entry, log.day)) || restated(entry)) continue
      if (faults.length > 0) refused.push({ text: bullet.text, path: log.path, why: faults })
      else byLog.set(log, [...(byLog.get(log) ?? []), { line: renderBullet(entry), bullet }])
    }
  }
  for (const [log, found] of byLog) {
    // All at once: a log is parsed anew for what is put into it.
    const all = withRetained(log.path, log.text, [...new Set(found.map(({ line }) => line))], config)
    let text = all?.text ?? log.text
    const seen = new Set<string>()
    for (const { line, bullet } of found) {
      if (seen.size === seen.add(line).size) continue
      const made = all ?? withRetained(log.path, text, [line], config)
      if (made) text = made.text
      else refused.push({ text: bullet.text, path: log.path, why: [`${log.path} would be read otherwise with it`] })
      const last = bullet.last > bullet.first ? `-L${bullet.last}` : ''
      if (made) drafted.push({ bullet: line, cites: `${log.path}#L${bullet.first}${last}` })
    }
    if (text !== log.text) files.set(log.path, text)
  }
  return { files, drafted, refused }
}

const entryOf = (
  { text, kind, confidence, entities, was, supports, contradicts }: AcceptedBullet,
  on: Day,
): ReadEntry =>
  readEntries([
    {
      text,
      kind: kinds[kind].letter,
      ...(confidence === null ? {} : { confidence }),
      entities,
      on,
      ...(was === null ? {} : { was }),
      ...(supports.length > 0 ? { supports } : {}),
      ...(contradicts.length > 0 ? { contradicts } : {}),
    },
  ])[0]!

function tokensOf(done: readonly Done[]): LogsRead['took'] {
  const told = done.flatMap(({ replies }) => replies.map(({ tokens }) => tokens))
  if (told.length === 0 || told.includes(null)) return null
  const sum = (name: 'in' | 'out'): number => told.reduce((total, tokens) => total + tokens![name], 0)
  return { in: sum('in'), out: sum('out') }
}

function messageFor(reader: string, drafted: readonly DraftedBullet[], packets: number, from: string): string {
  const many = drafted.length === 1 ? '1 bullet' : `${drafted.length} bullets`
  return [
    `memory: ${many} read from logs`,
    '',
    ...drafted.map(({ bullet, cites }) => `${bullet} (${cites})`),
    ...(drafted.length > 0 ? [''] : []),
    `Read by ${reader}, in ${packets === 1 ? '1 packet' : `${packets} packets`}. Each says what its lines say: drop what is not worth keeping, and merge the rest.`,
    '',
    `Reflected-From: ${from}`,
    '',
  ].join('\n')
}
