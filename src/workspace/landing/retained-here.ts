import { createHash } from 'node:crypto'
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { isFactId, type Fact, type FactId } from '../../model/fact.js'
import { readRegular } from '../../files/files.js'
import { appendOwn, dropOwn } from '../../files/own-folder.js'
import type { Store } from '../../store/store.js'
import { compare } from '../../text/compare.js'
import type { Session } from '../session/session.js'
import { readPage, textInHead, type PageText } from '../session/pages-in-tree.js'
import { uncommittedFacts } from '../session/uncommitted.js'

/**
 * The file in the clone's own folder that lists what our commands wrote into the working tree and no commit holds yet:
 * bullets of logs by id, lines of pages by the page and the line's SHA-256, which keeps no words that are forgotten.
 * Nothing else tells these from lines that a person typed, which are theirs to commit.
 *
 *     k3f9a2c1x7
 *     bank/evidence.md 9f86d081884c7d65…
 */
const name = 'retained'
/** Bytes of the file that are read: more than anybody leaves uncommitted. */
const mostRead = 4_000_000

/** A line of a page, without its line end. */
export interface WaitingLine {
  readonly path: string
  readonly line: string
}

/** Note the ids of bullets that are about to be written. An id whose bullet stands nowhere means nothing. */
export const noteRetained = ({ repository }: Session, ids: Iterable<FactId>): void =>
  appendOwn(repository.ownFolder, name, [...ids].map((id) => `${id}\n`).join(''))

/** Note the lines that a page is about to gain: bullets, and the day up to which all is judged. */
export function notePageLines({ repository }: Session, path: string, before: string, after: string): void {
  const standing = new Set(before.split(/\r?\n/))
  const more = after.split(/\r?\n/).filter((line) => /^(?:- |judged: )/.test(line) && !standing.has(line))
  appendOwn(repository.ownFolder, name, more.map((line) => `${markOf({ path, line })}\n`).join(''))
}

const markOf = ({ path, line }: WaitingLine): string => `${path} ${createHash('sha256').update(line).digest('hex')}`

function notedIn(folder: string, file: string): string[] {
  try {
    const text = readRegular(folder, file, mostRead)?.toString('utf8') ?? ''
    return [...new Set(text.split('\n').filter((each) => each !== ''))]
  } catch {
    return []
  }
}

/** Bullets that `retain` wrote and that no commit holds, by log and line. */
export async function waitingBullets(session: Session, store: Store): Promise<readonly Fact[]> {
  const noted = notedIn(session.repository.ownFolder, name).filter(isFactId)
  if (noted.length === 0) return []
  const facts = [...(await uncommittedFacts(session, store, noted)).values()]
  return facts
    .filter(({ kind, source }) => kind !== 'passage' && source.path.startsWith('memory/'))
    .toSorted((a, b) => compare(a.source.path, b.source.path) || a.source.first - b.source.first)
}

/**
 * Lines that `judge` and `retire` wrote into pages and that HEAD lacks, page by page in their order.
 *
 * @param inHead a page's text in the HEAD that is built upon; null where it is no text, and none of its lines waits
 */
export function waitingLines(
  { root, repository }: Session,
  inHead: (path: string) => PageText | undefined,
): readonly WaitingLine[] {
  const noted = new Set(notedIn(repository.ownFolder, name).filter((each) => !isFactId(each)))
  const paths = new Set([...noted].map((each) => each.slice(0, each.lastIndexOf(' '))))
  return [...paths].flatMap((path) => {
    const [text, committed] = [readPage(root, path), inHead(path)]
    if (typeof text !== 'string' || committed === null) return []
    const landed = new Set((committed ?? '').split(/\r?\n/))
    return [...new Set(text.split(/\r?\n/))]
      .map((line) => ({ path, line }))
      .filter((each) => !landed.has(each.line) && noted.has(markOf(each)))
  })
}

/** Drop the notes of what no longer waits. What another process notes meanwhile stays. */
export async function forgetLanded(session: Session, store: Store): Promise<void> {
  const folder = session.repository.ownFolder
  const seen = new Set(notedIn(folder, name))
  const bullets = (await waitingBullets(session, store)).map(({ id }) => id)
  const lines = waitingLines(session, (path) => textInHead(session.repository, path))
  const left = new Set<string>([...bullets, ...lines.map(markOf)])
  const aside = `${name}-${process.pid}`
  try {
    renameSync(join(folder, name), join(folder, aside))
  } catch {
    return // nothing was noted
  }
  const still = notedIn(folder, aside).filter((each) => left.has(each) || !seen.has(each))
  if (still.length > 0) appendOwn(folder, name, still.map((each) => `${each}\n`).join(''))
  dropOwn(folder, aside)
}
