import { parseFrontMatter } from '../parse/parse-front-matter.js'
import type { MarkdownFile } from './conversation.js'

/** Cuts a Markdown file into front matter and body. Unreadable front matter counts as text; `fault` says why. */
export function markdownFile(text: string): MarkdownFile {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n/)
  const { values, lines: count, error } = parseFrontMatter(lines, largestFront)
  const fault = error !== '' ? error : count === 0 && isBegun(lines) ? 'front matter without its last line' : ''
  return { front: values, body: lines.slice(error === '' ? count : 0).join('\n'), fault }
}

/** Characters of front matter, at most: a document of an export lists the places of its thousands of statements. */
const largestFront = 4_000_000

/** Whether front matter has no end: `---`, `title: Tea` and no second `---`; false for a rule above a sentence. */
const isBegun = ([first = '', second = '', ...rest]: readonly string[]): boolean =>
  first.trimEnd() === '---' && /^[\w-]+:(?:\s|$)/.test(second) && !rest.some((line) => line.trimEnd() === '---')
