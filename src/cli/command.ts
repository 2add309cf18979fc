import { openWorkspace, type OpenOptions, type Workspace } from '../index.js'
import type { Paint } from './paint.js'

/** The world as a command sees it; nothing else is read. */
export interface Io {
  readonly cwd: string
  readonly environment: NodeJS.ProcessEnv
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean; setRawMode?: (on: boolean) => unknown }
  readonly stdout: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number }
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean }
  /** Reads the clock. */
  readonly now: () => Date
}

export interface OptionSpec {
  /** `strings` may be repeated and holds several between commas; `phrases` may be repeated. */
  readonly type: 'string' | 'boolean' | 'number' | 'strings' | 'phrases'
  readonly describe: string
  /** The value of one that is named without any. */
  readonly bare?: string
}

/** What the command line gave, checked against the command's options. */
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
  /** For `openWorkspace`: folder, clock and progress as the flags say. */
  readonly open: OpenOptions
  /** Print one JSON object, and nothing else on stdout. */
  readonly json: (value: object) => void
  readonly print: (line?: string) => void
  /** Colours for what is printed, where stdout has any; given text that is safe to show. */
  readonly paint: Paint
  /** The terminal's columns; undefined in a pipe, where no line is cut. */
  readonly width: number | undefined
  /** To stderr. */
  readonly note: (line: string) => void
}

export interface Command {
  readonly name: string
  /** After the name, e.g. `<reference>` or `[question..]`. */
  readonly positional: string
  readonly summary: string
  /** `plumbing` is left out of the short help. */
  readonly group: 'every day' | 'look' | 'correct' | 'care' | 'connect' | 'plumbing'
  readonly options: Readonly<Record<string, OptionSpec>>
  readonly examples: readonly (readonly [command: string, about: string])[]
  /** It goes on for hours or days: each of its verbs reads the clock anew, where those of another command act at one moment. */
  readonly stays?: true
  /** @returns the exit status */
  readonly run: (context: Context) => Promise<number>
}

/** A command's `run` with the workspace open, and closed however it ends. */
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
