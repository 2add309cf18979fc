import type { AskGit } from '../../git/ask-git.js'
import type { Branch } from '../../git/branch.js'
import type { Head } from '../../git/git-output.js'
import { mergeCommit, treeMerged } from '../../git/merge-commits.js'
import { MemoryError } from '../../model/error.js'
import { dayOfPath, roleOf } from '../../model/note.js'
import { isImported } from '../../model/origin.js'
import { conflictsIn } from '../../text/conflict.js'
import type { ReaderLog } from '../../reader/reader-line.js'
import { textIn } from '../landing/land-edits.js'
import { isRegular, textOf } from '../session/pages-in-tree.js'
import type { Session } from '../session/session.js'

/**
 * The commit to build upon: HEAD, or, while the branch has unmerged commits, its tip, merged with HEAD where needed.
 * Then nothing that the branch has read is read again.
 *
 * @param branch undefined where the new commits land in HEAD
 * @throws MemoryError bad-argument where the two conflict
 */
export async function baseToReadFrom({ repository }: Session, git: AskGit, branch: Branch | undefined): Promise<Head> {
  const head = repository.head()
  if (!head) throw new MemoryError('bad-argument', 'there is no commit yet: commit the logs first')
  if (!branch || branch.tip === null) return head
  const { name, ref, tip } = branch
  if (repository.commits(`HEAD..${ref}`).length === 0) return head
  if (repository.commits(`${ref}..HEAD`).length === 0) return repository.headAt(tip)
  const tree = await treeMerged(git, head.commit, tip)
  if (tree === undefined)
    throw new MemoryError(
      'bad-argument',
      `${name} waits for a merge, and HEAD has other words in the same places: merge it (or git branch -D ${name}), or give another --branch`,
    )
  return repository.headAt(
    await mergeCommit(git, tree, [tip, head.commit], `Merge what was committed since into ${name}\n`),
  )
}

/** The logs in a commit by path, but no imported ones, no files that are not text, and none with a conflict. */
export function logsAt({ repository }: Session, { tree }: Head): ReaderLog[] {
  const files = repository.files(tree, ['memory']).flatMap((file) => {
    const day = roleOf(file.path) === 'note' && !isImported(file.path) && isRegular(file) ? dayOfPath(file.path) : null
    return day === null ? [] : [{ ...file, day }]
  })
  const blobs = repository.blobs(files.map(({ oid }) => oid))
  return files
    .flatMap(({ path, oid, day }): ReaderLog[] => {
      const text = textOf(blobs.get(oid))
      return typeof text === 'string' && conflictsIn(text).length === 0 ? [{ path, day, text }] : []
    })
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

/**
 * The text of a file of a commit; undefined where the commit has no such file.
 *
 * @throws MemoryError bad-argument where it is no regular file of text
 */
export function textInCommit({ repository }: Session, { tree }: Head, path: string): string | undefined {
  const file = repository.files(tree, [path]).find((each) => each.path === path)
  if (file && !isRegular(file)) throw new MemoryError('bad-argument', `${path} is no regular file`)
  return file && textIn(path, repository.blobs([file.oid]).get(file.oid))
}
