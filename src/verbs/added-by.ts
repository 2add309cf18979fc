import { isUtf8 } from 'node:buffer'
import type { PastChange } from '../workspace/git-output.js'
import type { Repository } from '../workspace/git.js'

/** Commits by which words came into files. */
export interface AddedBy {
  /** Newest first. */
  readonly commits: readonly Pick<PastChange, 'commit' | 'day' | 'subject'>[]
  /** Why there may be older ones; null where these are all of this branch. */
  readonly ends: string | null
}

/** Versions of the files looked at, so that no history is too long. */
const mostVersions = 1000
/** Versions whose bytes are held at a time. */
const atOnce = 50

/**
 * The commits before which these files did not hold the words, and after which
 * they do. Told by the blobs: the words are given to no other program, whose
 * arguments every user of the machine could read.
 */
export function addedBy(
  repository: Repository,
  commit: string,
  paths: readonly string[],
  words: readonly string[],
): AddedBy {
  const versions = paths.length === 0 ? [] : repository.pastChanges(commit, paths, mostVersions + 1)
  if (!versions) return { commits: [], ends: 'Git does not hold the older commits here' }
  const shallow = repository.shallow()
  const commits: AddedBy['commits'][number][] = []
  let missing = false
  for (let at = 0; at < Math.min(versions.length, mostVersions); at += atOnce) {
    const batch = versions.slice(at, Math.min(at + atOnce, mostVersions))
    const oids = batch.flatMap(({ changes }) => changes.flatMap(({ now, was }) => [now?.oid ?? [], was ?? []].flat()))
    const blobs = repository.blobs([...new Set(oids)])
    missing ||= oids.some((oid) => !blobs.has(oid))
    const holds = (oid: string | undefined): boolean => {
      const bytes = oid === undefined ? undefined : blobs.get(oid)
      if (!bytes || !isUtf8(bytes)) return false
      const text = plain(bytes.toString('utf8'))
      return words.some((each) => text.includes(plain(each)))
    }
    for (const { commit: name, day, subject, changes } of batch)
      if (changes.some(({ now, was }) => holds(now?.oid) && !holds(was))) commits.push({ commit: name, day, subject })
  }
  const ends =
    versions.length > mostVersions
      ? `only the last ${mostVersions} commits of these files were looked at`
      : missing
        ? 'Git does not hold every older version here'
        : versions.some((version) => shallow.has(version.commit))
          ? 'this is a shallow clone, history ends there'
          : null
  return { commits, ends }
}

const plain = (text: string): string => text.replaceAll('\r\n', '\n')
