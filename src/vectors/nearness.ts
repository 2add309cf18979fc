import type { FactId } from '../model/fact.js'
import type { Store } from '../store/store.js'
import { cosine, unit } from '../model/vector.js'
import type { Find, Vectors } from './search/search.js'

/** How near lines are to a question in what they mean. */
export interface Nearness {
  /** Ids of those that stand out, the nearest first. */
  readonly nearest: (most: number) => readonly FactId[]
  /** 0 to 1; 0 for what is no nearer than most lines are, and for what has no vector. */
  readonly of: (id: FactId) => number
}

/** Vectors that can be asked. */
export interface Searched {
  readonly vectors: Vectors
  readonly find: Find
  /** `find` knows the places before this one; those behind are few. */
  readonly covers: number
  /** Any of them, by which all are judged. */
  readonly sample: readonly Int8Array[]
}

/**
 * Models spread their angles differently: of one, lines that have nothing in common stand at 0.1, of another at 0.7. So a
 * line is told by how many standard deviations it stands out from all lines: what is within `usual` is chance, what is
 * beyond `clear` is as near as anything gets.
 */
const usual = 2
const clear = 6
/** What rounding to bytes does to an angle: where all of the sample lie within it, what lies apart stands out all the same. */
const rounding = 0.005

/** @param trust what being as near as can be counts, 0 to 1 */
export function nearnessTo(
  question: Float32Array,
  { vectors, find, covers, sample }: Searched,
  { idAt, of }: Pick<Store['vectors'], 'idAt' | 'of'>,
  trust = 1,
): Nearness {
  // Of another length: of another model, so they say nothing to each other.
  if (vectors.width !== question.length) return { nearest: () => [], of: () => 0 }
  const asked = unit(question)
  const angles = sample.map((vector) => cosine(asked, vector))
  const mean = angles.reduce((sum, each) => sum + each, 0) / angles.length
  const spread = Math.max(
    rounding,
    Math.sqrt(angles.reduce((sum, each) => sum + (each - mean) ** 2, 0) / angles.length),
  )
  const near = (angle: number): number => Math.min(1, Math.max(0, ((angle - mean) / spread - usual) / (clear - usual)))
  return {
    nearest(most) {
      const places = new Set(find(question, most))
      for (let place = covers; place < vectors.end; place++) places.add(place)
      return Array.from(places, (place) => ({ place, angle: cosine(asked, vectors.at(place)) }))
        .filter(({ angle }) => near(angle) > 0)
        .toSorted((one, other) => other.angle - one.angle || one.place - other.place)
        .slice(0, most)
        .flatMap(({ place }) => idAt(place) ?? [])
    },
    of(id) {
      const vector = of(id)
      return vector?.length === question.length ? trust * near(cosine(asked, vector)) : 0
    },
  }
}
