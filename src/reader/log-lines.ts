import type { Config } from '../model/config.js'
import { linesWithoutCredentials } from '../credentials/without.js'
import { dreamtHeading, dreamtIn } from '../parse/dreaming.js'
import { parseBullet } from '../parse/parse-bullet.js'
import { retainOpening } from '../parse/retain-heading.js'
import { isBlank } from '../parse/split-sections.js'
import { stretches } from '../text/code-span.js'
import { withoutTrailing } from '../text/letters.js'
import type { HeadingAbove, ReaderLine, ReaderLog } from './reader-line.js'
import { saidByAnother } from './said-by-another.js'

const heading = /^ {0,3}(#{1,6})[ \t]+(.*)$/s
const fence = /^\s{0,12}(?:(?:[-*+]|\d{1,3}[.)])\s{1,4})?(`{3,}|~{3,})(.*)$/s
const bulletMark = /^(?:[-*+]|\d{1,9}[.)])[ \t]+/
/** A rule, such as `---` or `|---|:--|`: it says nothing, and costs as much as a short line. */
const ruled = /^[\s|:=*_-]+$/
/** Where a block of HTML is a comment: at the beginning of a line, of a quotation or of an item. */
const commentOpens = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*<!--/
/** Lines between which no code span reaches: a blank one, an item, a heading. */
const endsParagraph = /^\s*(?:$|[-*+]\s|\d{1,9}[.)]\s|#{1,6}\s)/

/** Which lines are within a fence, or are its first or last line. */
export function fencedLines(lines: readonly string[]): boolean[] {
  let open = ''
  return lines.map((line) => {
    const before = open
    open = fenceBehind(open, line)
    return before !== '' || open !== ''
  })
}

/** The mark of the fence that is open behind a line; empty where none is. */
function fenceBehind(open: string, line: string): string {
  const [, mark, info] = fence.exec(line) ?? []
  if (open !== '') return mark?.startsWith(open) && isBlank(info!) ? '' : open
  // A code span on a line of its own is no fence.
  return mark === undefined || (mark.startsWith('`') && info!.includes('`')) ? '' : mark
}

/** The title of a heading: `Shipping ##` → `Shipping`; `C#` stays. */
function titleOf(written: string): string {
  const title = written.trimEnd()
  const bare = withoutTrailing(title, '#')
  return bare === '' || bare.trimEnd() !== bare ? bare.trimEnd() : title
}

/**
 * A text without its comments; their line ends stay, so that lines keep their numbers. In code `<!--` is text, and so it
 * is where no `-->` follows, as in an indexed note: else one would hide the rest of the log.
 */
function withoutComments(text: string): string {
  if (!text.includes('<!--')) return text
  const lastEnd = text.lastIndexOf('-->')
  let out = ''
  /** Where the text begins that is not in `out` yet, and the line that is looked at. */
  let [kept, from] = [0, 0]
  const takeProse = (to: number): void => {
    const parts = stretches(text.slice(kept, to), 'with comments')
    out += parts.map((part) => (part.kind === 'comment' ? lineEndsIn(part.text) : part.text)).join('')
    kept = to
  }
  let open = ''
  while (from < text.length) {
    const lineEnd = text.indexOf('\n', from)
    const end = lineEnd < 0 ? text.length : lineEnd + 1
    const line = text.slice(from, lineEnd < 0 ? end : lineEnd)
    const before = open
    open = fenceBehind(open, line)
    const begin = from + (commentOpens.exec(line)?.[0].length ?? Infinity) - '<!--'.length
    if (before !== '' || open !== '') {
      if (before === '') takeProse(from)
      out += text.slice(from, end)
      kept = from = end
    } else if (begin + 2 <= lastEnd) {
      takeProse(begin)
      const close = text.indexOf('-->', begin + 2) + '-->'.length
      out += lineEndsIn(text.slice(begin, close))
      kept = from = close
    } else {
      if (endsParagraph.test(line)) takeProse(from)
      from = end
    }
  }
  takeProse(text.length)
  return out
}

const lineEndsIn = (text: string): string => text.replace(/[^\n]+/g, '')

/** The lines of a log that a reader is shown, in order; in time linear in the log's length. */
export function readerLines({ text }: ReaderLog, config: Config): ReaderLine[] {
  const whole = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n')
  const bare = withoutComments(whole).split('\n')
  const masked = withoutComments(linesWithoutCredentials(whole)).split('\n')
  const fenced = fencedLines(bare)
  const dreamt = new Set<number>()
  for (const { first, last } of dreamtIn(whole, whole.split('\n')))
    for (let at = first; at <= last; at++) dreamt.add(at)
  const opens = retainOpening(config)
  const lines: Omit<ReaderLine, 'isPasted'>[] = []
  const isFenced: boolean[] = []
  let under: readonly HeadingAbove[] = []
  let [isApart, retain] = [true, undefined as { level: number; counting: 'every' | 'typed' } | undefined]
  for (const [at, line] of bare.entries()) {
    const number = at + 1
    const [, marks, written = ''] = (fenced[at] ? undefined : heading.exec(line)) ?? []
    const level = marks?.length
    const title = titleOf(written)
    if (level !== undefined) {
      under = under.filter((above) => above.level < level)
      if (retain && level <= retain.level) retain = undefined
      const counting = dreamtHeading.test(title) ? 'every' : opens(title)
      if (counting) retain ??= { level, counting }
    }
    const isEmpty = line.trim() === ''
    const isRule = ruled.test(line) && !fenced[at]
    if (
      !isEmpty &&
      !isRule &&
      !dreamt.has(number) &&
      !(retain && (level !== undefined || isBullet(line, retain.counting)))
    ) {
      const shown = masked[at] ?? line
      lines.push({ number, text: shown.trimEnd(), raw: line.trimEnd(), isApart, under, ...(level ? { level } : {}) })
      isFenced.push(fenced[at]!)
    }
    isApart = isEmpty
    if (level !== undefined) under = [...under, { line: number, level, title }]
  }
  const pasted = saidByAnother(lines, isFenced)
  return lines.map((line, at) => ({ ...line, isPasted: pasted[at]! }))
}

/** Whether a line is a bullet already, which no reader has to draft again. */
function isBullet(line: string, counting: 'every' | 'typed'): boolean {
  if (counting === 'every' && bulletMark.test(line)) return true
  const parsed = parseBullet(line.trim().replace(bulletMark, ''))
  return parsed.what === 'fact' && parsed.bullet.leading > 0
}
