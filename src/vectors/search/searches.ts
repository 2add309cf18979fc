import { binary } from './binary.js'
import { flat } from './flat.js'
import { hnsw } from './hnsw.js'
import type { VectorSearch } from './search.js'
import { sqliteVec } from './sqlite-vec.js'
import { suco } from './suco.js'

/** All searches, by the names they are set by; a new one is a file and a row. */
export const searches: Readonly<Record<string, VectorSearch>> = { flat, binary, suco, hnsw, 'sqlite-vec': sqliteVec }
