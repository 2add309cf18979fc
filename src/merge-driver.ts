import { readFileSync, writeFileSync } from 'node:fs'
import { isUtf8 } from 'node:buffer'
import { mergePage, mergeText } from './pipeline/merge-page.js'

/**
 * What Git calls to merge a page: `merge-page %O %A %B`. The result replaces
 * the second file, as Git wants it.
 *
 * @returns 0, or 1 where a conflict is left (gitattributes(5), "Defining a custom merge driver")
 */
export function mergeFiles(base: string, ours: string, theirs: string): 0 | 1 {
  const [was, left, right] = [base, ours, theirs].map((path) => readFileSync(path)) as [Buffer, Buffer, Buffer]
  // Not text: Git's own way with binary files is to keep ours and say so.
  if ([was, left, right].some((bytes) => bytes.includes(0))) return 1
  // Bytes that are no UTF-8 must come out as they went in.
  const encoding = [was, left, right].every(isUtf8) ? 'utf8' : 'latin1'
  const [first, second, third] = [was, left, right].map((bytes) => bytes.toString(encoding)) as [string, string, string]
  const merged = encoding === 'utf8' ? mergePage(first, second, third) : mergeText(first, second, third)
  writeFileSync(ours, merged.text, encoding)
  return merged.conflict ? 1 : 0
}
