import { parseBatch, parseSizes } from './git-output.js'
import type { Runner } from './run-git.js'

export function blobs(git: Runner) {
  /** The sizes of blobs in bytes, by OID. A blob that the repository does not hold is absent. */
  const sizes = (oids: readonly string[]): Map<string, number> => {
    if (oids.length === 0) return new Map()
    const ask = ['cat-file', '--batch-check=%(objectname) %(objectsize)']
    try {
      return parseSizes(git.output(ask, `${oids.join('\n')}\n`), oids)
    } catch {
      // In a partial clone Git stops at the first blob that it would have to fetch, so ask for all objects that are here.
      return parseSizes(git.output([...ask, '--batch-all-objects']), oids)
    }
  }

  return {
    /** The bytes of blobs, by OID. A blob that the repository does not hold (a partial clone) is absent. */
    blobs(oids: readonly string[]): Map<string, Buffer> {
      if (oids.length === 0) return new Map()
      const read = (wanted: readonly string[]): Buffer => git.output(['cat-file', '--batch'], `${wanted.join('\n')}\n`)
      try {
        return parseBatch(read(oids))
      } catch (cause) {
        const here = sizes(oids)
        const held = oids.filter((oid) => here.has(oid))
        if (held.length === oids.length) throw cause
        return held.length === 0 ? new Map() : parseBatch(read(held))
      }
    },

    sizes,
  }
}
