import { withoutCredentials } from '../credentials/without.js'
import { isUtf8 } from 'node:buffer'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { placeCited, statementHash, type FactId } from '../model/fact.js'
import { forgottenIn } from '../model/forgotten.js'
import { dayOfPath, forgottenPath, isPage } from '../model/note.js'
import { singleSpaced } from '../text/letters.js'
import { printable } from '../text/safe-text.js'
import { holdsAny } from '../model/same-words.js'
import { subjectOfLogs } from '../pages/diff/log-subject.js'
import { reasonsOf, type StatedLine } from '../pages/diff/page-reasons.js'
import { parseBullet } from '../parse/parse-bullet.js'
import { withoutMarker } from '../model/page.js'
import { chosenComment, withReasons, type Reasons } from '../render/commit-message.js'
import { readRegular } from '../files/files.js'
import type { TreeChange } from '../git/git-output.js'
import type { Repository } from '../git/repository.js'

/** Git's arguments for prepare-commit-msg (githooks(5)), and the index that it is about to commit. */
export interface CommitMessage {
  readonly file: string
  /** `message`, `template`, `merge`, `squash`, `commit`, or empty. */
  readonly source: string
  /** With `commit`: the commit whose message is used; `HEAD` for an amend. */
  readonly commit: string
  /** `GIT_AUTHOR_DATE`, as Git sets it for its hooks: `@1763798400 +0200`. */
  readonly authored: string | undefined
  /** Milliseconds since 1970. */
  readonly now: number
  /** `GIT_INDEX_FILE`: with `commit -a` and `commit -- bank` not the usual index. */
  readonly indexFile: string | undefined
  /** Whether an editor opens. Where none does, Git sets `GIT_EDITOR=:` for its hooks. */
  readonly edited: boolean
}

/**
 * Add to a commit's message how beliefs change on its pages, and the evidence. Merges and replayed commits keep theirs.
 */
export async function explainCommit(repository: Repository, given: CommitMessage): Promise<void> {
  const { file, source, indexFile, edited } = given
  if (source === 'merge' || source === 'squash') return
  if (repository.operation() !== undefined || repository.merging()) return
  const amends = isAmend(repository, given)
  if (amends && repository.named('HEAD^2') !== undefined) return // a merge
  const folder = join(repository.prefix, 'bank')
  const parent = amends ? 'HEAD^' : 'HEAD'
  const staged = repository.staged(parent, folder, indexFile)
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
  const logs = (): readonly TreeChange[] =>
    repository.staged('HEAD', join(repository.prefix, 'memory'), indexFile) ?? []
  const after = withReasons(before, await tell(staged, parent, stillSaid(repository, 'HEAD', logs)), {
    comment,
    wrote: wrote && (await tell(wrote, `${used}^`, stillSaid(repository, used!))),
    subject: () => subjectOf(repository, given, parent),
  })
  if (after === before) return
  // The file is replaced whole: half a message would be committed.
  writeFileSync(`${file}.memory`, after)
  renameSync(`${file}.memory`, file)
}

const mostLogs = 32

/** A first guess at the message's subject, from the logs in the same commit. */
function subjectOf(repository: Repository, { indexFile }: CommitMessage, parent: string): string | undefined {
  const staged = repository.staged(parent, join(repository.prefix, 'memory'), indexFile) ?? []
  const logs = staged.slice(-mostLogs).flatMap(({ path, was, now }) => {
    const day = dayOfPath(inWorkspace(repository, path))
    return day === null ? [] : [{ day, was, now: now?.oid }]
  })
  const text = textsOf(repository, logs)
  const lines = (oid: string | undefined): string[] => (oid === undefined ? [] : text(oid).split(/\r?\n/))
  const subject = subjectOfLogs(
    logs.map(({ day, was, now }) => ({ day, before: lines(was), after: lines(now) })),
    forgottenHere(repository),
  )
  return subject && printable(subject)
}

/** The facts forgotten in the working tree. A merge that brings more of them has written them there already. */
const forgottenHere = ({ root }: Repository): ReadonlySet<FactId> =>
  new Set(forgottenIn(readRegular(root, forgottenPath)?.toString('utf8') ?? ''))

/** A path from the repository's top as a path of the workspace. */
const inWorkspace = ({ prefix }: Repository, path: string): string =>
  prefix === '' ? path : path.slice(prefix.length + 1)

/** Returns a function from OIDs to texts, where a missing blob is empty. All blobs are read at once. */
function textsOf(
  repository: Repository,
  changes: readonly { readonly was: string | undefined; readonly now: string | undefined }[],
): (oid: string | undefined) => string {
  const oids = changes.flatMap(({ was, now }) => [was, now].filter((oid) => oid !== undefined))
  const blobs = repository.blobs([...new Set(oids)])
  return (oid) => (oid === undefined ? '' : (blobs.get(oid)?.toString('utf8') ?? ''))
}

/** The OIDs of a commit's files in the workspace, by path. */
function oidsIn(repository: Repository, commit: string): Map<string, string> {
  const tree = repository.prefix === '' ? `${commit}^{tree}` : `${commit}:${repository.prefix}`
  return new Map(repository.files(tree).map(({ path, oid }) => [path, oid]))
}

/** Returns a function that finds the deleted lines of pages that the cited logs, with `staged` changes, still say. */
function stillSaid(repository: Repository, commit: string, staged: () => readonly TreeChange[] = () => []) {
  return (gone: readonly StatedLine[]): ReadonlySet<FactId> => {
    if (gone.length === 0) return new Set()
    const oids = oidsIn(repository, commit)
    for (const { path, now } of staged()) {
      if (now) oids.set(inWorkspace(repository, path), now.oid)
      else oids.delete(inWorkspace(repository, path))
    }
    const cited = gone.flatMap((line) => line.cites.map((place) => ({ line, ...placeCited(place)! })))
    const logs = [...new Set(cited.map(({ path }) => path))].map((path) => [path, oids.get(path)] as const)
    const text = textsOf(
      repository,
      logs.map(([, oid]) => ({ was: undefined, now: oid })),
    )
    const linesOf = new Map(logs.map(([path, oid]) => [path, text(oid).split(/\r?\n/)]))
    return new Set(
      cited.flatMap(({ line, path, first, last }) => {
        const words = linesOf
          .get(path)!
          .slice(first - 1, last)
          .join('\n')
        return says(words, line) ? [line.stamp.id] : []
      }),
    )
  }
}

/** Whether words of a log say what a page's line says: as the same bullet, or as text that holds its words. */
function says(words: string, { said, stamp }: StatedLine): boolean {
  const line = singleSpaced(words).trim()
  const there = parseBullet(withoutMarker(line) ?? line)
  if (there.what === 'fact') {
    const { bullet } = there
    return [bullet, { ...bullet, text: withoutCredentials(bullet.text) }].some(
      (each) => statementHash(each) === stamp.hash,
    )
  }
  const read = parseBullet(said)
  return holdsAny([read.what === 'fact' ? read.bullet.text : said])(Buffer.from(words))
}

/** Returns a function that gives the reasons for page changes, made printable. All texts are read at once. */
function tellerOf(
  repository: Repository,
  all: readonly TreeChange[],
): (changes: readonly TreeChange[], since: string, said: ReturnType<typeof stillSaid>) => Promise<Reasons> {
  const text = textsOf(
    repository,
    all.map(({ was, now }) => ({ was, now: now?.oid })),
  )
  return async (changes, since, said) => {
    const pages = changes.map(({ path, was, now }) => ({
      path: inWorkspace(repository, path),
      before: text(was),
      after: text(now?.oid),
    }))
    const changed = new Set(pages.map(({ path }) => path))
    const { summary, lines, evidence } = await reasonsOf(pages, {
      stillSaid: said,
      unchanged: () => pagesAt(repository, since, changed),
      forgotten: forgottenHere(repository),
    })
    return { summary: printable(summary), lines: lines.map(printable), evidence: evidence.map(printable) }
  }
}

/** The texts of a commit's pages, without those that changed since. */
function pagesAt(repository: Repository, commit: string, changed: ReadonlySet<string>): string[] {
  const oids = [...oidsIn(repository, commit)].flatMap(([path, oid]) =>
    isPage(path) && !changed.has(path) ? [oid] : [],
  )
  return [...repository.blobs([...new Set(oids)]).values()].map((bytes) => bytes?.toString('utf8') ?? '')
}

/** The commit whose message is used: with `--amend`, `-C` and `-c`; with `--amend -m` the message may be a copy. */
function usedAgain(repository: Repository, { source, commit }: CommitMessage, amends: boolean): string | undefined {
  if (amends) return 'HEAD'
  return source === 'commit' ? repository.named(commit) : undefined
}

/** An author's date that is older, in seconds, is not the present: a script may commit twice in one second. */
const secondsApart = 5

/**
 * Whether HEAD's commit is being replaced. For `--amend -m` Git says the same as for `-m`, except for the author's
 * date: it is HEAD's, where a new commit has the present time. Where dates are set by hand and HEAD has its parent's,
 * nothing tells the two apart, and the commit counts as new.
 */
function isAmend(repository: Repository, { source, commit, authored = '', now }: CommitMessage): boolean {
  if (source === 'commit') return commit === 'HEAD'
  const seconds = /^@(\d+) /.exec(authored)?.[1]
  if (source !== 'message' || seconds === undefined || now / 1000 - Number(seconds) < secondsApart) return false
  if (repository.authored('HEAD') !== authored) return false
  const before = repository.authored('HEAD^')
  return before !== undefined && before !== authored
}

/** The string that begins a comment line, which Git drops from a message. */
function commentOf(repository: Repository, message: string): string {
  const set = repository.config('core.commentString', 'any') ?? repository.config('core.commentChar', 'any') ?? '#'
  return set === 'auto' ? chosenComment(message) : set === '' ? '#' : set
}
