import { defaultConfig, type Config } from '../model/config.js'
import { MemoryError } from '../model/error.js'
import { dayOfPath, evidencePath, roleOf, type TreeFile } from '../model/note.js'
import { isImported } from '../model/origin.js'
import { dayOfGit, isAhead, type Day } from '../model/time.js'
import { openFacts } from '../belief/open-pairs.js'
import { judgedBefore } from '../pages/edits/evidence-page.js'
import { coreFiles, saidBlocks, type CoreFile } from '../parse/core-blocks.js'
import { largestNote } from '../files/files.js'
import { briefOf, checkBudget, type Brief, type BriefGiven } from '../recall/brief/brief.js'
import type { BriefBlock } from '../recall/brief/lines.js'
import { callForms, mostCounted, type Calls, type BriefLog, type Since } from '../recall/brief/sections.js'
import type { Repository } from '../git/repository.js'
import type { Store } from '../store/store.js'
import type { Session } from './session/session.js'
import { isRegular, textOf } from './session/pages-in-tree.js'
import { countUnheld } from './anchors/lost-anchors.js'
import type { AnswerBasis } from './session/uncommitted.js'
import { askContext } from './session/ask-context.js'

export interface BriefOptions {
  /** How many tokens the whole text has at most, estimated: 100 or more, 1500 where it is left out. */
  readonly budget?: number | undefined
  /** A commit: beliefs that logs since then moved are told; by default, those of the last seven days. */
  readonly since?: string | undefined
  /** How it names what to do next: `commands` of a shell (the default), or `tools` of MCP and OpenClaw. */
  readonly calls?: Calls | undefined
}

const briefOptions = ['budget', 'since', 'calls'] as const

/**
 * The brief depends on a commit's tree and date alone: the working tree, the clock, the repository's place and its
 * history would give other bytes elsewhere.
 *
 * @param head its commit and tree are null before the first commit
 * @throws MemoryError bad-argument
 */
export function briefIn(
  session: Session,
  store: Store,
  { commit, tree }: Pick<AnswerBasis, 'commit'> & { readonly tree: string | null },
  options: BriefOptions,
): Brief {
  const unknown = Object.keys(options).find((name) => !briefOptions.some((known) => known === name))
  if (unknown !== undefined)
    throw new MemoryError('bad-argument', `brief takes ${briefOptions.join(', ')}, asOf, got ${unknown}`)
  checkBudget(options.budget)
  if (options.calls !== undefined && !Object.hasOwn(callForms, options.calls))
    throw new MemoryError('bad-argument', `calls takes ${Object.keys(callForms).join(' or ')}, got ${options.calls}`)
  const { repository } = session
  const since = options.since === undefined ? {} : { since: changedSince(repository, options.since, tree) }
  const given = briefGiven(store, session.config(store).config, treeOfBrief(session, store, { commit, tree }))
  const { budget, calls } = options
  return briefOf(store, { ...given, ...since, budget, calls }, askContext(session, store))
}

/** What a brief tells of a commit beyond what is in the index. */
export interface BriefTree extends Pick<BriefGiven, 'core' | 'adrift' | 'open'> {
  /** When it was committed, as Git writes a date; left out before the first commit. */
  readonly committed?: string
}

/** @param head the commit that the index stands for */
export function treeOfBrief(
  session: Session,
  store: Store,
  { commit, tree }: { readonly commit: string | null; readonly tree: string | null },
): BriefTree {
  const { repository } = session
  const read = filesIn(repository, tree)
  const committed = repository.committed(commit ?? '')
  return {
    core: coreFiles.flatMap((path) => (read.has(path) ? blocksOf(path, read.get(path)!) : [])),
    adrift: countUnheld(session, store, commit),
    open: openCount(store, read.get(evidencePath)?.text ?? ''),
    ...(committed === undefined ? {} : { committed }),
  }
}

/** All that a brief is made of beside the index. */
export function briefGiven(store: Store, { me, core }: Config, { committed, ...told }: BriefTree): BriefGiven {
  const logs = store.files().flatMap((file) => {
    const day = isRegular(file) && roleOf(file.path) === 'note' ? dayOfLog(file.path) : null
    return day === null ? [] : [{ path: file.path, day }]
  })
  return {
    ...told,
    blockLimit: core.limit,
    logs,
    ahead: aheadOf(logs, committed),
    ownerName: me === defaultConfig.me ? undefined : me,
  }
}

/** A log's day; null for an imported note, in which nobody retains anything. */
const dayOfLog = (path: string): Day | null => (isImported(path) ? null : dayOfPath(path))

/**
 * Logs of days after the commit, which a mistyped date makes: the last of them would be taken for today. Where all logs
 * are ahead, the commit's date is wrong, and none is given.
 */
function aheadOf(logs: readonly BriefLog[], committed = ''): ReadonlySet<string> {
  const day = dayOfGit(committed)
  const ahead = day === undefined ? [] : logs.filter((log) => isAhead(log.day, day))
  return new Set(ahead.length < logs.length ? ahead.map(({ path }) => path) : [])
}

interface FileText {
  readonly text?: string
  readonly unread?: string
}

/** The files beside the notes that a brief reads, as a tree has them. */
function filesIn(repository: Repository, tree: string | null): Map<string, FileText> {
  const files = tree === null ? [] : repository.files(tree, [...coreFiles, evidencePath]).filter(isRegular)
  const sizes = repository.sizes(files.map(({ oid }) => oid))
  const isSmall = ({ oid }: TreeFile): boolean => (sizes.get(oid) ?? Infinity) <= largestNote
  const blobs = repository.blobs(files.filter(isSmall).map(({ oid }) => oid))
  return new Map(
    files.map((file): [string, FileText] => {
      const text = textOf(blobs.get(file.oid))
      if (typeof text === 'string') return [file.path, { text }]
      const why = sizes.has(file.oid) ? (isSmall(file) ? 'its bytes are no text' : 'it is too large') : notHere
      return [file.path, { unread: why }]
    }),
  )
}

const notHere = 'this clone does not hold it'

const blocksOf = (path: CoreFile, { text, unread = '' }: FileText): BriefBlock[] =>
  text === undefined ? [{ path, unread }] : saidBlocks(path, text)

/** How many facts `memory judge` would ask about, counted up to `mostCounted`. */
function openCount(store: Store, page: string): number {
  const open = openFacts(store, { since: judgedBefore(page) ?? '' }, () => false)
  let count = 0
  while (count < mostCounted && !open.next().done) count++
  return count
}

/**
 * The logs that differ between a commit and HEAD, and the first of their days; null where none differs. A commit's own
 * date would not do: it is lost in a rebase, and wrong for a log that was written later.
 */
function changedSince(repository: Repository, since: string, tree: string | null): Since | null {
  const commit = repository.named(since)
  const before = commit === undefined ? undefined : repository.treeOf(commit)
  const changes = before === undefined || tree === null ? undefined : repository.changes(before, tree)
  if (changes === undefined)
    throw new MemoryError(
      'bad-argument',
      `--since takes a commit that this repository holds, such as HEAD~3, got ${since.slice(0, 80)}`,
    )
  const logs = changes.map(({ path }) => path).filter((path) => dayOfLog(path) !== null)
  const [day] = logs.map((path) => dayOfLog(path)!).toSorted()
  return day === undefined ? null : { day, logs: new Set(logs) }
}
