import { compare } from './compare.js'
import { memoize } from './memoize.js'

/**
 * The rest of the line that begins with a word and a blank, in a text of lines in code-unit order. The lines are
 * searched where they stand, so that a table of thousands of words costs nothing to load.
 *
 *     '\naardvark >9\naba >8,>0\n'   'aba' → '>8,>0'
 */
export function restOfLine(lines: string, word: string): string | undefined {
  let [low, high] = [0, lines.length]
  while (low < high) {
    const start = lines.lastIndexOf('\n', (low + high - 1) >> 1) + 1
    const end = lines.indexOf('\n', start)
    const space = lines.indexOf(' ', start)
    if (end < 0 || space < 0 || space > end) {
      if (start > low && end < 0) high = start - 1
      else if (end < 0) return undefined
      else low = end + 1
      continue
    }
    const found = lines.slice(start, space)
    if (found === word) return lines.slice(space + 1, end)
    if (found < word) low = end + 1
    else high = start - 1
  }
  return undefined
}

/**
 * After so many lookups a table of all lines is made, which takes as long. Hardly a commit asks as often, a rebuild
 * soon does.
 */
const many = 20_000

/**
 * A lookup of what sorted lines tell of a word. After many lookups it makes a table of all lines, and then caches
 * nothing for the many words that no line has.
 *
 * @param read what a line tells
 */
export function lookup<T>(lines: string, read: (told: string) => T): (word: string) => T | undefined {
  let find = memoize((word): T | undefined => {
    const told = restOfLine(lines, word)
    return told === undefined ? undefined : read(told)
  })
  let asked = 0
  return (word) => {
    if (asked++ === many) {
      const all = tableOf(lines, read)
      find = (each) => all.get(each)
    }
    return find(word)
  }
}

function tableOf<T>(lines: string, read: (told: string) => T): ReadonlyMap<string, T> {
  const words = lines.split('\n').map((line) => [line, line.indexOf(' ')] as const)
  return new Map(words.flatMap(([line, at]) => (at > 0 ? [[line.slice(0, at), read(line.slice(at + 1))]] : [])))
}

/** A table of words as lines that `restOfLine` reads. Words hold no blank, and what is told of them no line end. */
export const sortedLines = (table: ReadonlyMap<string, string>): string =>
  `\n${[...table]
    .toSorted(([a], [b]) => compare(a, b))
    .map(([word, told]) => `${word} ${told}\n`)
    .join('')}`
