import {
  deletionsSince,
  type CommittedPages,
  type DeletedLine,
  type PageWrite,
} from '../../../pages/edits/deleted-lines.js'
import { isPage } from '../../../model/note.js'
import { previewPages } from '../../../pages/preview-pages.js'
import type { PagesContext } from '../../../pages/write-pages.js'
import type { Repository } from '../../../git/repository.js'

interface DeletedContext {
  readonly repository: Repository
  readonly context: PagesContext
  /** The commit that the index stands for; null before the first commit. */
  readonly commit: string | null
  readonly tree: string | null
  readonly committed: CommittedPages
  /** Paths of the pages in the working tree. */
  readonly standing: readonly string[]
}

/**
 * Lines that somebody deleted, in the working tree or in HEAD's commit, and that the logs still say: reflection writes
 * them again. Pages are rendered only where one is neither as HEAD has it nor as we wrote it.
 */
export function deletedNow({ repository, context, commit, tree, committed, standing }: DeletedContext): DeletedLine[] {
  if (commit === null || tree === null) return []
  const { store, files } = context
  const written = new Map(store.pagesInFlight().map(({ path, oid }) => [path, oid]))
  const texts = new Map(standing.map((path) => [path, files.read(path)]))
  const edited = [...texts].filter(([path, text]) => {
    if (typeof text !== 'string' || committed.holds(path, text)) return false
    const oid = written.get(path)
    return oid === undefined || files.oidOf(text, oid) !== oid
  })
  // Where HEAD has no page, no line of one was deleted in its commit.
  const before = store.files().some(({ path }) => isPage(path)) ? repository.parentTree(commit) : undefined
  const changed = before === undefined ? [] : (repository.changes(before, tree) ?? [])
  const inCommit = changed.flatMap(({ path, was, now }) => (was && now && isPage(path) ? [path] : []))
  if (edited.length + inCommit.length === 0) return []
  const made = edited.length > 0 ? previewPages(context) : new Map<string, string>()
  const writes = [
    ...edited.map(([path, text]) => ({ path, standing: text, will: made.get(path) })),
    ...inCommit.map((path) => ({
      path,
      standing: committed.head().get(path),
      will: made.get(path) ?? texts.get(path),
    })),
  ]
  return deletionsSince(context, committed)(writes.filter(isWhole))
}

const isWhole = (write: { path: string; standing: unknown; will: unknown }): write is PageWrite =>
  typeof write.standing === 'string' && typeof write.will === 'string'
