/** Which model reads this clone's logs. */
export type LanguageModelSettings = ModelProgramSettings | ModelServerSettings

export const mostAtOnce = 16

/** A program that is given a request and gives text back. */
export interface ModelProgramSettings {
  readonly by: 'program'
  /** The program and its arguments, as they are run: `['claude']`, `['/opt/ask', '--fast']`. */
  readonly command: readonly string[]
  /** The model to use; null where the program chooses. */
  readonly model: string | null
  /** How many requests at once: 1 to 16. */
  readonly atOnce: number
}

/** A server, on this machine unless `allowRemote`. */
export interface ModelServerSettings {
  readonly by: 'server'
  /** The API that it speaks: a row of `modelServers`. */
  readonly api: string
  readonly url: string
  readonly model: string
  readonly allowRemote: boolean
  /** Requests at once, 1 to 16; those that the server cannot work on wait in its queue while their time runs. */
  readonly atOnce: number
}

/** What a model is asked, and the form that its answer should have. */
export interface ModelRequest {
  /** How to answer, the same for many requests. */
  readonly system: string
  /** What to answer. */
  readonly user: string
  /** JSON Schema of the answer, for models that can be held to one. */
  readonly schema: object
}

export interface ModelReply {
  /** Whatever it said: JSON if it did as asked, and perhaps words around it. */
  readonly text: string
  /** The tokens that the program or server says it used; null where it does not say. */
  readonly tokens: { readonly in: number; readonly out: number } | null
}

export interface LanguageModel {
  /** `claude`, `ollama qwen3:8b at 127.0.0.1:11434` */
  readonly name: string
  readonly atOnce: number
  /**
   * @param patience milliseconds after which the request is given up
   * @throws MemoryError reader-failed
   */
  readonly ask: (request: ModelRequest, patience: number) => Promise<ModelReply>
}

/** Milliseconds to wait for an answer: a model thinks. */
export const usualModelPatience = 180_000
