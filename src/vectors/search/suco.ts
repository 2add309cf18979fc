import { lengthOf } from '../../model/vector.js'
import { least } from './least.js'
import { anyNumbers } from '../../text/any-numbers.js'
import type { VectorSearch, Vectors } from './search.js'

/** How many subspaces; the paper has as many for most data. */
const subspaces = 8
/** Centroids of each half of a subspace; two halves make 2,500 cells. The paper has 50. */
const centroids = 50
/** How often the centroids are moved to the middle of their vectors; the paper has 2. */
const rounds = 4
/** How many vectors the centroids are learned from. */
const learned = 20_000
/**
 * Shares of all vectors that count as near in a subspace. The paper has one (α, 0.03 to 0.05) and counts the vectors
 * within. With several, a vector within more of them counts more, which leaves fewer ties among the last to be chosen.
 */
const rings = [0.01, 0.03, 0.1, 0.3]
/** The share of vectors whose angles are compared: those near in most subspaces (β; 0.001 to 0.005 in the paper). */
const compared = 0.005
const fewest = 500

const halves = 2 * subspaces
const cells = centroids * centroids

/**
 * Subspace Collision (Wei, Lee, Liao, Palpanas and Peng, SIGMOD 2025, arXiv 2411.14754). A vector near a question is
 * near it in most subspaces, so the vectors that are near in the most are compared. Each subspace is cut in two halves,
 * each with its own centroids (an inverted multi-index). A vector is kept as one cell for each subspace, and only these
 * 16 bytes of it are read. Numbers are dealt out to the halves in turn, where the paper takes them in order: where the
 * strongest come first, no half gets them all.
 */
export const suco: VectorSearch = {
  build(vectors, progress) {
    const { end } = vectors
    progress?.(0, end)
    const books = booksOf(vectors)
    const kept = new Uint16Array(subspaces * end)
    const part = new Float32Array(partWidth(vectors.width))
    for (let place = 0; place < end; place++) {
      if (place % 10_000 === 9_999) progress?.(place, end)
      const vector = vectors.at(place)
      const scale = 1 / (lengthOf(vector) || 1)
      for (let half = 0; half < halves; half++) {
        const nearest = nearestOf(books[half]!, partOf(vector, half, scale, part))
        kept[(half >> 1) * end + place]! += half % 2 === 0 ? nearest * centroids : nearest
      }
    }
    return new Uint8Array(Buffer.concat([...books, kept].map(({ buffer }) => new Uint8Array(buffer))))
  },
  open({ end, width }, built) {
    const bytes = built.slice()
    const bookLength = centroids * partWidth(width)
    const books = Array.from(
      { length: halves },
      (_, half) => new Float32Array(bytes.buffer, 4 * half * bookLength, bookLength),
    )
    const kept = new Uint16Array(bytes.buffer, 4 * halves * bookLength)
    const held = Array.from({ length: subspaces }, (_, subspace) => {
      const often = new Uint32Array(cells)
      for (let at = subspace * end; at < (subspace + 1) * end; at++) often[kept[at]!]!++
      return often
    })
    const missed = new Uint8Array(end)
    const far = new Uint8Array(cells)
    const part = new Float32Array(partWidth(width))
    return (question, most) => {
      const scale = 1 / (lengthOf(question) || 1)
      missed.fill(0)
      for (let subspace = 0; subspace < subspaces; subspace++) {
        const [first, second] = [2 * subspace, 2 * subspace + 1].map((half) =>
          distancesTo(books[half]!, partOf(question, half, scale, part)),
        )
        far.fill(rings.length)
        let count = 0
        for (const cell of nearestCells(first!, second!, held[subspace]!, rings.at(-1)! * end)) {
          far[cell] = rings.findIndex((ring) => count < ring * end)
          count += held[subspace]![cell]!
        }
        for (let place = 0, at = subspace * end; place < end; place++, at++) missed[place]! += far[kept[at]!]!
      }
      return least(missed, subspaces * rings.length, Math.max(fewest, compared * end, 4 * most))
    }
  },
}

const partWidth = (width: number): number => Math.ceil(width / halves)

/** The numbers of a half: every sixteenth of the vector, from number `half` on; 0 beyond its end. */
function partOf(vector: Int8Array | Float32Array, half: number, scale: number, into: Float32Array): Float32Array {
  for (let at = 0; at < into.length; at++) into[at] = (vector[half + at * halves] ?? 0) * scale
  return into
}

/** The centroids of each half, one behind the other. */
function booksOf(vectors: Vectors): Float32Array[] {
  const width = partWidth(vectors.width)
  const step = Math.max(1, Math.floor(vectors.end / learned))
  const sample = Array.from({ length: Math.ceil(vectors.end / step) }, (_, at) => vectors.at(at * step)).map(
    (vector) => ({
      vector,
      scale: 1 / (lengthOf(vector) || 1),
    }),
  )
  const any = anyNumbers()
  const part = new Float32Array(width)
  return Array.from({ length: halves }, (_, half) => {
    let book = new Float32Array(centroids * width)
    for (let centroid = 0; centroid < centroids; centroid++) {
      const { vector, scale } = sample[Math.floor(any() * sample.length)]!
      book.set(partOf(vector, half, scale, part), centroid * width)
    }
    for (let round = 0; round < rounds; round++) {
      const sums = new Float32Array(book.length)
      const often = new Uint32Array(centroids)
      for (const { vector, scale } of sample) {
        const nearest = nearestOf(book, partOf(vector, half, scale, part))
        often[nearest]!++
        for (let at = 0; at < width; at++) sums[nearest * width + at]! += part[at]!
      }
      book = sums.map((sum, at) => {
        const own = often[Math.floor(at / width)]!
        return own === 0 ? book[at]! : sum / own
      })
    }
    return book
  })
}

/** Squared distances to each centroid. */
function distancesTo(book: Float32Array, part: Float32Array): Float32Array {
  const distances = new Float32Array(centroids)
  for (let centroid = 0, from = 0; centroid < centroids; centroid++, from += part.length) {
    let sum = 0
    for (let at = 0; at < part.length; at++) sum += (book[from + at]! - part[at]!) ** 2
    distances[centroid] = sum
  }
  return distances
}

function nearestOf(book: Float32Array, part: Float32Array): number {
  let [nearest, closest] = [0, Infinity]
  for (let centroid = 0, from = 0; centroid < centroids; centroid++, from += part.length) {
    let sum = 0
    for (let at = 0; at < part.length && sum < closest; at++) sum += (book[from + at]! - part[at]!) ** 2
    if (sum < closest) [nearest, closest] = [centroid, sum]
  }
  return nearest
}

/**
 * The nearest cells, as many as hold `enough` vectors (the paper's dynamic activation). Each centroid of the first half
 * that has come up offers its nearest cell that was not taken; the nearest of these is taken next.
 */
function nearestCells(first: Float32Array, second: Float32Array, held: Uint32Array, enough: number): number[] {
  const inOrder = (distances: Float32Array): number[] =>
    Array.from(distances.keys()).toSorted((one, other) => distances[one]! - distances[other]!)
  const [rows, columns] = [inOrder(first), inOrder(second)]
  const next = new Uint8Array(centroids)
  const taken: number[] = []
  for (let [count, active] = [0, 1]; count < enough;) {
    let [row, nearest] = [-1, Infinity]
    for (let at = 0; at < active; at++) {
      if (next[at] === centroids) continue
      const distance = first[rows[at]!]! + second[columns[next[at]!]!]!
      if (distance < nearest) [row, nearest] = [at, distance]
    }
    if (row < 0) break
    const cell = rows[row]! * centroids + columns[next[row]!]!
    taken.push(cell)
    count += held[cell]!
    next[row]!++
    if (row === active - 1 && active < centroids) active++
  }
  return taken
}
