import type { Overlaps } from '../rank/overlap.js'
import { wordsOf } from '../../language/words.js'

/** A passage of up to `whole` words is shown whole; of a longer one, about `shown` words are. */
const whole = 90
const shown = 60

/**
 * The sentences of a long passage that hold most of a question, cut out of it: `… Otis weighed 31 kilos. The vet asked
 * for less bread. …`. The first such where several hold as much; null where the passage is short enough to be shown
 * whole.
 */
export function snippetOf(text: string, held: Overlaps['held']): string | null {
  // A text has no more words than characters.
  if (text.length < whole) return null
  const parts = partsOf(text)
  if (parts.reduce((sum, { words }) => sum + words.length, 0) <= whole) return null
  let best = { from: 0, to: 0, weight: -1 }
  for (let from = 0; from < parts.length; from++) {
    // A cut that begins with a part that holds nothing is no better than the one that begins behind it.
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

/** The end of a sentence. The counts are bounded, so that a long run of dots is looked at only once. */
const sentenceEnd = /[.!?…]{1,9}["'”’)\]]{0,4}\s|[。！？]{1,9}[”’」）]{0,4}|\n/g

/** The sentences and lines of a text; one of more than `shown` words is cut into pieces of about half as many. */
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
    // Cut behind a blank of this piece; where it has none, as in Chinese, between two characters.
    const near = text.lastIndexOf(' ', start + piece * size)
    const at = near > from ? near + 1 : wholeCharacter(text, start + piece * size)
    if (at <= from) continue
    add(from, at)
    from = at
  }
  add(from, end)
}

/** The last offset up to `at` that splits no surrogate pair and takes no combining mark from its letter. */
function wholeCharacter(text: string, at: number): number {
  let start = at
  while (start > 0 && /^[\udc00-\udfff\p{M}\u1160-\u11ff]/u.test(text.slice(start, start + 1))) start--
  return start
}
