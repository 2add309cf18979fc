import { setTimeout as wait } from 'node:timers/promises'
import { withArticle } from '../../text/article.js'
import { MemoryError } from '../../model/error.js'
import type { Store } from '../../store/store.js'
import { askGit } from '../../git/ask-git.js'
import { blobOid } from '../../files/files.js'
import type { Repository } from '../../git/repository.js'
import { commitUpon, keepStaged, moveHead, unstage, type LandingStep } from '../../git/landing.js'
import { nextIndex } from '../../git/next-index.js'
import { lockedError, Overtaken } from '../../git/overtaken.js'
import type { Change, FileReplacer } from '../../files/replace-file.js'
import type { Session } from '../session/session.js'
import { isRegular } from '../session/pages-in-tree.js'

/** Files of a workspace by their paths from the top of its repository. */
export const belowTop = <T>({ prefix }: Repository, files: ReadonlyMap<string, T>): Map<string, T> =>
  new Map([...files].map(([path, value]) => [prefix === '' ? path : `${prefix}/${path}`, value]))

/** @throws MemoryError bad-argument while Git is in the middle of an operation: HEAD is not where anybody wants it */
export function refuseInOperation(repository: Repository): void {
  const operation = repository.operation()
  if (operation !== undefined)
    throw new MemoryError('bad-argument', `${withArticle(operation)} is in progress: end it first`)
}

/** Refuses to land during an operation or a merge of Git's: landing would move HEAD beneath it. */
export function refuseUnfinished(repository: Repository): void {
  refuseInOperation(repository)
  if (repository.merging()) throw new MemoryError('bad-argument', 'a merge is in progress: end it first')
}

/** Refuses to land while another command holds Git's index, which landing writes. */
export function refuseLocked(repository: Repository): void {
  const lock = repository.indexLock()
  if (lock !== undefined) throw lockedError(lock)
}

/** Milliseconds that a command waits for others of ours that land. */
const longestQueue = 60_000
/** Milliseconds that a program may need between staging and its commit. */
const stagedPatience = 1000

/**
 * Run a landing while no other command of ours lands, and run it again where a Git command came in between: it moved
 * HEAD, or was writing the index.
 *
 * @param work the landing, which reads HEAD anew each time
 * @param patience milliseconds in all
 */
export async function inTurn<T>(
  { options }: Session,
  store: Store,
  work: () => Promise<T>,
  patience = longestQueue,
): Promise<T> {
  const lock = store.lock('landing', 0)
  const start = performance.now()
  const waited = (): number => performance.now() - start
  while (!lock.take()) {
    if (waited() > patience)
      throw new MemoryError(
        'index-busy',
        'another memory command is at HEAD of this workspace: try again when it is done',
      )
    options.progress?.('Waiting for another memory command', Math.round(waited() / 1000), longestQueue / 1000)
    await wait(20)
  }
  let last: { readonly why: string; readonly since: number } | undefined
  try {
    for (;;) {
      try {
        return await work()
      } catch (cause) {
        if (!(cause instanceof Overtaken)) throw cause
        if (last?.why !== cause.message) last = { why: cause.message, since: performance.now() }
        if (performance.now() - last.since > cause.patience || waited() > patience) throw cause
        await wait(10 + 40 * Math.random())
      }
    }
  } finally {
    lock.release()
  }
}

interface WhereItLands {
  readonly repository: Repository
  readonly environment: NodeJS.ProcessEnv
  readonly working: FileReplacer
}

/**
 * Make a commit, write its files into Git's index and the working tree, and move HEAD last. If HEAD moved first, a
 * crash in between would leave the old files, and the next commit would undo this one. As it is, a crash leaves files
 * staged as the next landing stages them. Git locks HEAD meanwhile, so a landing that was overtaken has changed
 * nothing.
 *
 * @param written changes of files of the working tree
 * @param says the entry in HEAD's reflog
 * @throws Overtaken where others moved HEAD or hold the index: look at HEAD again
 */
export async function land(
  { repository, environment, working }: WhereItLands,
  parent: string,
  steps: readonly LandingStep[],
  written: readonly Change[],
  says: string,
): Promise<string> {
  const git = askGit(repository, environment)
  const commit = await commitUpon(git, repository, parent, steps)
  const files = new Map(steps.flatMap((step) => [...step.files]))
  const putIndex = await nextIndex(git, repository, commit, files)
  const made = new Map<string, MadeFile>()
  const noted = written.map(({ path, make }) => ({
    path,
    make: (standing: Buffer | undefined) => {
      const last = made.get(path)
      const after = make(standing)
      made.set(path, { before: last ? undone(last, standing) : standing, after })
      return after
    },
  }))
  let isStaging = false
  try {
    await moveHead(repository, environment, { from: parent, to: commit, why: says }, () => {
      putIndex()
      isStaging = true
      working.changeAll(noted)
    })
  } catch (cause) {
    // Undo as far as possible; the first failure is the one to report.
    for (const [path, each] of made) quietly(() => working.change(path, (now) => undone(each, now) ?? null))
    const paths = [...files.keys()]
    const takeBack = async (): Promise<void> => {
      await unstage(git, paths)
      await keepStaged(git, repository, commit, paths, 'failed')
    }
    if (isStaging) await takeBack().catch(() => undefined)
    throw cause
  }
  // The commit has landed, whatever becomes of the index.
  await keepStaged(git, repository, parent, [...files.keys()], 'landed').catch(() => undefined)
  return commit
}

/** A file before and after our change; undefined where there was none before, null where there is none after. */
interface MadeFile {
  readonly before: Buffer | undefined
  readonly after: Buffer | null
}

/** A file without our change. What somebody appended since stays; a file changed otherwise is left as it is. */
export function undone({ before, after }: MadeFile, now: Buffer | undefined): Buffer | undefined {
  if (now === undefined) return after === null ? before : undefined
  if (after === null || !startsWith(now, after)) return now
  // Where our change only took lines off the end, the old file begins with the new one's text, too.
  if (before && before.length > after.length && startsWith(now, before)) return now
  const added = now.subarray(after.length)
  return before === undefined && added.length === 0 ? undefined : Buffer.concat([before ?? Buffer.alloc(0), added])
}

const startsWith = (text: Buffer, start: Buffer): boolean => text.subarray(0, start.length).equals(start)

function quietly(work: () => void): void {
  try {
    work()
  } catch {
    // the file stays as it is
  }
}

/** Refuses staged files, except those staged as they would be landed: an earlier landing may have been cut short. */
export function refuseStaged(repository: Repository, name: string, landing: LandingStep['files']): void {
  const staged = stagedBelow(repository, name, landing).find(({ alike }) => !alike)
  if (staged)
    throw new Overtaken(
      'bad-argument',
      `${staged.path} is staged: commit it, or take it back with git restore --staged`,
      stagedPatience,
    )
}

/** Whether a landing that was cut short left this file staged. */
export const isStaged = (repository: Repository, path: string, text: string): boolean =>
  stagedBelow(repository, path, new Map([[path, text]])).some(({ alike }) => alike)

/** Files that are staged, and whether they are staged as they would be landed. */
function stagedBelow(
  repository: Repository,
  name: string,
  landing: LandingStep['files'],
): { readonly path: string; readonly alike: boolean }[] {
  const below = repository.prefix === '' ? name : `${repository.prefix}/${name}`
  const wanted = belowTop(repository, landing)
  return (repository.staged('HEAD', below, undefined) ?? []).map(({ path, now }) => {
    const text = wanted.get(path)
    const alike = now
      ? isRegular(now) && typeof text === 'string' && blobOid(Buffer.from(text), now.oid) === now.oid
      : text === null
    return { path, alike }
  })
}
