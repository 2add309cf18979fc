import { relative } from 'node:path'
import { widthOf } from '../text/columns.js'
import type { Status } from '../index.js'
import { printable, safeJsonText } from '../text/safe-text.js'

export { printable as shown } from '../text/safe-text.js'

export const safeJsonLine = (value: unknown): string => safeJsonText(JSON.stringify(value))

export const safeJson = (value: unknown): string => safeJsonText(JSON.stringify(value, null, 2))

export const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`

/** A line cut into several of at most `width` columns, at blanks where there are any. */
export function wrapText(line: string, width: number): string[] {
  const lines: string[] = []
  let [standing, columns, blank] = ['', 0, 0]
  for (const character of line) {
    if (columns + widthOf(character) > width && columns > 0) {
      const rest = blank > 0 && character !== ' ' ? standing.slice(blank) : ''
      lines.push(standing.slice(0, standing.length - rest.length).trimEnd())
      ;[standing, blank] = [rest, 0]
      columns = [...rest].reduce((sum, each) => sum + widthOf(each), 0)
      if (rest === '' && character === ' ') continue
    }
    standing += character
    columns += widthOf(character)
    if (character === ' ') blank = standing.length
  }
  return [...lines, standing]
}

/**
 * What stands before a command that names files by their paths in a workspace: `cd notes && `; empty where a person is
 * in its folder already.
 */
export function wayTo(root: string, cwd: string): string {
  const way = relative(cwd, root)
  if (way === '') return ''
  return `cd ${printable(/^[\w./@+-]+$/.test(way) ? way : `'${way.replaceAll("'", String.raw`'\''`)}'`)} && `
}

export const howToRetain =
  'No note has bullets in a "## Retain" section yet. Recall finds every paragraph; a bullet there, e.g. "- W @Peter: Lives in Graz.", is a fact with pages in bank/.'

/** A line that offers `memory embed`, told once where a model is at hand. */
export function offerLine({ provider, model, seconds, bytes }: NonNullable<Status['offer']>): string {
  const isKnown = seconds !== null && bytes !== null
  const [named, by] = isKnown ? [provider, provider] : [`${printable(model)} of ${provider}`, 'auto']
  const cost = isKnown ? `up to ${seconds} s once, ${(bytes / 1e6).toFixed(1)} MB` : 'it says what that takes'
  return `a model is at hand (${named}): memory embed --model ${by} would find lines by what they mean; ${cost}`
}
