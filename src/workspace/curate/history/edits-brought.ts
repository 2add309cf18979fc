import { sameEdit } from '../../../model/assertion.js'
import { readStamp } from '../../../model/page.js'
import type { Span } from '../../../model/time.js'
import { assertionsIn } from '../../../parse/parse-page.js'
import type { BroughtBy } from '../../../recall/belief-changes.js'
import type { PastChange } from '../../../git/git-output.js'
import type { Repository } from '../../../git/repository.js'
import { writerOf } from './writers.js'

/** Commits that changed pages: how many are looked at, and how many in one batch. */
const mostCommits = 1000
const atOnce = 50

interface SaidEdit {
  readonly said: string
  readonly over: number | null
}

/**
 * What people said of facts in `bank/` by editing a line or writing a bullet, each with the newest commit within the
 * span that brought it. The commit that adopts an edit brings nothing new. Only lines that a commit changed are read,
 * from the newest thousand commits.
 */
export function editsBrought(repository: Repository, commit: string, { start, end }: Span): Map<string, BroughtBy> {
  const shallow = repository.shallow()
  // A commit whose parents are not here looks as if it had brought all that its tree holds.
  const within = (repository.pastChanges(commit, ['bank'], mostCommits) ?? []).filter(
    ({ commit: each, day }) => day >= start && day <= end && !shallow.has(each),
  )
  const brought = new Map<string, BroughtBy>()
  for (let at = 0; at < within.length; at += atOnce) {
    const batch = within.slice(at, at + atOnce)
    const blobs = repository.blobs([...new Set(batch.flatMap(({ changes }) => changes.flatMap(oidsOf)))])
    const linesOf = (oid: string | undefined): string[] => ((oid && blobs.get(oid)?.toString('utf8')) || '').split('\n')
    for (const version of batch) {
      const sides = version.changes.map(({ path, was, now }) => {
        const [before, after] = [linesOf(was), linesOf(now?.oid)]
        return { before: saidIn(path, without(before, after)), after: saidIn(path, without(after, before)) }
      })
      const before = new Set(sides.flatMap((side) => side.before.map(({ said }) => said)))
      for (const { said, over } of sides.flatMap((side) => side.after))
        if (!before.has(said) && !brought.has(said))
          brought.set(said, { ...writerOf(version), over, later: brought.size })
    }
  }
  return brought
}

function without(lines: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others)
  return lines.filter((line) => !known.has(line))
}

function saidIn(path: string, lines: readonly string[]): SaidEdit[] {
  return assertionsIn(path, lines.join('\n')).map(({ assertion, line }) => {
    const stamped = readStamp(lines[line - 1]!)?.stamp.confidence ?? null
    return { said: sameEdit(assertion), over: stamped === null ? null : stamped / 100 }
  })
}

const oidsOf = ({ now, was }: PastChange['changes'][number]): string[] =>
  [now?.oid, was].filter((oid) => oid !== undefined)
