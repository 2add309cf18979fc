import type { CommittedPages, DeletedLine, PageWrite } from '../pipeline/deleted-lines.js'
import type { PagesReport, Which } from '../pipeline/write-pages.js'
import type { Store } from '../store/store.js'
import { holdsFile } from '../workspace/files.js'
import type { Opened } from './opened.js'
import { committedPages } from './pages-in-tree.js'

/** An older workspace than this gets its first bank from `memory reflect`, not from a hook. */
const mostNotesWithoutBank = 30

export const waitsForFirstBank = ({ root }: Opened, store: Store): boolean =>
  store.noteCount() > mostNotesWithoutBank && !holdsFile(root, 'bank')

export interface ReflectReport extends PagesReport {
  /** Why no page was written, where the workspace's settings forbid it. */
  readonly refused: string | null
  /** Lines that somebody had deleted, and that are back because the logs still say them. */
  readonly deleted: readonly DeletedLine[]
}

interface HowToWrite {
  readonly keepGoing?: (() => boolean) | undefined
  /** What of a person's deletions is told by. */
  readonly committed?: CommittedPages
  readonly deletedIn?: (writes: readonly PageWrite[]) => DeletedLine[]
}

/** Write pages in the working tree, unless the workspace's settings forbid it to this version. */
export async function writeBank(
  opened: Opened,
  store: Store,
  which: Which,
  how: HowToWrite = {},
): Promise<ReflectReport> {
  const refused = opened.refusal(store)
  if (refused !== null)
    return { written: [], created: [], removed: [], damaged: [], behind: store.stale().size, refused, deleted: [] }
  opened.sweep()
  const { writePages } = await import('../pipeline/write-pages.js')
  const { deletionsSince, watched } = await import('../pipeline/deleted-lines.js')
  const context = await opened.pagesContext(store)
  const deletedIn = how.deletedIn ?? deletionsSince(context, how.committed ?? committedPages(opened.repository, store))
  const { files, writes } = watched(context.files)
  const report = await writePages({ ...context, files, keepGoing: how.keepGoing }, which)
  return { ...report, refused: null, deleted: deletedIn(writes) }
}
