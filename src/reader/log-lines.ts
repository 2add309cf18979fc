import type { Config } from '../model/config.js'
import { linesWithoutCredentials } from '../credentials/without.js'
import { dreamtHeading, dreamtIn } from '../parse/dreaming.js'
import { parseBullet } from '../parse/parse-bullet.js'
import { retainOpening } from '../parse/retain-heading.js'
import { isBlank } from '../parse/split-sections.js'
import { withoutTrailing } from '../text/letters.js'
import type { HeadingAbove, ReaderLine, ReaderLog } from './reader-line.js'
import { saidByAnother } from './said-by-another.js'

const heading = /^ {0,3}(#{1,6})[ \t]+(.*)$/s
const fence = /^\s{0,12}(?:(?:[-*+]|\d{1,3}[.)])\s{1,4})?(`{3,}|~{3,})(.*)$/s
const bulletMark = /^(?:[-*+]|\d{1,9}[.)])[ \t]+/
/** A rule, such as `---` or `|---|:--|`: it says nothing, and costs as much as a short line. */
const ruled = /^[\s|:=*_-]+$/
const comment = /<!--[\s\S]*?(?:-->|$)/g

/** Which lines are within a fence, or are its first or last line. */
export function fencedLines(lines: readonly string[]): boolean[] {
  let open = ''
  return lines.map((line) => {
    const [, mark, info] = fence.exec(line) ?? []
    if (open !== '') {
      if (mark?.startsWith(open) && isBlank(info!)) open = ''
      return true
    }
    // A code span on a line of its own is no fence.
    if (mark === undefined || (mark.startsWith('`') && info!.includes('`'))) return false
    open = mark
    return true
  })
}

/** The title of a heading: `Shipping ##` → `Shipping`; `C#` stays. */
function titleOf(written: string): string {
  const title = written.trimEnd()
  const bare = withoutTrailing(title, '#')
  return bare === '' || bare.trimEnd() !== bare ? bare.trimEnd() : title
}

/** A text without its comments; their line ends stay, so that lines keep their numbers. */
const withoutComments = (text: string): string =>
  text.includes('<!--') ? text.replace(comment, (whole) => whole.replace(/[^\n]+/g, '')) : text

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
