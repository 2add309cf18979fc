import { labelAlone, labelBeginning, labelNamed } from '../language/labels.js'
import { isScaffolding, isSpoken } from '../language/scaffolding.js'
import { isSpaceless } from '../language/statements.js'
import { sentencesOf } from '../language/unanchored.js'
import type { LabelKind } from '../model/label.js'
import { withoutEmphasis } from './sentences.js'

export interface LogLine {
  readonly text: string
  readonly trail: readonly string[]
  readonly label?: LabelKind
  /** Its first line as it stands in the log. This shows whether it is a list item, a quotation, code or a row. */
  readonly written: string
  readonly source: { readonly first: number; readonly last: number }
}

/** A passage with a label, be it its own or that of the heading or list above it. */
export interface LabelledLine {
  /** The passages that say it, by their places in the log, in order. */
  readonly of: readonly number[]
  readonly label: LabelKind
  /** The label as it is written. */
  readonly written: string
  /** The words behind the label. */
  readonly rest: string
  /** The headings above, but for a heading that is the label. */
  readonly trail: readonly string[]
  /** Whether the label is for this passage alone, and not for a list that it is an item of. */
  readonly isOwn: boolean
}

export const isSameTrail = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((title, at) => title === b[at])

/** The labelled passages of a log, in order, each with the items of a list that it leads to. */
export function labelledIn(lines: readonly LogLine[]): LabelledLine[] {
  const found: LabelledLine[] = []
  let listed: { readonly written: string; readonly trail: readonly string[] } | undefined
  for (const [at, line] of lines.entries()) {
    const { trail, label } = line
    const text = plain(line.text)
    if (labelAlone(line.text)) listed = { written: text.replace(/\s*[:：]\s*$/u, ''), trail }
    else if (listed && !(isItem(line) && isSameTrail(listed.trail, trail))) listed = undefined
    if (label === undefined || !isProse(line)) continue
    const own = labelBeginning(text)
    const whole = withList(lines, at, own?.rest ?? text)
    if (whole === undefined) continue
    if (own) {
      found.push({ ...whole, label: own.label, written: own.written, trail, isOwn: true })
      continue
    }
    const title = trail.at(-1) ?? ''
    const isTitled = listed === undefined && labelNamed(title) === label
    const beside = [lines[at - 1], lines[at + whole.of.length]]
    const isOwn = isTitled && beside.every((other) => !other || !isSameTrail(other.trail, trail))
    // A label on a heading further up only names a section, but below a heading of lessons each item is one.
    const isListed = isTitled || listed !== undefined || label === 'lesson'
    if (isOwn || (isListed && isItem(line) && !isSpoken(trail)))
      found.push({
        ...whole,
        label,
        written: listed?.written ?? plain(title),
        trail: isTitled ? trail.slice(0, -1) : trail,
        isOwn,
      })
  }
  return found
}

/** A longer list is no part of a sentence. */
const mostItems = 4

/** A passage with the list that it leads to, as one text; undefined where that list is long or missing. */
function withList(lines: readonly LogLine[], at: number, rest: string): Pick<LabelledLine, 'rest' | 'of'> | undefined {
  if (!/[:：]\s*$/u.test(rest)) return { rest, of: [at] }
  const line = lines[at]!
  const depth = isItem(line) ? indentOf(line) : -1
  const end = lines.findIndex((next, place) => {
    if (place <= at) return false
    const isBelow = isSameTrail(next.trail, line.trail) && isItem(next) && indentOf(next) > depth
    return !isBelow || next.source.first > lines[place - 1]!.source.last + 2
  })
  const below = lines.slice(at + 1, end < 0 ? lines.length : end)
  const items = below.map(({ text }) => plain(text).replace(/[.;,。；]$/u, ''))
  if (items.length === 0 || items.length > mostItems || !below.every(isProse)) return undefined
  // Behind several sentences, the list would belong to the last one only.
  if (items.some((text) => /[:：]$/u.test(text)) || sentencesOf(rest).length > 1) return undefined
  const mark = items.some(isSpaceless) ? '；' : items.some((text) => /[,;]/.test(text)) ? '; ' : ', '
  return { rest: `${rest.trim()} ${items.join(mark)}`, of: [at, ...below.map((_, place) => at + 1 + place)] }
}

const item = /^\s*(?:[-*+•]|\d{1,2}[.)])\s/u
const isItem = ({ written }: LogLine): boolean => item.test(written)
const indentOf = ({ written }: LogLine): number => written.length - written.trimStart().length

const quoted = /^\s*(?:>|\||```|~~~)/
const task = /^\s*(?:[-*+] )?\[[ xX]\]/
const indented = /^(?: {4}|\t)/

/** Whether a line is somebody's own words: no quotation, row, code, task or scaffolding. */
const isProse = (line: LogLine): boolean => {
  const { written, text } = line
  if (quoted.test(written) || task.test(written) || text.includes(' | ') || isScaffolding(text)) return false
  return isItem(line) || !indented.test(written)
}

/** A text without emphasis and without the signs before it. */
const plain = (text: string): string =>
  withoutEmphasis(text)
    .replace(/^[^\p{L}\p{N}"'“„«`(~/$]+/u, '')
    .trim()
