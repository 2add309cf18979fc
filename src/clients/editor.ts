import { MemoryError } from '../model/error.js'

/** How an entry of ours stands in a file: not at all, as we write it, or as somebody made it. */
export type EntryState = 'missing' | 'ours' | 'changed'

/** What is written into one file that others write too, and taken out again. Pure: texts to texts, without a byte order mark. */
export interface Editor {
  /** What it adds, for a person to read. */
  readonly shows: string
  /** Where it stands in the file, as a person would name it: `mcpServers.workspace-memory`. */
  readonly name: string
  /** @throws MemoryError bad-config where the text cannot be understood, with its line */
  readonly find: (path: string, text: string) => EntryState
  /**
   * A text in which the entry is missing, with it; undefined where there is no file. `remove` gives the text back.
   *
   * @throws MemoryError bad-config where it has no place in the text
   */
  readonly add: (path: string, text: string | undefined) => string
  /** The value that stands under our name, whoever wrote it; undefined where none does. Left out where an entry has no value. */
  readonly valueIn?: (path: string, text: string) => unknown
  /** A text that holds our entry, of an earlier version maybe, with that of this one; left out where there is one version. */
  readonly renew?: (text: string) => string
  /** A text that holds our entry, without it; null where the file was made for it. */
  readonly remove: (path: string, text: string) => string | null
}

/** `.mcp.json:3 is not understood: a comma is missing: nothing was written` */
export const misunderstood = (path: string, line: number, why: string): MemoryError =>
  new MemoryError('bad-config', `${path}:${line} is not understood: ${why}${andNow}`)

const andNow = '; nothing was written, mend it and repeat'

/** The same of a file that is named already, for who would have written nothing: `line 3 is not understood: a comma is missing` */
export const whyMisunderstood = (path: string, { message }: MemoryError): string =>
  (message.startsWith(`${path}:`) ? `line ${message.slice(path.length + 1)}` : message).replace(andNow, '')

/** From 1. */
export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length
