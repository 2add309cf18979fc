import { sameEdit } from '../memory/assertion.js'
import { readStamp } from '../memory/page.js'
import type { Day, Span } from '../memory/time.js'
import { assertionsIn } from '../pipeline/parse-page.js'
import type { BroughtBy } from '../recall/belief-changes.js'
import type { PastChange } from '../workspace/git-output.js'
import type { Repository } from '../workspace/git.js'

/** Commits that changed pages, looked at; and versions of pages whose bytes are held at a time. */
const mostCommits = 1000
const atOnce = 50

interface Said {
  readonly said: string
  readonly over: number | null
}

/**
 * What people said of facts in `bank/`, by the commit of a window that brought
 * it, the newest where several did: an edit of a line, or a bullet. The commit
 * that adopts an edit brings nothing new.
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
    const saidIn = (path: string, oid: string | undefined): Said[] => {
      const text = (oid && blobs.get(oid)?.toString('utf8')) || ''
      const lines = text.split('\n')
      return assertionsIn(path, text).map(({ assertion, line }) => {
        const stamped = readStamp(lines[line - 1]!)?.stamp.confidence ?? null
        return { said: sameEdit(assertion), over: stamped === null ? null : stamped / 100 }
      })
    }
    for (const { commit: by, day, changes } of batch) {
      const before = new Set(changes.flatMap(({ path, was }) => saidIn(path, was).map(({ said }) => said)))
      for (const { said, over } of changes.flatMap(({ path, now }) => saidIn(path, now?.oid)))
        if (!before.has(said) && !brought.has(said))
          brought.set(said, { commit: by, day: day as Day, over, before: brought.size })
    }
  }
  return brought
}

const oidsOf = ({ now, was }: PastChange['changes'][number]): string[] =>
  [now?.oid, was].filter((oid) => oid !== undefined)
