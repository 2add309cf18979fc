import type { LabelKind } from '../../model/label.js'
import type { StoredFact } from '../../store/rows.js'
import { rankedLine } from '../rank/line.js'
import { scaffoldingAmong } from '../rank/scaffolding.js'
import type { About } from './about.js'
import type { MemoryLine } from './fit.js'
import { passageLine } from './lines.js'

/** Labels of lines that are worth knowing the next day; open ones are told by `underWay`. */
const telling: readonly LabelKind[] = ['decision', 'lesson', 'cause', 'problem', 'fix', 'status', 'goal', 'wish']

/**
 * Passages as lines, the most telling first: important ones, then decisions, lessons and the like, then the first below
 * each heading, then the rest. Superseded passages and scaffolding come last.
 */
export function narrative(about: About, passages: readonly StoredFact[]): MemoryLine[] {
  const { store, asResult } = about
  const { canonical } = store.entities()
  const lines = store.lines(passages.map(({ key }) => key)).map((row) => rankedLine(row, canonical))
  const scaffolding = new Set([...scaffoldingAmong(lines)].map(({ key }) => key))
  const counts = new Map<string, number>()
  const ranked = passages.map((passage) => {
    const section = JSON.stringify([passage.source.path, passage.trail])
    const before = counts.get(section) ?? 0
    counts.set(section, before + 1)
    const { status, importance = 0 } = passage.annotations ?? {}
    const isLast = scaffolding.has(passage.key) || status === 'superseded'
    const isLabelled = passage.label !== undefined && telling.includes(passage.label)
    return { passage, importance, isLast, isLabelled, isFirst: before === 0 }
  })
  const told = ranked.toSorted(
    (a, b) =>
      Number(a.isLast) - Number(b.isLast) ||
      b.importance - a.importance ||
      Number(b.isLabelled) - Number(a.isLabelled) ||
      Number(b.isFirst) - Number(a.isFirst),
  )
  return told.flatMap(({ passage }) => (asResult(passage).retired ? [] : [passageLine(about, passage)]))
}
