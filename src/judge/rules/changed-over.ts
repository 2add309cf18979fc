import { isHead, isNearly } from '../../language/phrase.js'
import type { Sentence } from '../../language/sentence.js'
import type { Verdict } from '../../model/verdict.js'
import { cueNamed, cuesOf, type Link, type Pair } from '../pair.js'
import type { Reading } from '../reading.js'
import { isLiking } from '../related.js'
import { hash } from '../../text/hash.js'
import { askedWords, keyInRole, offeredWords, takenUp, type Rule } from '../rule.js'
import { sharedWords, verdictOf } from '../verdict.js'
import { isNoun } from './ended.js'

/** Ends what was changed: `Uses Vim`, `switched from Vim to Helix`; `lives in Graz`, `moved to Wels`. */
export const changeRule: Rule = {
  offers: (opinion) => [...offeredWords(opinion), stateKeys(opinion, 'states')],
  asks: (fact) => [
    ...(cueNamed(fact.sentence, 'changed') || cueNamed(fact.sentence, 'adjusted') ? askedWords(fact) : []),
    stateKeys(fact, 'events'),
  ],
  verdict,
}

const stateKeys = ({ sentence }: Reading, of: 'states' | 'events'): number[] =>
  sentence.tokens.flatMap((token) => token[of].map((line) => keyInRole(stateRole, line)))

const stateRole = hash('state')

/** The least coverage without a shared name or a new value: one word of three may mean something else. */
const barelyTakenUp = 0.35

/** The links of the fact's first `reach` words of content from a place on, within its clause. */
function linkedNear(pair: Pair, at: number, reach: number): Link[] {
  const clause = pair.fact.tokens[at]?.clause
  const following = pair.told
    .filter((index) => index >= at && pair.fact.tokens[index]!.clause === clause)
    .slice(0, reach)
  return pair.links.filter(({ to }) => following.includes(to))
}

/** Ends an opinion that names the old value: `Switched from Sumitomo to Rakuten`, `went live`. */
function verdict(pair: Pair): Verdict | undefined {
  const { fact, opinion } = pair
  const state = stateEnded(pair)
  if (state) return verdictOf('supersedes', [`state: ${state}`, ...sharedWords(pair)], { strong: true })
  const cue = [...cuesOf(fact, 'changed'), ...cuesOf(fact, 'adjusted')].find(
    (one) => !isNoun(fact, one) && !isNearly(fact, one.at) && !fact.tokens[one.at]!.negated,
  )
  if (!cue) return undefined
  // In languages where `from` is an ending or follows its word, only nearness tells what changed.
  if (fact.vocabulary.verbLast && pair.links.length && pair.coverage >= 0.3)
    return verdictOf('supersedes', [`changed: ${cue.words}`, ...sharedWords(pair)], { strong: true })
  const before = cuesOf(fact, 'from').find(
    (from) =>
      !fact.vocabulary.isOf('onset', fact.tokens[cue.at]!.lemma) &&
      // Who moved away from Rome may love it still.
      !(fact.tokens[cue.at]!.moves && isLiking(opinion.tokens[pair.predicate ?? -1])) &&
      (leaves(pair, from.at + 1) || (from.length > 1 && leaves(pair, from.at + from.length))),
  )
  if (before)
    return verdictOf('supersedes', [`changed: ${cue.words} ${before.words}`, ...sharedWords(pair)], { strong: true })
  const instead = cueNamed(fact, 'instead')
  if (instead && cueNamed(fact, 'now') && leaves(pair, instead.at + instead.length))
    return verdictOf('supersedes', [`changed: now ${instead.words}`, ...sharedWords(pair)], { strong: true })
  const after = cue.at + cue.length
  const onto = fact.cues.some(({ name, at }) => name === 'to' && at === after)
  if (onto && fact.vocabulary.isOf('switch', fact.tokens[cue.at]!.lemma))
    if (pair.coverage >= 0.3 && linkedNear(pair, after, 3).length > 0 && !isOnto(pair, after + 1))
      return verdictOf('supersedes', [`changed: ${cue.words} to`, ...sharedWords(pair)], { strong: true })
  if (
    opinion.vocabulary.isOf('still', cueNamed(opinion, 'still')?.words ?? '') &&
    cue.name === 'changed' &&
    pair.coverage >= takenUp
  )
    return verdictOf('supersedes', [`no longer still: ${cue.words}`], { strong: true })
  return undefined
}

/**
 * Whether the change is to what the opinion speaks of: `switched to dark mode`. But `to a ballpoint pen` is to another
 * pen.
 */
function isOnto({ fact, links }: Pair, start: number): boolean {
  const first = fact.tokens.findIndex(({ content }, at) => at >= start && content)
  if (first < 0) return false
  for (let at = first; ; at++) {
    if (!links.some(({ to }) => to === at)) return false
    if (isHead(fact, at)) return true
  }
}

/** Whether the words between `from` and `to` are what the opinion names. */
function leaves({ opinion, fact, links, coverage }: Pair, start: number): boolean {
  const end = cuesOf(fact, 'to').find(({ at }) => at > start)?.at ?? -1
  const last = Math.min(start + 5, end < 0 ? Infinity : end)
  if (fact.quantities.some(({ at }) => at === start)) return false
  // Only a part is gone: after `Replaced the filter of the mill` the mill is still there.
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

/** Whether somebody moved something, and not themselves: `moved the server to Wels`, but not `moved a year ago`. */
function hasObject({ tokens, vocabulary }: Sentence, verb: number): boolean {
  const [next, noun] = tokens.slice(verb + 1, verb + 3)
  return (
    next !== undefined &&
    vocabulary.isOf('determiner', next.text) &&
    noun?.content === true &&
    !vocabulary.unit(noun.text)
  )
}

/** The state that an event ends, and the event: `Lives in Utrecht`, `moved to Antwerp`. */
function stateEnded({ opinion, fact, said, links, names, coverage }: Pair): string | undefined {
  const states = said
    .slice(0, 2)
    .filter((at) => !opinion.tokens[at]!.negated)
    .flatMap((at) => opinion.tokens[at]!.states.map((state) => ({ state, at, text: opinion.tokens[at]!.text })))
  if (states.length === 0) return undefined
  for (const [at, token] of fact.tokens.entries()) {
    const found = states.find(({ state }) => token.events.includes(state))
    if (!found || token.negated || isNearly(fact, at) || (token.moves && hasObject(fact, at))) continue
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
