import type { PageFiles } from '../page-files.js'
import type { FactId } from '../../model/fact.js'
import { readStamp, splitTail } from '../../model/page.js'
import type { PagesContext } from '../write-pages.js'

/** A generated line that somebody deleted from a page, and that comes back because the logs still say it. */
export interface DeletedLine {
  /** `bank/entities/Peter.md` */
  readonly path: string
  readonly id: FactId
  /** `O(c=0.80) @Peter: Likes tea` */
  readonly said: string
}

/** Pages that Git holds, by path; their text is read only when asked for. */
export interface CommittedPages {
  /** Whether HEAD holds just this text there. */
  readonly holds: (path: string, text: string) => boolean
  readonly head: () => ReadonlyMap<string, string | null>
  /** In HEAD's first parent. */
  readonly parent: () => ReadonlyMap<string, string | null>
}

/** A page as it stands, and as the logs give it. */
export interface PageWrite {
  readonly path: string
  readonly standing: string
  readonly will: string
}

/**
 * Tell a person's deletion from a new fact: the line stood in a version of this
 * page that came before. Which one that is depends on what stands there now:
 * what we wrote last, nobody has touched; of what HEAD holds, HEAD's commit may
 * have deleted it; anything else was edited after HEAD, or after we wrote.
 *
 * Make it before pages are written: it notes how the index stands.
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

/** What is written through these files, where a page stood before. */
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
  // A line that lost its comment only is there, and told of as such.
  const bare = standing.split('\n').filter((line) => readStamp(line) === undefined)
  return back.flatMap(([id, said]) => (bare.some((line) => line.includes(said)) ? [] : [{ path, id, said }]))
}

function linesIn(text: string): Map<FactId, string> {
  const found = new Map<FactId, string>()
  for (const line of text.split('\n')) {
    const stamped = readStamp(line)
    if (stamped) found.set(stamped.stamp.id, splitTail(stamped.body).said.replace(/^- /, ''))
  }
  return found
}
