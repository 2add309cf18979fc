import type { Code } from '../language/languages.js'

/** What makes vectors of texts: a model on this machine, most often behind a server of its own. */
export interface Provider {
  /** What vectors are kept under: `ollama nomic-embed-text 0a109f422b47`. Those of two names say nothing to each other. */
  readonly name: (patience?: number) => Promise<string>
  /** The only language it knows, by its code; any where it is left out. */
  readonly language?: Code
  /** Texts that are best asked for at once; 32 where it is left out. */
  readonly atOnce?: number
  /**
   * One vector a text, all of one length, in their order.
   *
   * @param patience milliseconds that a server is waited for; what runs within this process takes what it takes
   * @throws MemoryError embeddings-failed; `Refused` where the server answers, but not with vectors
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
