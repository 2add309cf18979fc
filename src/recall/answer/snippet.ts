import type { Overlaps } from '../rank/overlap.js'
import { wordsOf } from '../../language/words.js'

/** A passage of no more words than this is shown whole; a longer one, by about so many. */
const whole = 90
const shown = 60

/**
 * The sentences of a long passage that hold most of a question, cut out where
 * they stand: `… Otis weighed 31 kilos. The vet asked for less bread. …`. The
 * first where several hold as much; null where the passage is no longer than
 * what is shown whole.
 */
export function snippetOf(text: string, held: Overlaps['held']): string | null {
  // No word is shorter than a character with a blank behind it, but those of scripts without blanks.
  if (text.length < whole) return null
  const parts = partsOf(text)
  if (parts.reduce((sum, { words }) => sum + words.length, 0) <= whole) return null
  let best = { from: 0, to: 0, weight: -1 }
  for (let from = 0; from < parts.length; from++) {
    // What begins with words that hold nothing holds no more than what begins behind them.
    if (from > 0 && held(parts[from]!.words) === 0) continue
    const words: string[] = []
    let to = from
    for (; to < parts.length && (to === from || words.length + parts[to]!.words.length <= shown); to++)
      words.push(...parts[to]!.words)
    const weight = held(words)
    if (weight > best.weight) best = { from, to, weight }
  }
  const [start, end] = [parts[best.from]!.start, parts[best.to - 1]!.end]
  const cut = text.slice(start, end).trim()
  return `${best.from > 0 ? '… ' : ''}${cut}${best.to < parts.length ? ' …' : ''}`
}

interface SnippetPart {
  readonly start: number
  readonly end: number
  readonly words: readonly string[]
}

/** Bounded: a run of dots without an end is looked at once. */
const sentenceEnd = /[.!?…]{1,9}["'”’)\]]{0,4}\s|[。！？]{1,9}[”’」）]{0,4}|\n/g

/** Sentences and lines; of a sentence that is longer than what is shown, pieces of half that. */
function partsOf(text: string): SnippetPart[] {
  const parts: SnippetPart[] = []
  const add = (start: number, end: number): void => {
    const words = wordsOf(text.slice(start, end))
    if (words.length > 0) parts.push({ start, end, words })
  }
  let start = 0
  for (const { index, 0: stop } of text.matchAll(sentenceEnd)) {
    cutLong(text, start, index + stop.length, add)
    start = index + stop.length
  }
  cutLong(text, start, text.length, add)
  return parts
}

function cutLong(text: string, start: number, end: number, add: (start: number, end: number) => void): void {
  const count = wordsOf(text.slice(start, end)).length
  if (count <= shown) return add(start, end)
  const pieces = Math.ceil(count / (shown / 2))
  const size = Math.ceil((end - start) / pieces)
  let from = start
  for (let piece = 1; piece < pieces; piece++) {
    // Behind a blank where there is one near; between any two characters of a script that writes none.
    const near = text.lastIndexOf(' ', start + piece * size)
    const at = near > from ? near + 1 : wholeCharacter(text, start + piece * size)
    if (at <= from) continue
    add(from, at)
    from = at
  }
  add(from, end)
}

/** Not between the halves of a character that takes two, nor before a mark that belongs to it. */
function wholeCharacter(text: string, at: number): number {
  let start = at
  while (start > 0 && /^[\udc00-\udfff\p{M}\u1160-\u11ff]/u.test(text.slice(start, start + 1))) start--
  return start
}
