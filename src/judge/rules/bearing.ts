import { comparable } from '../../language/quantities.js'
import type { Verdict } from '../../model/verdict.js'
import { type Pair, cued, subjectOf } from '../pair.js'
import { sameStatement } from '../restatement.js'
import { shared, verdictOf } from '../verdict.js'

export function restated(pair: Pair): Verdict | undefined {
  // Most pairs differ in content; only the others are looked at word by word.
  if (pair.said.length !== pair.told.length || pair.links.length !== pair.said.length) return undefined
  if (!sameStatement(pair.opinion, pair.fact, pair.names)) return undefined
  return verdictOf('reinforces', ['same statement'], { restates: true })
}

/** A question, a plan or a task states nothing. */
export function asked(pair: Pick<Pair, 'fact' | 'names'>): Verdict | undefined {
  const { tokens, vocabulary, cues } = pair.fact
  // `Not sure any more whether` tells of a doubt.
  const doubt = cued(pair.fact, 'hedge')
  const cue = cues.find(({ name, at, length }) => name === 'ask' && !(doubt && doubt.at < at && length === 1 && at > 0))
  const first = tokens[0]
  const task = first && !pair.names.has(first.text) && vocabulary.isOf('ask', first.text) ? first.text : undefined
  const words = task ?? cue?.words
  return words === undefined ? undefined : verdictOf('unrelated', [`question or plan: ${words}`])
}

/** `As a student she lived in Graz` says nothing of where she lives. */
export function longAgo(pair: Pair): Verdict | undefined {
  const cue = cued(pair.fact, 'past')
  if (!cue || cued(pair.fact, 'ceased') || cued(pair.fact, 'changed') || cued(pair.fact, 'rumour')) return undefined
  if (cued(pair.opinion, 'past')) return undefined
  return verdictOf('unrelated', [`another time: ${cue.words}`])
}

/** `Bashir's flatmate speaks Arabic`, `they told Bashir that …`: it is another's doing, or another's word. */
export function ofAnother(pair: Pair): Verdict | undefined {
  const { opinion, fact, names, said } = pair
  const { tokens, vocabulary } = fact
  const first = opinion.tokens[said[0] ?? -1]
  if (opinion.tokens.some(({ owns, text }) => owns && names.has(text))) return undefined
  const owner = tokens.findIndex(({ text }) => names.has(text))
  if (owner < 0) return ofSubject(pair)
  const again = tokens.slice(owner + 1).some(({ text, owns }) => names.has(text) && !owns)
  const owned = tokens[owner]!.owns && !again ? tokens.slice(owner + 1).find(({ content }) => content) : undefined
  if (owned && vocabulary.isOf('relative', owned.lemma) && owned.lemma !== first?.lemma)
    return verdictOf('unrelated', [`of ${tokens[owner]!.text}: ${owned.text}`])
  const teller = tokens[owner - 1]
  const speaks = tokens.slice(0, Math.max(0, owner - 1)).some(({ content }) => content)
  if (teller && speaks && vocabulary.isOf('tell', teller.lemma))
    return verdictOf('unrelated', [`another's word: ${teller.text}`])
  return undefined
}

/** `Her husband hates flying`, `Tom hates flying`: where neither names whom it is about, the fact's own subject is somebody else. */
function ofSubject({ fact, said, links, predicateLink }: Pair): Verdict | undefined {
  const { tokens, vocabulary } = fact
  const [first, second] = tokens
  if (!first || !second) return undefined
  const isMet = (at: number): boolean => links.some(({ to }) => to === at)
  if (vocabulary.isOf('his', first.text) && vocabulary.isOf('relative', second.lemma) && !isMet(1))
    return verdictOf('unrelated', [`of another: ${first.text} ${second.text}`])
  // An opinion that leaves its subject out begins with what it says; a fact in which a noun stands before that has its own.
  const isLeftOut = said[0] === 0 && predicateLink?.from === 0 && vocabulary.headLast
  if (!isLeftOut || !first.content || vocabulary.ends('adverb', first.text)) return undefined
  if (fact.cues.some(({ at }) => at === 0)) return undefined
  const between = tokens.slice(1, predicateLink.to)
  if (predicateLink.to === 0 || between.some(({ content, text }) => content || vocabulary.isOf('be', text)))
    return undefined
  if (!isMet(0)) return verdictOf('unrelated', [`of another: ${first.text}`])
  const isTurned = tokens.slice(predicateLink.to).some(({ text }) => vocabulary.isOf('him', text))
  return isTurned ? verdictOf('unrelated', [`other way about: ${first.text}`]) : undefined
}

/**
 * `The older woman has her grandson`: an opinion that names its subject by a noun. What is said of that woman says
 * something of the opinion only where it meets what the opinion says of her: `the child calls the woman grandma` meets
 * nothing but who she is.
 */
export function onlyOfSubject({ opinion, fact, links, said, told }: Pair): Verdict | undefined {
  const last = subjectOf(opinion, said)
  if (last === undefined || links.length === 0) return undefined
  const met = links.find(({ from, how, loose }) => from === last && how !== 'opposite' && !loose)
  // `His editor is Vim`, `switched to Helix`: a fact may leave it out.
  if (!met && subjectOf(fact, told) === undefined) return undefined
  if (!met) return verdictOf('unrelated', [`another subject: ${opinion.tokens[last]!.text}`])
  const isNumber = opinion.quantities.some((one) => fact.quantities.some((other) => comparable(one, other)))
  return isNumber || links.some(({ from }) => from > last) ? undefined : verdictOf('unrelated', ['only its subject'])
}

/** `Jonas reviews Ingrid's patches` says nothing of what Ingrid does for Jonas. */
export function swapped(pair: Pair): Verdict | undefined {
  const { opinion, fact, names, links } = pair
  const { vocabulary } = fact
  if (!links.length) return undefined
  const other = links.find(({ from, how }) => how === 'same' && opinion.tokens[from]!.name)
  const subject = fact.tokens.findIndex(({ text }) => names.has(text))
  const first = fact.tokens.findIndex(({ content, text }) => content || names.has(text))
  if (!other || other.to !== first || subject <= first) return undefined
  // `Was hired by Zeynep`, `Zeynep hired`: as it was.
  if (vocabulary.isOf('by', opinion.tokens[other.from - 1]?.text ?? '')) return undefined
  const between = fact.tokens.slice(first + 1, subject)
  const acts = between.some(({ text }) => !vocabulary.isOf('joining', text))
  if (!acts || between.some(({ text }) => (['by', 'one', 'be'] as const).some((name) => vocabulary.isOf(name, text))))
    return undefined
  const turned = pair.said.some((from) =>
    pair.told.some(
      (to) =>
        vocabulary.converse(opinion.tokens[from]!.lemma, fact.tokens[to]!.lemma) &&
        opinion.tokens[from]!.negated === fact.tokens[to]!.negated,
    ),
  )
  if (turned) return verdictOf('reinforces', ['the same from the other side', ...shared(pair)])
  const mistaken = cued(fact, 'mistaken')
  if (mistaken) return verdictOf('contradicts', [`roles: ${mistaken.words}`], { strong: true })
  return verdictOf('unrelated', ['other way about'])
}
