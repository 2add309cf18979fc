import { readFileSync, writeFileSync } from 'node:fs'
import { mergePage } from './pipeline/merge-page.js'

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
  const merged = mergePage(was.toString('utf8'), left.toString('utf8'), right.toString('utf8'))
  writeFileSync(ours, merged.text)
  return merged.conflict ? 1 : 0
}
