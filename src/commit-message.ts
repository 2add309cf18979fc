import { isUtf8 } from 'node:buffer'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { shown } from './memory/safe-text.js'
import { reasonsOf } from './pipeline/page-reasons.js'
import { chosenComment, withReasons, type Reasons } from './render/commit-message.js'
import type { TreeChange } from './workspace/git-output.js'
import type { Repository } from './workspace/git.js'

/** What Git hands to prepare-commit-msg (githooks(5)), and the index that it is about to commit. */
export interface CommitMessage {
  readonly file: string
  /** `message`, `template`, `merge`, `squash`, `commit`, or nothing. */
  readonly source: string
  /** With `commit`: whose message is used; `HEAD` for an amend. */
  readonly commit: string
  /** `GIT_AUTHOR_DATE`, as Git sets it for its hooks: `@1763798400 +0200`. */
  readonly authored: string | undefined
  /** Milliseconds since 1970. */
  readonly now: number
  /** `GIT_INDEX_FILE`: another index with `commit -a` and `commit -- bank`. */
  readonly indexFile: string | undefined
  /** Whether an editor opens; Git sets `GIT_EDITOR=:` for its hooks where none does. */
  readonly edited: boolean
}

/**
 * Add to a commit's message what the staged pages believe differently, and the
 * evidence. Merges, and commits that Git replays, keep the message they have.
 */
export async function explainCommit(repository: Repository, given: CommitMessage): Promise<void> {
  const { file, source, indexFile, edited } = given
  if (source === 'merge' || source === 'squash') return
  if (repository.operation() !== undefined || repository.merging()) return
  const amends = isAmend(repository, given)
  if (amends && repository.named('HEAD^2') !== undefined) return // a merge
  const folder = join(repository.prefix, 'bank')
  const staged = repository.staged(amends ? 'HEAD^' : 'HEAD', folder, indexFile)
  if (!staged) return // no parent to compare with
  const bytes = readFileSync(file)
  const encoding = repository.config('i18n.commitEncoding', 'any') ?? 'UTF-8'
  if (!isUtf8(bytes) || !/^utf-?8$/i.test(encoding)) return
  const before = bytes.toString('utf8')
  if (before.startsWith('amend! ')) return // another commit's message, to take its place there (`commit --fixup=amend:`)
  const used = usedAgain(repository, given, amends)
  const wrote = used === undefined ? undefined : repository.between(`${used}^`, used, folder)
  const tell = tellerOf(repository, [...staged, ...(wrote ?? [])])
  const comment = edited ? commentOf(repository, before) : undefined
  const after = withReasons(before, await tell(staged), { comment, wrote: wrote && (await tell(wrote)) })
  if (after === before) return
  // Whole or not at all: half a message would be committed.
  writeFileSync(`${file}.memory`, after)
  renameSync(`${file}.memory`, file)
}

/** What we say of changes among these, told as it may be shown. */
function tellerOf(
  repository: Repository,
  all: readonly TreeChange[],
): (changes: readonly TreeChange[]) => Promise<Reasons> {
  const oids = all.flatMap(({ was, now }) => [was, now?.oid].filter((oid) => oid !== undefined))
  const blobs = repository.blobs([...new Set(oids)])
  const text = (oid: string | undefined): string => (oid === undefined ? '' : (blobs.get(oid)?.toString('utf8') ?? ''))
  const below = repository.prefix
  return async (changes) => {
    const pages = changes.map(({ path, was, now }) => ({
      path: below === '' ? path : path.slice(below.length + 1),
      before: text(was),
      after: text(now?.oid),
    }))
    const { summary, lines, evidence } = await reasonsOf(pages)
    return { summary: shown(summary), lines: lines.map(shown), evidence: evidence.map(shown) }
  }
}

/** The commit whose message is used: with `--amend`, `-C` and `-c`; with `--amend -m` it may have been copied. */
function usedAgain(repository: Repository, { source, commit }: CommitMessage, amends: boolean): string | undefined {
  if (amends) return 'HEAD'
  return source === 'commit' ? repository.named(commit) : undefined
}

/** A script may commit twice in one second. */
const secondsApart = 5

/**
 * Whether HEAD's commit is being replaced. With `--amend -m` Git says no more
 * than with `-m`, but for the author's date: that of HEAD, where a new commit
 * has the time of day. Where dates are set by hand, so that HEAD has its
 * parent's, nothing tells, and the commit counts as new.
 */
function isAmend(repository: Repository, { source, commit, authored = '', now }: CommitMessage): boolean {
  if (source === 'commit') return commit === 'HEAD'
  const seconds = /^@(\d+) /.exec(authored)?.[1]
  if (source !== 'message' || seconds === undefined || now / 1000 - Number(seconds) < secondsApart) return false
  if (repository.authored('HEAD') !== authored) return false
  const before = repository.authored('HEAD^')
  return before !== undefined && before !== authored
}

/** What starts a line that Git drops from a message. */
function commentOf(repository: Repository, message: string): string {
  const set = repository.config('core.commentString', 'any') ?? repository.config('core.commentChar', 'any') ?? '#'
  return set === 'auto' ? chosenComment(message) : set === '' ? '#' : set
}
