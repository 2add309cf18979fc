/**
 * A vector as signed bytes, scaled so that its greatest number is 127: a quarter of the room, and the same bytes on
 * every machine. Only the angle between two vectors is ever asked for, and it stays the same to about 0.005.
 */
export function bytesOf(vector: Float32Array): Int8Array {
  let most = 0
  for (let at = 0; at < vector.length; at++) most = Math.max(most, Math.abs(vector[at]!))
  const bytes = new Int8Array(vector.length)
  if (most > 0) for (let at = 0; at < bytes.length; at++) bytes[at] = Math.round((vector[at]! / most) * 127)
  return bytes
}

export function lengthOf(vector: Int8Array | Float32Array, from = 0, to = vector.length): number {
  let sum = 0
  for (let at = from; at < to; at++) sum += vector[at]! * vector[at]!
  return Math.sqrt(sum)
}

/** A vector scaled to the length 1, as `dot` and `cosine` take it. */
export function unit(question: Float32Array | Int8Array): Float64Array {
  const length = lengthOf(question) || 1
  return Float64Array.from(question, (each) => each / length)
}

/** The dot product. Four independent sums take two thirds of the time of one. */
export function dot(question: Float64Array, vectors: Int8Array, from = 0): number {
  const width = question.length
  let one = 0
  let two = 0
  let three = 0
  let four = 0
  let at = 0
  for (; at + 3 < width; at += 4) {
    one += question[at]! * vectors[from + at]!
    two += question[at + 1]! * vectors[from + at + 1]!
    three += question[at + 2]! * vectors[from + at + 2]!
    four += question[at + 3]! * vectors[from + at + 3]!
  }
  for (; at < width; at++) one += question[at]! * vectors[from + at]!
  return one + two + three + four
}

/** The cosine of the angle between two vectors, -1 to 1; 0 where one of them is all zeros. */
export function cosine(question: Float64Array, vector: Int8Array): number {
  const length = lengthOf(vector)
  return length === 0 ? 0 : dot(question, vector) / length
}
