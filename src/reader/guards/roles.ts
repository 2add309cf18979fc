import { isSpaceless, statedBy } from '../../language/statements.js'
import { stopWords } from '../../language/stop-words.js'
import { whenAsked } from '../../text/once.js'
import type { Clause } from '../clauses.js'
import { alignedWith, wordsThatSay } from '../clauses.js'
import { entityKey } from '../../model/entity.js'
import { namesSaid } from '../../suggest/names.js'
import type { Guard, GuardedAnswer } from './guard.js'

interface Placed {
  readonly at: number
  /** The preposition before it, such as `from` or `by`; empty where there is none, undefined within an enumeration. */
  readonly governor: string | undefined
}

const joints = whenAsked((): ReadonlySet<string> => new Set([...statedBy('joints'), ...statedBy('betweenNames')]))

function placed(name: string, words: readonly string[], { evidence }: GuardedAnswer): Placed | undefined {
  const at = words.indexOf(name)
  if (at < 0) return undefined
  const { vocabulary } = evidence
  let before = at - 1
  while (before >= 0 && vocabulary.isOf('determiner', words[before]!)) before--
  const word = words[before] ?? ''
  if (joints().has(word) || /[,/&+]/.test(word)) return { at, governor: undefined }
  return { at, governor: vocabulary.isOf('preposition', word) || vocabulary.isOf('by', word) ? word : '' }
}

const piece = /[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’.-]*(?<![.'’-])|[,/&+]/gu
const piecesOf = (text: string): string[] => text.match(piece) ?? []
/** Whether a word is written as a name: with a capital first or within, or with a number behind a letter. */
const isName = (word: string): boolean => /^\p{Lu}/u.test(word) || /\p{L}\d|\p{Ll}\p{Lu}/u.test(word)

/**
 * Refuses an answer that swaps the parts of two names: who did something and to whom, or from where and to where. The
 * prepositions before them show it (`from`, `to`, `by`); without any, their order does.
 */
export const namesKeepTheirParts: Guard = (of) => {
  const { clauses, evidence, subjects } = of
  for (const clause of clauses) {
    if (isSpaceless(clause.text)) continue
    const told = alignedWith(clause, evidence.clauses, subjects)
    const swaps = told.map((other) => swapIn(of, clause, other))
    const taken = partTaken(of, clause, told)
    if (taken !== undefined) return taken
    const [first] = swaps
    if (first !== undefined && swaps.every((swap) => swap !== undefined))
      return `${first[0]} and ${first[1]} have each other’s part in its line: say who did it, or from what to what, as the line does`
  }
  return undefined
}

/**
 * The objection to an answer that tells of one name what its lines tell of another: `Mac keeps the main copy` from
 * `GitHub keeps the main copy; Mac follows`. Only where the clause begins with a name that the lines have elsewhere,
 * and its sources begin with another.
 */
function partTaken(of: GuardedAnswer, said: Clause, told: readonly Clause[]): string | undefined {
  const subject = subjectOf(of, said.text)
  if (subject === undefined || told.length === 0) return undefined
  const isOthers = (clause: Clause): boolean => {
    const other = subjectOf(of, clause.text)
    if (other === undefined || other === subject || holdsName(said.text, other) || holdsName(clause.text, subject))
      return false
    return [...said.words].filter((word) => clause.words.has(word) && !isWordOf(of, word, subject)).length > 1
  }
  const isElsewhere = of.evidence.clauses.some((clause) => !told.includes(clause) && holdsName(clause.text, subject))
  return isElsewhere && told.every(isOthers)
    ? `its line says that of ${subjectOf(of, told[0]!.text)!}, not of ${subject}`
    : undefined
}

const holdsName = (text: string, name: string): boolean => piecesOf(text.toLowerCase()).includes(name)
const isWordOf = ({ evidence: { vocabulary } }: GuardedAnswer, word: string, name: string): boolean =>
  wordsThatSay(name, vocabulary).includes(word)

/** The name that a clause begins with: a known name, or one that the answer or its lines use. */
function subjectOf(of: GuardedAnswer, text: string): string | undefined {
  const [first] = piecesOf(text)
  const name = first?.replace(/['’]s$/, '')
  if (name === undefined || stopWords.has(name.toLowerCase())) return undefined
  const isOne =
    of.nameOf(name) !== undefined ||
    of.answer.entities.some((entity) => entityKey(entity) === entityKey(name)) ||
    /\p{L}-?\d/u.test(name) ||
    namesSaid(of.evidence.said).includes(name)
  return isOne ? name.toLowerCase() : undefined
}

function swapIn(of: GuardedAnswer, said: Clause, told: Clause): readonly [string, string] | undefined {
  const [mine, theirs] = [piecesOf(said.text), piecesOf(told.text)]
  const [own, other] = [mine, theirs].map((words) => words.map((word) => word.toLowerCase()))
  const isNameHere = (word: string): boolean => isName(word) || of.nameOf(word) !== undefined
  const names = [...new Set(mine.filter(isNameHere).map((word) => word.toLowerCase()))].filter((name) =>
    other!.includes(name),
  )
  for (const [nth, a] of names.entries())
    for (const b of names.slice(nth + 1)) {
      const [a1, b1, a2, b2] = [placed(a, own!, of), placed(b, own!, of), placed(a, other!, of), placed(b, other!, of)]
      if (!a1 || !b1 || !a2 || !b2) continue
      if ([a1, b1, a2, b2].some(({ governor }) => governor === undefined)) continue
      if (a1.governor !== b1.governor) {
        if (a1.governor === b2.governor && b1.governor === a2.governor) return [a, b]
      } else if (a1.governor === '' && a2.governor === '' && b2.governor === '') {
        if (a1.at < b1.at !== a2.at < b2.at && isRelated(of, own!, other!, [a1, b1, a2, b2])) return [a, b]
      }
    }
  return undefined
}

/** Whether a content word stands between the names in both clauses, such as the verb that relates them. */
function isRelated(
  { evidence: { vocabulary } }: GuardedAnswer,
  own: readonly string[],
  other: readonly string[],
  [a1, b1, a2, b2]: readonly [Placed, Placed, Placed, Placed],
): boolean {
  const between = (words: readonly string[], a: Placed, b: Placed): string[] =>
    words
      .slice(Math.min(a.at, b.at) + 1, Math.max(a.at, b.at))
      .filter((word) => word.length > 2 && !vocabulary.isFunctionWord(word))
      .map((word) => vocabulary.lemma(word))
  const theirs = new Set(between(other, a2, b2))
  return between(own, a1, b1).some((word) => theirs.has(word))
}
