import { heldIn } from '../../text/as-written.js'
import type { FactKey } from '../../store/rows.js'
import type { Query } from '../question/query.js'
import type { View } from './features.js'
import type { Line } from './line.js'

/** A name held to the letter, a name in other case, and numbers, which decide only between lines equal in names. */
const [exactly, otherwise, numbered] = [4, 2, 1]
/** All words, but for what sums of fractions lose. */
const wholly = 0.999

/**
 * How much a line holds of the names and numbers that a question writes out. Short numbers count only where all its
 * other words are there too: of twenty-five lines `Batch N of the winter plan` one is meant, but `3 things` is said of
 * anything.
 */
export function writtenWith({ written: { names, numbers } }: Query, overlap: View['overlap']): View['written'] {
  if (names.length === 0 && numbers.length === 0) return () => 0
  const known = new Map<FactKey, number>()
  const levelOf = (line: Line): number => {
    const text = line.all()
    const held = names.map((name) => heldIn(text, name))
    const isWhole = numbers.length > 0 && overlap(line).held >= wholly
    return (
      held.reduce((sum, how) => sum + (how === 'exactly' ? exactly : how === 'otherwise' ? otherwise : 0), 0) +
      (isWhole && numbers.every((number) => heldIn(text, number) !== undefined) ? numbered : 0)
    )
  }
  return (line) => {
    let level = known.get(line.key)
    if (level === undefined) known.set(line.key, (level = levelOf(line)))
    return level
  }
}
