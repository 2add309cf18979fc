import type { PageFiles } from '../page-files.js'
import type { FactId } from '../../model/fact.js'
import { readStamp, splitTail } from '../../model/page.js'
import type { PagesContext } from '../write-pages.js'

/** A generated line that a person deleted from a page and that comes back, because the logs still say it. */
export interface DeletedLine {
  /** `bank/entities/Peter.md` */
  readonly path: string
  readonly id: FactId
  /** `O(c=0.80) @Peter: Likes tea` */
  readonly said: string
}

/** Pages that Git holds, by path. Their text is read only on demand. */
export interface CommittedPages {
  /** Whether HEAD has exactly this text at the path. */
  readonly holds: (path: string, text: string) => boolean
  readonly head: () => ReadonlyMap<string, string | null>
  /** The same, in HEAD's first parent. */
  readonly parent: () => ReadonlyMap<string, string | null>
}

/** A page's text in the working tree, and the text that will replace it. */
export interface PageWrite {
  readonly path: string
  readonly standing: string
  readonly will: string
}

/**
 * Finds lines that a person deleted from a page and that come back. Lines of new facts are not among them: they are in
 * no earlier version of the page. If the page is as we wrote it last, nothing was deleted. If it is as in HEAD, the
 * earlier version is in HEAD's parent. Otherwise it is what we wrote last, or HEAD's if that is stale or not there.
 *
 * Call this before pages are written: it reads which pages are stale.
 */
export function deletionsSince(
  { store, files }: Pick<PagesContext, 'store' | 'files'>,
  { holds, head, parent }: CommittedPages,
) {
  const written = new Map(store.pagesInFlight().map((page) => [page.path, page]))
  const stale = store.stale()
  const wasThere = ({ path, standing }: PageWrite): ((id: FactId) => boolean) => {
    const inFlight = written.get(path)
    if (inFlight && files.oidOf(standing, inFlight.oid) === inFlight.oid) return () => false
    if (holds(path, standing)) return isIn(parent().get(path))
    if (inFlight && !stale.has('all') && !stale.has(inFlight.page)) return () => true
    return isIn(head().get(path))
  }
  return (writes: readonly PageWrite[]): DeletedLine[] =>
    writes.flatMap((write) => {
      const back = comingBack(write)
      if (back.length === 0) return []
      const wasDeleted = wasThere(write)
      return back.filter(({ id }) => wasDeleted(id))
    })
}

/** The files, and a list of the pages that are replaced through them. */
export function watchedLines(files: PageFiles): { readonly files: PageFiles; readonly writes: readonly PageWrite[] } {
  const writes: PageWrite[] = []
  const write: PageFiles['write'] = (path, will, standing) => {
    const replaced = files.write(path, will, standing)
    if (replaced === 'written' && standing !== undefined) writes.push({ path, standing, will })
    return replaced
  }
  return { files: { ...files, write }, writes }
}

function isIn(text: string | null | undefined): (id: FactId) => boolean {
  const held = linesIn(text ?? '')
  return (id) => held.has(id)
}

function comingBack({ path, standing, will }: PageWrite): DeletedLine[] {
  const held = linesIn(standing)
  const back = [...linesIn(will)].filter(([id]) => !held.has(id))
  if (back.length === 0) return []
  // A line that lost only its comment is still there, and is reported as that.
  const bare = standing.split('\n').filter((line) => readStamp(line) === undefined)
  return back.flatMap(([id, said]) => (bare.some((line) => saysNoMore(line, said)) ? [] : [{ path, id, said }]))
}

/** Whether a line has these words, and behind them nothing but citations and a comment. */
function saysNoMore(line: string, said: string): boolean {
  const at = line.indexOf(said)
  return at >= 0 && /^(?:~~|\s)*(?:·|<!--|$)/.test(line.slice(at + said.length))
}

function linesIn(text: string): Map<FactId, string> {
  const found = new Map<FactId, string>()
  for (const line of text.split('\n')) {
    const stamped = readStamp(line)
    if (stamped) found.set(stamped.stamp.id, splitTail(stamped.body).said.replace(/^- /, ''))
  }
  return found
}
