import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Index, IndexConfig } from 'usearch'
import { optionalPackage } from '../optional-package.js'
import { bytesOf } from '../../model/vector.js'
import type { VectorSearch } from './search.js'

/** Neighbours of each vector, and how many are looked at while building: the defaults of usearch. */
const [neighbours, whileBuilding] = [16, 128]
/**
 * A loaded index forgets how many vectors to look at, and looks at as many as it is asked for. So it is asked for
 * `times` as many as are wanted, `fewest` at least.
 */
const fewest = 128
const times = 4
const atOnce = 5000

/** Follows a graph of near vectors (needs usearch beside): fastest to ask, slowest to build. */
export const hnsw: VectorSearch = {
  needs: 'usearch',
  build(vectors, progress) {
    const { end, width } = vectors
    const index = emptyIndex(width)
    for (let from = 0; from < end; from += atOnce) {
      progress?.(from, end)
      const to = Math.min(end, from + atOnce)
      const keys = BigUint64Array.from({ length: to - from }, (_, at) => BigInt(from + at))
      index.add(keys, vectors.all(from, to), 0)
    }
    return throughFile((path) => {
      index.save(path)
      return readFileSync(path)
    })
  },
  open({ width }, built) {
    const index = emptyIndex(width)
    throughFile((path) => {
      writeFileSync(path, built)
      index.load(path)
    })
    return (question, most) =>
      Array.from(index.search(bytesOf(question), Math.max(fewest, times * most), 1).keys, Number)
  },
}

/** @throws MemoryError embeddings-failed */
function emptyIndex(width: number): Index {
  const usearch = optionalPackage('usearch') as { readonly Index: new (config: Partial<IndexConfig>) => Index }
  return new usearch.Index({
    dimensions: width,
    metric: 'cos' as IndexConfig['metric'],
    quantization: 'i8' as IndexConfig['quantization'],
    connectivity: neighbours,
    expansion_add: whileBuilding,
  })
}

/** Lends a temporary file, for the package writes and reads nothing else. */
function throughFile<T>(use: (path: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'memory-hnsw-'))
  try {
    return use(join(folder, 'graph'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
