import { labelCutOff } from '../../language/labels.js'
import { stopWords } from '../../language/stop-words.js'
import { stemOf, wordsOf } from '../../language/words.js'
import type { FactKey, LineRow } from '../../store/rows.js'
import type { Store } from '../../store/store.js'
import { compare } from '../../text/compare.js'

/** Of the words of what is to be done so many stand in what says that it is. */
const mostOf = 0.8
/** A line that says more than so many times as much is about more. */
const longer = 4

/**
 * Lines that say that something is to be done, where a later one says that it is, in nearly the same words:
 *
 *     - [ ] key to the back door           memory/2026-02-03.md
 *     - [x] key to the back door, copied   memory/2026-02-11.md
 */
export function closedLines(store: Store): ReadonlySet<FactKey> {
  const closed = new Set<FactKey>()
  const keys = store.moments({ labels: ['open', 'done'] }).map(({ key }) => key)
  const rows = store.lines(keys).toSorted(inOrder)
  const waiting = new Map<string, Set<FactKey>>()
  const wordsBy = new Map<FactKey, readonly string[]>()
  for (const row of rows) {
    const [key, , , , , , , , , , text, label] = row
    const words = toDo(text)
    if (words.length === 0) continue
    if (label === 'open') {
      wordsBy.set(key, words)
      for (const word of words) waiting.set(word, (waiting.get(word) ?? new Set()).add(key))
      continue
    }
    for (const [open, shared] of sharing(words, waiting)) {
      const wanted = wordsBy.get(open)!
      if (closed.has(open) || shared < mostOf * wanted.length || words.length > longer * wanted.length) continue
      closed.add(open)
      for (const word of wanted) waiting.get(word)!.delete(open)
    }
  }
  return closed
}

/** How many words each that waits has in common. */
function sharing(words: readonly string[], waiting: ReadonlyMap<string, ReadonlySet<FactKey>>): Map<FactKey, number> {
  const shared = new Map<FactKey, number>()
  for (const word of words) for (const key of waiting.get(word) ?? []) shared.set(key, (shared.get(key) ?? 0) + 1)
  return shared
}

/** By day, then by place: what has no day stands before all. */
const inOrder = (a: LineRow, b: LineRow): number =>
  compare(a[5] ?? '', b[5] ?? '') || compare(a[2], b[2]) || a[3] - b[3] || a[0] - b[0]

function toDo(text: string): readonly string[] {
  const words = wordsOf(labelCutOff(text))
  const telling = words.filter((word) => !stopWords.has(word))
  return [...new Set((telling.length > 0 ? telling : words).map(stemOf))]
}
