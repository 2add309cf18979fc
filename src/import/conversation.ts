/** What somebody said, or a part of a document. */
export interface Message {
  /** Milliseconds since 1970; null where the source does not say. */
  readonly at: number | null
  /** `user`, `assistant`, or what else stands before the words; null for a document's own words. */
  readonly who: string | null
  /** As the source has it: any text, of a stranger. Never empty. */
  readonly text: string
}

/** One conversation, session or document of a source, whatever its format. */
export interface Conversation {
  /** The source's own name for it: the same today and next week. */
  readonly id: string
  /** Empty where it has none. */
  readonly title: string
  /** When it began, for messages that say no time; null where the source does not say. */
  readonly at: number | null
  /** In their order. */
  readonly messages: readonly Message[]
  /** A document is one text with one day, which goes on where it is changed later; a conversation goes on to other days. */
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

/** Called for each thing that a reader leaves out. */
export type LeaveOut = (kind: LeftOutKind, count?: number) => void

/** A file of a source, cut as its reader wants it. */
export interface SourceFile {
  /** Below the folder that was named, or its name alone; `/` between, without the extension: `2025/notes/tea`. */
  readonly name: string
  /** When it was written last, in milliseconds. */
  readonly modified: number
  /** Its JSON values in their order, read as they are asked for; of a Markdown file one, a `MarkdownFile`. */
  readonly values: Iterable<unknown>
}

export interface MarkdownFile {
  readonly front: Readonly<Record<string, unknown>>
  /** Below the front matter. */
  readonly body: string
  /** Why what looks like front matter is text here; empty where nothing does. */
  readonly fault: string
}

export interface Reader {
  /** `lines`: a JSON value a line. `json`: one value, or the elements of an array. */
  readonly cut: 'lines' | 'json' | 'markdown'
  /** Which files of a folder are its own, by their paths below it. */
  readonly files: RegExp
  /** What a file of it is, for who gave another: `an array of conversations, each with a mapping`. */
  readonly holds: string
  /** The field of an object that may stand in place of an array: the list is read as its elements are. */
  readonly list?: string
  /** Whether a value can be of no other format. */
  readonly knows: (value: unknown) => boolean
  /** Whether a value can be of this one. */
  readonly admits: (value: unknown) => boolean
  /** Any value may be anything: what is not as expected is left out and counted, never thrown and never passed over. */
  readonly read: (file: SourceFile, leaveOut: LeaveOut) => Iterable<Conversation>
}
