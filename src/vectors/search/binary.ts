import { bytesOf } from '../../model/vector.js'
import { least } from './least.js'
import type { VectorSearch, Vectors } from './search.js'

/** How many of the vectors that share most signs are compared by angle: `fewest`, or `share` of all if that is more. */
const fewest = 1000
const share = 0.005
const atOnce = 10_000

/** Compares the signs of all vectors, then those vectors that share most: nearly exact, an eighth of the room. */
export const binary: VectorSearch = {
  build(vectors) {
    const { end, width } = vectors
    const middle = middleOf(vectors)
    const words = Math.ceil(width / 32)
    const signs = new Uint32Array(end * words)
    for (let from = 0; from < end; from += atOnce) {
      const to = Math.min(end, from + atOnce)
      const some = vectors.all(from, to)
      for (let place = from; place < to; place++) {
        const start = (place - from) * width
        signs.set(signsOf(some.subarray(start, start + width), middle), place * words)
      }
    }
    return new Uint8Array(Buffer.concat([new Uint8Array(middle.buffer), new Uint8Array(signs.buffer)]))
  },
  open({ end, width }, built) {
    const words = Math.ceil(width / 32)
    const bytes = built.slice()
    const middle = new Float32Array(bytes.buffer, 0, width)
    const signs = new Uint32Array(bytes.buffer, 4 * width)
    const distances = new Uint16Array(end)
    return (question, most) => {
      const asked = signsOf(bytesOf(question), middle)
      for (let place = 0, from = 0; place < end; place++, from += words) {
        let differ = 0
        for (let word = 0; word < words; word++) differ += ones(signs[from + word]! ^ asked[word]!)
        distances[place] = differ
      }
      return least(distances, width, Math.max(fewest, share * end, 4 * most))
    }
  },
}

/** The mean of the vectors. Models lean to one sign in some dimensions; there, above or below the mean says more. */
function middleOf(vectors: Vectors): Float32Array {
  const middle = new Float32Array(vectors.width)
  const step = Math.max(1, Math.floor(vectors.end / 10_000))
  for (let place = 0; place < vectors.end; place += step) {
    const vector = vectors.at(place)
    for (let at = 0; at < middle.length; at++) middle[at]! += vector[at]!
  }
  return middle.map((sum) => sum / Math.ceil(vectors.end / step))
}

function signsOf(vector: Int8Array, middle: Float32Array): Uint32Array {
  const signs = new Uint32Array(Math.ceil(middle.length / 32))
  for (let at = 0; at < middle.length; at++) if (vector[at]! > middle[at]!) signs[at >>> 5]! |= 1 << (at & 31)
  return signs
}

/** How many bits of 32 are set (Warren, Hacker's Delight, 5-1). */
function ones(word: number): number {
  word -= (word >>> 1) & 0x5555_5555
  word = (word & 0x3333_3333) + ((word >>> 2) & 0x3333_3333)
  return Math.imul((word + (word >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24
}
