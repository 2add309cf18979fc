/** What a note may be imported from; the readers are in `import/readers.ts`. */
export const formatNames = [
  'claude-code',
  'codex',
  'chatgpt',
  'claude',
  'letta',
  'hindsight',
  'basic-memory',
  'okf',
] as const

export type FormatName = (typeof formatNames)[number]

/** Notes that an import writes: `memory/imports/codex/2025-11-27-3f9a2c1b7d.md`. */
export const importsFolder = 'memory/imports'

/**
 * Whether an import, ours or OpenClaw's, wrote a note, by its path. The note may have a day, but is nobody's log of it.
 */
export const isImported = (path: string): boolean => /^memory\/imports\/[^/]+\//.test(path)

/**
 * The front matter of an imported note, one line that says where its text is from and whether somebody changed it since:
 *
 *     origin: {format: codex, id: "019a…", messages: 12, sha256: 9f86…}
 */
export interface NoteOrigin {
  readonly format: FormatName
  /** The id of the conversation, as its source names it. */
  readonly id: string
  /** How many of its messages the note holds. */
  readonly messages: number
  /** The hash of the whole note without these 64 digits. */
  readonly sha256: string
}

const fields = ['format', 'id', 'messages', 'sha256']

/** Whether a value of front matter is what an import writes there. Such a value is not indexed. */
export const isOrigin = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).join() === fields.join()
