import { roleOf, type TreeFile } from '../memory/note.js'

export interface WorkingTree {
  /** Regular files below a folder, as workspace paths. */
  readonly walk: (folder: string) => string[]
  readonly read: (path: string) => Buffer | undefined
  /** The OID that Git would give these bytes, in the hash that `like` is of. */
  readonly oidOf: (bytes: Uint8Array, like: string) => string
}

export interface UncommittedFile {
  readonly path: string
  readonly bytes: Buffer
}

const topLevel = ['MEMORY.md', 'memory.md', 'USER.md']

/**
 * Notes in the working tree that HEAD does not hold as they are: new, edited,
 * or ignored by Git. Found by looking at every note, never by `git status`,
 * which skips ignored files and runs what a repository configures.
 */
export function uncommittedNotes(files: WorkingTree, indexed: readonly TreeFile[]): UncommittedFile[] {
  const known = new Map(indexed.map((file) => [file.path, file.oid]))
  return [...topLevel, ...files.walk('memory')].flatMap((path) => {
    if (roleOf(path) !== 'note') return []
    const bytes = files.read(path)
    return bytes && !isCommitted(files, bytes, known.get(path)) ? [{ path, bytes }] : []
  })
}

function isCommitted(files: WorkingTree, bytes: Buffer, oid: string | undefined): boolean {
  if (oid === undefined) return false
  if (files.oidOf(bytes, oid) === oid) return true
  // core.autocrlf: the same text, checked out with other line ends.
  return (
    bytes.includes('\r\n') &&
    files.oidOf(Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'), oid) === oid
  )
}
