import type { Verdict } from '../../model/verdict.js'
import { compare } from '../comparison.js'
import { type Pair, cued, cuesOf, subjectOf, yearsIn } from '../pair.js'
import { isLiking, isNear, related } from '../related.js'
import { isHead } from '../../language/phrase.js'
import type { Sentence } from '../../language/sentence.js'
import { answerTo, toneOf } from '../tone.js'
import { shared, verdictOf, words } from '../verdict.js'
import { isMended, isOfAnotherThing } from './elsewhere.js'

export function compared(pair: Pair): Verdict | undefined {
  const sign = compare(pair)
  if (sign === undefined) return undefined
  if (sign > 0) return verdictOf('reinforces', ['comparison: the same way'])
  const now = cued(pair.fact, 'now') ?? cued(pair.fact, 'changed')
  if (now) return verdictOf('supersedes', ['comparison: the other way', `now: ${now.words}`], { strong: true })
  return verdictOf('contradicts', ['comparison: the other way'], { strong: true })
}

/** `Has nothing against it` speaks for it, `no doubts` too. */
export function waved(pair: Pair): Verdict | undefined {
  const { opinion, fact, predicate } = pair
  const cue = cued(fact, 'contrary')
  if (!cue || (pair.topic < 0.5 && pair.said.length > 1) || !pair.links.length) return undefined
  const own = predicate === undefined ? undefined : opinion.tokens[predicate]
  if (!cued(opinion, 'contrary') && !own?.tone && !own?.negated) return undefined
  const against = !cued(opinion, 'contrary') && (own?.tone ?? 0) < 0 !== (own?.negated ?? false)
  if (against) return verdictOf('contradicts', [`not against: ${cue.words}`, ...shared(pair)], { strong: true })
  return verdictOf('reinforces', [`not against: ${cue.words}`, ...shared(pair)])
}

export function opposed(pair: Pair): Verdict | undefined {
  const { fact, opinion, predicateLink } = pair
  if (!related(pair)) return undefined
  const opposite =
    pair.coverage >= 0.75 && pair.back >= 0.4 && pair.links.some(({ how, sign }) => how === 'opposite' && sign < 0)
  const against = predicateLink
    ? predicateLink.sign < 0 || opposite
    : pair.coverage >= 0.5 &&
      (pair.links.every(({ sign }) => sign < 0) ||
        (pair.coverage >= 0.6 && pair.links.some(({ how, sign }) => how === 'opposite' && sign < 0)))
  if (!against) return undefined
  if (!isDenied(pair) || isOfAnotherThing(pair) || isNarrower(pair)) return undefined
  if (predicateLink?.how === 'opposite' && isMended(pair)) return undefined
  // `Has not given up`, `used to crash`: a denial of an end, and what was so once, say nothing of now.
  if (cued(fact, 'ceased') || cued(fact, 'past')) return undefined
  // `Has no interest in politics`, `the interest on the mortgage`: of what it is about, nothing is named.
  if (pair.said.length > 1 && pair.topic === 0 && pair.back < 0.5) return undefined
  const cue = predicateLink?.how === 'opposite' ? `opposite: ${words(pair, [predicateLink])}` : 'negation'
  // One review that was not read is an exception to every one.
  const all = cued(opinion, 'every')
  if (all && pair.back < 0.85 && !cued(fact, 'none') && predicateLink?.how !== 'opposite')
    return verdictOf('weakens', [cue, `exception to: ${all.words}`, ...shared(pair)])
  if (cued(fact, 'once') && cued(opinion, 'habit'))
    return verdictOf('weakens', [cue, `once: ${cued(fact, 'once')!.words}`])
  const guess = cued(fact, 'rumour') ?? cued(fact, 'temporary')
  if (guess) return verdictOf('weakens', [cue, `only: ${guess.words}`, ...shared(pair)])
  if (!isNear(pair)) return undefined
  const turned = cued(fact, 'changed')
  if (turned && turned.at < (predicateLink?.to ?? 0))
    return verdictOf('supersedes', [cue, `changed: ${turned.words}`], { strong: true })
  return verdictOf('contradicts', [cue, ...shared(pair)], { strong: true })
}

/** `Does not like white wine` says nothing of red: what is denied is all that the opinion says, or nothing else is. */
function isDenied({ opinion, fact, said, links, coverage, back, topic, predicateLink }: Pair): boolean {
  const isWish = ({ tokens, vocabulary }: Sentence): boolean =>
    tokens.some(({ text, lemma }) => vocabulary.isOf('wish', text) || vocabulary.isOf('wish', lemma))
  // `Prefers short replies`, `does not want short replies`: one wish for another, of the same thing.
  if (isWish(opinion) && isWish(fact) && topic >= 0.85) return true
  if (!predicateLink && said.length > 1 && coverage < 0.85) return false
  if (predicateLink?.how !== 'opposite' && coverage < 0.85 && back < 0.85) return false
  // `Has never visited Japan` denies no wish to.
  if (isWish(opinion) && !isWish(fact)) return false
  return !said.some((at) => isLiking(opinion.tokens[at]!) && !links.some(({ from }) => from === at))
}

/** No word answers the opinion's own, but one praises what the other blames. */
export function toned(pair: Pair): Verdict | undefined {
  const sign = toneOf(pair)
  if (sign === 0 || (pair.said.length > 3 && !isNear(pair))) return undefined
  const cue = `tone: ${pair.opinion.tokens[pair.predicate!]!.text} ~ ${answerTo(pair)!.text}`
  // Praise of another sort is no praise of this.
  if (sign > 0) return undefined
  const turned = cued(pair.fact, 'changed')
  if (turned) return verdictOf('supersedes', [cue, `changed: ${turned.words}`], { strong: true })
  if (!isPredicative(pair, pair.fact.tokens.indexOf(answerTo(pair)!))) return undefined
  if (!cued(pair.fact, 'once') && isNear(pair))
    return verdictOf('contradicts', [cue, ...shared(pair)], { strong: true })
  return verdictOf('weakens', [cue, ...shared(pair)])
}

/** `The editor is confusing`, `finds the editor confusing`: said of the thing outright. */
function isPredicative({ opinion, predicate, fact, names, links }: Pair, at: number): boolean {
  if (isLiking(opinion.tokens[predicate!]!)) return false
  const next = fact.tokens[at + 1]
  const before = fact.tokens[at - 1]
  // How something is done says little of it: `clutches the bag tightly`.
  if (fact.vocabulary.ends('adverb', fact.tokens[at]!.text)) return false
  const said =
    before &&
    (fact.vocabulary.isOf('be', before.text) || names.has(before.text) || links.some(({ to }) => to === at - 1))
  return Boolean(said) && !next?.content
}

export function confirmed(pair: Pair): Verdict | undefined {
  const { fact, predicateLink, back, links } = pair
  const coverage = pair.coverage - borrowed(pair)
  if (predicateLink ? predicateLink.sign < 0 : links.some(({ sign }) => sign < 0)) return undefined
  // `Fixed the flaky suite`: it was so.
  if (isMended(pair) || isLikedByOthers(pair)) return undefined
  const shunned = cued(fact, 'shun')
  if (shunned && !predicateLink && coverage >= 0.6 && cued(fact, 'not'))
    return verdictOf('reinforces', [`not: ${shunned.words}`, ...shared(pair)])
  const still = cued(fact, 'still')
  const least = predicateLink ? 0.6 : subjectOf(pair.opinion, pair.said) === undefined ? 0.65 : 0.85
  if (still && coverage >= least && back >= 0.3)
    return verdictOf('reinforces', [`still: ${still.words}`, ...shared(pair)])
  // What is not too large may be as it should be.
  if (predicateLink?.how === 'opposite' && fact.tokens.some(({ text }) => text === 'too')) return undefined
  if (scattered(pair) || turnedAbout(pair) || isThing(pair)) return undefined
  if (tellsOfChange(pair) || (isDated(fact) && !isDated(pair.opinion))) return undefined
  const kinds = pair.said.length < 5 || coverage >= 0.5 ? named(pair) : []
  if (kinds.length > 1 || (kinds.length === 1 && pair.topic >= 0.5 && often.some((name) => cued(fact, name))))
    return verdictOf('reinforces', [`kinds: ${kinds.join(', ')}`, ...shared(pair)])
  // Two words of many are met by chance, but where a clause begins with them.
  const { clause } = fact.tokens[predicateLink?.to ?? 0]!
  const begins = predicateLink?.to === pair.told.find((at) => fact.tokens[at]!.clause === clause)
  if (back < 0.5 && (pair.said.length === 1 || (pair.said.length === 2 && !begins))) return undefined
  // All that the opinion says, or nothing beside it: what stands in the place of one of its words may be anything.
  const isAll = coverage >= 0.85 && (back >= 0.6 || isClause(pair))
  if (!isAll && !(predicateLink && coverage >= 0.6 && back >= 0.85) && !isSo(pair)) return undefined
  return isElsewhere(pair) ? undefined : verdictOf('reinforces', shared(pair))
}

/** `Likes cats`, `dislikes people who like cats`. */
function isLikedByOthers({ opinion, fact, predicateLink }: Pair): boolean {
  if (!predicateLink || !isLiking(opinion.tokens[predicateLink.from])) return false
  const first = fact.tokens.findIndex((token) => isLiking(token))
  return first >= 0 && first < predicateLink.to
}

/** `Bought jazz records, he likes jazz`: one clause of the fact says the opinion and hardly anything beside it. */
function isClause({ opinion, fact, links, told, predicateLink }: Pair): boolean {
  const clause = fact.tokens[(predicateLink ?? links[0])!.to]!.clause
  const own = told.filter((at) => fact.tokens[at]!.clause === clause)
  const isSaid = (at: number): boolean =>
    links.some(({ from, to }) => to === at || opinion.tokens[from]!.lemma === fact.tokens[at]!.lemma)
  const said = own.filter(isSaid).length
  return said >= links.length && said >= 0.75 * own.length
}

/** `Likes the new logo`, `does not like the old logo`; `does not want a second dog`: less is denied than is said. */
function isNarrower({ opinion, fact, links }: Pair): boolean {
  const own = contrastsIn(opinion)
  return links.some(({ to }) => {
    const before = fact.tokens[to - 1]?.text ?? ''
    return isHead(fact, to) && fact.vocabulary.isOf('contrast', before) && !own.has(before)
  })
}

const contrastsIn = ({ tokens, vocabulary }: Sentence): ReadonlySet<string> =>
  new Set(tokens.flatMap(({ text }) => (vocabulary.isOf('contrast', text) ? [text] : [])))

/** `Prefers calls before lunch`, `prefers calls after lunch`: a small word that only one of them has. */
function isElsewhere({ opinion, fact }: Pair): boolean {
  const [own, other] = [contrastsIn(opinion), contrastsIn(fact)]
  return own.size !== other.size || [...own].some((word) => !other.has(word))
}

/** What tells of a change, or sets one thing above another, does not say the same again; `the early shift` does, of an early shift. */
const tellsOfChange = ({ fact, links }: Pair): boolean =>
  (['now', 'changed', 'adjusted', 'ceased', 'instead', 'than'] as const)
    .flatMap((name) => cuesOf(fact, name))
    .some(({ at, length }) => !links.some(({ to, how }) => how === 'same' && to >= at && to < at + length))

/** `In 2021 Hugo led the rota` tells of then. */
const isDated = (sentence: Sentence): boolean =>
  sentence.quantities.some(({ kind }) => kind === 'date') || yearsIn(sentence).length > 0

/** `Is a fast store for reads`, `Sparrow is quick at fetching rows`: said of the same thing in so many words. */
function isSo({ fact, names, predicate, predicateLink, coverage, opinion }: Pair): boolean {
  if (!predicateLink || coverage < 0.3 || opinion.tokens[predicate!]!.tone === 0) return false
  const verb = fact.tokens.slice(0, predicateLink.to).findLastIndex(({ text }) => fact.vocabulary.isOf('is', text))
  return (
    verb > 0 &&
    names.has(fact.tokens[verb - 1]!.text) &&
    fact.tokens.slice(verb, predicateLink.to).every(({ content }) => !content)
  )
}

/**
 * `Fast under load`, `a load of stickers arrived fast`: two words the other way about, with others between, say something
 * else; and so does `his aunt admires my mother` beside `my mother admires his aunt`.
 */
function turnedAbout({ opinion, fact, links, told }: Pair): boolean {
  const [one, other, more, rest] = links
  if (!opinion.vocabulary.headLast || !one || !other || other.to > one.to) return false
  if (more) {
    const isPassive = fact.tokens.slice(more.to, one.to).some(({ text }) => fact.vocabulary.isOf('by', text))
    return !rest && !isPassive && more.to < other.to && links.every(({ how }) => how === 'same')
  }
  if (one.how !== 'same' || other.how !== 'same') return false
  // `Bought jazz records, he likes jazz` says it again the right way about.
  const { lemma } = fact.tokens[other.to]!
  if (told.some((at) => at > one.to && fact.tokens[at]!.lemma === lemma)) return false
  return told.some((at) => at > other.to && at < one.to)
}

/** `Is stable`, `an old stable`: what the opinion says of a thing is a thing in the fact. */
function isThing({ opinion, fact, predicate, predicateLink }: Pair): boolean {
  if (!predicateLink || !opinion.vocabulary.isOf('be', opinion.tokens[predicate! - 1]?.text ?? '')) return false
  const { to } = predicateLink
  return [1, 2].some((back) => fact.vocabulary.isOf('article', fact.tokens[to - back]?.text ?? '')) && isHead(fact, to)
}

/** What stands side by side in the opinion stands apart in the fact: `open bugs`, `an open box of chocolate bugs`. */
function scattered({ opinion, fact, links }: Pair): boolean {
  return links.some((link, at) => {
    const next = links[at + 1]
    if (!next || next.from !== link.from + 1 || link.how !== 'same' || next.how !== 'same') return false
    const [low, high] = [Math.min(link.to, next.to), Math.max(link.to, next.to)]
    const between = fact.tokens.slice(low + 1, high).filter(({ content }) => content).length
    return opinion.vocabulary.headLast && between > 1
  })
}

/** What of the opinion only helps to name another thing in the fact: the `spring` of `the spring sale`. */
function borrowed({ opinion, fact, said, told, links, coverage }: Pair): number {
  if (!opinion.vocabulary.headLast || !links.length) return 0
  const met = new Set(links.map(({ to }) => to))
  const lost = links.filter(({ from, to, how }) => {
    const next = fact.tokens[to + 1]
    if (how !== 'same' || said.includes(from + 1) || !next || !told.includes(to + 1) || met.has(to + 1)) return false
    return (
      next.clause === fact.tokens[to]!.clause &&
      !met.has(to - 1) &&
      fact.vocabulary.isOf('determiner', fact.tokens[to - 1]?.text ?? '')
    )
  })
  return (coverage * lost.length) / links.length
}

const often = ['every', 'often', 'most', 'still'] as const

/** What the fact names of the kind that the opinion speaks of: `hens`, `ducks` of `keeps poultry`. */
function named({ opinion, fact, said, told, predicate, predicateLink }: Pair): readonly string[] {
  const own = predicate === undefined ? undefined : opinion.tokens[predicate]
  if (!predicateLink && own && (own.tone !== 0 || isLiking(own))) return []
  for (const at of said) {
    const { axes } = opinion.tokens[at]!
    if (!isHead(opinion, at) || (at === said[0] && said.length > 1)) continue
    const found = told.filter(
      (to) => !fact.tokens[to]!.negated && fact.tokens[to]!.kinds.some((kind) => axes.includes(kind)),
    )
    if (found.length) return found.map((to) => fact.tokens[to]!.text)
  }
  return []
}
