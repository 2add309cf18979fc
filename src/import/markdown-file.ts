import { parseFrontMatter } from '../parse/parse-front-matter.js'
import type { MarkdownFile } from './conversation.js'

/** Front matter that cannot be read is text like any other. */
export function markdownFile(text: string): MarkdownFile {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n/)
  const { values, lines: count, error } = parseFrontMatter(lines)
  return { front: values, body: lines.slice(error === '' ? count : 0).join('\n') }
}
