import type { Assertion } from '../../model/assertion.js'
import type { Fact, FactId } from '../../model/fact.js'
import type { Note } from '../../model/note.js'
import { splitPage, withoutMarker } from '../../model/page.js'
import { cameBack } from '../../parse/without-forgotten.js'

/** Lines of a file, 1-based, both included. */
export type ForgottenLines = Pick<Fact['source'], 'first' | 'last'>

export interface MeantLines {
  readonly id: FactId
  /** Whether a person's line in a page is about the fact. */
  readonly isAbout: (assertion: Assertion) => boolean
}

/**
 * The lines by a person that say a fact: its bullets in logs and pages, also where they give no fact of that id; words
 * about it under `## Curated`; and its line proposed for MEMORY.md. Generated lines are not among them: without the
 * others they are not generated again.
 */
export function linesSaying(note: Note, text: string, { id, isAbout }: MeantLines): ForgottenLines[] {
  const said = note.facts.flatMap((fact) => (fact.id === id ? [fact.source] : []))
  const about = note.assertions.flatMap(({ line, assertion }) => (isAbout(assertion) ? [line] : []))
  const proposed = linesOf(note.path, isCore(note.path) ? text : '').flatMap((line, at) =>
    proposedAs(line) === id ? [at + 1] : [],
  )
  // The continuation lines of a bullet go with it: left behind, they would continue the line above.
  const whole = ({ first, last }: ForgottenLines): ForgottenLines =>
    note.facts.find(({ kind, source }) => kind !== 'passage' && source.first === first)?.source ?? { first, last }
  const back = cameBack(note.path, text, new Set([id])).filter(
    ({ first }) => !said.some((fact) => fact.first === first),
  )
  return [
    ...[...said, ...back.map(whole)].map(({ first, last }) => ({ first, last })),
    ...[...new Set([...about, ...proposed])].map(alone),
  ].toSorted((a, b) => a.first - b.first)
}

const alone = (line: number): ForgottenLines => ({ first: line, last: line })

/** Lines are proposed for MEMORY.md only; a line in another note that looks proposed is a person's. */
const isCore = (path: string): boolean => path === 'MEMORY.md' || path === 'memory.md'

/** `- @Peter: Likes tea <!-- ^k3f9a2c1x7 -->`, where a formatter may have set another list marker. */
const proposedAs = (line: string): string | undefined =>
  /<!-- \^([0-9a-z]{10}) -->\s*$/.exec(withoutMarker(line) ?? '')?.[1]

/** The text without these lines; every other byte stays. */
export function withoutLines(path: string, text: string, lines: readonly ForgottenLines[]): string {
  return piecesOf(path, text)
    .filter((_, at) => !covers(lines, at + 1))
    .join('')
}

/** The text of each stretch of lines, byte for byte except line ends. */
export function stretchesAt(path: string, text: string, lines: readonly ForgottenLines[]): string[] {
  const pieces = piecesOf(path, text).map((piece) => piece.replace(/\r?\n$|\r$/, ''))
  return lines.map(({ first, last }) => pieces.slice(first - 1, last).join('\n'))
}

export const wordsAt = (path: string, text: string, lines: readonly ForgottenLines[]): string[] =>
  stretchesAt(path, text, lines).map((words) => words.trim())

const covers = (lines: readonly ForgottenLines[], line: number): boolean =>
  lines.some(({ first, last }) => first <= line && line <= last)

/**
 * Facts outside the lines that would be lost or get another id: in Markdown one line may change how the next is read.
 *
 * @param after the note without the lines
 */
export function lostWith(before: Note, after: Note, lines: readonly ForgottenLines[]): Fact[] {
  const kept = new Set(after.facts.map(({ id }) => id))
  return before.facts.filter(
    ({ id, kind, source }) => kind !== 'passage' && !covers(lines, source.first) && !kept.has(id),
  )
}

/** The lines of a file with their ends. As in Markdown a lone carriage return ends a line too, but not in a page. */
const piecesOf = (path: string, text: string): string[] =>
  text.split(path.startsWith('bank/') ? /(?<=\n)/ : /(?<=\n|\r(?!\n))/)

const linesOf = (path: string, text: string): readonly string[] => {
  const { lines } = splitPage(text)
  return path.startsWith('bank/') ? lines : lines.flatMap((line) => line.split('\r'))
}
