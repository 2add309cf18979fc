import { areOpposites, polarityOf } from '../language/denial.js'
import type { CueName } from '../language/language.js'
import { comparable } from '../language/quantities.js'
import { cueNamed, subjectOf, type Pair } from './pair.js'

/**
 * Whether a fact says nothing of an opinion, whatever words they share: it states nothing, or is of somebody or
 * something else, or of another time.
 */
export const isOfOther = (pair: Pair): boolean =>
  isAsked(pair) || isOfAnother(pair) || hasNewSubject(pair) || isOnlyOfSubject(pair) || isLongAgo(pair) || isWaved(pair)

/**
 * Whether a text has words such as `has nothing against it`, `no doubts`: no rule can tell for which side they speak.
 */
const isWaved = ({ opinion, fact }: Pair): boolean =>
  (cueNamed(opinion, 'contrary') ?? cueNamed(fact, 'contrary')) !== undefined

/**
 * Law 16 (denials): whether a fact may raise a confidence at all, whatever a rule says. It may not where only one of
 * the two texts denies what it says, or where a word of one is the opposite of a word of the other.
 */
export function mayRaise({ opinion, fact, links }: Pair): boolean {
  const [one, other] = [polarityOf(opinion.text), polarityOf(fact.text)]
  if (one.denials !== other.denials || links.some(({ how }) => how === 'opposite')) return false
  return !differByOpposites(one.words, other.words) && (one.denials === 0 || links.every(({ sign }) => sign > 0))
}

/** Whether a word that only one text has is the opposite of one that only the other has. */
function differByOpposites(a: readonly string[], b: readonly string[]): boolean {
  const [own, other] = [new Set(a), new Set(b)]
  const theirs = b.filter((word) => !own.has(word))
  return a.some((word) => !other.has(word) && theirs.some((each) => areOpposites(word, each)))
}

/** Whether a fact is a question, a plan or a task: these state nothing. */
function isAsked({ fact, names }: Pair): boolean {
  const { tokens, vocabulary, cues } = fact
  const first = tokens[0]
  const isTask = first !== undefined && !names.has(first.text) && vocabulary.isOf('ask', first.text)
  // `Not sure any more whether` tells of a doubt, and asks nothing.
  const doubt = cueNamed(fact, 'hedge')
  return (
    isTask || cues.some(({ name, at, length }) => name === 'ask' && !(doubt && doubt.at < at && length === 1 && at > 0))
  )
}

/** Whether a fact is only of the past: `As a student she lived in Graz` says nothing of where she lives. */
function isLongAgo({ opinion, fact }: Pair): boolean {
  const isCued = (name: CueName): boolean => cueNamed(fact, name) !== undefined
  return isCued('past') && !isCued('ceased') && !isCued('changed') && !isCued('rumour') && !cueNamed(opinion, 'past')
}

/**
 * Whether a fact tells what somebody else does (`Bashir's flatmate speaks Arabic`) or says (`they told Bashir that …`).
 */
function isOfAnother(pair: Pair): boolean {
  const { opinion, fact, names, said } = pair
  const { tokens, vocabulary } = fact
  const first = opinion.tokens[said[0] ?? -1]
  if (opinion.tokens.some(({ owns, text }) => owns && names.has(text))) return false
  const owner = tokens.findIndex(({ text }) => names.has(text))
  if (owner < 0) return hasOtherSubject(pair)
  const again = tokens.slice(owner + 1).some(({ text, owns }) => names.has(text) && !owns)
  const owned = tokens[owner]!.owns && !again ? tokens.slice(owner + 1).find(({ content }) => content) : undefined
  if (owned && vocabulary.isOf('relative', owned.lemma) && owned.lemma !== first?.lemma) return true
  const teller = tokens[owner - 1]
  const speaks = tokens.slice(0, Math.max(0, owner - 1)).some(({ content }) => content)
  return teller !== undefined && speaks && vocabulary.isOf('tell', teller.lemma)
}

/**
 * Whether a fact begins with a subject that is neither its entity nor anything that the opinion names: `Prefers tea`,
 * `the canteen ran out of tea`; `CI runs on Jenkins`, `the CI of our sister company moved from Jenkins`.
 */
function hasNewSubject({ fact, names, links, told }: Pair): boolean {
  const { tokens, vocabulary } = fact
  if (!vocabulary.headLast || tokens.length === 0) return false
  if (vocabulary.isOf('somebody', tokens[0]!.text)) return true
  const named = tokens.slice(0, 3).findIndex(({ text }) => names.has(text))
  if (named >= 0)
    return vocabulary.isOf('of', tokens[named + 1]?.text ?? '') && vocabulary.isOf('his', tokens[named + 2]?.text ?? '')
  const noun = subjectOf(fact, told)
  return noun !== undefined && !links.some(({ to }) => to <= noun)
}

/**
 * Whether a fact that does not name its entity has somebody else as its subject: `Her husband hates flying`, `Tom hates
 * flying`.
 */
function hasOtherSubject({ fact, said, links, predicateLink }: Pair): boolean {
  const { tokens, vocabulary } = fact
  const [first, second] = tokens
  if (!first || !second) return false
  const isMet = (at: number): boolean => links.some(({ to }) => to === at)
  if (vocabulary.isOf('his', first.text) && vocabulary.isOf('relative', second.lemma) && !isMet(1)) return true
  // An opinion that leaves its subject out begins with its predicate. A fact with a noun before that word has a subject
  // of its own.
  const isLeftOut = said[0] === 0 && predicateLink?.from === 0 && vocabulary.headLast
  if (!isLeftOut || !first.content || vocabulary.ends('adverb', first.text)) return false
  if (fact.cues.some(({ at }) => at === 0)) return false
  const between = tokens.slice(1, predicateLink.to)
  if (predicateLink.to === 0 || between.some(({ content, text }) => content || vocabulary.isOf('be', text)))
    return false
  return !isMet(0) || tokens.slice(predicateLink.to).some(({ text }) => vocabulary.isOf('him', text))
}

/**
 * Whether a fact shares only the subject of an opinion, where that is a noun, or has another subject. For `The older
 * woman has her grandson`, `the child calls the woman grandma` shares only the woman.
 */
function isOnlyOfSubject({ opinion, fact, links, said, told }: Pair): boolean {
  const last = subjectOf(opinion, said)
  if (last === undefined || links.length === 0) return false
  const met = links.find(({ from, how }) => from === last && how !== 'opposite')
  // A fact may leave the subject out: `His editor is Vim`, `switched to Helix`.
  if (!met && subjectOf(fact, told) === undefined) return false
  if (!met) return true
  const isNumber = opinion.quantities.some((one) => fact.quantities.some((other) => comparable(one, other)))
  return !isNumber && !links.some(({ from }) => from > last)
}
