import { placeCited } from '../../../model/fact.js'
import type { OriginSettings } from '../../../model/origin-class.js'
import type { Writer } from '../../../model/writer.js'
import type { BeliefChange } from '../../../recall/belief-changes.js'
import type { Repository } from '../../../git/repository.js'
import { uncommittedOid } from '../../../store/rows.js'
import type { Store } from '../../../store/store.js'
import { writersOf, type StandingLine } from './writers.js'

/** Lines of one answer that are looked up, at most. */
const mostLines = 1000

export interface WrittenContext {
  readonly store: Store
  readonly repository: Repository
  /** The commit that the index stands for. */
  readonly commit: string | null
  /** Reads a file of the working tree; gives no text where it may not be read. */
  readonly read: (path: string) => string | null | undefined
  readonly authors?: OriginSettings['authors']
}

/** Tells who committed the line that a citation names; the citations of an answer are looked up all at once. */
export function writersAt(
  citations: readonly string[],
  given: WrittenContext,
): (citation: string) => { writer?: Writer } {
  const asked = [...new Set(citations)].slice(0, mostLines)
  const lines = linesAt(asked, given)
  const found = given.commit === null ? [] : writersOf(given.repository, given.commit, lines, given.authors)
  const writers = new Map(lines.map(({ citation }, at) => [citation, found[at]]))
  return (citation) => {
    const writer = writers.get(citation)
    return writer ? { writer } : {}
  }
}

export function withWriters(changes: readonly BeliefChange[], given: WrittenContext): readonly BeliefChange[] {
  const writerAt = writersAt(
    changes.flatMap(({ steps }) => steps.map(({ source }) => source)),
    given,
  )
  return changes.map((change) => ({
    ...change,
    steps: change.steps.map((step) => ({ ...step, ...writerAt(step.source) })),
  }))
}

/**
 * The first line of each place, as the index has it. A citation by id, as of a generated line, names no place: that
 * line's writers are in its history.
 */
function linesAt(
  citations: readonly string[],
  { store, repository, read }: WrittenContext,
): (StandingLine & { readonly citation: string })[] {
  const places = citations.flatMap((citation) => {
    const place = placeCited(citation)
    return place ? [{ citation, ...place }] : []
  })
  const files = new Map(store.filesAt([...new Set(places.map(({ path }) => path))]).map((file) => [file.path, file]))
  const blobs = repository.blobs([...new Set([...files.values()].map(({ oid }) => oid))].filter(isCommitted))
  const texts = new Map(
    [...files].map(([path, { oid }]) => {
      const text = isCommitted(oid) ? blobs.get(oid)?.toString('utf8') : read(path)
      return [path, (text ?? '').split(/\r?\n/)]
    }),
  )
  return places.flatMap(({ citation, path, first }) => {
    const text = texts.get(path)?.[first - 1]
    return text === undefined ? [] : [{ citation, path, text }]
  })
}

const isCommitted = (oid: string): boolean => oid !== uncommittedOid
