import { isUtf8 } from 'node:buffer'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dayOfPath } from './memory/note.js'
import { shown } from './memory/safe-text.js'
import { holdsAny } from './memory/same-words.js'
import type { Day } from './memory/time.js'
import { reasonsOf, type StatedLine } from './pipeline/page-reasons.js'
import { parseBullet } from './pipeline/parse-bullet.js'
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
  const inIndex = (path: string): Buffer | undefined => repository.held(path, undefined, indexFile)
  const inUsed = (path: string): Buffer | undefined => repository.held(path, used)
  const comment = edited ? commentOf(repository, before) : undefined
  const after = withReasons(before, await tell(staged, inIndex), {
    comment,
    wrote: wrote && (await tell(wrote, inUsed)),
    subject: comment === undefined ? undefined : subjectOf(repository, given, amends),
  })
  if (after === before) return
  // Whole or not at all: half a message would be committed.
  writeFileSync(`${file}.memory`, after)
  renameSync(`${file}.memory`, file)
}

/** A subject is read at a glance, and guessed from as many logs. */
const longestSubject = 72
const mostLogs = 32

/**
 * What the logs say that are committed with their pages:
 *
 *     log 2025-12-01: Prefers calls over mails; Moved to Wels (+3)
 *
 * @returns undefined where no log is among them, or none of them says anything new
 */
function subjectOf(repository: Repository, { indexFile }: CommitMessage, amends: boolean): string | undefined {
  const folder = join(repository.prefix, 'memory')
  const staged = (repository.staged(amends ? 'HEAD^' : 'HEAD', folder, indexFile) ?? []).slice(-mostLogs)
  const blobs = repository.blobs(staged.flatMap(({ was, now }) => [was, now?.oid].filter((oid) => oid !== undefined)))
  const linesOf = (oid: string | undefined): string[] =>
    oid === undefined ? [] : (blobs.get(oid)?.toString('utf8') ?? '').split(/\r?\n/)
  const days = new Set<Day>()
  const said: string[] = []
  for (const { path, was, now } of staged) {
    const day = dayOfPath(repository.prefix === '' ? path : path.slice(repository.prefix.length + 1))
    const before = new Set(linesOf(was))
    const facts = linesOf(now?.oid).flatMap((line) => (day !== null && !before.has(line) ? factIn(line) : []))
    if (day !== null && facts.length > 0) days.add(day)
    said.push(...facts)
  }
  const [first, ...others] = [...days].toSorted()
  if (first === undefined) return undefined
  const about = `log ${first}${others.length > 0 ? ` to ${others.at(-1)}` : ''}: `
  let subject = about + said[0]!
  if (subject.length > longestSubject) {
    const cut = [...subject].slice(0, longestSubject - 8).join('')
    const blank = cut.lastIndexOf(' ')
    subject = `${blank > about.length ? cut.slice(0, blank) : cut}…`
  }
  let told = 1
  while (told < said.length && `${subject}; ${said[told]}`.length <= longestSubject - 6) subject += `; ${said[told++]}`
  return shown(told < said.length ? `${subject} (+${said.length - told})` : subject)
}

/** `- O(c=0.8) @Peter: Likes tea.` → Likes tea */
function factIn(line: string): string[] {
  const bullet = /^\s*[-+*] +(?=[A-Z])/.exec(line)
  const read = bullet && parseBullet(line.slice(bullet[0].length))
  return read?.what === 'fact' ? [read.bullet.text.replace(/\.$/, '')] : []
}

/** What we say of changes among these, told as it may be shown. */
function tellerOf(
  repository: Repository,
  all: readonly TreeChange[],
): (changes: readonly TreeChange[], held: (path: string) => Buffer | undefined) => Promise<Reasons> {
  const oids = all.flatMap(({ was, now }) => [was, now?.oid].filter((oid) => oid !== undefined))
  const blobs = repository.blobs([...new Set(oids)])
  const text = (oid: string | undefined): string => (oid === undefined ? '' : (blobs.get(oid)?.toString('utf8') ?? ''))
  const below = repository.prefix
  return async (changes, held) => {
    const logs = new Map<string, Buffer | undefined>()
    const stillSaid = ({ said, cites }: StatedLine): boolean => {
      const read = parseBullet(said)
      const holds = holdsAny([read.what === 'fact' ? read.bullet.text : said])
      return cites.some((place) => {
        const path = place.replace(/#L\d.*$/, '')
        if (!logs.has(path)) logs.set(path, held(path))
        const log = logs.get(path)
        return log !== undefined && holds(log)
      })
    }
    const pages = changes.map(({ path, was, now }) => ({
      path: below === '' ? path : path.slice(below.length + 1),
      before: text(was),
      after: text(now?.oid),
    }))
    const { summary, lines, evidence } = await reasonsOf(pages, stillSaid)
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
