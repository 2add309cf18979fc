import { isUtf8 } from 'node:buffer'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
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
  /** Whether an editor opens; Git sets `GIT_EDITOR=:` for its hooks where none does. */
  readonly edited: boolean
}

/**
 * Add to a commit's message what the staged pages believe differently, and the
 * evidence. Merges, and commits that Git replays, keep the message they have.
 */
export function explainCommit(
  repository: Repository,
  { file, source, commit, indexFile, edited }: CommitMessage,
): void {
  if (source === 'merge' || source === 'squash') return
  if (repository.operation() !== undefined || existsSync(join(repository.gitDir, 'MERGE_HEAD'))) return
  const below = repository.prefix
  const folder = join(below, 'bank')
  const amends = source === 'commit' && commit === 'HEAD'
  const staged = repository.staged(amends ? 'HEAD^' : 'HEAD', folder, indexFile)
  if (!staged) return // no parent to compare with
  const blobs = repository.blobs([
    ...new Set(staged.flatMap(({ was, now }) => [was, now?.oid].filter((oid) => oid !== undefined))),
  ])
  const text = (oid: string | undefined): string => (oid === undefined ? '' : (blobs.get(oid)?.toString('utf8') ?? ''))
  const pages = staged.map(({ path, was, now }) => ({
    path: below === '' ? path : path.slice(below.length + 1),
    before: text(was),
    after: text(now?.oid),
  }))
  const { summary, lines, evidence } = reasonsOf(pages)
  const bytes = readFileSync(file)
  const encoding = repository.config('i18n.commitEncoding', 'any') ?? 'UTF-8'
  if (!isUtf8(bytes) || !/^utf-?8$/i.test(encoding)) return
  const before = bytes.toString('utf8')
  const reasons = { summary, lines: lines.map(shown), evidence: evidence.map(shown) }
  const after = withReasons(before, reasons, { comment: edited ? commentOf(repository) : undefined, amends })
  if (after === before) return
  // Whole or not at all: half a message would be committed.
  writeFileSync(`${file}.memory`, after)
  renameSync(`${file}.memory`, file)
}

/** What starts a line that Git drops from a message. */
function commentOf(repository: Repository): string {
  const set = repository.config('core.commentString', 'any') ?? repository.config('core.commentChar', 'any') ?? '#'
  return set === 'auto' || set === '' ? '#' : set
}
