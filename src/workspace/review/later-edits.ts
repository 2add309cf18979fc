import type { PastCommit } from '../../git/git-output.js'
import type { Repository } from '../../git/repository.js'
import { writtenBy } from '../../model/writer.js'
import { groupBy } from '../../text/grouped.js'
import { hunksBetween, type Hunk } from '../../text/hunks.js'
import { linesAlike } from '../../text/lines-alike.js'
import { writerOf } from '../curate/history/writers.js'
import { textOf } from '../session/pages-in-tree.js'
import { changesByCommit } from './revert-commits.js'

/** A line that a source wrote and somebody else wrote over since. */
export interface LaterEdit {
  readonly path: string
  /** 1-based, in HEAD. */
  readonly line: number
  readonly text: string
  /** `4be1a07 Ada` */
  readonly by: string
}

export interface LaterWork {
  readonly edits: readonly LaterEdit[]
  /** By path, lines that do not come back: the source wrote over them, and others changed or took out what it wrote. */
  readonly settled: ReadonlyMap<string, ReadonlySet<string>>
  /** By path, for each line that stems from the source, the lines that the source replaced by it. */
  readonly wroteOver: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>
}

/** A line on its way through the commits after the one that brought it. */
interface FollowedLine {
  /** Who changed it last; null while it is the source's. */
  readonly by: string | null
  /** The lines that the source replaced by it. */
  readonly before: readonly string[]
}

/**
 * Finds lines of HEAD that stem from a source but that somebody else has changed since. Where a commit replaces a
 * stretch of lines, each is followed to the new line that shares most words with it.
 *
 * @param all the commits of HEAD's history, oldest first
 * @param taken the commits of the source
 * @param texts the logs as HEAD has them, by path; empty for a log that HEAD no longer has
 */
export function laterEdits(
  repository: Repository,
  all: readonly PastCommit[],
  taken: ReadonlySet<string>,
  texts: ReadonlyMap<string, string>,
): LaterWork {
  const plain = all.filter(({ parents }) => parents.length < 2)
  const first = plain.findIndex(({ commit }) => taken.has(commit))
  const versions = (first < 0 ? [] : plain.slice(first)).flatMap((commit) =>
    changesByCommit(repository, commit.commit).flatMap((change) =>
      texts.has(change.path) ? [{ ...change, commit }] : [],
    ),
  )
  const edits: LaterEdit[] = []
  const settled = new Map<string, Set<string>>()
  const wroteOver = new Map<string, Map<string, readonly string[]>>()
  for (const [path, changes] of groupBy(versions, (version) => version.path)) {
    if (!changes.some(({ commit }) => taken.has(commit.commit))) continue
    const blobs = repository.blobs([...new Set(changes.flatMap(({ was, now }) => [was ?? [], now?.oid ?? []].flat()))])
    const linesOf = (oid: string | undefined): string[] =>
      ((oid === undefined ? '' : textOf(blobs.get(oid))) ?? '').split(/\r?\n/)
    const followed = new Map<string, FollowedLine>()
    const over = new Set<string>()
    settled.set(path, over)
    for (const { was, now, commit } of changes) {
      const before = linesOf(was)
      const by = taken.has(commit.commit) ? null : nameOf(commit)
      for (const hunk of hunksBetween(before, linesOf(now?.oid))) follow({ followed, over }, before, hunk, by)
    }
    wroteOver.set(path, new Map([...followed].map(([text, { before }]) => [text, before])))
    for (const [at, text] of texts.get(path)!.split(/\r?\n/).entries()) {
      const { by = null } = followed.get(text) ?? {}
      if (by !== null) edits.push({ path, line: at + 1, text, by })
    }
  }
  return { edits, settled, wroteOver }
}

const nameOf = (commit: PastCommit): string => `${commit.commit.slice(0, 7)} ${writtenBy(writerOf(commit))}`

/** @param by who commits it; null for the source */
function follow(
  { followed, over }: { readonly followed: Map<string, FollowedLine>; readonly over: Set<string> },
  lines: readonly string[],
  { from, to, now }: Hunk,
  by: string | null,
): void {
  const gone = lines.slice(from, to).filter(isSaid)
  const come = now.filter(isSaid)
  const mates = linesAlike(gone, come)
  const made = new Map<string, FollowedLine>()
  for (const [at, line] of gone.entries()) {
    const known = followed.get(line)
    followed.delete(line)
    if (!known && by !== null) continue
    const before = known?.before ?? []
    if (by !== null) for (const each of before) over.add(each)
    const mate = mates.get(at)
    // A line that the source changes again stays the source's, with the lines that it replaced first. A line that
    // somebody else changes is theirs.
    if (mate !== undefined)
      made.set(come[mate]!, by === null ? { by: null, before: known ? before : [line] } : { by, before })
  }
  for (const line of come) {
    const follows = made.get(line) ?? (by === null ? { by: null, before: [] } : undefined)
    if (follows) followed.set(line, follows)
    else followed.delete(line)
  }
}

const isSaid = (line: string): boolean => line.trim() !== '' && !/^#{1,6}\s/.test(line)
