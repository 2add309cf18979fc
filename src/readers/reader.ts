/** Which model reads this clone's logs. */
export type ReaderSettings = ProgramSettings | ServerSettings

/** A program that is given a request and gives text back. */
export interface ProgramSettings {
  readonly by: 'program'
  /** The program and its arguments, as they are run: `['claude']`, `['/opt/ask', '--fast']`. */
  readonly command: readonly string[]
  /** Null where the program chooses. */
  readonly model: string | null
}

/** A server, on this machine unless `allowRemote`. */
export interface ServerSettings {
  readonly by: 'server'
  /** What it speaks: a row of `serverApis`. */
  readonly api: string
  readonly url: string
  readonly model: string
  readonly allowRemote: boolean
}

/** What a reader is asked: words, and the form that its answer should have. */
export interface ReaderRequest {
  readonly text: string
  /** JSON Schema of the answer, for those that can be held to one. */
  readonly schema: object
}

export interface ReaderReply {
  /** Whatever it said: JSON if it did as asked, and perhaps words around it. */
  readonly text: string
  /** What the program or server says it cost; null where it does not. */
  readonly tokens: { readonly in: number; readonly out: number } | null
}

/** A model that can be asked. */
export interface LogReader {
  /** `claude`, `ollama qwen3:8b at 127.0.0.1:11434` */
  readonly name: string
  /**
   * @param patience milliseconds, after which it is given up
   * @throws MemoryError reader-failed
   */
  readonly ask: (request: ReaderRequest, patience: number) => Promise<ReaderReply>
}

/** A model thinks; milliseconds. */
export const usualReaderPatience = 180_000
