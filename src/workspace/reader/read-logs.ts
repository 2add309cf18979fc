import { askGit } from '../../git/ask-git.js'
import { freeBranch, moveBranch, type Branch } from '../../git/branch.js'
import type { Head } from '../../git/git-output.js'
import { commitUpon } from '../../git/landing.js'
import type { ModelRequest } from '../../ask/language-model.js'
import { MemoryError } from '../../model/error.js'
import { dayOfPath, readMarksPath, roleOf } from '../../model/note.js'
import { isImported } from '../../model/origin.js'
import type { Day } from '../../model/time.js'
import { readerPackets } from '../../reader/packet.js'
import { readBefore, withRead } from '../../reader/read-marks.js'
import type { ReaderLog } from '../../reader/reader-line.js'
import { answerSchema, readerRequest } from '../../reader/request.js'
import type { Store } from '../../store/store.js'
import { tokenCost } from '../../text/tokens.js'
import { belowTop, refuseInOperation } from '../landing/land.js'
import { spanAsked } from '../retain/suggest-logs.js'
import { isRegular, textOf } from '../session/pages-in-tree.js'
import type { Session } from '../session/session.js'
import { keptAnswers } from './kept-answers.js'
import { knownAbout } from './known-about.js'
import { bulletsOfPackets, type DraftedBullet, type RefusedBullet } from './drafts.js'
import { modelSet } from './model.js'
import { readPackets, type PacketRead, type PacketToRead } from './read-packets.js'

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
    .map(({ log, packet }): PacketToRead => {
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
  const { done, stopped } = await readPackets(session, model, kept, within)
  const made = await bulletsOfPackets(session, store, done, today)
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

function withinBudget(
  work: readonly PacketToRead[],
  { most = Infinity, tokens = Infinity }: ReadLogsOptions,
): readonly PacketToRead[] {
  for (const [name, value] of Object.entries({ most, tokens }))
    if (!(value >= 1)) throw new MemoryError('bad-argument', `--${name} takes a whole number from 1, got ${value}`)
  let spent = 0
  const end = work.findIndex(({ request }, at) => at >= most || (spent += costOf(request)) > tokens)
  return end < 0 ? work : work.slice(0, end)
}

function tokensOf(done: readonly PacketRead[]): LogsRead['took'] {
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
