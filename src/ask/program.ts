import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { parse, type ParseError } from 'jsonc-parser'

/**
 * How a program is run so that it answers with text and does nothing else. Its model gets no tool that acts and none of
 * the user's own instructions, and nothing is kept. `npm run test:clients` tries this against the real programs.
 */
export interface ModelProgram {
  readonly call: (how: ProgramRequest) => ProgramCall
  /** Variables that it gets beside those of every program; a name that ends in `_` means all that begin with it. */
  readonly keeps: readonly string[]
  /** Files of variables that it reads at the user's home. From the first that exists it gets those that it `keeps`. */
  readonly variables?: (environment: NodeJS.ProcessEnv) => readonly string[]
  /** Reads its answer from what it printed; left out where the answer is in the file `answer`. */
  readonly read?: (stdout: string) => ProgramReply | undefined
  /** Why it cannot be asked with this model, and what to do; undefined where it can. */
  readonly refuses?: (model: string | null) => string | undefined
}

export interface ProgramRequest {
  readonly system: string
  readonly user: string
  readonly model: string | null
  /** JSON Schema of the answer. */
  readonly schema: string
  /**
   * The path of a file of this name in a folder that is removed after the answer. That folder has two empty ones:
   * `here`, in which the program runs, and `home`, which may be its home.
   */
  readonly place: (name: string) => string
  /** The user's variables that it is given. */
  readonly environment: NodeJS.ProcessEnv
}

export interface ProgramCall {
  /** Its arguments, behind the user's own. */
  readonly args: readonly string[]
  readonly sets?: Readonly<Record<string, string>>
  /** Text for its standard input, where no other user of the machine can read it. */
  readonly input: string
  /** Files to write before it starts, by their path. */
  readonly files?: Readonly<Record<string, string>>
  /** The user's files that it is logged in with, by the path where it finds them. One that is not there is left out. */
  readonly lends?: Readonly<Record<string, string>>
  /** The file with its answer, where it does not print it. */
  readonly answer?: string
}

export interface ProgramReply {
  readonly text: string
  readonly tokens?: { readonly in: number; readonly out: number }
}

export const modelAs = (flag: string, model: string | null): string[] => (model === null ? [] : [flag, model])

/** The JSON object that a text is; undefined where it is none. */
export const objectIn = (text: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/** Reads a file of JSON that may have comments and trailing commas; undefined where it is none, or not there. */
export const userSettingsIn = (file: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const errors: ParseError[] = []
    const value: unknown = parse(readFileSync(file, 'utf8'), errors, { allowTrailingComma: true })
    return errors.length === 0 && typeof value === 'object' && value !== null
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

/** The sum of what an object has under these names; 0 for what is no number. */
export const countOf = (usage: unknown, ...names: readonly string[]): number =>
  names.reduce((sum, name) => sum + (Number((usage as Record<string, unknown> | undefined)?.[name]) || 0), 0)

export const homeIn = ({ HOME, USERPROFILE }: NodeJS.ProcessEnv): string =>
  (process.platform === 'win32' ? USERPROFILE : HOME) ?? homedir()

/**
 * Variables that put a program's temporary files into a folder of ours, so that they go with it. A program that fails
 * or is killed leaves its request in such files.
 */
export const temporaryAt = (folder: string): Readonly<Record<string, string>> => ({
  TMPDIR: folder,
  TEMP: folder,
  TMP: folder,
})
