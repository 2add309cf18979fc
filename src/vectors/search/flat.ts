import { dot, lengthOf, unit } from '../../model/vector.js'
import type { VectorSearch } from './search.js'

/** Compares every vector: exact, and nothing to build. */
export const flat: VectorSearch = {
  open(vectors) {
    const { end, width } = vectors
    const all = vectors.all()
    const lengths = new Float32Array(end)
    for (let place = 0; place < end; place++) lengths[place] = lengthOf(all, place * width, (place + 1) * width)
    const cosines = new Float32Array(end)
    return (question, most) => {
      const asked = unit(question)
      for (let place = 0; place < end; place++)
        cosines[place] = lengths[place] === 0 ? -1 : dot(asked, all, place * width) / lengths[place]!
      return greatest(cosines, most)
    }
  },
}

/** Places of the `most` greatest numbers. Only the few above a limit are sorted, which a sample sets. */
function greatest(numbers: Float32Array, most: number): number[] {
  const sampled = 1000
  const step = Math.max(1, Math.floor(numbers.length / sampled))
  const sample = Float32Array.from(
    { length: Math.ceil(numbers.length / step) },
    (_, at) => numbers[at * step]!,
  ).toSorted()
  for (let share = (4 * most) / numbers.length + 4 / sampled; ; share *= 4) {
    const limit = share >= 1 ? -Infinity : sample[Math.floor(sample.length * (1 - share))]!
    const found: number[] = []
    for (let place = 0; place < numbers.length; place++) if (numbers[place]! >= limit) found.push(place)
    if (found.length >= most || share >= 1)
      return found.toSorted((one, other) => numbers[other]! - numbers[one]! || one - other).slice(0, most)
  }
}
