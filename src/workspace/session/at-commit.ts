import { dateAskedIn } from '../../language/dates.js'
import { timeNamed } from '../../language/moments.js'
import type { Head } from '../../git/git-output.js'
import type { Repository } from '../../git/repository.js'
import { MemoryError } from '../../model/error.js'
import type { FactId } from '../../model/fact.js'
import { forgottenIn } from '../../model/forgotten.js'
import { forgottenPath } from '../../model/note.js'
import { latest } from '../../model/time.js'
import { syncTo, type SyncContext } from '../../pipeline/sync.js'
import type { Store } from '../../store/store.js'
import { textInHead } from './pages-in-tree.js'
import type { Opened } from './opened.js'
import type { Session } from './session.js'

export interface AsOfCommit {
  /** A commit as Git names it (`HEAD~3`, `main`): memory as a clone of it would have it; HEAD's where it is left out. */
  readonly asOf?: string | undefined
}

/**
 * The commit that a revision of Git's names (`HEAD~3`, `main`, `4be1a07`), with the workspace's tree in it.
 *
 * @param option what takes the revision, for the message where it names no commit: `--as-of`
 * @throws MemoryError bad-argument
 */
export function commitAt(repository: Repository, revision: string, option: string): Head {
  const commit = repository.named(revision)
  if (commit === undefined)
    throw new MemoryError(
      'bad-argument',
      `${option} takes a commit that this repository holds, such as HEAD~3, got ${revision.slice(0, 80)}`,
    )
  return repository.headAt(commit)
}

/** Whether a text names a commit and no time. A branch that looks like a time is named as in `refs/heads/2025-11`. */
export const namesCommit = (repository: Repository, text: string): boolean =>
  timeNamed(text, latest, dateAskedIn) === undefined && repository.named(text) !== undefined

/** Brings an index in memory to a commit, read from `repository`, without what HEAD has forgotten. */
export async function bringTo(
  session: Session,
  store: Store,
  head: Head,
  repository = session.repository,
): Promise<void> {
  await syncTo(contextAt(session, store, repository), head)
}

/** The context that brings an index in memory to any commit. */
export const contextAt = (session: Session, store: Store, repository: Repository): SyncContext => ({
  ...session.syncContext(store, 'Reading'),
  repository,
  forgotten: forgottenInHead(session),
})

const forgottenInHead = ({ repository }: Session): ReadonlySet<FactId> =>
  new Set(forgottenIn(textInHead(repository, forgottenPath) ?? ''))

/**
 * Asks an index in memory that is brought to a commit. The answer is that of a clone at that commit, without what was
 * forgotten since.
 *
 * @throws MemoryError bad-argument
 */
export const askedAt = <T>(
  opened: Opened,
  revision: string,
  question: (store: Store, head: Head) => T | Promise<T>,
): Promise<T> =>
  opened.aside(async (store) => {
    const { session } = opened
    const head = commitAt(session.repository, revision, '--as-of')
    await bringTo(session, store, head)
    return question(store, head)
  })
