import { MemoryError } from '../memory/error.js'
import { askGit } from '../workspace/ask-git.js'
import { blobOid, removeFile, writeWhole } from '../workspace/files.js'
import type { Repository } from '../workspace/git.js'
import { commitUpon, moveHead, stage, type Step } from '../workspace/landing.js'
import { isRegular } from './pages-in-tree.js'

/** Paths of a workspace as its repository has them. */
export const belowTop = <T>({ prefix }: Repository, files: ReadonlyMap<string, T>): Map<string, T> =>
  new Map([...files].map(([path, value]) => [prefix === '' ? path : `${prefix}/${path}`, value]))

/** @throws MemoryError bad-argument while Git is in the middle of something: HEAD is not where anybody wants it */
export function refuseInOperation(repository: Repository): void {
  const operation = repository.operation()
  if (operation !== undefined) throw new MemoryError('bad-argument', `a ${operation} is in progress: end it first`)
}

/** Landing moves HEAD and writes Git's index: not below a merge, and not beside another command. */
export function refuseBusy(repository: Repository): void {
  if (repository.merging()) throw new MemoryError('bad-argument', 'a merge is in progress: end it first')
  const lock = repository.indexLock()
  if (lock !== undefined)
    throw new MemoryError(
      'git-failed',
      `another Git command is writing the index, or one was killed: wait for it, or remove ${lock}`,
    )
}

/** A file of the working tree that is written along with a commit, and what it held. */
export interface Written {
  readonly path: string
  readonly text: string
  /** Undefined where there was none. */
  readonly before: string | undefined
}

/**
 * Commit, let Git's index and these files of the working tree hold what is in it, and move HEAD last: the other way round
 * a crash between would leave them as they were, and the next commit would take this one back. What a crash leaves now
 * is what the next landing stages, and lets stand.
 *
 * @param says what HEAD's reflog says of it
 */
export async function land(
  { repository, environment }: { readonly repository: Repository; readonly environment: NodeJS.ProcessEnv },
  parent: string,
  steps: readonly Step[],
  written: readonly Written[],
  says: string,
): Promise<string> {
  const git = askGit(repository, environment)
  const commit = await commitUpon(git, repository, parent, steps)
  const paths = steps.flatMap(({ files }) => [...files.keys()])
  try {
    await stage(git, commit, paths)
    for (const { path, text } of written) writeWhole(repository.root, path, text)
    await moveHead(git, parent, commit, says)
    return commit
  } catch (cause) {
    // As far as that can be done where something failed already. A file that stays is known by what is staged of it.
    const back = written.map(({ path, before }) => putBack(repository, path, before))
    if (back.every(Boolean)) await stage(git, 'HEAD', paths).catch(() => undefined)
    throw cause
  }
}

/** @returns false where it stays: it is what the next landing writes */
function putBack({ root }: Repository, path: string, text: string | undefined): boolean {
  try {
    if (text === undefined) removeFile(root, path)
    else writeWhole(root, path, text)
    return true
  } catch {
    return false
  }
}

/** What is staged already as it would be landed is no work of somebody's: an earlier landing may have been cut short. */
export function refuseStaged(repository: Repository, name: string, landing: Step['files']): void {
  const staged = stagedBelow(repository, name, landing).find(({ alike }) => !alike)
  if (staged)
    throw new MemoryError(
      'bad-argument',
      `${staged.path} is staged: commit it, or take it back with git restore --staged`,
    )
}

/** Whether a landing that was cut short left this file staged. */
export const isStaged = (repository: Repository, path: string, text: string): boolean =>
  stagedBelow(repository, path, new Map([[path, text]])).some(({ alike }) => alike)

/** What Git's index holds other than HEAD, and whether that is as it would be landed. */
function stagedBelow(
  repository: Repository,
  name: string,
  landing: Step['files'],
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
