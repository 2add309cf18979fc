import { labelOf } from '../language/labels.js'
import { statedBy } from '../language/statements.js'
import { whenAsked } from '../text/once.js'
import type { LabelKind } from '../model/label.js'
import type { Fact } from '../model/fact.js'

export type LineOfNote = Pick<Fact, 'text' | 'trail' | 'label' | 'source' | 'kind'>

/** The order of labels in a row of lines: what was wrong or decided, then why, then how it was mended. */
export const rowOrder: Readonly<Partial<Record<LabelKind, number>>> = { problem: 0, decision: 0, cause: 1, fix: 2 }

/** A line within `apart` lines counts as right below: one empty line may be between. A row goes on within `farther`. */
const apart = 2
const farther = 4

/** Whether a file stands at the root, as `MEMORY.md` and `USER.md`: an agent always knows its lines. */
export const isRoot = (path: string): boolean => !path.includes('/')

/** How many lines below a name that stands alone are told of it, at most. */
const mostOfName = 12

const calls = whenAsked((): ReadonlySet<string> => new Set(statedBy('called')))

/** The name alone on a line at the root, `**Name:** Ruth`, which its section is about; undefined for other lines. */
export function calledIn({ text, source }: LineOfNote): string | undefined {
  if (!isRoot(source.path)) return undefined
  const [, label, name] = /^([^:：]{1,30})[:：]\s*(\S[^:：]{0,40})$/u.exec(text.replaceAll(/[*_`]+/g, '')) ?? []
  return label !== undefined && calls().has(label.trim().toLowerCase()) ? name!.trim() : undefined
}

/**
 * The lines to show with each passage that says only half alone: those of its row, or those below a name that stands
 * alone. What a page tells of a name depends on these lines, too.
 *
 * @param passages of one note, in its order
 */
export function besides<T extends LineOfNote>(passages: readonly T[]): ReadonlyMap<T, readonly T[]> {
  const found = new Map(rowsOf(passages))
  for (const [at, line] of passages.entries()) {
    if (calledIn(line) === undefined) continue
    const below = passages.slice(at + 1, at + 1 + mostOfName)
    const end = below.findIndex((other) => !isSameTrail(other, line) || calledIn(other) !== undefined)
    found.set(line, end < 0 ? below : below.slice(0, end))
  }
  return found
}

const isSameTrail = ({ trail: a }: LineOfNote, { trail: b }: LineOfNote): boolean =>
  a.length === b.length && a.every((title, at) => title === b[at])

/**
 * The row of each line that has one: lines that say one thing together. A cause says nothing without its effect, nor
 * does a remedy without what was wrong. An unlabelled line right above a cause or a remedy is that effect.
 *
 *     The brief did not go out at seven.
 *     Root cause: the path of the new machine was not set.
 *     Fix: the script sets it.
 *
 * @param passages of one note, in its order
 */
function rowsOf<T extends LineOfNote>(passages: readonly T[]): ReadonlyMap<T, readonly T[]> {
  const rows = new Map<T, readonly T[]>()
  let row: T[] = []
  const close = (): void => {
    if (row.length > 1) for (const line of row) rows.set(line, row)
    row = []
  }
  for (const [at, line] of passages.entries()) {
    const place = placeOf(line)
    const before = passages[at - 1]
    const last = row.at(-1)
    if (place === undefined && (line.label === undefined || labelOf(line.text) !== line.label)) continue
    if (last !== undefined && !(isBelow(line, last, farther) && place !== undefined && place > (placeOf(last) ?? 0)))
      close()
    if (place === undefined) continue
    const isOfAbove = row.length === 0 && place > 0 && before !== undefined && isBelow(line, before) && isEffect(before)
    row.push(...(isOfAbove ? [before, line] : [line]))
  }
  close()
  return rows
}

/** Whether a line with a label may stand in a row, by what stands on the lines around it. */
export function mayBeOfRow(
  { label, source: { first, last } }: LineOfNote,
  around: (first: number, last: number) => readonly { label: string | null; first: number; last: number }[],
): boolean {
  const place = label === undefined ? undefined : rowOrder[label]
  if (place === undefined) return false
  return around(first - farther, last + farther).some((other) => {
    const of = other.label === null ? undefined : rowOrder[other.label as LabelKind]
    // An unlabelled line above may be what this cause or remedy is of.
    if (of === undefined) return other.label === null && place > 0 && other.first <= first
    return (other.first <= first && of < place) || (other.first >= first && of > place)
  })
}

/** A line's place in a row, by a label of its own: lines that a heading labels are a list. */
const placeOf = ({ text, label }: LineOfNote): number | undefined =>
  label === undefined || labelOf(text) !== label ? undefined : rowOrder[label]

const isBelow = (line: LineOfNote, above: LineOfNote, most = apart): boolean =>
  line.source.first - above.source.last <= most && isSameTrail(line, above)

/** Whether a line may be what a cause or remedy is of: an unlabelled passage that is no table row and no lead. */
const isEffect = ({ text, label, kind }: LineOfNote): boolean =>
  kind === 'passage' && label === undefined && !/[:：]\s*[*_]*\s*$| \| /u.test(text)
