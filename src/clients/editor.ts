import { MemoryError } from '../model/error.js'

/** How an entry of ours stands in a file: not at all, as we write it, or as somebody made it. */
export type EntryState = 'missing' | 'ours' | 'changed'

/** Adds our entry to a file that others write too, and takes it out again. Texts are without a byte order mark. */
export interface Editor {
  /** The entry that it adds, for a person to read. */
  readonly shows: string
  /** Where the entry stands in the file, as a person would name it: `mcpServers.workspace-memory`. */
  readonly name: string
  /** @throws MemoryError bad-config where the text cannot be understood, with its line */
  readonly find: (path: string, text: string) => EntryState
  /**
   * Adds the entry to a text that lacks it; undefined where there is no file. `remove` gives the same text back.
   *
   * @throws MemoryError bad-config where it has no place in the text
   */
  readonly add: (path: string, text: string | undefined) => string
  /** The value under our name, by whomever; undefined where there is none. Left out where entries have no value. */
  readonly valueIn?: (path: string, text: string) => unknown
  /** Replaces our entry, perhaps an earlier version's, by this version's; left out where there is one version. */
  readonly renew?: (text: string) => string
  /** Takes our entry out of a text that holds it; null where the file was made for the entry. */
  readonly remove: (path: string, text: string) => string | null
}

/** `.mcp.json:3 is not understood: a comma is missing; nothing was written, mend it and repeat` */
export const misunderstood = (path: string, line: number, why: string): MemoryError =>
  new MemoryError('bad-config', `${path}:${line} is not understood: ${why}${andNow}`)

const andNow = '; nothing was written, mend it and repeat'

/** The same error where nothing is written and the file is named before: `line 3 is not understood: …` */
export const whyMisunderstood = (path: string, { message }: MemoryError): string =>
  (message.startsWith(`${path}:`) ? `line ${message.slice(path.length + 1)}` : message).replace(andNow, '')

/** The line of an offset, from 1. */
export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length
