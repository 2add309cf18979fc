import type { FactId } from '../model/fact.js'

/** How near lines are to a question in what they mean. */
export interface Nearness {
  /** Ids of those that stand out, the nearest first. */
  readonly nearest: (most: number) => readonly FactId[]
  /** 0 to 1; 0 for what is no nearer than most lines are, and for what has no vector. */
  readonly of: (id: FactId) => number
}

/**
 * A signed byte a dimension, the greatest 127: a quarter of the room, and the same bytes on every machine. The angle
 * between two is that of what they stand for to about 0.005, and all that is asked of them.
 */
export function rounded(vector: Float32Array): Uint8Array {
  const most = vector.reduce((greatest, each) => Math.max(greatest, Math.abs(each)), 0)
  const bytes = Int8Array.from(vector, (each) => (most === 0 ? 0 : Math.round((each / most) * 127)))
  return new Uint8Array(bytes.buffer)
}

/**
 * Models spread their angles differently: of one, lines that have nothing in common stand at 0.1, of another at 0.7. So a
 * line is told by how many standard deviations it stands out from all lines: what is within `usual` is chance, what is
 * beyond `clear` is as near as anything gets.
 */
const usual = 2
const clear = 6

/**
 * Every vector is compared: exact, and for what people keep (some ten thousand lines) a matter of milliseconds.
 *
 * @param trust what being as near as can be counts, 0 to 1
 * @param vectors as `rounded` gave them; those of another length than the question's are of another model, and left out
 */
export function nearnessTo(
  question: Float32Array,
  vectors: readonly (readonly [FactId, Uint8Array])[],
  trust = 1,
): Nearness {
  const own = vectors.filter(([, bytes]) => bytes.length === question.length)
  const asked = Math.sqrt(question.reduce((sum, each) => sum + each * each, 0))
  const angles = Float64Array.from(own, ([, bytes]) => cosine(question, asked, bytes))
  const mean = angles.reduce((sum, each) => sum + each, 0) / angles.length
  const spread = Math.sqrt(angles.reduce((sum, each) => sum + (each - mean) ** 2, 0) / angles.length)
  const places = new Map(own.map(([id], place) => [id, place]))
  const near = (angle: number): number =>
    spread === 0 ? 0 : Math.min(1, Math.max(0, ((angle - mean) / spread - usual) / (clear - usual)))
  return {
    nearest: (most) =>
      Array.from(angles.keys())
        .filter((place) => near(angles[place]!) > 0)
        .toSorted((one, other) => angles[other]! - angles[one]! || one - other)
        .slice(0, most)
        .map((place) => own[place]![0]),
    of(id) {
      const place = places.get(id)
      return place === undefined ? 0 : trust * near(angles[place]!)
    },
  }
}

/** @param asked the question's length */
function cosine(question: Float32Array, asked: number, bytes: Uint8Array): number {
  const line = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length)
  let [dot, own] = [0, 0]
  for (let at = 0; at < line.length; at++) {
    dot += line[at]! * question[at]!
    own += line[at]! * line[at]!
  }
  const lengths = Math.sqrt(own) * asked
  return lengths === 0 ? 0 : dot / lengths
}
