import { MemoryError } from '../model/error.js'
import type { Store } from '../store/store.js'
import { printable } from '../text/safe-text.js'
import type { Searched } from './nearness.js'
import { flat } from './search/flat.js'
import type { Progress, VectorSearch } from './search/search.js'
import { searches } from './search/searches.js'

/** Up to so many vectors, `auto` compares every one exactly; beyond, their signs first (docs/semantic.md). */
const crossover = 10_000
/** After so many new vectors a search is opened anew, and built without being asked for. */
export const mostNew = 1000
/** How many vectors the usual angle is estimated from. */
const sampled = 1000

const searchOf = (named: string, count: number): string =>
  named === 'auto' ? (count > crossover ? 'binary' : 'flat') : named

/**
 * Builds the search's index, unless that covers all vectors already. An unknown name, which only a hand-written setting
 * can hold, builds nothing.
 *
 * @param named `auto` or a row of `searches`
 * @param uncovered how many vectors it may leave out; those are compared one by one
 * @throws MemoryError embeddings-failed where it needs a package that is not installed
 */
export async function prepare(store: Store, named: string, progress?: Progress, uncovered = 0): Promise<void> {
  const [vectors, era] = [store.vectors.places(), store.vectors.era()]
  if (vectors.end === 0) return
  const name = searchOf(named, vectors.end)
  const search: VectorSearch | undefined = searches[name]
  if (!search?.build || (store.vectors.built(name)?.covers ?? -Infinity) + uncovered >= vectors.end) return
  const bytes = search.build(vectors, progress)
  progress?.(vectors.end, vectors.end)
  await store.write(() => {
    // Another process may have forgotten some vectors meanwhile.
    if (store.vectors.era() === era) store.vectors.keepBuilt(name, vectors.end, bytes)
  })
}

interface OpenSearch extends Omit<Searched, 'vectors'> {
  readonly named: string
  readonly era: string
  /** How many places there were when it was opened. */
  readonly end: number
}

/** Open searches: a process that is asked again and again reads what may be tens of megabytes once. */
const opened = new WeakMap<Store['vectors'], OpenSearch>()

/**
 * The vectors as they are now, with the search that was built for them; where none was, every vector is compared.
 *
 * @throws MemoryError embeddings-failed where a package that it needs is not installed, or what was built cannot be
 * read
 */
export function searchVectors({ vectors: rows }: Pick<Store, 'vectors'>, named: string): Searched {
  const [vectors, era] = [rows.places(), rows.era()]
  const before = opened.get(rows)
  if (before?.named === named && before.era === era && vectors.end - before.end <= mostNew) {
    const came = Array.from({ length: vectors.end - before.end }, (_, at) => vectors.at(before.end + at))
    return { ...before, vectors, sample: [...before.sample, ...came] }
  }
  const name = searchOf(named, vectors.end)
  const search: VectorSearch | undefined = searches[name]
  const built = search?.build && rows.built(name)
  const isReady = search && (!search.build || built)
  const covers = built?.covers ?? vectors.end
  const find = opening(name, () =>
    (isReady ? search : flat).open({ ...vectors, end: covers }, built?.bytes ?? new Uint8Array()),
  )
  const step = Math.max(1, Math.floor(vectors.end / sampled))
  const sample = Array.from({ length: Math.ceil(vectors.end / step) }, (_, at) => vectors.at(at * step))
  const now = { named, era, end: vectors.end, find, covers, sample }
  opened.set(rows, now)
  return { ...now, vectors }
}

/** Opens a search. Whatever fails is thrown as a MemoryError, so that words answer instead. */
function opening<T>(name: string, open: () => T): T {
  try {
    return open()
  } catch (cause) {
    if (cause instanceof MemoryError) throw cause
    const why = `--search ${name} cannot be opened: ${printable((cause as Error).message)}; memory embed --again`
    throw new MemoryError('embeddings-failed', why, { cause })
  }
}
