import { lstatSync, readdirSync, realpathSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, posix } from 'node:path'
import { holdsAny, spokenForm, type Holds } from '../../../model/same-words.js'
import { chosenComment } from '../../../render/commit-message.js'
import { ofAnyVersion } from '../../../store/open.js'
import { readAtMost, walk } from '../../../files/files.js'
import type { Ref, WholeCommit } from '../../../git/git-output.js'
import type { Repository } from '../../../git/repository.js'
import { ownFolder } from '../../../files/own-folder.js'

/** A commit that brings the words into a file, takes them out, or says them in its message. */
export interface HoldingCommit {
  readonly commit: string
  /** The author's date, in the author's time zone. */
  readonly day: string
  /** Null where the subject itself says the words. */
  readonly subject: string | null
  /** Files that hold the words in this commit, and did not in its first parent. */
  readonly into: readonly string[]
  readonly outOf: readonly string[]
  /** Whether its message says the words. */
  readonly message: boolean
  /** Whether only a reflog leads to it, and no branch, tag or stash. */
  readonly onlyReflog: boolean
}

/** A file of Git's own that says the words. */
export interface HoldingFile {
  /** The path below the Git folder: `COMMIT_EDITMSG`, `logs/HEAD` */
  readonly path: string
  /** Whether it was emptied, because a commit has the message that it held. */
  readonly emptied: boolean
}

/** Where Git holds words that HEAD's files do not, or soon will not. */
export interface HeldByGit {
  /** Newest first. */
  readonly commits: readonly HoldingCommit[]
  /** How many commits have the words in their files. */
  readonly trees: number
  /** The branches, tags and stashes that lead to such a commit: `main`, `origin/main`, `tag v1`, `stash`. */
  readonly refs: readonly string[]
  readonly files: readonly HoldingFile[]
  /** Why there may be more commits and files; null where everything was looked at. */
  readonly ends: string | null
}

export const heldNowhere: HeldByGit = { commits: [], trees: 0, refs: [], files: [], ends: null }

/** Bounds of the search: commits; bytes of all blobs, of one file, and of the blobs in memory at once. */
const bounds = { commits: 10_000, bytes: 1 << 28, file: 8_000_000, atOnce: 1 << 25 }

interface HistorySearch {
  readonly held: HeldByGit
  /** Empties Git's copies of messages that commits have, where no commit is being made. */
  readonly emptied: () => HeldByGit
}

/**
 * Where Git holds these sayings: statements, and lines as they stand. Blobs and messages are searched in this process:
 * the arguments of another program are visible to every user of the machine.
 */
export function addedBy(repository: Repository, head: string, sayings: readonly string[]): HistorySearch {
  const holds = holdsAny(sayings)
  const past = repository.wholePast(bounds.commits + 1)
  const looked = past?.slice(0, bounds.commits) ?? []
  const { holding, unread } = holdingBlobs(repository, looked, holds)
  const { read, tooLong } = gitFiles(repository)
  const files = read.filter(({ bytes }) => holds(bytes))
  const held: HeldByGit = {
    ...inCommits(repository, head, looked, holding, holds),
    files: files.map(({ path }) => ({ path, emptied: false })),
    ends:
      past === undefined
        ? 'Git does not hold the older commits here'
        : past.length > bounds.commits
          ? `only the last ${bounds.commits} commits were looked at`
          : (unread ??
            tooLong ??
            (repository.shallow().size > 0 ? 'this is a shallow clone, history ends there' : null)),
  }
  const emptied = (): HeldByGit => {
    const gone = files.filter(({ path, bytes }) => empty(repository, path, bytes, looked)).map(({ path }) => path)
    return { ...held, files: held.files.map(({ path }) => ({ path, emptied: gone.includes(path) })) }
  }
  return { held, emptied }
}

function holdingBlobs(
  repository: Repository,
  commits: readonly WholeCommit[],
  holds: Holds,
): { readonly holding: ReadonlySet<string>; readonly unread: string | null } {
  const oids = commits.flatMap(({ changes }) => changes.flatMap(({ now, was }) => [now?.oid ?? [], was ?? []].flat()))
  const wanted = [...new Set(oids)]
  const sizes = repository.sizes(wanted)
  const holding = new Set<string>()
  let left = bounds.bytes
  let [tooLong, tooMuch] = [false, false]
  let batch: string[] = []
  let bytes = 0
  const look = (): void => {
    for (const [oid, content] of repository.blobs(batch)) if (holds(content)) holding.add(oid)
    batch = []
    bytes = 0
  }
  for (const oid of wanted) {
    const size = sizes.get(oid)
    if (size === undefined) continue
    if (size > bounds.file) tooLong = true
    else if (size > left) tooMuch = true
    else {
      left -= size
      bytes += size
      batch.push(oid)
      if (bytes > bounds.atOnce) look()
    }
  }
  look()
  const unread = tooMuch
    ? `only ${bounds.bytes >> 20} MB of older versions were looked at, the latest ones`
    : tooLong
      ? `files of more than ${bounds.file / 1e6} MB were not looked at`
      : sizes.size < wanted.length
        ? 'Git does not hold every older version here'
        : null
  return { holding, unread }
}

function inCommits(
  repository: Repository,
  head: string,
  commits: readonly WholeCommit[],
  holding: ReadonlySet<string>,
  holds: Holds,
): Pick<HeldByGit, 'commits' | 'trees' | 'refs'> {
  const refs = repository.refs()
  const named = reachable(commits, [head, ...refs.map(({ commit }) => commit)])
  /** Commit → its files that hold the words. */
  const standing = new Map<string, ReadonlySet<string>>()
  /** Commits that bring, say or hold the words, or lead to one that does. */
  const leading = new Set<string>()
  const found: HoldingCommit[] = []
  for (const { commit, parents, day, subject, message, changes } of commits.toReversed()) {
    const has = (oid: string | undefined): boolean => oid !== undefined && holding.has(oid)
    const into = changes.filter(({ now, was }) => has(now?.oid) && !has(was)).map(({ path }) => path)
    const outOf = changes.filter(({ now, was }) => !has(now?.oid) && has(was)).map(({ path }) => path)
    const says = holds(Buffer.from(message))
    const before = standing.get(parents[0] ?? '') ?? new Set()
    standing.set(commit, changed(before, changes, has))
    const concerns = says || into.length > 0 || outOf.length > 0
    if (concerns || standing.get(commit)!.size > 0 || parents.some((parent) => leading.has(parent))) leading.add(commit)
    if (concerns)
      found.push({
        commit,
        day,
        subject: holds(Buffer.from(subject)) ? null : subject,
        into: into.map((path) => posix.relative(repository.prefix, path)),
        outOf: outOf.map((path) => posix.relative(repository.prefix, path)),
        message: says,
        onlyReflog: !named.has(commit),
      })
  }
  const tags = repository.blobs(refs.filter(({ annotated }) => annotated).map(({ oid }) => oid))
  const says = ({ oid }: Ref): boolean => tags.has(oid) && holds(tags.get(oid)!)
  return {
    commits: found.toReversed(),
    trees: [...standing.values()].filter(({ size }) => size > 0).length,
    refs: refs.filter((ref) => (ref.commit && leading.has(ref.commit)) || says(ref)).map(({ name }) => shortName(name)),
  }
}

function changed(
  files: ReadonlySet<string>,
  changes: WholeCommit['changes'],
  has: (oid: string | undefined) => boolean,
): ReadonlySet<string> {
  if (changes.every(({ path, now }) => files.has(path) === has(now?.oid))) return files
  const after = new Set(files)
  for (const { path, now } of changes) {
    if (has(now?.oid)) after.add(path)
    else after.delete(path)
  }
  return after
}

function reachable(
  commits: readonly WholeCommit[],
  tips: readonly (string | undefined)[],
): ReadonlySet<string | undefined> {
  const named = new Set(tips)
  // Every commit is listed before its parents, so that one pass is enough.
  for (const { commit, parents } of commits) if (named.has(commit)) parents.forEach((parent) => named.add(parent))
  return named
}

const shortName = (ref: string): string =>
  ref
    .replace(/^refs\/(?:heads|remotes)\//, '')
    .replace(/^refs\/tags\//, 'tag ')
    .replace(/^refs\/stash$/, 'stash')
    .replace(/^refs\//, '')

/** Folders of Git that hold no messages: objects, names of commits, other repositories, programs. */
const without = new Set(['objects', 'refs', 'modules', 'lfs', 'annex', 'hooks'])

/**
 * Files of Git's own, from every working tree: messages being written, reflogs, a rebase's notes. The memory index of
 * this working tree is left out, for it is cleaned elsewhere; that of another working tree has the words until a
 * command cleans it there.
 */
function gitFiles({ commonDir, gitDir, prefix }: Repository): {
  readonly read: readonly { readonly path: string; readonly bytes: Buffer }[]
  readonly tooLong: string | null
} {
  const own = ownFolder(gitDir, prefix)
  const isIndex = (path: string): boolean =>
    dirname(path) === own && ofAnyVersion.test(basename(path).replace(/-(?:wal|shm|journal)$/, ''))
  // `gitDir` has its symbolic links resolved; `commonDir` keeps those of the path to the workspace.
  const real = realpathSync(commonDir)
  const entries = readdirSync(commonDir, { withFileTypes: true }).filter(({ name }) => !without.has(name))
  const paths = entries
    .flatMap((entry) => (entry.isDirectory() ? walk(commonDir, entry.name) : entry.isFile() ? [entry.name] : []))
    .filter((path) => !isIndex(join(real, path)))
    .toSorted()
  const found = paths.map((path) => ({ path, bytes: readAtMost(commonDir, path, bounds.file) }))
  const long = found.find(({ bytes }) => bytes !== undefined && !Buffer.isBuffer(bytes))
  return {
    read: found.flatMap(({ path, bytes }) => (Buffer.isBuffer(bytes) ? [{ path, bytes }] : [])),
    tooLong: long === undefined ? null : `${long.path} of the Git folder could not be looked at`,
  }
}

/**
 * Empty Git's copy of the last message, where nobody needs it: no commit is being made, and a commit has the message. A
 * message that no commit has may be the only copy of what somebody wrote for a commit that failed.
 */
function empty(repository: Repository, path: string, bytes: Buffer, commits: readonly WholeCommit[]): boolean {
  const { gitDir, commonDir } = repository
  const file = join(commonDir, path)
  if (join(realpathSync(commonDir), path) !== join(gitDir, 'COMMIT_EDITMSG')) return false
  if (repository.operation() !== undefined || repository.merging() || repository.indexLock() !== undefined) return false
  const text = bytes.toString('utf8')
  const comment = chosenComment(text)
  const cut = text.split(`${comment} ------------------------ >8 ------------------------`)[0]!
  const lines = cut.split('\n').filter((line) => !line.startsWith(comment))
  const messages = new Set([spokenForm(text), spokenForm(lines.join('\n'))])
  if (!commits.some(({ message }) => messages.has(spokenForm(message)))) return false
  try {
    const now = readAtMost(commonDir, path, bounds.file)
    if (!Buffer.isBuffer(now) || !now.equals(bytes) || !lstatSync(file).isFile()) return false
    writeFileSync(file, '')
    return true
  } catch {
    return false // it is reported as a file that says the words
  }
}
