/** Vectors by their places, 0 to `end` - 1, a signed byte a number; a place of which nothing is left holds zeros. */
export interface Vectors {
  readonly end: number
  /** Numbers a vector. */
  readonly width: number
  readonly at: (place: number) => Int8Array
  /** One behind the other, from a place to before another. */
  readonly all: (from?: number, to?: number) => Int8Array
  /** Places of the nearest, as SQLite itself counts with this extension (sqlite-vec's). */
  readonly scanBy: (extension: string) => (question: Int8Array, most: number) => readonly number[]
}

/** Places among which the `most` nearest in angle are, or nearly all of these; whoever asks compares them. */
export type Find = (question: Float32Array, most: number) => readonly number[]

/** Told how many are done of how many. */
export type Progress = (done: number, total: number) => void

/** One way to find the nearest of many. */
export interface VectorSearch {
  /** A package that has to be installed beside ours. */
  readonly needs?: string
  /**
   * What is kept beside the vectors so that few of them need be read; left out where all are.
   *
   * @throws MemoryError embeddings-failed where a package that it needs is not installed
   */
  readonly build?: (vectors: Vectors, progress?: Progress) => Uint8Array
  /**
   * @param built what `build` made of the same vectors
   * @throws MemoryError embeddings-failed where a package that it needs is not installed
   */
  readonly open: (vectors: Vectors, built: Uint8Array) => Find
}
