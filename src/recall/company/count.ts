import { hash } from 'node:crypto'
import type { Day } from '../../model/time.js'
import type { NoteSize, WordDirection } from '../../store/company.js'
import type { Store } from '../../store/store.js'
import { compare } from '../../text/compare.js'
import { whenAsked } from '../../text/once.js'
import { basisFrom, termsOf } from './basis.js'

/** Words are not counted in fewer lines: too few stand beside each other twice. */
const fewestLines = 500
/** Words are counted anew once memory has grown by this factor: each count delays the question that starts it. */
const growth = 1.1
/** The share of lines that may be counted: the newest notes are still being written. */
const settledShare = 0.97
/** Of more lines than this, only those of every second note, or third, are counted: they say as much of a word. */
const mostLines = 6000

const linesOf = (notes: readonly NoteSize[]): number => notes.reduce((sum, { lines }) => sum + lines, 0)

/**
 * The notes in which words are counted: the oldest by their days, undated ones last. Every clone picks the same of the
 * same notes, and a new note at the end mostly changes none of them.
 */
export function countedAmong(notes: readonly NoteSize[]): readonly NoteSize[] {
  const total = linesOf(notes)
  if (total < fewestLines) return []
  let most = settledShare * fewestLines
  while (most * growth <= settledShare * total) most *= growth
  const inOrder = notes.toSorted((a, b) => compare(a.day ?? '9999', b.day ?? '9999') || compare(a.path, b.path))
  let lines = 0
  const oldest = inOrder.filter((note) => (lines += note.lines) <= most)
  const step = Math.ceil(most / mostLines)
  return oldest.filter((_, at) => at % step === 0)
}

/** A hash of the notes: other notes, or other text in them, give another. */
const stampOf = (notes: readonly NoteSize[]): string =>
  hash('sha256', notes.map(({ path, oid }) => `${oid} ${path}\n`).join(''))

const countedIn = ({ company }: Store, notes: readonly NoteSize[]): WordDirection[] =>
  basisFrom(notes.map(({ note }) => company.textsOf(note).map(termsOf)))

/** Whether this tree has yet to be checked for notes to count; false while lines are few: questions then only read. */
export function isCountDue({ company, standing, lineCount }: Store): boolean {
  const tree = standing()?.tree
  if (tree === undefined || company.standing()?.tree === tree) return false
  return company.lines() > 0 || lineCount() >= fewestLines
}

/** Counts which words stand beside which, unless the notes to count are those counted last. Runs within a write. */
export function countCompany(store: Store, isWanted: boolean): void {
  const { company } = store
  const notes = isWanted ? countedAmong(company.noteSizes()) : []
  const stamp = stampOf(notes)
  if (company.standing()?.stamp !== stamp) company.keep(countedIn(store, notes))
  company.standFor({ tree: store.standing()?.tree ?? '', stamp, lines: linesOf(notes) })
}

/** The company of words in the notes up to a day; counted anew where those are not the notes counted last. */
export function companyAsOf(store: Store, isBy: (noted: Day | null) => boolean): Store['company'] {
  const { company } = store
  const then = whenAsked((): Pick<Store['company'], 'of' | 'lines'> => {
    const notes = countedAmong(company.noteSizes().filter(({ day }) => isBy(day)))
    if (company.standing()?.stamp === stampOf(notes)) return company
    const words = new Map(countedIn(store, notes).map((word) => [word.term, word]))
    return {
      of: (terms) => terms.toSorted(compare).flatMap((term) => words.get(term) ?? []),
      lines: () => linesOf(notes),
    }
  })
  return { ...company, of: (terms) => then().of(terms), lines: () => then().lines() }
}
