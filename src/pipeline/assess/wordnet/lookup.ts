import { extract } from './extract.js'

/**
 * The axes a word lies on, as the extract writes them: `['-3f', 'k2', '>7a']`.
 * Lines are sorted and searched where they stand, so that loading costs nothing.
 */
export function axesOf(word: string): readonly string[] {
  const line = lineOf(word)
  return line === undefined ? [] : line.slice(word.length + 1).split(',')
}

export const isWord = (word: string): boolean => lineOf(word) !== undefined

const met = new Map<string, string | undefined>()

function lineOf(word: string): string | undefined {
  if (met.has(word)) return met.get(word)
  if (met.size >= 10_000) met.clear()
  const line = searched(word)
  met.set(word, line)
  return line
}

function searched(word: string): string | undefined {
  let [low, high] = [0, extract.length]
  while (low < high) {
    const start = extract.lastIndexOf('\n', (low + high - 1) >> 1) + 1
    const end = extract.indexOf('\n', start)
    const space = extract.indexOf(' ', start)
    if (end < 0 || space < 0 || space > end) {
      if (start > low && end < 0) high = start - 1
      else if (end < 0) return undefined
      else low = end + 1
      continue
    }
    const found = extract.slice(start, space)
    if (found === word) return extract.slice(start, end)
    if (found < word) low = end + 1
    else high = start - 1
  }
  return undefined
}
