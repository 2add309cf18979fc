import { weightOfWords, wordsThatSay } from '../clauses.js'
import { labelNamed } from '../../language/labels.js'
import { numbersIn } from '../numbers.js'
import type { Vocabulary } from '../../language/vocabulary.js'
import { memoizeWeakly } from '../../text/memoize.js'
import type { ReaderLine } from '../reader-line.js'
import type { Guard, GuardedAnswer } from './guard.js'

/** So many lines say one thing; more of them only where they stand together in one section. */
export const mostCited = 12
/** And so many even then: a log without headings is one section. */
const mostOfSection = 40

/** Lines that are there, and at most twelve of them or one section. */
export const citesItsLines: Guard = ({ answer, places, given }) => {
  const { cites } = answer
  if (cites.length === 0) return 'cites must name its lines, as "12" or "12-14"'
  const numbers = new Set(given.lines.map(({ number }) => number))
  const strange = cites.find(({ first, last }) => !numbers.has(first) || !numbers.has(last))
  if (strange !== undefined || places.length === 0)
    return `there is no line ${strange ? `${strange.first}${strange.last > strange.first ? `-${strange.last}` : ''}` : ''} to cite among those that were shown`.replace(
      '  ',
      ' ',
    )
  const isOneSection = new Set(places.map((at) => given.sections[at])).size === 1
  if (places.length > (isOneSection && cites.length === 1 ? mostOfSection : mostCited))
    return `it cites ${places.length} lines: cite the few that say it, ${mostCited} at most`
  return undefined
}

/** Words of a text that its lines do not have may be its own up to this share of their weight. */
const mostForeign = 0.5
/** Elsewhere so much more of it is said that those lines are the ones to cite. */
const clearlyMore = 0.34

/** Most of what is said stands in the cited lines, and is not said far better by others of the packet. */
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

/** Numbers and names are guarded by themselves, and a label says what the rest is. */
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

/** Forms that no stem brings together share their beginning: `migration`, `migrating`. */
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

/** Each line is asked about for each answer. */
const wordsOfLine = memoizeWeakly(({ text }: ReaderLine) =>
  memoizeWeakly((vocabulary: Vocabulary): ReadonlySet<string> => new Set(wordsThatSay(text, vocabulary))),
)

/** The line of another place that says far more of it than the cited ones do, as many lines together as are cited. */
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

/** The numbers that a list has by being one: its items among the cited lines, or all that stand below a cited lead. */
export function listSizes({ places, given }: GuardedAnswer): ReadonlySet<number> {
  const item = /^[\s>]*(?:[-*+•]|\d{1,3}[.)])\s/
  const cited = places.filter((at) => item.test(given.lines[at]!.text))
  const rows = places.filter((at) => /^\s*\|/.test(given.lines[at]!.text)).length
  return new Set([cited.length, rows > 2 ? rows - 2 : 0].filter((size) => size > 1))
}

/** Numbers of an answer, but for those in its code and quotations. */
export const numbersSaid = ({ bare, evidence }: GuardedAnswer) => numbersIn(bare, evidence.day, evidence.vocabulary)
