import { labelCutOff } from '../language/labels.js'
import { stopWords } from '../language/stop-words.js'
import { stemOf, wordsOf } from '../language/words.js'
import type { FactKey } from '../store/rows.js'
import type { Store } from '../store/store.js'
import { compare } from '../text/compare.js'

/** The share of a task's words that a line needs to close it, and all with a digit: `batch 25` is not `batch 26`. */
const mostOf = 0.8
/** A line of more than so many times the task's words is about more. */
const longer = 4
/** The most open tasks with a word in common that are compared with a line, the first noted first. */
const mostLooked = 200

/** An open task, and the lines that say it in the same words. */
interface ToDo {
  readonly words: readonly string[]
  readonly keys: FactKey[]
}

/** A line that may be a task, open or done, and where it stands. */
export interface TaskLine {
  readonly key: FactKey
  readonly label: string | null
  readonly text: string
  readonly day: string | null
  readonly path: string
  /** 1-based. */
  readonly first: number
}

/** The closed lines of the whole index: see `closedAmong`. */
export function closedLines(store: Store): ReadonlySet<FactKey> {
  const keys = store.moments({ labels: ['open', 'done'] }).map(({ key }) => key)
  const rows = store.lines(keys)
  return closedAmong(
    rows.map((row) => ({ key: row[0], path: row[2], first: row[3], day: row[5], text: row[10], label: row[11] })),
  )
}

/**
 * The lines of open tasks that a later line says are done, in nearly the same words:
 *
 *     - [ ] key to the back door           memory/2026-02-03.md
 *     - [x] key to the back door, copied   memory/2026-02-11.md
 */
export function closedAmong(lines: readonly TaskLine[]): ReadonlySet<FactKey> {
  const rows = lines
    .filter(({ label }) => label === 'open' || label === 'done')
    .toSorted(inOrder)
    .map(({ key, label, text }) => ({ key, isOpen: label === 'open', words: toDo(text) }))
  const frequency = new Map<string, number>()
  for (const { words } of rows) for (const word of words) frequency.set(word, (frequency.get(word) ?? 0) + 1)
  const closed = new Set<FactKey>()
  const waiting = new Map<string, Map<string, ToDo>>()
  for (const { key, isOpen, words } of rows) {
    if (words.length === 0) continue
    if (isOpen) wait(waiting, { key, words, shares: mustShareOne(words, frequency) })
    else for (const done of doneBy(words, waiting)) closed.add(done)
  }
  return closed
}

function wait(
  waiting: Map<string, Map<string, ToDo>>,
  { key, words, shares }: { key: FactKey; words: readonly string[]; shares: readonly string[] },
): void {
  const said = words.join(' ')
  for (const word of shares) {
    const group = waiting.get(word) ?? new Map<string, ToDo>()
    waiting.set(word, group)
    const same = group.get(said)
    if (same) same.keys.push(key)
    else group.set(said, { words, keys: [key] })
  }
}

/** The open lines that these words say are done. They wait no more. */
function* doneBy(words: readonly string[], waiting: ReadonlyMap<string, Map<string, ToDo>>): Generator<FactKey> {
  const holds = new Set(words)
  for (const word of words) {
    let looked = 0
    for (const [said, open] of waiting.get(word) ?? []) {
      if (looked++ === mostLooked) break
      if (!isDoneBy(open.words, holds)) continue
      yield* open.keys
      for (const shared of open.words) waiting.get(shared)?.delete(said)
    }
  }
}

function isDoneBy(wanted: readonly string[], holds: ReadonlySet<string>): boolean {
  const shared = wanted.filter((word) => holds.has(word)).length
  return (
    shared >= mostOf * wanted.length &&
    holds.size <= longer * wanted.length &&
    wanted.every((word) => holds.has(word) || !/\d/.test(word))
  )
}

/** The rarest few of the words: what holds most of the words holds one of these (Chaudhuri, Ganti and Kaushik 2006). */
function mustShareOne(words: readonly string[], frequency: ReadonlyMap<string, number>): readonly string[] {
  const missing = words.length - Math.ceil(mostOf * words.length)
  return words.toSorted((a, b) => frequency.get(a)! - frequency.get(b)! || compare(a, b)).slice(0, missing + 1)
}

/** Order by day, then by place. Lines without a day come first. */
const inOrder = (a: TaskLine, b: TaskLine): number =>
  compare(a.day ?? '', b.day ?? '') || compare(a.path, b.path) || a.first - b.first || a.key - b.key

/** The stems of a task's words, sorted, each once. */
function toDo(text: string): readonly string[] {
  const words = wordsOf(labelCutOff(text))
  const telling = words.filter((word) => !stopWords.has(word))
  return [...new Set((telling.length > 0 ? telling : words).map(stemOf))].toSorted()
}
