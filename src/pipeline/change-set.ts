import { roleOf, unreadableName, type Problem, type TreeFile } from '../model/note.js'

/** The work of a sync, found by comparing two listings of path, mode and blob. */
export interface ChangeSet {
  /** Notes whose blob is new or different; only these are read. */
  readonly changed: readonly TreeFile[]
  /** Files with the same blob and another mode. */
  readonly modes: readonly TreeFile[]
  /** Files of which nothing is indexed, and why. */
  readonly skipped: readonly { readonly file: TreeFile; readonly problem: Problem }[]
  /** Paths that the index holds and the tree does not. */
  readonly gone: readonly string[]
}

const isRegular = (mode: string): boolean => mode === '100644' || mode === '100755'

/**
 * The differences between what the index holds and what a tree holds. It compares blobs, not commits: so it is right
 * after a reset, a rebase, a pruned history or a switched-off hook. A rename is one path gone and one new.
 */
export function changeSet(indexed: readonly TreeFile[], tree: readonly TreeFile[]): ChangeSet {
  const before = new Map(indexed.map((file) => [file.path, file]))
  const changed: TreeFile[] = []
  const modes: TreeFile[] = []
  const skipped: { file: TreeFile; problem: Problem }[] = []
  for (const file of tree) {
    const reason = reasonToSkip(file)
    if (reason === 'not ours') continue
    const known = before.get(file.path)
    before.delete(file.path)
    if (known?.oid === file.oid && isRegular(known.mode) === isRegular(file.mode)) {
      if (known.mode !== file.mode) modes.push(file)
    } else if (reason) skipped.push({ file, problem: skip(file.path, reason) })
    else changed.push(file)
  }
  return { changed, modes, skipped, gone: [...before.keys()] }
}

export const skip = (path: string, message: string, hint = ''): Problem => ({
  path,
  line: 0,
  message,
  hint,
  kind: 'skipped',
})

function reasonToSkip(file: TreeFile): string | undefined {
  switch (roleOf(file.path)) {
    case 'other':
    case 'settings':
      return 'not ours'
    case 'generated':
      return 'not indexed: written by another program, so never evidence'
    case 'unread-markdown':
      return 'not indexed: only names that end in .md are'
    case 'note':
      if (file.mode === unreadableName) return 'not indexed: its name is not UTF-8'
      return isRegular(file.mode) ? undefined : 'not indexed: not a regular file'
  }
}
