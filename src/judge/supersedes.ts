import type { Cue } from '../language/vocabulary.js'
import type { Statement } from '../model/fact.js'
import type { Judged } from '../model/verdict.js'
import { judgePair, layOutPair, mayBear } from './judge-pair.js'
import { meet } from './keys.js'
import { type Pair, cued, cuesOf } from './pair.js'
import { isNearly } from '../language/phrase.js'
import { comparable, sameValue } from '../language/quantities.js'
import { isLiking } from './related.js'
import { samePlace } from './rules/change.js'
import type { Token } from '../language/sentence.js'
import { isWord } from '../language/vocabulary.js'

/**
 * Whether a later fact's own words say that an earlier one is over, and by which
 * of them: `no longer`, `moved from Utrecht`, `sold the Passat`.
 *
 * An opinion bears a doubtful verdict, for it moves by steps; a fact that ends is
 * gone from what is current. So what the judge calls superseded is not enough:
 * the words of change must stand there, of the same subject, without a plan or a
 * doubt, and name what was so.
 */
export function supersedes(earlier: Statement, later: Statement): readonly string[] | undefined {
  const [said, told] = [ofSubject(earlier), ofSubject(later)]
  // What the judge would take for unrelated ends nothing.
  if (!mayBear(said, told) || !meet(earlier, later)) return undefined
  const pair = layOutPair(said, told)
  if (!pair.fact.vocabulary.tellsPlans || !isState(pair) || isUnsure(pair)) return undefined
  const cues = ways.map((way) => way(pair)).find((found) => found !== undefined)
  if (!cues) return undefined
  // The judge is asked last, of the few pairs that are left.
  const { effect, strong } = judgePair(said, told)
  return effect === 'supersedes' && strong ? cues : undefined
}

/** Other names than the subject's are words like any: who `lives with @Nina` is not Nina. */
const subjects = new WeakMap<Statement, Judged>()

function ofSubject(fact: Statement): Judged {
  const { kind, text, mentions, leading } = fact
  let found = mentions.length === leading ? fact : subjects.get(fact)
  if (!found) subjects.set(fact, (found = { kind, text, mentions: mentions.slice(0, leading) }))
  return found
}

type Way = (pair: Pair) => readonly string[] | undefined

/** `No longer lives in Utrecht`, `stopped taking piano lessons`: of all that is said to be over, the earlier fact tells. */
function over(pair: Pair): readonly string[] | undefined {
  if (pair.coverage < 0.5) return undefined
  for (const cue of cuesOf(pair.fact, 'ceased')) {
    const { tokens, cues } = pair.fact
    const after = cue.at + cue.length
    const trails = cues.some(({ name, at }) => name === 'behind' && at === cue.at)
    if (trails && isWord(tokens[after]?.text ?? '.')) continue
    const about = inClause(pair, cue, 0, trails ? cue.at : tokens.length)
    if (isPlain(pair, cue) && about.length > 0 && about.every((at) => isTold(pair, at))) return [`ended: ${cue.words}`]
  }
  return undefined
}

/** `Switched from Vim to Helix`, `replaced Vim with Helix`, `by e-mail instead of by post`: what is left is what was so. */
function leftBehind(pair: Pair): readonly string[] | undefined {
  const { fact } = pair
  const from = cuesOf(fact, 'from')
  for (const cue of [...cuesOf(fact, 'changed'), ...cuesOf(fact, 'adjusted')]) {
    const start = from.find(({ at }) => at >= cue.at && fact.tokens[at]!.clause === fact.tokens[cue.at]!.clause)
    if (!start || !isPlain(pair, cue)) continue
    const moved = inClause(pair, cue, cue.at + cue.length, start.at)
    if (!moved.every((at) => isTold(pair, at))) continue
    if (isLeft(pair, start.at + start.length) && (moved.length > 0 || fillsPlace(pair)))
      return [`changed: ${start.at > cue.at ? `${cue.words} ${start.words}` : cue.words}`]
  }
  return undefined
}

/** `Invoices are now sent by e-mail instead of by post`, `now lives in Wels`: the same but for what fills one place. */
function otherValue(pair: Pair): readonly string[] | undefined {
  const { opinion, fact, said, links, coverage } = pair
  const now = cuesOf(fact, 'now').find(({ words }) => fact.vocabulary.isOf('now', words))
  if (!now) return undefined
  const about = inClause(pair, now, 0, fact.tokens.length)
  const fresh = about.filter((at) => !isTold(pair, at))
  const first = links.find(({ from }) => from === said[0])
  if (!first || first.to !== about[0] || !isOnePhrase(pair, fresh)) return undefined
  const instead = cuesOf(fact, 'instead').find(({ at }) => at > now.at)
  if (instead)
    return coverage >= 0.6 && isLeft(pair, instead.at + instead.length)
      ? [`changed: ${now.words} ${instead.words}`]
      : undefined
  const predicate = opinion.tokens[said[0]!]!
  const lost = said.filter((at) => !links.some(({ from }) => from === at))
  const one = fact.vocabulary.isOf('sole', predicate.lemma)
  const named =
    fresh.length > 0 && fresh.every((at) => fact.tokens[at]!.name) && lost.some((at) => opinion.tokens[at]!.name)
  const taken = lost.find((at) => fresh.length > 0 && samePlace(pair, at, fresh[0]!))
  if (!one || !named || taken === undefined) return undefined
  return [`${opinion.tokens[taken]!.text} → ${fact.tokens[fresh[0]!]!.text}`, `now: ${now.words}`]
}

const isOnePhrase = ({ fact }: Pair, places: readonly number[]): boolean =>
  places.every(
    (at, index) => index === 0 || fact.tokens.slice(places[index - 1]! + 1, at).every(({ text }) => !isWord(text)),
  )

/** `Left Bosch`, `moved to Antwerp`: an event that ends a state, by the table of states. */
function leftState(pair: Pair): readonly string[] | undefined {
  const { opinion, fact, said, names } = pair
  const states = new Set(said.slice(0, 1).flatMap((at) => opinion.tokens[at]!.states))
  for (const [at, token] of fact.tokens.entries()) {
    const cue = { at, length: 1, words: token.text }
    if (!token.events.some((state) => states.has(state)) || !isPlain(pair, cue)) continue
    const what = phraseFrom(pair, at + 1)
    const place = token.moves && what.length > 0 && what.every((to) => fact.tokens[to]!.name && !isTold(pair, to))
    const gone = what.length > 0 && what.every((to) => isTold(pair, to) && !names.has(fact.tokens[to]!.text))
    // Who `left the club early`, or `at five`, comes back.
    if (inClause(pair, cue, (what.at(-1) ?? at) + 1, fact.tokens.length).length > 0) continue
    if (fact.quantities.some((one) => one.at > at && one.kind !== 'date')) continue
    if (place || (gone && !token.moves)) return [`state: ${opinion.tokens[said[0]!]!.text} → ${token.text}`]
  }
  return undefined
}

/** `Costs 240 euros`, `now costs 260 euros`: the same but for the number. */
function otherNumber(pair: Pair): readonly string[] | undefined {
  const { opinion, fact, links, predicate } = pair
  const now = cued(fact, 'now')
  if (!now || !fact.vocabulary.isOf('now', now.words) || !links.some(({ from }) => from === predicate)) return undefined
  if (!inClause(pair, now, 0, fact.tokens.length).every((at) => isTold(pair, at)) || pair.coverage < 0.6)
    return undefined
  for (const stated of opinion.quantities) {
    const told = fact.quantities.filter((one) => comparable(stated, one))
    if (told.length === 1 && !sameValue(stated, told[0]!))
      return [`number: ${stated.text} → ${told[0]!.text}`, `now: ${now.words}`]
  }
  return undefined
}

const ways: readonly Way[] = [over, leftBehind, leftState, otherNumber, otherValue]

/** Something that lasts and is so: no event, plan, habit of the past or denial. */
function isState(pair: Pair): boolean {
  const { opinion, said, links } = pair
  const { tokens, vocabulary } = opinion
  const none = ['ask', 'hedge', 'once', 'past', 'temporary', 'rumour', 'not', 'no', 'ceased', 'adjusted'] as const
  if (none.some((name) => cued(opinion, name)) || said.length === 0) return false
  const first = tokens[said[0]!]!
  const is = tokens.findIndex(({ text }) => vocabulary.isOf('is', text))
  const finite = first.lemma === first.text || first.text.endsWith('s') || first.name
  if (!finite && (is < 0 || is > said[0]!)) return false
  if (said.some((at) => isLiking(tokens[at]!))) return false
  // Of whose it is said: `her sister lives in Utrecht` is no state of hers, `drives a diesel Passat` is one of the Passat.
  const met = Math.min(...links.filter(({ how, loose }) => how !== 'opposite' && !loose).map(({ from }) => from))
  const [start, ...more] = said.filter((at) => at < met)
  if (start === undefined || is > Math.max(start, ...(met === Infinity ? [] : more))) return true
  if (!isHolding(pair, start)) return false
  return met === Infinity || more.every((at) => tokens.slice(at, met).every(({ content }) => content))
}

/** A word of having, doing or being so: what it is about may be left, moved or given up. */
function isHolding({ opinion: { tokens, vocabulary } }: Pair, at: number): boolean {
  const { states, lemma, text } = tokens[at]!
  return states.length > 0 || vocabulary.isOf('holds', lemma) || vocabulary.isOf('holds', text)
}

const isUnsure = ({ fact }: Pair): boolean =>
  (['ask', 'hedge', 'rumour', 'temporary', 'mistaken'] as const).some((name) => cued(fact, name))

/** Said of the subject itself, as done: `her brother moved`, `wants to move` and `moving` are not. */
function isPlain(pair: Pair, cue: Pick<Cue, 'at' | 'length' | 'words'>): boolean {
  const { tokens, vocabulary } = pair.fact
  const { clause, negated } = tokens[cue.at]!
  if (vocabulary.ends('gerund', cue.words) || (negated && cue.length === 1)) return false
  const before = tokens.slice(0, cue.at).filter((token) => token.clause === clause)
  if (before.some(({ text }) => vocabulary.isOf('unreal', text)) || isNearly(pair.fact, cue.at)) return false
  return inClause(pair, cue, 0, cue.at).every((at) => isTold(pair, at) && !isBystander(pair, at))
}

/** `Nina no longer lives in Graz` says nothing of who `lives in Graz with Nina`. */
function isBystander({ opinion: { tokens, vocabulary }, links }: Pair, at: number): boolean {
  const from = links.find(({ to }) => to === at)?.from ?? 0
  const [before, word] = [tokens[from - 1], tokens[from]!]
  return word.name && before !== undefined && !before.content && !vocabulary.isOf('determiner', before.text)
}

/** Whether a word of the later fact is the earlier one's too, or a name of what both are about. */
const isTold = ({ fact, links, names }: Pair, at: number): boolean =>
  names.has(fact.tokens[at]!.text) || links.some(({ to, how, loose }) => to === at && how !== 'opposite' && !loose)

/** Words of content in the clause of a cue, without those of the cue. */
function inClause({ fact, names }: Pair, cue: Pick<Cue, 'at' | 'length'>, start: number, end: number): number[] {
  const { clause } = fact.tokens[cue.at]!
  const isOf = (token: Token, at: number): boolean =>
    token.clause === clause && token.content && !names.has(token.text) && (at < cue.at || at >= cue.at + cue.length)
  return [...fact.tokens.keys()].filter((at) => at >= start && at < end && isOf(fact.tokens[at]!, at))
}

/** The phrase that begins within three small words of a place: `Bosch` of `at the Bosch plant` is not all of it. */
function phraseFrom({ fact: { tokens } }: Pair, start: number): number[] {
  const { clause } = tokens[start - 1]!
  const inside = (at: number): boolean => tokens[at]?.clause === clause
  let at = start
  while (inside(at) && !tokens[at]!.content && at - start < 3) at++
  const out: number[] = []
  while (inside(at) && tokens[at]!.content) out.push(at++)
  return out
}

function isLeft(pair: Pair, start: number): boolean {
  const { opinion, fact } = pair
  const number = fact.quantities.find(({ at }) => at === start)
  if (number) return opinion.quantities.some((one) => comparable(one, number) && sameValue(one, number))
  const phrase = phraseFrom(pair, start)
  return phrase.length > 0 && phrase.every((at) => isTold(pair, at) && !pair.names.has(fact.tokens[at]!.text))
}

/** What was left fills the place that the earlier fact is about: `Uses Vim`, `the editor is Vim`. */
function fillsPlace(pair: Pair): boolean {
  const { opinion, said, coverage, links } = pair
  const { tokens, vocabulary } = opinion
  return (
    isHolding(pair, said[0]!) ||
    (coverage >= 0.5 && links.length > 0 && tokens.some(({ text }) => vocabulary.isOf('is', text)))
  )
}
