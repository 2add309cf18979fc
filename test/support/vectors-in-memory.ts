import type { Searched } from '../../src/vectors/nearness.js'
import type { VectorSearch, Vectors } from '../../src/vectors/search/search.js'

/** Vectors as the index has them, one a place. */
export function vectorsOf(all: readonly Int8Array[]): Vectors {
  const width = all[0]?.length ?? 0
  return {
    end: all.length,
    width,
    at: (place) => all[place]!,
    all(from = 0, to = all.length) {
      const joined = new Int8Array((to - from) * width)
      for (let place = from; place < to; place++) joined.set(all[place]!, (place - from) * width)
      return joined
    },
    scanBy() {
      throw new Error('only the index has an SQLite to ask')
    },
  }
}

/** The same, with what a search makes of them. */
export function searchedBy(search: VectorSearch, all: readonly Int8Array[]): Searched {
  const vectors = vectorsOf(all)
  const find = search.open(vectors, search.build?.(vectors) ?? new Uint8Array())
  return { vectors, find, covers: all.length, sample: all }
}
