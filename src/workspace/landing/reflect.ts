import type { CommittedPages, DeletedLine, PageWrite } from '../../pages/edits/deleted-lines.js'
import { retainKinds } from '../../model/kind.js'
import { MemoryError } from '../../model/error.js'
import type { Problem } from '../../model/note.js'
import type { PagesReport, Which } from '../../pages/write-pages.js'
import type { Store } from '../../store/store.js'
import { holdsFile } from '../../files/files.js'
import type { Session } from '../session/session.js'
import { committedPages } from '../session/pages-in-tree.js'
import { sweep, workingFiles } from './working-files.js'
import { pagesContext, refusal } from './pages-context.js'

/** A workspace with more notes gets its first bank from `memory reflect`, not from a hook. */
const mostNotesWithoutBank = 30

export const waitsForFirstBank = ({ root }: Session, store: Store): boolean =>
  store.noteCount() > mostNotesWithoutBank && !holdsFile(root, 'bank') && store.holdsAny(retainKinds)

export interface ReflectReport extends PagesReport {
  /** Why no page was written, where the workspace's settings forbid it. */
  readonly refused: string | null
  /** Lines that somebody had deleted, and that are back because the logs still say them. */
  readonly deleted: readonly DeletedLine[]
  /** Pages that somebody else saved while they were written, and where that other version is kept. */
  readonly kept: readonly { readonly path: string; readonly at: string }[]
  /** Pages left as they were, because another program has them open and may write to them. */
  readonly open: readonly string[]
  /** Lines of HEAD's pages that another line of their day contradicts, so that a person has to say which holds. */
  readonly disputed: readonly Problem[]
}

/**
 * Find the pages that are not as the logs give them, as in a new clone, or where Git replaced them. The other pages are
 * noted as right; nothing is written in `bank/`.
 *
 * @returns how many pages are behind; null where that is unknown: none may be written, or a layout cannot be used
 */
export async function lookAtBank(session: Session, store: Store): Promise<number | null> {
  const { behindNow } = await import('../../pages/write-pages.js')
  try {
    if (refusal(session, store) === null) return await behindNow(await pagesContext(session, store))
  } catch (cause) {
    if (!(cause instanceof MemoryError && cause.code === 'bad-config')) throw cause // which `reflect` tells
  }
  const stale = store.stale()
  return stale.has('all') ? null : stale.size
}

interface HowToWrite {
  readonly keepGoing?: (() => boolean) | undefined
  /** The committed pages, against which a person's deletions are found. */
  readonly committed?: CommittedPages
  readonly deletedIn?: (writes: readonly PageWrite[]) => DeletedLine[]
  /** Whether to look for lines that contradict each other; a hook whose commit brought no page need not. */
  readonly disputes?: boolean
  /** New pages, path → first text; a page that stands already is left as it is. */
  readonly begun?: ReadonlyMap<string, string>
  /** What is written where a layout of the workspace's own cannot be used; an error where it is left out. */
  readonly otherwise?: 'the package’s'
}

const nothingWritten = {
  written: [],
  created: [],
  removed: [],
  damaged: [],
  stashed: [],
  deleted: [],
  disputed: [],
  kept: [],
  open: [],
} as const

const disputedIn = async (store: Store): Promise<Problem[]> =>
  (await import('../../belief/ineffective.js')).disputedLines(store)

/** Write pages in the working tree, unless the workspace's settings forbid it to this version. */
export async function writeBank(
  session: Session,
  store: Store,
  which: Which,
  how: HowToWrite = {},
): Promise<ReflectReport> {
  const refused = refusal(session, store)
  if (refused !== null) return { ...nothingWritten, behind: store.stale().size, refused }
  sweep(session)
  const { writePages } = await import('../../pages/write-pages.js')
  const { deletionsSince, watchedLines: watched } = await import('../../pages/edits/deleted-lines.js')
  const working = workingFiles(session, store)
  const context = await pagesContext(session, store, working, how.otherwise)
  const deletedIn = how.deletedIn ?? deletionsSince(context, how.committed ?? committedPages(session.repository, store))
  const { files, writes } = watched(context.files)
  for (const [path, text] of how.begun ?? []) if (files.read(path) === undefined) files.write(path, text, undefined)
  const write = () => writePages({ ...context, files, keepGoing: how.keepGoing }, which)
  let report = await write()
  const late = working.settle()
  if (late.some(({ open }) => !open)) {
    // Somebody saved these pages while they were written, and that version stands: write them once more.
    const { written, created, removed } = report
    report = await write()
    report = {
      ...report,
      written: [...new Set([...written, ...report.written])],
      created: [...new Set([...created, ...report.created])],
      removed: [...new Set([...removed, ...report.removed])],
    }
    late.push(...working.settle())
  }
  const kept = late.flatMap(({ path, kept: at }) => (at === null ? [] : [{ path, at }]))
  const open = [...new Set(late.flatMap((each) => (each.open ? [each.path] : [])))]
  const isClosed = (path: string): boolean => !open.includes(path)
  return {
    ...report,
    written: report.written.filter(isClosed),
    created: report.created.filter(isClosed),
    removed: report.removed.filter(isClosed),
    refused: null,
    deleted: deletedIn(writes),
    disputed: how.disputes === false ? [] : await disputedIn(store),
    kept,
    open,
  }
}
