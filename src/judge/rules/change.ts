import type { Cue } from '../../language/vocabulary.js'
import type { Verdict } from '../../model/verdict.js'
import { type Link, type Pair, cued, cuesOf, yearsIn } from '../pair.js'
import { isHead, isNearly, objectsOf, wordsBefore } from '../../language/phrase.js'
import { isLiking } from '../related.js'
import { comparable, sameValue } from '../../language/quantities.js'
import type { Sentence, Token } from '../../language/sentence.js'
import { shared, verdictOf } from '../verdict.js'

/** The least share of an opinion that a fact must take up to end it: one word of many is met by chance. */
const takenUp = 0.25
/** And where neither a name is met nor what it was changed to is told: one word of three may mean something else here. */
const barelyTakenUp = 0.35

/** `No longer plays the flute`: what the cue is about must be of the opinion, not only its verb. */
export function ended(pair: Pair): Verdict | undefined {
  const { fact, opinion, links } = pair
  const { vocabulary } = fact
  const ends = cuesOf(fact, 'ceased')
  if (ends.length === 0 || otherNumber(pair)) return undefined
  for (const cue of ends) {
    const token = fact.tokens[cue.at]!
    // `Not any more` denies, and is no second denial; `any more reviewers` ends nothing.
    const trails = fact.cues.some(({ name, at }) => name === 'behind' && at === cue.at)
    if (trails && fact.tokens[cue.at + cue.length]?.content) continue
    if (isNoun(fact, cue) || isNearly(fact, cue.at)) continue
    if (token.negated && !trails) continue
    const last = cue.at + cue.length
    if (isOfSome(fact, last)) continue
    // `Keinen Tee mehr`: what has ended may stand inside the words that say so.
    const isOfCue = (to: number): boolean => (cue.gapped ? to === cue.at || to === last - 1 : to >= cue.at && to < last)
    // Who `leaves at five` and `left at five` has not stopped.
    if (links.some(({ from, to, how }) => isOfCue(to) && how === 'same' && !opinion.tokens[from]!.negated)) continue
    const near = links.filter(({ to }) => fact.tokens[to]!.clause === token.clause && !isOfCue(to))
    const about = vocabulary.headLast
      ? new Set(trails ? near.map(({ to }) => to) : objectsOf(fact, cue.at, last))
      : undefined
    const object = near.filter(
      ({ from, to, how, loose }) =>
        how !== 'opposite' && !loose && (!about || (about.has(to) && (isNamed(opinion, from) || about.has(to + 1)))),
    )
    const enough =
      object.length > 0 ||
      (near.some(({ loose, how }) => !loose && how !== 'opposite') &&
        pair.coverage >= (about?.size ? 0.65 : 0.5) &&
        !opinion.tokens.some(isLiking))
    // Who used to hike, and finds it hard now, may like it still.
    const least = isLiking(opinion.tokens[pair.predicate ?? -1]) ? 0.5 : takenUp
    if (!enough || pair.coverage < least || cued(fact, 'temporary')) continue
    if (isOfPredicateAlone(pair, near)) continue
    // What was not so, and is said to have ended, may have begun or never have been.
    if (near.some(({ from, sign }) => opinion.tokens[from]!.negated && sign < 0)) continue
    return verdictOf('supersedes', [`ended: ${cue.words}`, ...shared(pair)], { strong: true })
  }
  return undefined
}

/**
 * `Lives frugally`, `no longer lives in Bonn`; `finds the UI confusing`, `no longer finds the docs confusing`: both say more
 * than what is done or how it is, and nothing of that is met.
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

const isPartOfCue = ({ cues }: Sentence, place: number): boolean =>
  cues.some(({ at, length }) => place >= at && place < at + length)

/** `Runs in 2027 no longer` does not end a run in 2026. */
function otherNumber({ opinion, fact }: Pair): boolean {
  const { quantities } = fact
  const [stated, told] = [yearsIn(opinion), yearsIn(fact)]
  if (stated.length > 0 && told.length > 0 && !stated.some((year) => told.includes(year))) return true
  return opinion.quantities.some(
    (one) => quantities.some((other) => comparable(one, other)) && !quantities.some((other) => sameValue(one, other)),
  )
}

/** `A sunset`, `the drop` end nothing. */
function isNoun({ tokens, vocabulary }: Sentence, { at, length }: Cue): boolean {
  if (length !== 1 || at === 0) return false
  const isDetermined = (place: number): boolean => vocabulary.isOf('determiner', tokens[place]?.text ?? '')
  // `The Rust port`, but not `the team moved`.
  return (
    isDetermined(at - 1) || (tokens[at - 1]!.content && isDetermined(at - 2) && tokens[at]!.text === tokens[at]!.lemma)
  )
}

/** `Is a graduate`, `uses her hands to move`: no event is told. */
const happened = (fact: Sentence, cue: Cue): boolean =>
  !isNoun(fact, cue) && !fact.vocabulary.isOf('unreal', fact.tokens[cue.at - 1]?.text ?? '')

/** `Dropped one of the pots`, `removed a batch of pies`: the rest is still there. */
function isOfSome({ tokens, vocabulary }: Sentence, after: number): boolean {
  const of = tokens.findIndex(({ text }, at) => at > after && at < after + 5 && vocabulary.isOf('partOf', text))
  return of > 0 && vocabulary.isOf('portion', tokens[after]!.text)
}

/** `Drinks energy drinks`: whichever of two like words the link found. */
const isNamed = (opinion: Sentence, from: number): boolean =>
  opinion.tokens.some(({ lemma }, at) => lemma === opinion.tokens[from]!.lemma && isHead(opinion, at))

/** What the fact's words from the cue to the end of its clause take up of the opinion. */
function linkedNear(pair: Pair, at: number, reach: number): Link[] {
  const clause = pair.fact.tokens[at]?.clause
  const following = pair.told
    .filter((index) => index >= at && pair.fact.tokens[index]!.clause === clause)
    .slice(0, reach)
  return pair.links.filter(({ to }) => following.includes(to))
}

/** `Switched from Sumitomo to Rakuten`, `went live`: what is left is what the opinion names. */
export function changedOver(pair: Pair): Verdict | undefined {
  const { fact, opinion } = pair
  const state = stateEnded(pair)
  if (state) return verdictOf('supersedes', [`state: ${state}`, ...shared(pair)], { strong: true })
  const cue = [...cuesOf(fact, 'changed'), ...cuesOf(fact, 'adjusted')].find(
    (one) => !isNoun(fact, one) && !isNearly(fact, one.at),
  )
  if (!cue) return undefined
  // Where `from` is an ending or stands behind its word, what changed is told by nearness alone.
  if (!fact.vocabulary.from && pair.links.length && pair.coverage >= 0.3)
    return verdictOf('supersedes', [`changed: ${cue.words}`, ...shared(pair)], { strong: true })
  const before = cuesOf(fact, 'from').find(
    (from) =>
      !fact.vocabulary.isOf('onset', fact.tokens[cue.at]!.lemma) &&
      // Who moved away from Rome may love it still.
      !(fact.tokens[cue.at]!.moves && isLiking(opinion.tokens[pair.predicate ?? -1])) &&
      (leaves(pair, from.at + 1) || (from.length > 1 && leaves(pair, from.at + from.length))),
  )
  if (before)
    return verdictOf('supersedes', [`changed: ${cue.words} ${before.words}`, ...shared(pair)], { strong: true })
  const instead = cued(fact, 'instead')
  if (instead && cued(fact, 'now') && leaves(pair, instead.at + instead.length))
    return verdictOf('supersedes', [`changed: now ${instead.words}`, ...shared(pair)], { strong: true })
  const after = cue.at + cue.length
  const onto = fact.cues.some(({ name, at }) => name === 'to' && at === after)
  if (onto && fact.vocabulary.isOf('switch', fact.tokens[cue.at]!.lemma))
    if (pair.coverage >= 0.3 && linkedNear(pair, after, 3).length > 0 && !isOnto(pair, after + 1))
      return verdictOf('supersedes', [`changed: ${cue.words} to`, ...shared(pair)], { strong: true })
  if (
    opinion.vocabulary.isOf('still', cued(opinion, 'still')?.words ?? '') &&
    cue.name === 'changed' &&
    pair.coverage >= takenUp
  )
    return verdictOf('supersedes', [`no longer still: ${cue.words}`], { strong: true })
  return undefined
}

/** `Switched to dark mode`, where dark mode is what the opinion speaks of; but `to a ballpoint pen` is to another pen. */
function isOnto({ fact, links }: Pair, start: number): boolean {
  const first = fact.tokens.findIndex(({ content }, at) => at >= start && content)
  if (first < 0) return false
  for (let at = first; ; at++) {
    if (!links.some(({ to }) => to === at)) return false
    if (isHead(fact, at)) return true
  }
}

/** What stands between `from` and `to`. */
function leaves({ opinion, fact, links, coverage }: Pair, start: number): boolean {
  const end = cuesOf(fact, 'to').find(({ at }) => at > start)?.at ?? -1
  const last = Math.min(start + 5, end < 0 ? Infinity : end)
  if (fact.quantities.some(({ at }) => at === start)) return false
  // `Replaced the filter of the mill`: the mill is still there.
  const isPart = (to: number): boolean => {
    const of = fact.tokens.findIndex(({ text }, at) => at > start && at < to && fact.vocabulary.isOf('of', text))
    const head = of < 0 ? -1 : fact.tokens.findLastIndex(({ content }, at) => content && at < of)
    return head >= start && !links.some((link) => link.to === head)
  }
  const left = links.filter(({ to, how }) => how !== 'opposite' && to >= start && to < last && !isPart(to))
  const isPlain = end >= 0 || left.some(({ from }) => opinion.tokens[from]!.name)
  return (
    coverage >= (isPlain ? takenUp : barelyTakenUp) &&
    left.some(
      ({ from }) => isHead(opinion, from) || links.some((next) => next.from === from + 1 && isHead(fact, next.to)),
    )
  )
}

/** `Lives in Utrecht`, `moved to Antwerp`: an event that ends what was so. */
function stateEnded({ opinion, fact, said, links, names, coverage }: Pair): string | undefined {
  const states = said
    .slice(0, 2)
    .filter((at) => !opinion.tokens[at]!.negated)
    .flatMap((at) => opinion.tokens[at]!.states.map((state) => ({ state, at, text: opinion.tokens[at]!.text })))
  if (states.length === 0) return undefined
  for (const [at, token] of fact.tokens.entries()) {
    const found = states.find(({ state }) => token.events.includes(state))
    if (!found || token.negated || isNearly(fact, at)) continue
    const subject = fact.tokens.slice(0, at).findLastIndex(({ content, text }) => content || names.has(text))
    const own =
      subject < 0 ||
      names.has(fact.tokens[subject]!.text) ||
      (fact.tokens.slice(0, at).some(({ text }) => names.has(text)) && at - subject < 3)
    const next = fact.tokens.slice(at + 1, at + 6)
    const place =
      token.moves &&
      next.some(
        ({ text, name }, offset) => (name && !names.has(text)) || (offset === 0 && fact.vocabulary.isOf('away', text)),
      )
    const taken =
      coverage >= takenUp &&
      links.some(({ from, to }) => (from === found.at ? to > at && to < at + 4 : to > at - 8 && to < at + 8))
    if (own && (taken || place || (token.decisive && (found.at === said[0] || opinion.vocabulary.verbLast))))
      return `${found.text} → ${token.text}`
  }
  return undefined
}

/** All is the same but what fills one place: `editor is Vim`, `editor is Helix`. */
export function replaced(pair: Pair): Verdict | undefined {
  const { opinion, fact, said, told, links } = pair
  const now = cued(fact, 'now') ?? cuesOf(fact, 'changed').find((cue) => happened(fact, cue))
  const liking = cued(opinion, 'prefer') || said.some((at) => isLiking(opinion.tokens[at]!))
  if (said.length > 2 && (pair.coverage < 0.4 || pair.back < 0.25)) return undefined
  for (const lost of said) {
    const linked = links.find(({ from }) => from === lost)
    if (linked && (!opinion.tokens[lost]!.name || samePlace(pair, lost, linked.to))) continue
    const stated = opinion.tokens[lost]!
    const found = told.find(
      (at) =>
        at !== now?.at &&
        !links.some(({ to }) => to === at) &&
        // `Is not available on Tuesdays` says nothing of Mondays.
        (now !== undefined || !fact.tokens[at]!.negated) &&
        samePlace(pair, lost, at) &&
        (now
          ? stated.name ||
            fact.tokens[at]!.name ||
            (lost !== said[0] && isHead(opinion, lost) && isHead(fact, at) && pair.coverage >= 0.6)
          : stated.name && fact.tokens[at]!.name),
    )
    if (found === undefined) continue
    const cue = `${stated.text} → ${fact.tokens[found]!.text}`
    if (now) return verdictOf('supersedes', [cue, `now: ${now.words}`], { strong: true })
    // One may like, or visit, two; and a second region, format or office takes nothing from the first.
    if (!liking && holdsOne(pair, lost)) return verdictOf('contradicts', [cue, ...shared(pair)])
  }
  return undefined
}

/** `Was born in Zwolle`, `is made in Portugal`: what stands there is told to be otherwise where the fact speaks of just this. */
const holdsOne = ({ opinion, fact, coverage }: Pair, lost: number): boolean =>
  coverage >= 0.4 &&
  opinion.tokens
    .slice(0, lost)
    .some(({ text }) => opinion.vocabulary.isOf('is', text) || opinion.vocabulary.isOf('be', text)) &&
  !cued(fact, 'still') &&
  !fact.tokens.some(({ text }) => fact.vocabulary.isOf('also', text))

/** Both stand after the same words, where only the names of what both are about, and articles, are left out. */
export function samePlace(pair: Pair, lost: number, found: number): boolean {
  const [left, right] = [wordsBefore(pair.opinion, lost, pair.names), wordsBefore(pair.fact, found, pair.names)]
  if (left.length === 0 || right.length === 0) return follows(pair, lost, found)
  // `Is in` says too little by itself.
  const anchors = left.slice(0, left.slice(0, 2).every((token) => !token.content && isLight(token.text)) ? 3 : 2)
  if (!anchors.every((token, at) => same(token, right[at]))) return false
  if (anchors.some((token) => token.content)) return true
  return left.length === 1 ? pair.said.length === 1 : !anchors.every(({ text }) => isLight(text))
}

/** With nothing before them, the words after them are the same. */
function follows({ said, told, links }: Pair, lost: number, found: number): boolean {
  const [next, after] = [said.find((at) => at > lost), told.find((at) => at > found)]
  return next !== undefined && links.some(({ from, to }) => from === next && to === after)
}

const same = (a: Token, b: Token | undefined): boolean =>
  b !== undefined && (a.lemma === b.lemma || a.axes.some((axis) => axis.startsWith('h') && b.axes.includes(axis)))

const isLight = (text: string): boolean => text.length < 4
