import { MemoryError } from '../../model/error.js'
import { placeCited } from '../../model/fact.js'
import { readMarksPath } from '../../model/note.js'
import { isDay, type Day } from '../../model/time.js'
import { readerSections, type ReaderSection } from '../../reader/packet.js'
import { readBefore, withRead } from '../../reader/read-marks.js'
import type { Store } from '../../store/store.js'
import { landEdits, textIn } from '../landing/land-edits.js'
import { workingFiles } from '../landing/working-files.js'
import { readPage } from '../session/pages-in-tree.js'
import type { Session } from '../session/session.js'
import { lookedUp } from '../session/uncommitted.js'
import { logsOf } from './suggest-logs.js'

export interface PassOptions {
  /** Whether it is committed at once; else it is an edit of the working tree. */
  readonly commit?: boolean | undefined
  readonly dryRun?: boolean | undefined
  /** The program that does this, as the commit names it. */
  readonly agent?: string | undefined
}

export interface PassReport {
  /** The lines of the sections that are passed over from now on: `memory/2026-02-10.md#L8-L12`. */
  readonly passed: readonly string[]
  readonly written: boolean
  readonly commit: string | null
}

/** A section of a log as it stands in the working tree. */
interface SectionOfLog {
  readonly path: string
  readonly day: Day
  readonly section: ReaderSection
}

/** The mark holds in any clone that has it. A section that changes counts as another one. */
export async function passOver(
  session: Session,
  store: Store,
  places: readonly string[],
  { commit = false, dryRun = false, agent }: PassOptions,
): Promise<PassReport> {
  if (places.length === 0)
    throw new MemoryError('bad-argument', 'suggest pass takes places, such as memory/2026-02-10.md#L8 or 2026-02-10')
  const { config } = session.config(store)
  // Logs that are in no commit are offered too.
  const logs = await lookedUp(session, store, () => logsOf(store))
  const found = places.flatMap((place): SectionOfLog[] => {
    const cited = placeCited(place.trim())
    const wanted = cited?.path ?? place.trim()
    const sections = logs
      .filter(({ path, day }) => path === wanted || (isDay(wanted) && day === wanted))
      .flatMap(({ path, day }) => {
        const text = readPage(session.root, path)
        const all = typeof text === 'string' ? readerSections({ path, day, text }, config) : []
        return all
          .filter(({ lines }) => !cited || lines.some(({ number }) => cited.first <= number && number <= cited.last))
          .map((section) => ({ path, day, section }))
      })
    if (sections.length === 0)
      throw new MemoryError('bad-argument', `nothing was written: no log says anything at ${place.slice(0, 80)}`)
    return sections
  })
  const marks = found.map(({ day, section: { id } }) => ({ day, section: id }))
  const make = (text: string | undefined): string => withRead(text, marks) ?? text ?? ''
  const isRead = readBefore(readPage(session.root, readMarksPath) ?? undefined)
  const fresh = found.filter(({ day, section: { id } }) => !isRead(day, id))
  const many = fresh.length === 1 ? '1 section' : `${fresh.length} sections`
  const landed =
    commit && !dryRun
      ? await landEdits(
          session,
          store,
          () => ({ edits: [{ path: readMarksPath, make }], message: `memory: pass over ${many} of logs\n`, agent }),
          'memory suggest',
        )
      : null
  const isWritten = (): boolean =>
    fresh.length > 0 &&
    workingFiles(session, store).change(readMarksPath, (bytes) => Buffer.from(make(textIn(readMarksPath, bytes))))
  return {
    passed: fresh.map(({ path, section: { lines } }) => {
      const [first, last] = [lines[0]!.number, lines.at(-1)!.number]
      return `${path}#L${first}${last > first ? `-L${last}` : ''}`
    }),
    written: landed !== null || (!dryRun && !commit && isWritten()),
    commit: landed,
  }
}
