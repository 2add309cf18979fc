import type { FactId } from '../../../model/fact.js'
import { readStamp, splitTail, withoutMarker } from '../../../model/page.js'
import { parseBullet } from '../../../parse/parse-bullet.js'
import type { PastChange, TreeChange } from '../../../git/git-output.js'
import type { Repository } from '../../../git/repository.js'
import type { Writer } from '../../../model/writer.js'
import { writerOf } from './writers.js'

/** A commit that changed what a page says of an opinion. */
export interface LineChange extends Writer {
  readonly subject: string
  readonly page: string
  /** The line's confidence, 0 to 1; null where the page had no line of the opinion. */
  readonly before: number | null
  readonly after: number | null
  /** Set where the commit changed other words of the line than its confidence. */
  readonly reworded?: true
}

export interface LineHistory {
  /** Newest first. */
  readonly commits: readonly LineChange[]
  /** Why there may be older commits; null where these are all. */
  readonly ends: string | null
}

/** Versions of the pages that are looked at, changes that are told, and versions read in one batch, at most. */
const mostVersions = 1000
const mostChanges = 20
const atOnce = 50

/**
 * The commits that changed the line of an opinion on these pages: its confidence or its words, or that added or removed
 * it. Citations that moved are no change.
 *
 * @param paths the pages; where several changed at once, the first that has the line counts
 * @param statements the ids that its line may have, the likeliest first
 */
export function historyOfLine(
  repository: Repository,
  commit: string,
  paths: readonly string[],
  statements: readonly FactId[],
): LineHistory {
  const versions = repository.pastChanges(commit, paths, mostVersions + 1)
  if (!versions) return { commits: [], ends: 'Git does not hold the older commits here' }
  const shallow = repository.shallow()
  // A commit whose parents are not here looks as if it had made every file of its tree.
  const whole = versions.slice(0, mostVersions).filter((version) => !shallow.has(version.commit))
  const found: LineChange[] = []
  let missing = false
  for (let at = 0; at < whole.length && found.length <= mostChanges; at += atOnce) {
    const batch = whole.slice(at, at + atOnce)
    const blobs = repository.blobs([...new Set(batch.flatMap(({ changes }) => changes.flatMap(oidsOf)))])
    const lineIn = (oid: string | undefined): LineState | undefined =>
      oid === undefined ? undefined : lineOf(blobs.get(oid)!.toString('utf8'), statements)
    for (const version of batch) {
      const changes = version.changes.filter((change) => oidsOf(change).every((oid) => blobs.has(oid)))
      missing ||= changes.length < version.changes.length
      found.push(...changeIn({ ...version, changes }, paths, lineIn))
    }
  }
  const ends =
    found.length > mostChanges
      ? `only the newest ${mostChanges} are told`
      : versions.length > mostVersions
        ? `only the last ${mostVersions} commits of these pages were looked at`
        : missing
          ? 'Git does not hold all older pages here'
          : whole.length < versions.length
            ? 'history ends there, this is a shallow clone'
            : null
  return { commits: found.slice(0, mostChanges), ends }
}

const oidsOf = ({ now, was }: TreeChange): string[] => [now?.oid, was].filter((oid) => oid !== undefined)

interface LineState {
  readonly confidence: number | null
  /** Null where the words cannot be read; that counts as no change of words. */
  readonly words: string | null
}

/**
 * What one commit did to the line. Of several pages the first that had the line before and after counts: another may
 * lag behind, or be full.
 */
function changeIn(
  version: PastChange,
  paths: readonly string[],
  lineIn: (oid: string | undefined) => LineState | undefined,
): LineChange[] {
  const sides = paths
    .flatMap((path) => version.changes.filter((change) => change.path === path))
    .map(({ path, now, was }) => ({ page: path, before: lineIn(was), after: lineIn(now?.oid) }))
  const best = sides.find(({ before, after }) => before && after) ?? sides.find(({ before, after }) => before ?? after)
  if (!best || (best.before === struckOut && !best.after)) return []
  const { page, before, after } = best
  const unread = before?.words === null || after?.words === null
  const reworded = before && after && !unread && before.words !== after.words && after !== struckOut
  if (before?.confidence === after?.confidence && !reworded) return []
  return [
    {
      ...writerOf(version),
      subject: version.subject,
      page,
      before: before?.confidence ?? null,
      after: after?.confidence ?? null,
      ...(reworded ? { reworded: true as const } : {}),
    },
  ]
}

const struckOut: LineState = { confidence: null, words: '' }

/** The generated line of an opinion in a page's text, wherever it stands. */
function lineOf(text: string, statements: readonly FactId[]): LineState | undefined {
  const stamped = text.split('\n').flatMap((line) => {
    const read = line.includes('<!-- ^') ? readStamp(line) : undefined
    return read && statements.includes(read.stamp.id) ? [read] : []
  })
  const wanted = statements.find((id) => stamped.some(({ stamp }) => stamp.id === id))
  const line = stamped.find(({ stamp }) => stamp.id === wanted)
  if (!line) return undefined
  const { said } = splitTail(line.body)
  if (said.startsWith('- ~~')) return struckOut
  const read = parseBullet(withoutMarker(said) ?? said)
  const before = line.stamp.confidence === null ? null : line.stamp.confidence / 100
  if (read.what !== 'fact') return { confidence: before, words: null }
  const { confidence } = read.bullet
  return {
    confidence: confidence === null ? before : confidence / 1000,
    words: said.replace(/\bc=\d*\.?\d+/, ''),
  }
}
