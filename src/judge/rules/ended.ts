import { comparable, sameValue } from '../../language/quantities.js'
import { isHead, isNearly, objectsOf } from '../../language/phrase.js'
import type { Sentence } from '../../language/sentence.js'
import type { Cue } from '../../language/vocabulary.js'
import type { Verdict } from '../../model/verdict.js'
import { cueNamed, cuesOf, isPartOfCue, yearsIn, type Link, type Pair } from '../pair.js'
import { isLiking, isOfOne, isOfSort } from '../related.js'
import { askedWords, offeredWords, takenUp, type Rule } from '../rule.js'
import { sharedWords, verdictOf } from '../verdict.js'

/** Ends what is said to be over: `Plays the flute`, `no longer plays the flute`. */
export const endRule: Rule = {
  offers: offeredWords,
  asks: (fact) => (cueNamed(fact.sentence, 'ceased') ? askedWords(fact) : []),
  verdict,
}

/** Ends an opinion that has what the cue is about, and not only its verb: `No longer plays the flute`. */
function verdict(pair: Pair): Verdict | undefined {
  const { fact, opinion, links } = pair
  const { vocabulary } = fact
  const ends = cuesOf(fact, 'ceased')
  if (ends.length === 0 || otherNumber(pair) || isOfSort(pair)) return undefined
  for (const cue of ends) {
    const token = fact.tokens[cue.at]!
    // `Not any more` is one denial, not two; `any more reviewers` ends nothing.
    const trails = fact.cues.some(({ name, at }) => name === 'behind' && at === cue.at)
    if (trails && fact.tokens[cue.at + cue.length]?.content) continue
    if (isNoun(fact, cue) || isNearly(fact, cue.at)) continue
    if (token.negated && !trails) continue
    const last = cue.at + cue.length
    if (isOfSome(fact, last)) continue
    // What has ended may stand between the words of a cue: `Keinen Tee mehr`.
    const isOfCue = (to: number): boolean => (cue.gapped ? to === cue.at || to === last - 1 : to >= cue.at && to < last)
    // A cue that is a word of the opinion ends nothing: who `leaves at five` and `left at five` has not stopped.
    if (links.some(({ from, to, how }) => isOfCue(to) && how === 'same' && !opinion.tokens[from]!.negated)) continue
    const near = links.filter(({ to }) => fact.tokens[to]!.clause === token.clause && !isOfCue(to))
    const about = vocabulary.headLast
      ? new Set(trails ? near.map(({ to }) => to) : objectsOf(fact, cue.at, last))
      : undefined
    const object = near.filter(
      ({ from, to, how }) =>
        how !== 'opposite' && (!about || (about.has(to) && (isNamed(opinion, from) || about.has(to + 1)))),
    )
    const enough =
      object.length > 0 ||
      (near.some(({ how }) => how !== 'opposite') &&
        pair.coverage >= (about?.size ? 0.65 : 0.5) &&
        !opinion.tokens.some(isLiking))
    // Who used to hike, and finds it hard now, may like it still.
    const least = isLiking(opinion.tokens[pair.predicate ?? -1]) ? 0.5 : takenUp
    if (!enough || pair.coverage < least || cueNamed(fact, 'temporary')) continue
    if (isOfPredicateAlone(pair, near)) continue
    // `Does not smoke` is not ended by `stopped smoking`.
    if (near.some(({ from, sign }) => opinion.tokens[from]!.negated && sign < 0)) continue
    // The rest of `Likes tea and coffee` still holds where only coffee is over.
    const effect = isOfOne(pair) ? 'contradicts' : 'supersedes'
    return verdictOf(effect, [`ended: ${cue.words}`, ...sharedWords(pair)], { strong: true })
  }
  return undefined
}

/**
 * Whether a fact meets only the opinion's predicate, while both say more: `Lives frugally`, `no longer lives in Bonn`;
 * `finds the UI confusing`, `no longer finds the docs confusing`.
 */
function isOfPredicateAlone({ opinion, fact, said, told, links, predicate }: Pair, near: readonly Link[]): boolean {
  const [only, ...more] = near
  if (only === undefined || more.length > 0 || links.length > 1) return false
  const { tone } = opinion.tokens[only.from]!
  if (only.from !== predicate || !fact.vocabulary.headLast) return false
  const { clause } = fact.tokens[only.to]!
  const isMore = (at: number): boolean => fact.tokens[at]!.clause === clause && !isPartOfCue(fact, at)
  return (
    said.some((at) => (tone === 0 ? at > only.from : at !== only.from) && opinion.tokens[at]!.content) &&
    told.some((at) => (tone === 0 ? at > only.to : at !== only.to) && isMore(at))
  )
}

/** Whether the two have different years or numbers: `Runs in 2027 no longer` does not end a run in 2026. */
function otherNumber({ opinion, fact }: Pair): boolean {
  const { quantities } = fact
  const [stated, told] = [yearsIn(opinion), yearsIn(fact)]
  if (stated.length > 0 && told.length > 0 && !stated.some((year) => told.includes(year))) return true
  return opinion.quantities.some(
    (one) => quantities.some((other) => comparable(one, other)) && !quantities.some((other) => sameValue(one, other)),
  )
}

/** Whether a cue is a noun, which ends nothing: `A sunset`, `the drop`. */
export function isNoun({ tokens, vocabulary }: Sentence, { at, length }: Cue): boolean {
  if (length !== 1 || at === 0) return false
  const isDetermined = (place: number): boolean => vocabulary.isOf('determiner', tokens[place]?.text ?? '')
  // `The Rust port` is a noun, but `the team moved` is none.
  return isDetermined(at - 1) || (tokens[at - 1]!.content && isDetermined(at - 2) && !tokens[at]!.isForm)
}

/** Whether only a part is gone, and the rest is still there: `Dropped one of the pots`, `removed a batch of pies`. */
function isOfSome({ tokens, vocabulary }: Sentence, after: number): boolean {
  const of = tokens.findIndex(({ text }, at) => at > after && at < after + 5 && vocabulary.isOf('partOf', text))
  return of > 0 && vocabulary.isOf('portion', tokens[after]!.text)
}

/**
 * Whether a word, or another of its lemma, is the noun of a phrase: in `Drinks energy drinks` a link may be to either.
 */
const isNamed = (opinion: Sentence, from: number): boolean =>
  opinion.tokens.some(({ lemma }, at) => lemma === opinion.tokens[from]!.lemma && isHead(opinion, at))
