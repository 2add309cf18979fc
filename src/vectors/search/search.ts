/** Vectors by their places, 0 to `end` - 1, a signed byte a number; the place of a vector that is gone holds zeros. */
export interface Vectors {
  readonly end: number
  /** How many numbers a vector has. */
  readonly width: number
  readonly at: (place: number) => Int8Array
  /** The vectors one behind the other, from place `from` to before `to`. */
  readonly all: (from?: number, to?: number) => Int8Array
  /** For the file of an extension (sqlite-vec's): a function with which SQLite finds the places of the nearest vectors. */
  readonly scanBy: (extension: string) => (question: Int8Array, most: number) => readonly number[]
}

/** Gives places that include the `most` nearest in angle, or nearly all of these; the caller compares them. */
export type Find = (question: Float32Array, most: number) => readonly number[]

export type Progress = (done: number, total: number) => void

export interface VectorSearch {
  /** A package that has to be installed beside ours. */
  readonly needs?: string
  /**
   * Builds an index to keep beside the vectors, so that few of them need be read; left out where all are read.
   *
   * @throws MemoryError embeddings-failed where a package that it needs is not installed
   */
  readonly build?: (vectors: Vectors, progress?: Progress) => Uint8Array
  /**
   * @param built the index that `build` made of the same vectors
   * @throws MemoryError embeddings-failed where a package that it needs is not installed
   */
  readonly open: (vectors: Vectors, built: Uint8Array) => Find
}
