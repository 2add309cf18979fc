import { parseFrontMatter } from '../parse/parse-front-matter.js'
import type { MarkdownFile } from './conversation.js'

/** Front matter that cannot be read is text like any other, which `fault` says. */
export function markdownFile(text: string): MarkdownFile {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n/)
  const { values, lines: count, error } = parseFrontMatter(lines, largestFront)
  const fault = error !== '' ? error : count === 0 && isBegun(lines) ? 'front matter without its last line' : ''
  return { front: values, body: lines.slice(error === '' ? count : 0).join('\n'), fault }
}

/** Characters: a document of an export lists where each of its thousands of statements stands. */
const largestFront = 4_000_000

/** `---`, `title: Tea` and no second `---`: a rule above a sentence is none. */
const isBegun = ([first = '', second = '', ...rest]: readonly string[]): boolean =>
  first.trimEnd() === '---' && /^[\w-]+:(?:\s|$)/.test(second) && !rest.some((line) => line.trimEnd() === '---')
