import type { CueName } from '../../language/language.js'
import { comparable, sameValue, type Quantity } from '../../language/quantities.js'
import type { Sentence } from '../../language/sentence.js'
import type { Cue } from '../../language/vocabulary.js'
import type { Verdict } from '../../model/verdict.js'
import { cueNamed, cuesOf, type Pair } from '../pair.js'
import type { Reading } from '../reading.js'
import { isLiking } from '../related.js'
import { hash } from '../../text/hash.js'
import { askedWords, keyInRole, offeredWords, saidIn, type Keys, type Rule } from '../rule.js'
import { sharedWords, verdictOf } from '../verdict.js'

/** Compares numbers: `Works 40 hours a week`, `now works 32 hours a week`. */
export const countRule: Rule = {
  offers: (opinion) => [...numberKeys(opinion, offeredWords), ...(isBare(opinion) ? [kindsIn(opinion)] : [])],
  asks: (fact) => [...numberKeys(fact, askedWords), kindsIn(fact)],
  verdict,
}

/** Whether a number is part of a name: it stands right behind a noun and counts nothing, as in `Lab 3`. */
const isLabel = ({ kind, of, at }: Quantity, { tokens }: Sentence): boolean =>
  kind === 'count' && (tokens[at - 1]?.content ?? false) && (of.length === 0 || !tokens[at + 1]?.content)
/** Whether a time begins the text, so that it says when and not what: `18:03 Call from Li`. */
const isStamp = ({ at, kind }: Quantity): boolean => at === 0 && (kind === 'clock' || kind === 'date')
const numbersIn = (sentence: Sentence): readonly Quantity[] => sentence.quantities.filter((each) => !isStamp(each))

const kindsIn = ({ sentence }: Reading): Keys => numbersIn(sentence).map(({ kind }) => hash(kind))

/**
 * Keys of a number's kind with a word: one that is counted, or the one before it, or any word where nothing is counted.
 */
function numberKeys(read: Reading, wordsOf: (read: Reading) => readonly Keys[]): Keys[] {
  const numbers = numbersIn(read.sentence)
  const near = numbers.map(({ kind, of, after }) =>
    [...of, `before ${after}`].map((word) => keyInRole(hash(kind), hash(word))),
  )
  const alone = new Set(numbers.flatMap(({ kind, of }) => (of.length > 0 ? [] : [hash(kind)])))
  const any = [...alone].flatMap((role) => wordsOf(read).map((keys) => keys.map((key) => keyInRole(role, key))))
  return [...near, ...any]
}

const isBare = (opinion: Reading): boolean => {
  const said = saidIn(opinion)
  return said.length < 2 || numbersIn(opinion.sentence).some(({ of }) => said.every(({ lemma }) => of.includes(lemma)))
}

function verdict(pair: Pair): Verdict | undefined {
  const { opinion, fact } = pair
  for (const stated of numbersIn(opinion)) {
    const adjusted = cueNamed(fact, 'adjusted')
    const bare = (one: Quantity): boolean => one.kind === 'count' && one.of.length === 0
    const all = numbersIn(fact).filter(
      (one) =>
        (!isStep(fact, one) || isStep(opinion, stated)) &&
        (comparable(stated, one) || (adjusted && bare(stated) && bare(one) && pair.coverage >= 0.6)),
    )
    if (all.length === 0) continue
    // A number behind `from` is the old one: `from 15:00`.
    const isMoved = all.length > 1 || (cueNamed(fact, 'changed') ?? adjusted) !== undefined
    const told = isMoved ? all.filter((one) => !follows(fact, 'from', one.at)) : all
    const same = told.find((one) => sameValue(stated, one))
    const other = told.find((one) => !sameValue(stated, one))
    const changed = changeOf(pair, other ?? same)
    const mistaken = cueNamed(fact, 'mistaken') ?? cueNamed(fact, 'not')
    if (same && !(other && (changed || mistaken))) {
      if (pair.links.some(({ sign }) => sign < 0)) continue
      const rate = stated.of.filter((word) => same.of.includes(word)).length > 1
      if (pair.coverage < 0.85 && pair.said.length > 0 && !(rate && pair.back >= 0.85)) continue
      if (cueNamed(fact, 'exception') ?? cueNamed(fact, 'temporary')) continue
      return verdictOf('reinforces', [`number: ${stated.text} = ${same.text}`, ...sharedWords(pair)])
    }
    if (!other || (!changed && isLabel(other, fact))) continue
    // A meeting that moves changes no wish.
    if (isLiking(opinion.tokens[pair.predicate ?? -1]) && !pair.predicateLink) continue
    const alone = pair.said.every((at) => stated.of.includes(opinion.tokens[at]!.lemma))
    const cue = `number: ${stated.text} → ${other.text}`
    const away = cueNamed(fact, 'temporary')
    if (away && !changed && pair.coverage >= 0.3)
      return verdictOf('weakens', [cue, `temporary: ${away.words}`, ...sharedWords(pair)])
    const near = aboutBoth(pair, stated, other, changed) || (adjusted && pair.said.length < 2) || alone
    if (changed && !cueNamed(fact, 'mistaken') && near)
      return verdictOf('supersedes', [cue, `changed: ${changed.words}`], { strong: true })
    if (
      pair.coverage < (pair.said.length > 1 ? 0.75 : 0.5) &&
      !alone &&
      !(cueNamed(fact, 'mistaken') && pair.said.length < 2)
    )
      continue
    // Two numbers beside the same thing contradict each other only where both texts say the same of it.
    if (!pair.predicateLink && !alone) continue
    return verdictOf('contradicts', [cue, ...sharedWords(pair)])
  }
  return undefined
}

/**
 * The cue that a number moved: a verb in its clause, else a `now` anywhere. `Added 12` and `added 15` are two events,
 * not one number that moved.
 */
function changeOf({ fact, links }: Pair, told: Quantity | undefined): Cue | undefined {
  const clause = fact.tokens[told?.at ?? 0]!.clause
  const verbs = [...cuesOf(fact, 'adjusted'), ...cuesOf(fact, 'changed'), ...cuesOf(fact, 'ceased')].filter(
    ({ at }) => fact.tokens[at]!.clause === clause && !links.some(({ to, how }) => to === at && how === 'same'),
  )
  return verbs[0] ?? cueNamed(fact, 'now')
}

/** Whether a number is how far something moved, not where to: `by 25 %`. */
const isStep = ({ vocabulary }: Sentence, { kind, after }: Quantity): boolean =>
  kind !== 'date' && kind !== 'clock' && vocabulary.isOf('by', after)

/**
 * Whether half of the words beside the opinion's number stand beside the fact's: `a score of 65 %` is no `coverage of
 * 85 %`.
 */
function aboutBoth(pair: Pair, stated: Quantity, told: Quantity, changed: Cue | undefined): boolean {
  const { opinion, fact, said, links } = pair
  if (pair.coverage < 0.3 || isStep(opinion, stated) || isStep(fact, told)) return false
  // The cue leads right to the number: `has grown to nine people`.
  if (changed && follows(fact, 'to', told.at) && told.at - changed.at - changed.length === 1) return true
  const clauseOf = ({ tokens }: Sentence, at: number): number => tokens[at]!.clause
  const beside = said.filter((at) => clauseOf(opinion, at) === clauseOf(opinion, stated.at))
  const met = links.filter(({ from, to }) => beside.includes(from) && clauseOf(fact, to) === clauseOf(fact, told.at))
  return met.length > 0 && met.length * 2 >= beside.length
}

const follows = ({ cues }: Sentence, name: CueName, place: number): boolean =>
  cues.some((cue) => cue.name === name && cue.at + cue.length === place)
