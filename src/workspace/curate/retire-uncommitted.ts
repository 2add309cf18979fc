import { MemoryError } from '../../model/error.js'
import { cite, idMeant, isSuggested, type FactId } from '../../model/fact.js'
import { withoutBullets } from '../../parse/without-bullets.js'
import { isRetainHeading } from '../../parse/retain-heading.js'
import { parseNote } from '../../parse/parse-note.js'
import { largestNote } from '../../files/files.js'
import { decode } from '../../parse/decode.js'
import type { Config } from '../../model/config.js'
import type { Store } from '../../store/store.js'
import { textIn } from '../landing/land-edits.js'
import type { Session } from '../session/session.js'
import { textInHead } from '../session/pages-in-tree.js'
import { notesUncommitted } from '../session/uncommitted.js'
import { workingFiles } from '../landing/working-files.js'

/** A bullet that stood in logs of the working tree, and in no commit. */
export interface TakenOut {
  /** The log that said it; the first of several. */
  readonly page: string
  /** The bullet as it stood there, in one line. */
  readonly bullet: string
  /** Where it stood: `memory/2025-11-27.md#L4`. */
  readonly removed: readonly string[]
  /** Logs that still have it in Git's index. */
  readonly staged: readonly string[]
}

/**
 * Take the bullet of a fact that no commit holds out of every log that says it. A log that then says no more than
 * before the bullet was written is put back as HEAD has it, or deleted where HEAD has none.
 *
 * @returns undefined where a commit holds the fact, no note does, or a note that is no log says it
 * @throws MemoryError bad-argument where the fact is only suggested, or the log would read otherwise without the bullet
 */
export async function takeOut(session: Session, store: Store, reference: string): Promise<TakenOut | undefined> {
  const id = idMeant(reference)
  if (store.factsById([id]).length > 0) return undefined
  const facts = (await notesUncommitted(session, store)).flatMap((note) => ('facts' in note ? note.facts : []))
  const places = facts.filter((fact) => fact.id === id && fact.kind !== 'passage')
  // Uncommitted lines of other files than logs are a person's to take out.
  if (places.length === 0 || places.some(({ source }) => !source.path.startsWith('memory/'))) return undefined
  if (places.some(isSuggested))
    throw new MemoryError('bad-argument', `^${id} is only suggested: memory suggest drop ^${id} takes it back`)
  const { config } = session.config(store)
  const paths = [...new Set(places.map(({ source }) => source.path))]
  const removed = new Map<string, readonly string[]>()
  let bullet = ''
  workingFiles(session, store).changeAll(
    paths.map((path) => ({
      path,
      make(bytes) {
        const standing = textIn(path, bytes) ?? ''
        const made = withoutBullets(path, standing, new Set([id]), config)
        if (made === undefined)
          throw new MemoryError(
            'bad-argument',
            `nothing was written: ${path} would be read otherwise without the line of ^${id}, so change it by hand`,
          )
        const first = path === paths[0] ? made.taken[0]?.source : undefined
        if (first)
          bullet = standing
            .split('\n')
            .slice(first.first - 1, first.last)
            .map((line) => line.trim())
            .join(' ')
        removed.set(
          path,
          made.taken.map(({ source }) => cite(source, id)),
        )
        if (made.taken.length === 0) return bytes ?? null
        const before = textInHead(session.repository, path)
        if (before === null || !isBeforeRetain(made.text, before ?? '', config)) return Buffer.from(made.text)
        return before === undefined ? null : Buffer.from(before)
      },
    })),
  )
  return {
    page: paths[0]!,
    bullet,
    removed: [...removed.values()].flat(),
    staged: paths.filter((path) => isStagedIn(session, path, id, config)),
  }
}

/** Whether a log's text is HEAD's, followed by a Retain heading and nothing more. */
function isBeforeRetain(text: string, before: string, config: Config): boolean {
  if (!text.startsWith(before)) return false
  const heading = /^\s*#{1,6}[ \t]+(.*?)\s*$/.exec(text.slice(before.length))?.[1]
  return heading !== undefined && isRetainHeading(config)(heading)
}

function isStagedIn({ repository }: Session, path: string, id: FactId, config: Config): boolean {
  const below = repository.prefix === '' ? path : `${repository.prefix}/${path}`
  const changes = repository.staged('HEAD', below, undefined)
  // Before the first commit all that Git tracks is staged.
  if (changes === undefined) return repository.tracked([path])?.includes(path) === true
  const oids = changes.flatMap(({ now }) => now?.oid ?? [])
  return [...repository.blobs(oids).values()].some((bytes) => {
    const read = decode(bytes, largestNote)
    return 'text' in read && parseNote(path, read.text, config).facts.some((fact) => fact.id === id)
  })
}
