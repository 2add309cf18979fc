import type { FactId } from '../model/fact.js'
import type { Store } from '../store/store.js'
import { cosine, unit } from '../model/vector.js'
import { whenAsked } from '../text/once.js'
import type { Find, Vectors } from './search/search.js'

const hasDirection = (vector: Int8Array): boolean => vector.some((each) => each !== 0)

/** How near lines are to a question in meaning; each 0 to 1, and 0 for a line without a vector. */
export interface Nearness {
  /** Ids of those that stand out, the nearest first. */
  readonly nearest: (most: number) => readonly FactId[]
  /** How far a line stands out, as a share of how far the nearest of all does. */
  readonly of: (id: FactId) => number
  /** How much of an answer a line is by its nearness alone; often 0, since any question has a nearest line. */
  readonly standsOut: (id: FactId) => number
}

/** The nearness of all lines where a model has nothing to say. */
export const nothingNear: Nearness = { nearest: () => [], of: () => 0, standsOut: () => 0 }

export interface Searched {
  readonly vectors: Vectors
  readonly find: Find
  /** `find` knows the places below this one; the few others are compared one by one. */
  readonly covers: number
  /** Some of the vectors, to estimate the usual angle from. */
  readonly sample: readonly Int8Array[]
}

/**
 * Limits, in standard deviations by which a line's angle stands out from all. Models spread their angles differently:
 * in one, unrelated lines stand at 0.1, in another at 0.7. So many lines stand out by less than `usual` that it says
 * nothing. The nearest of n unrelated lines stands out by about √(2 ln n) (Fisher and Tippett 1928). A right answer
 * without a word of its question stands out by at least `short` less than that. So do half of the wrong ones, hence it
 * counts as half an answer at most. `short` was found on twenty questions.
 */
const usual = 1
const short = 0.6
const clear = 1.5
const halfAnAnswer = 0.5
/** How much of an answer a line is that stands out least. */
const least = 0.2

/** How far rounding to bytes moves an angle; the least spread, for a sample whose angles are all alike. */
const rounding = 0.005

export function nearnessTo(
  question: Float32Array,
  { vectors, find, covers, sample }: Searched,
  { idAt, of }: Pick<Store['vectors'], 'idAt' | 'of'>,
): Nearness {
  // Vectors of another length are of another model, and cannot be compared.
  if (vectors.width !== question.length) return nothingNear
  const asked = unit(question)
  // A line without a vector has no direction.
  const angles = sample.filter(hasDirection).map((vector) => cosine(asked, vector))
  const mean = angles.reduce((sum, each) => sum + each, 0) / angles.length
  const spread = Math.max(
    rounding,
    Math.sqrt(angles.reduce((sum, each) => sum + (each - mean) ** 2, 0) / angles.length),
  )
  const apart = (angle: number): number => (angles.length === 0 ? 0 : (angle - mean) / spread)
  const chance = Math.sqrt(2 * Math.log(Math.max(2, vectors.end)))
  const nearest = (most: number): { readonly place: number; readonly by: number }[] => {
    const places = new Set(find(question, most))
    for (let place = covers; place < vectors.end; place++) places.add(place)
    return Array.from(places, (place) => ({ place, vector: vectors.at(place) }))
      .filter(({ vector }) => hasDirection(vector))
      .map(({ place, vector }) => ({ place, by: apart(cosine(asked, vector)) }))
      .filter(({ by }) => by > usual)
      .toSorted((one, other) => other.by - one.by || one.place - other.place)
      .slice(0, most)
  }
  const farthest = whenAsked(() => Math.max(chance, nearest(1)[0]?.by ?? 0))
  const apartBy = (id: FactId): number => {
    const vector = of(id)
    return vector?.length === question.length && hasDirection(vector) ? apart(cosine(asked, vector)) : 0
  }
  return {
    nearest: (most) => nearest(most).flatMap(({ place }) => idAt(place) ?? []),
    of(id) {
      const by = apartBy(id)
      return by > usual ? Math.min(1, by / farthest()) : 0
    },
    standsOut(id) {
      const beyond = (apartBy(id) - chance + short) / clear
      return beyond < 0 ? 0 : least + (halfAnAnswer - least) * Math.min(1, beyond)
    },
  }
}
