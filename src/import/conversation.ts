/** What somebody said, or a part of a document. */
export interface Message {
  /** Milliseconds since 1970; null where the source does not say. */
  readonly at: number | null
  /** `user`, `assistant`, or another name to stand before the words; null for a document's own words. */
  readonly who: string | null
  /** The words as the source has them: a stranger's, which may be any text. Never empty. */
  readonly text: string
}

/** One conversation, session or document of a source, whatever its format. */
export interface Conversation {
  /** The source's own id of it, which is the same in each of its exports. */
  readonly id: string
  /** Empty where it has none. */
  readonly title: string
  /** When it began, for messages that say no time; null where the source does not say. */
  readonly at: number | null
  readonly messages: readonly Message[]
  /** Set for a document: one text that keeps its day when it changes later. A conversation goes on to other days. */
  readonly document?: true
}

/** What an import leaves out by intention, and counts. */
export type LeftOutKind =
  | 'tool-call'
  | 'tool-result'
  | 'thinking'
  | 'system'
  | 'attachment'
  | 'subagent'
  | 'branch'
  | 'record'
  | 'empty'
  | 'conversation'
  | 'unknown'

export type LeaveOut = (kind: LeftOutKind, count?: number) => void

/** A file of a source, cut as its reader wants it. */
export interface SourceFile {
  /** The path below the named folder, or the file's name; with `/`, without the extension: `2025/notes/tea`. */
  readonly name: string
  /** When it was written last, in milliseconds. */
  readonly modified: number
  /** Its JSON values in their order, read one by one; for a Markdown file one value, a `MarkdownFile`. */
  readonly values: Iterable<unknown>
}

export interface MarkdownFile {
  readonly front: Readonly<Record<string, unknown>>
  readonly body: string
  /** Why lines that look like front matter are read as text; empty where there are none. */
  readonly fault: string
}

export interface Reader {
  /** `lines`: a JSON value a line. `json`: one value, or the elements of an array. `markdown`: one `MarkdownFile`. */
  readonly cut: 'lines' | 'json' | 'markdown'
  /** The paths, below a folder, of files that are its own. */
  readonly files: RegExp
  /** What a file of this format is, told to whoever gave another: `an array of conversations, each with a mapping`. */
  readonly holds: string
  /** The field of an object that may hold the array: its elements are read in place of the object. */
  readonly list?: string
  /** Whether a value can be of no other format. */
  readonly knows: (value: unknown) => boolean
  /** Whether a value can be of this format. */
  readonly admits: (value: unknown) => boolean
  /** The conversations of a file. A value that is not as expected is left out and counted, without an error. */
  readonly read: (file: SourceFile, leaveOut: LeaveOut) => Iterable<Conversation>
}
