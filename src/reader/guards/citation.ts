import { weightOfWords, wordsThatSay } from '../clauses.js'
import { labelNamed } from '../../language/labels.js'
import { numbersIn } from '../numbers.js'
import type { Vocabulary } from '../../language/vocabulary.js'
import { isListItem, isTableRow } from '../evidence.js'
import { memoizeWeakly } from '../../text/memoize.js'
import type { ReaderLine } from '../reader-line.js'
import type { Guard, GuardedAnswer } from './guard.js'

/** The most lines an answer may cite, unless they are one range within one section. */
export const mostCited = 12
/** The most lines of such a range: a log without headings is one section. */
const mostOfSection = 40

/** Refuses an answer that cites no line, too many, or one that was not shown. */
export const citesItsLines: Guard = ({ answer, places, given }) => {
  const { cites } = answer
  if (cites.length === 0) return 'cites must name its lines, as "12" or "12-14"'
  const numbers = new Set(given.lines.map(({ number }) => number))
  const strange = cites.find(({ first, last }) => !numbers.has(first) || !numbers.has(last))
  if (strange !== undefined || places.length === 0) {
    const { first, last } = strange ?? cites[0]!
    return `there is no line ${first}${last > first ? `-${last}` : ''} to cite among those that were shown`
  }
  const isOneSection = new Set(places.map((at) => given.sections[at])).size === 1
  if (places.length > (isOneSection && cites.length === 1 ? mostOfSection : mostCited))
    return `it cites ${places.length} lines: cite the few that say it, ${mostCited} at most`
  return undefined
}

/** The share of an answer's words, by weight, that may be missing from its lines. */
const mostForeign = 0.5
/** How much more of the words another line has to have, as a share, to be the one to cite. */
const clearlyMore = 0.34

/** Refuses an answer if most of its words are not in the cited lines, or if another line has clearly more of them. */
export const isSaidThere: Guard = (of) => {
  const own = sayingWords(of)
  if (own.size < 2) return undefined
  const here = shareIn(of.evidence.words, own)
  if (here >= 0.999) return undefined
  const elsewhere = bestElsewhere(of, own, here)
  if (elsewhere !== undefined) return `what it says stands on line ${elsewhere}, not on the lines that it cites`
  if (1 - here > mostForeign) {
    const foreign = [...own].filter((word) => !isAmong(word, of.evidence.words)).slice(0, 4)
    return `most of it is not in its lines (${foreign.join(', ')}): say it in the words of the log`
  }
  return undefined
}

/** The words of an answer without numbers and names, which have guards of their own, and without its label. */
function sayingWords({
  answer: { text },
  words,
  subjects,
  evidence: { vocabulary },
}: GuardedAnswer): ReadonlySet<string> {
  const [, label = ''] = /^([^:：]{2,30})[:：]\s/u.exec(text) ?? []
  const labelling = new Set(labelNamed(label) === undefined ? [] : wordsThatSay(label, vocabulary))
  return new Set([...words].filter((word) => !subjects.has(word) && !labelling.has(word) && !/^\d+$/.test(word)))
}

/** Words with so many first letters in common count as one, where no stemmer unites them: `migration`, `migrating`. */
const sharedBeginning = 5
export const isAmong = (word: string, words: ReadonlySet<string>): boolean => {
  if (words.has(word)) return true
  if (word.length < sharedBeginning || !/^\p{L}+$/u.test(word)) return false
  const beginning = word.slice(0, sharedBeginning)
  for (const each of words) if (each.startsWith(beginning)) return true
  return false
}

const shareIn = (words: ReadonlySet<string>, own: ReadonlySet<string>): number =>
  weightOfWords([...own].filter((word) => isAmong(word, words))) / weightOfWords(own)

/** The words of a line, kept because every answer asks for those of each line. */
const wordsOfLine = memoizeWeakly(({ text }: ReaderLine) =>
  memoizeWeakly((vocabulary: Vocabulary): ReadonlySet<string> => new Set(wordsThatSay(text, vocabulary))),
)

/** The number of the line that has clearly more of an answer's words than the cited lines together. */
function bestElsewhere(
  { given, places, evidence }: GuardedAnswer,
  own: ReadonlySet<string>,
  here: number,
): number | undefined {
  const cited = new Set(places)
  let best: { share: number; at: number } | undefined
  for (const [at, line] of given.lines.entries()) {
    if (cited.has(at)) continue
    const share = shareIn(wordsOfLine(line)(evidence.vocabulary), own)
    if (share >= here + clearlyMore && share > (best?.share ?? 0)) best = { share, at }
  }
  return best && given.lines[best.at]!.number
}

/** Counts that an answer may state although no line does: of cited list items, and of table rows below the head. */
export function listSizes({ places, given: { lines } }: GuardedAnswer): ReadonlySet<number> {
  const items = places.filter((at) => isListItem(lines[at]!))
  const rows = places.filter(
    (at) => at > 0 && isTableRow(lines[at]!) && isTableRow(lines[at - 1]!) && !lines[at]!.isApart,
  )
  return new Set([items.length, rows.length].filter((size) => size > 1))
}

/** The numbers of an answer, without those in code and quotations. */
export const numbersSaid = ({ bare, evidence }: GuardedAnswer) => numbersIn(bare, evidence.day, evidence.vocabulary)
