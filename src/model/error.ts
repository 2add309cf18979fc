/** What can go wrong in the world around us; the code decides the exit status and what a caller can do. */
export const errorCodes = {
  'not-a-repository': 'the folder is in no Git repository',
  'no-workspace': 'no workspace was found',
  'bad-argument': 'an argument or option is not understood',
  'bad-config': '.memory/config.json, or a layout in .memory/templates/, is not understood',
  'git-failed': 'a Git command failed',
  'file-failed': 'a file or folder cannot be read or written',
  'index-foreign': 'the index is not ours, or from a newer version',
  'index-unusable': 'the index cannot be opened or written',
  'index-busy': 'another process holds the index',
  closed: 'the workspace was closed',
  'native-missing': 'the SQLite module does not load on this Node',
  'embeddings-failed': 'the model that makes vectors cannot be asked, or gives no vectors',
  'reader-failed': 'the model that reads logs cannot be asked, or gives nothing that can be used',
  'fleet-failed': 'the database of a fleet cannot be reached, or refuses what is asked',
  'unsafe-path': 'a path leads outside the workspace',
  'not-found': 'nothing has that name or id',
} as const

export type ErrorCode = keyof typeof errorCodes

/** An error of the world around us: files, Git, settings or arguments. A caller can act on its `code`. */
export class MemoryError extends Error {
  override readonly name = 'MemoryError'
  readonly code: ErrorCode
  constructor(code: ErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.code = code
  }
}
