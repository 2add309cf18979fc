import { MemoryError } from '../model/error.js'
import type { Store } from '../store/store.js'
import { printable } from '../text/safe-text.js'
import type { Searched } from './nearness.js'
import { flat } from './search/flat.js'
import type { Progress, VectorSearch } from './search/search.js'
import { searches } from './search/searches.js'

/** Up to so many `auto` compares every vector, which costs little yet and loses none; beyond it begins with their signs (docs/semantic.md). */
const crossover = 10_000
/** Vectors that may come until a search is opened anew, or built where nobody asked for that. */
export const mostNew = 1000
/** Vectors by which all are judged. */
const sampled = 1000

const searchOf = (named: string, count: number): string =>
  named === 'auto' ? (count > crossover ? 'binary' : 'flat') : named

/**
 * Build what the search keeps, where it does not know all vectors. A name that nobody knows, written into the settings by
 * hand, builds nothing.
 *
 * @param named `auto` or a row of `searches`
 * @param uncovered vectors that it may leave out, which are compared one by one
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
    // Another process may have forgotten some of them meanwhile.
    if (store.vectors.era() === era) store.vectors.keepBuilt(name, vectors.end, bytes)
  })
}

interface OpenSearch extends Omit<Searched, 'vectors'> {
  readonly named: string
  readonly era: string
  /** Places that there were. */
  readonly end: number
}

/** An open process is asked again and again, and reads what may be tens of megabytes once. */
const opened = new WeakMap<Store['vectors'], OpenSearch>()

/**
 * The vectors as they are now, with the search that was built for them; every one is compared where none was.
 *
 * @throws MemoryError embeddings-failed where a package that it needs is not installed, or what was built cannot be read
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

/** Words answer where a search does not, whatever became of the file or the package. */
function opening<T>(name: string, open: () => T): T {
  try {
    return open()
  } catch (cause) {
    if (cause instanceof MemoryError) throw cause
    const why = `--search ${name} cannot be opened: ${printable((cause as Error).message)}; memory embed --again`
    throw new MemoryError('embeddings-failed', why, { cause })
  }
}
