import type { FactId } from '../model/fact.js'
import type { Store } from '../store/store.js'
import { cosine, unit } from '../model/vector.js'
import { whenAsked } from '../text/once.js'
import type { Find, Vectors } from './search/search.js'

/** How near lines are to a question in what they mean; each 0 to 1, and 0 for what has no vector. */
export interface Nearness {
  /** Ids of those that stand out, the nearest first. */
  readonly nearest: (most: number) => readonly FactId[]
  /** As a share of how far the nearest of all lines stands out. */
  readonly of: (id: FactId) => number
  /** How far it stands out by itself: 1 is as near as anything gets. */
  readonly standsOut: (id: FactId) => number
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
 * line is told by how many standard deviations it stands out from all lines. Within `usual` are so many that it is no sign.
 * The nearest of `lines` that mean nothing to each other would stand about √(2 ln lines) out (Fisher and Tippett 1928): what
 * stands out by `clear` more is as near as anything gets.
 */
const usual = 1
const clear = 2
/** What rounding to bytes does to an angle: where all of the sample lie within it, what lies apart stands out all the same. */
const rounding = 0.005

export function nearnessTo(
  question: Float32Array,
  { vectors, find, covers, sample }: Searched,
  { idAt, of }: Pick<Store['vectors'], 'idAt' | 'of'>,
): Nearness {
  // Of another length: of another model, so they say nothing to each other.
  if (vectors.width !== question.length) return { nearest: () => [], of: () => 0, standsOut: () => 0 }
  const asked = unit(question)
  // What has no vector lies in no direction.
  const angles = sample.map((vector) => cosine(asked, vector)).filter((angle) => angle !== 0)
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
    return Array.from(places, (place) => ({ place, angle: cosine(asked, vectors.at(place)) }))
      .filter(({ angle }) => angle !== 0)
      .map(({ place, angle }) => ({ place, by: apart(angle) }))
      .filter(({ by }) => by > usual)
      .toSorted((one, other) => other.by - one.by || one.place - other.place)
      .slice(0, most)
  }
  const farthest = whenAsked(() => Math.max(chance, nearest(1)[0]?.by ?? 0))
  const apartBy = (id: FactId): number => {
    const vector = of(id)
    const angle = vector?.length === question.length ? cosine(asked, vector) : 0
    return angle === 0 ? 0 : apart(angle)
  }
  return {
    nearest: (most) => nearest(most).flatMap(({ place }) => idAt(place) ?? []),
    of(id) {
      const by = apartBy(id)
      return by > usual ? Math.min(1, by / farthest()) : 0
    },
    standsOut: (id) => Math.min(1, Math.max(0, (apartBy(id) - chance) / clear)),
  }
}
