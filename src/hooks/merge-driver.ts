import { readFileSync, writeFileSync } from 'node:fs'
import { isUtf8 } from 'node:buffer'
import { mergePage } from '../pages/edits/merge-page.js'
import { mergeLog } from '../git/merge-log.js'
import { mergeText, plainMarkers, type Markers, type MergedText } from '../git/merge-text.js'

/**
 * Merges a file of `bank/`, called by Git:
 *
 *     merge-page %O %A %B [%L %S %X %Y]
 *
 * The result replaces the second file, as Git wants it. Our pages are merged as pages, any other file by Git's own
 * merge of text.
 *
 * @param said the size of Git's conflict markers and its labels for base, ours and theirs
 * @returns 0, or 1 where a conflict is left (gitattributes(5), "Defining a custom merge driver")
 */
export function mergeFiles(base: string, ours: string, theirs: string, ...said: readonly string[]): 0 | 1 {
  const markers = markersOf(said, process.env)
  return replaced([base, ours, theirs], ([first, second, third], encoding) => {
    const text = (was: string, left: string, right: string) => mergeText(was, left, right, markers, encoding)
    return encoding === 'utf8' ? mergePage(first, second, third, { text, markers }) : text(first, second, third)
  })
}

/**
 * Merges a log, called by Git: `merge-log %O %A %B`.
 *
 * @returns 0, or 1 where one of the three is no text
 */
export const mergeLogs = (base: string, ours: string, theirs: string): 0 | 1 =>
  replaced([base, ours, theirs], (texts, encoding) => mergeLog(...texts, encoding))

type ThreeFiles = readonly [base: string, ours: string, theirs: string]

/** Write what `merge` makes of the three files to the second. */
function replaced(paths: ThreeFiles, merge: (texts: ThreeFiles, encoding: 'utf8' | 'latin1') => MergedText): 0 | 1 {
  const three = paths.map((path) => readFileSync(path))
  // Not text: like Git with binary files, keep ours and report a conflict.
  if (three.some((bytes) => bytes.includes(0))) return 1
  // Bytes that are no UTF-8 must be written as they were read.
  const encoding = three.every(isUtf8) ? 'utf8' : 'latin1'
  const [first, second, third] = three.map((bytes) => bytes.toString(encoding))
  const merged = merge([first!, second!, third!], encoding)
  writeFileSync(paths[1], merged.text, encoding)
  return merged.conflict ? 1 : 0
}

/**
 * The labels and size of conflict markers. Git before 2.44 passes `%S`, `%X` and `%Y` unreplaced: ours is then labelled
 * HEAD, and theirs as the environment says during a merge, `GITHEAD_<oid>=side`.
 */
function markersOf(
  [size = '', base = '', ours = '', theirs = '']: readonly string[],
  environment: NodeJS.ProcessEnv,
): Markers {
  if (size === '') return plainMarkers
  const heads = Object.entries(environment).flatMap(([name, label]) =>
    name.startsWith('GITHEAD_') && label ? [label] : [],
  )
  const or = (said: string, otherwise: string): string => (said === '' || /^%[SXY]$/.test(said) ? otherwise : said)
  return {
    ours: or(ours, 'HEAD'),
    base: or(base, plainMarkers.base),
    theirs: or(theirs, heads.length === 1 ? heads[0]! : plainMarkers.theirs),
    size: Number(size) || plainMarkers.size,
  }
}
