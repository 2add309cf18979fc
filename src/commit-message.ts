import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { shown } from './memory/safe-text.js'
import { reasonsOf } from './pipeline/page-reasons.js'
import { withReasons } from './render/commit-message.js'
import type { Repository } from './workspace/git.js'

/** What Git hands to prepare-commit-msg (githooks(5)), and the index that it is about to commit. */
export interface CommitMessage {
  readonly file: string
  /** `message`, `template`, `merge`, `squash`, `commit`, or nothing. */
  readonly source: string
  /** With `commit`: whose message is used; `HEAD` for an amend. */
  readonly commit: string
  /** `GIT_INDEX_FILE`: another index with `commit -a` and `commit -- bank`. */
  readonly indexFile: string | undefined
}

/**
 * Add to a commit's message what the staged pages believe differently, and the
 * evidence. Merges, and commits that Git replays, keep the message they have.
 */
export function explainCommit(repository: Repository, { file, source, commit, indexFile }: CommitMessage): void {
  if (source === 'merge' || source === 'squash') return
  if (repository.operation() !== undefined || existsSync(join(repository.gitDir, 'MERGE_HEAD'))) return
  const folder = join(relative(repository.top, repository.root), 'bank')
  const amends = source === 'commit' && commit === 'HEAD'
  const staged = repository.staged(amends ? 'HEAD^' : 'HEAD', folder, indexFile)
  const blobs = repository.blobs([
    ...new Set(staged.flatMap(({ was, now }) => [was, now?.oid].filter((oid) => oid !== undefined))),
  ])
  const text = (oid: string | undefined): string => (oid === undefined ? '' : (blobs.get(oid)?.toString('utf8') ?? ''))
  const below = relative(repository.top, repository.root)
  const pages = staged.map(({ path, was, now }) => ({
    path: below === '' ? path : path.slice(below.length + 1),
    before: text(was),
    after: text(now?.oid),
  }))
  const { summary, lines, evidence } = reasonsOf(pages)
  const before = readFileSync(file, 'utf8')
  const after = withReasons(
    before,
    { summary, lines: lines.map(shown), evidence: evidence.map(shown) },
    commentOf(repository),
  )
  if (after !== before) writeFileSync(file, after)
}

/** What starts a line that Git drops from a message. */
function commentOf(repository: Repository): string {
  const set = repository.config('core.commentString', 'any') ?? repository.config('core.commentChar', 'any') ?? '#'
  return set === 'auto' || set === '' ? '#' : set
}
