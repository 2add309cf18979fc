import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { parse, type ParseError } from 'jsonc-parser'

/**
 * How a program is run so that it answers with text and does nothing else: its model is given no tool that acts, nothing
 * that it is told comes from the user's own instructions, and nothing is kept. Tried against the real programs by
 * `npm run test:clients`.
 */
export interface ModelProgram {
  readonly call: (how: ProgramRequest) => ProgramCall
  /** Variables that it is given beside those of every program; a name that ends in `_` means all that begin so. */
  readonly keeps: readonly string[]
  /** Files of variables that it reads at the user's home; of the first that is there it is given those that it `keeps`. */
  readonly variables?: (environment: NodeJS.ProcessEnv) => readonly string[]
  /** What it answered, of what it printed; undefined where that is in the file `answer`. */
  readonly read?: (stdout: string) => ProgramReply | undefined
  /** Why it is not asked with this model, and what to do; undefined where it is. */
  readonly refuses?: (model: string | null) => string | undefined
}

export interface ProgramRequest {
  readonly system: string
  readonly user: string
  readonly model: string | null
  /** JSON Schema of the answer. */
  readonly schema: string
  /**
   * The path of a file of this name beside the empty folder that it runs in, which is `here`, and an empty one that may be
   * its home, `home`; all of it goes once it has answered.
   */
  readonly place: (name: string) => string
  /** What it is given of the user's variables. */
  readonly environment: NodeJS.ProcessEnv
}

export interface ProgramCall {
  /** Behind the user's own arguments. */
  readonly args: readonly string[]
  readonly sets?: Readonly<Record<string, string>>
  /** On its standard input, where no other user of the machine can read it. */
  readonly input: string
  /** Files that are there before it starts, by their path. */
  readonly files?: Readonly<Record<string, string>>
  /** Files of the user's that it finds elsewhere too, by where: it is logged in with them. One that is not there is left out. */
  readonly lends?: Readonly<Record<string, string>>
  /** The file that it answers in, where it does not print its answer. */
  readonly answer?: string
}

export interface ProgramReply {
  readonly text: string
  readonly tokens?: { readonly in: number; readonly out: number }
}

export const modelAs = (flag: string, model: string | null): string[] => (model === null ? [] : [flag, model])

/** Undefined where it is none. */
export const objectIn = (text: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/** A file of JSON that may have comments and commas behind the last of a list; undefined where it is none, or not there. */
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

/** Variables by which what it writes for a time goes with its folder: where it fails, or is killed, it leaves there what it was asked. */
export const temporaryAt = (folder: string): Readonly<Record<string, string>> => ({
  TMPDIR: folder,
  TEMP: folder,
  TMP: folder,
})
