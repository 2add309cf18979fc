import { optionalPackage } from '../optional-package.js'
import type { VectorSearch } from './search.js'
import { bytesOf } from '../../model/vector.js'

/** Compares every vector within SQLite (needs sqlite-vec beside): exact, and none is read into this process. */
export const sqliteVec: VectorSearch = {
  needs: 'sqlite-vec',
  open(vectors) {
    const { getLoadablePath } = optionalPackage('sqlite-vec') as { readonly getLoadablePath: () => string }
    const scan = vectors.scanBy(getLoadablePath())
    return (question, most) => scan(bytesOf(question), most)
  },
}
