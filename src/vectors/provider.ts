import type { Code } from '../language/languages.js'

/** A model that makes vectors of texts, most often behind a server on this machine. */
export interface Provider {
  /** Vectors are kept under this name, `ollama nomic-embed-text 0a109f422b47`; those of another are not comparable. */
  readonly name: (patience?: number) => Promise<string>
  /** The only language it knows, by its code; any where it is left out. */
  readonly language?: Code
  /** How many texts are best given at once; 32 where it is left out. */
  readonly atOnce?: number
  /**
   * Gives one vector for each text, in their order, all of one length.
   *
   * @param patience milliseconds that a server is waited for; a model within this process takes as long as it takes
   * @throws MemoryError embeddings-failed; `ServerRefusal` where the server answers, but not with vectors
   */
  readonly embed: (texts: readonly string[], patience?: number) => Promise<readonly Float32Array[]>
}

/** Which model, and where it is asked; a clone's own, never a commit's (docs/semantic.md). */
export interface EmbeddingSettings {
  readonly provider: string
  readonly model: string
  readonly url: string
  /** Whether texts may leave this machine. */
  readonly allowRemote: boolean
  /** What finds the nearest: a row of `searches`, or `auto`. */
  readonly search: string
}
