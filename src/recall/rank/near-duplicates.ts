import type { FactKey } from '../../store/rows.js'
import { byPlace, type Line } from './line.js'
import { stopWords } from '../../language/stop-words.js'

/** The share of a statement's words that its passage must hold. */
const sameShare = 0.75
/** How much a word counts that only the line before the passage holds: the question that it answers. */
const before = 0.4
/** How much likelier a passage is where the statement is about its speaker, and less likely where it is not. */
const sameSpeaker = 0.12

/**
 * Pairs statements with the passages of the same note that they were made of: a log tells a thing in its narrative, and
 * again under its Retain heading. Both are one answer to a question.
 */
export function nearDuplicatesAmong(
  lines: readonly Line[],
  beside: (line: Line, by: number) => Line | undefined,
  partsOf: (key: FactKey) => readonly FactKey[],
): { twin: (line: Line) => Line | undefined } {
  const byKey = new Map(lines.map((line) => [line.key, line]))
  const byPath = new Map<string, { statements: Line[]; passages: Line[] }>()
  for (const line of lines) {
    const note = byPath.get(line.path) ?? { statements: [], passages: [] }
    byPath.set(line.path, note)
    note[line.kind === 'passage' ? 'passages' : 'statements'].push(line)
  }
  const twins = new Map<FactKey, Line>()
  for (const { statements, passages } of byPath.values()) {
    const ordered = passages.toSorted(byPlace)
    for (const statement of statements.toSorted(byPlace)) {
      const found = sourceOf(statement, ordered, beside) ?? mostAlike(statement, partsOf(statement.key), byKey)
      if (!found) continue
      twins.set(statement.key, found)
      if (!twins.has(found.key)) twins.set(found.key, statement)
    }
  }
  return { twin: ({ key }) => twins.get(key) }
}

function sourceOf(
  statement: Line,
  passages: readonly Line[],
  beside: (line: Line, by: number) => Line | undefined,
): Line | undefined {
  const own = [...statement.counts.keys()].filter((stem) => !stopWords.has(stem))
  if (own.length === 0) return undefined
  let best = sameShare
  let found: Line | undefined
  for (const passage of passages) {
    const speaks = passage.speaker === null || statement.owners.size === 0
    const same = !speaks && [...passage.owners].some((key) => statement.owners.has(key))
    const more = speaks ? 0 : same ? sameSpeaker : -sameSpeaker
    const asked = beside(passage, -1)
    let missing = 0
    for (const stem of own) {
      if (passage.counts.has(stem)) continue
      missing += asked?.counts.has(stem) ? 1 - before : 1
      // Stops early: most passages soon can no longer be the best.
      if (1 - missing / own.length + more <= best) break
    }
    const share = 1 - missing / own.length + more
    if (share > best) [best, found] = [share, passage]
  }
  return found
}

/** The line that holds the most of a bullet's words, among those it says it was made of. */
function mostAlike({ counts }: Line, parts: readonly FactKey[], byKey: ReadonlyMap<FactKey, Line>): Line | undefined {
  const shared = (line: Line): number => [...counts.keys()].filter((stem) => line.counts.has(stem)).length
  return parts.flatMap((key) => byKey.get(key) ?? []).toSorted((a, b) => shared(b) - shared(a) || byPlace(a, b))[0]
}
