import { openWorkspace, type OpenOptions, type Workspace } from '../index.js'
import type { Paint } from './paint.js'

/** All that a command may read or write of its surroundings. */
export interface Io {
  readonly cwd: string
  readonly environment: NodeJS.ProcessEnv
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean; setRawMode?: (on: boolean) => unknown }
  readonly stdout: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number }
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean }
  readonly now: () => Date
}

export interface OptionSpec {
  /** `strings` may be repeated, each with several values between commas; `phrases` may be repeated. */
  readonly type: 'string' | 'boolean' | 'number' | 'strings' | 'phrases'
  readonly describe: string
  /** The value where the option is given without one. */
  readonly bare?: string
}

export interface Args {
  readonly positional: readonly string[]
  readonly text: (name: string) => string | undefined
  readonly texts: (name: string) => readonly string[]
  readonly flag: (name: string) => boolean
  readonly number: (name: string) => number | undefined
}

export interface Context {
  readonly io: Io
  readonly args: Args
  /** Options for `openWorkspace`: folder, clock and progress as the flags say. */
  readonly open: OpenOptions
  /** Print one JSON object, and nothing else on stdout. */
  readonly json: (value: object) => void
  readonly print: (line?: string) => void
  /** Colours for printed text, where stdout has any. The text must be safe to show already. */
  readonly paint: Paint
  /** The terminal's columns; undefined in a pipe, where no line is cut. */
  readonly width: number | undefined
  /** Print a line to stderr. */
  readonly note: (line: string) => void
}

export interface Command {
  readonly name: string
  /** The arguments after the name, e.g. `<reference>` or `[question..]`. */
  readonly positional: string
  readonly summary: string
  /** The group in the help; the short help leaves `plumbing` out. */
  readonly group: 'every day' | 'look' | 'correct' | 'care' | 'connect' | 'plumbing'
  readonly options: Readonly<Record<string, OptionSpec>>
  readonly examples: readonly (readonly [command: string, about: string])[]
  /** Set for a command that may run for hours: it reads the clock for each action, other commands only once. */
  readonly stays?: true
  /** @returns the exit status */
  readonly run: (context: Context) => Promise<number>
}

/** A command's `run` that opens the workspace first, and closes it however the work ends. */
export const onWorkspace =
  (work: (workspace: Workspace, context: Context) => Promise<number>): Command['run'] =>
  async (context) => {
    const workspace = openWorkspace(context.open)
    try {
      return await work(workspace, context)
    } finally {
      workspace.close()
    }
  }
