import type { PastChange } from '../../../git/git-output.js'
import type { Repository } from '../../../git/repository.js'
import { classByPattern, originClassNamed, type OriginSettings } from '../../../model/origin-class.js'
import type { Writer } from '../../../model/writer.js'

export interface StandingLine {
  readonly path: string
  readonly text: string
}

/** Commits of these files: how many are looked at, and how many in one batch. */
const mostCommits = 1000
const atOnce = 50

/**
 * Who committed each of these lines: the newest commit that brought its text into the file. A commit that moves the
 * line within its file did not write it; one that renames the file did. Undefined for a line that no commit within
 * reach brought: it is not committed, a merge made it, or history ends before.
 */
export function writersOf(
  repository: Repository,
  commit: string,
  lines: readonly StandingLine[],
  authors?: OriginSettings['authors'],
): readonly (Writer | undefined)[] {
  const found: (Writer | undefined)[] = lines.map(() => undefined)
  const paths = [...new Set(lines.map(({ path }) => path))]
  const shallow = paths.length === 0 ? new Set() : repository.shallow()
  // A commit whose parents are not here looks as if it had brought all that its tree holds.
  const versions = (paths.length === 0 ? [] : (repository.pastChanges(commit, paths, mostCommits) ?? [])).filter(
    (version) => !shallow.has(version.commit),
  )
  const open = new Map(paths.map((path) => [path, lines.flatMap((line, at) => (line.path === path ? [at] : []))]))
  for (let at = 0; at < versions.length && open.size > 0; at += atOnce) {
    const batch = versions.slice(at, at + atOnce)
    const oids = batch.flatMap(({ changes }) =>
      changes.flatMap(({ path, now, was }) => (open.has(path) ? [now?.oid ?? [], was ?? []].flat() : [])),
    )
    const blobs = repository.blobs([...new Set(oids)])
    for (const version of batch) {
      for (const { path, now, was } of version.changes) {
        const asked = open.get(path)
        const after = now && blobs.get(now.oid)
        const before = was === undefined ? Buffer.alloc(0) : blobs.get(was)
        if (!asked || !after || !before) continue
        const [held, brought] = [linesOf(before), linesOf(after)]
        const isBrought = (line: number): boolean => brought.has(lines[line]!.text) && !held.has(lines[line]!.text)
        for (const line of asked.filter(isBrought)) found[line] = writerOf(version, authors)
        const left = asked.filter((line) => found[line] === undefined)
        if (left.length > 0) open.set(path, left)
        else open.delete(path)
      }
    }
  }
  return found
}

const linesOf = (bytes: Buffer): ReadonlySet<string> => new Set(bytes.toString('utf8').split(/\r?\n/))

export function writerOf(version: Omit<PastChange, 'changes'>, authors: OriginSettings['authors'] = {}): Writer {
  const { commit, day, author, address, agent, coauthors, origin } = version
  const originClass = originClassNamed(origin) ?? classByPattern(authors, [author, address])
  return {
    commit,
    day,
    author,
    ...(agent === '' ? {} : { agent }),
    ...(coauthors.length > 0 ? { with: coauthors } : {}),
    ...(originClass === undefined ? {} : { originClass }),
  }
}
