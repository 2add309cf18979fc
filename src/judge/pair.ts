import { memoizeWeakly } from '../text/memoize.js'
import type { Cue } from '../language/vocabulary.js'
import type { CueName } from '../language/language.js'
import type { Sentence, Token } from '../language/sentence.js'

/** A word of the opinion that the fact has too: the same, a synonym or an opposite. `from` and `to` are places. */
export interface Link {
  readonly from: number
  readonly to: number
  readonly how: 'same' | 'synonym' | 'opposite'
  /** 1 where both say the same of it, negations counted; -1 where one says the opposite. */
  readonly sign: 1 | -1
}

export interface Pair {
  readonly opinion: Sentence
  readonly fact: Sentence
  /** Where the opinion's words of content stand, without the names of its subject. */
  readonly said: readonly number[]
  readonly told: readonly number[]
  readonly links: readonly Link[]
  /** The share of the opinion's content that the fact has. */
  readonly coverage: number
  /** The share of the fact's content that the opinion has. */
  readonly back: number
  /** The place of the word that makes the opinion a statement: `prefer`, `reliable`. */
  readonly predicate: number | undefined
  readonly predicateLink: Link | undefined
  /** The share of the opinion's content without its predicate that the fact has. */
  readonly topic: number
  readonly names: ReadonlySet<string>
}

export function layOut(opinion: Sentence, fact: Sentence, names: ReadonlySet<string>): Pair {
  const said = content(opinion, names)
  const told = content(fact, names)
  const predicate = predicateAmong(opinion, said)
  const aligned = withoutScattered(align(opinion, said, fact, names), predicate, opinion, fact)
  const links = withoutBorrowed(aligned, predicate, opinion, said, fact, told)
  const met = new Set(links.map(({ to }) => to))
  const linked = new Map(links.map((one) => [one.from, one]))
  const topics = said.filter((at) => at !== predicate)
  return {
    opinion,
    fact,
    said,
    told,
    links,
    coverage: share(said, opinion, (at) => linked.has(at)),
    back: share(told, fact, (at) => met.has(at)),
    predicate,
    predicateLink: linked.get(predicate ?? -1),
    topic: share(topics, opinion, (at) => linked.has(at)),
    names,
  }
}

/**
 * Drops links of neighbouring words that stand apart in the fact: where a spring breaks in a flower press, nothing is
 * said of `spring flowers`.
 */
function withoutScattered(
  links: readonly Link[],
  predicate: number | undefined,
  opinion: Sentence,
  fact: Sentence,
): readonly Link[] {
  if (!opinion.vocabulary.headLast || links.length < 2) return links
  const apart = links.filter((one, place) => {
    const next = links[place + 1]
    if (!next || next.from !== one.from + 1 || one.from === predicate || next.from === predicate) return false
    if (one.how !== 'same' || next.how !== 'same' || next.to === one.to + 1) return false
    if (opinion.tokens[one.from]!.name || opinion.tokens[next.from]!.name) return false
    const between = fact.tokens.slice(one.to + 1, next.to)
    if (fact.cues.some(({ name, at }) => name === 'to' && at > one.to && at < next.to)) return false
    return next.to < one.to || !between.every((token) => token.content)
  })
  return apart.length ? links.filter((one) => !apart.includes(one)) : links
}

/**
 * Drops the link of a predicate that belongs to another word in the fact: in `high quality paper`, `high` says nothing
 * of a budget.
 */
function withoutBorrowed(
  links: readonly Link[],
  predicate: number | undefined,
  opinion: Sentence,
  said: readonly number[],
  fact: Sentence,
  told: readonly number[],
): readonly Link[] {
  const found = links.find(({ from }) => from === predicate)
  if (!found || predicate !== said.at(-1) || said.length < 2 || !opinion.vocabulary.headLast) return links
  const next = found.to + 1
  const borrowed =
    told.includes(next) &&
    !links.some(({ to }) => to === next) &&
    fact.tokens[next]!.clause === fact.tokens[found.to]!.clause
  return borrowed ? links.filter((one) => one !== found) : links
}

/** Names weigh more, words of degree less. */
const weight = ({ name, text }: Token, { vocabulary }: Sentence): number =>
  name ? 1.3 : vocabulary.ends('adverb', text) ? 0.5 : 1

function share(indexes: readonly number[], sentence: Sentence, counts: (at: number) => boolean): number {
  let [found, all] = [0, 0]
  for (const at of indexes) {
    const w = weight(sentence.tokens[at]!, sentence)
    all += w
    if (counts(at)) found += w
  }
  return all === 0 ? 0 : found / all
}

/** Where a sentence's words of content stand, without the names of its subject. */
function content(sentence: Sentence, names: ReadonlySet<string>): readonly number[] {
  const { tokens } = sentence
  const words = wordsIn(sentence)
  const isName = (at: number): boolean => names.has(tokens[at]!.text)
  return words.some(isName) ? words.filter((at) => !isName(at)) : words
}

const predicateAmong = (sentence: Sentence, said: readonly number[]): number | undefined =>
  said === wordsIn(sentence) ? predicateOfAll(sentence) : predicateOf(sentence, said)

function align(opinion: Sentence, said: readonly number[], fact: Sentence, names: ReadonlySet<string>): Link[] {
  const index = indexIn(fact)
  const taken = new Set<number>()
  for (const [at, { text }] of fact.tokens.entries()) if (names.has(text)) taken.add(at)
  const out: Link[] = []
  const exact = new Set<number>()
  for (const at of said) {
    const { lemma, text } = opinion.tokens[at]!
    const to = free(index.get(`=${lemma}`), taken) ?? free(index.get(`=${text}`), taken)
    if (to === undefined) continue
    taken.add(to)
    exact.add(at)
    out.push(link(opinion, fact, at, { to, how: 'same' }))
  }
  for (const at of said) {
    if (exact.has(at)) continue
    const found = relative(opinion.tokens[at]!, index, taken)
    if (!found) continue
    taken.add(found.to)
    out.push(link(opinion, fact, at, found))
  }
  return out.toSorted((a, b) => a.from - b.from)
}

/** Where a sentence's words of content stand. */
const wordsIn = memoizeWeakly(({ tokens }: Sentence): readonly number[] =>
  [...tokens.keys()].filter((at) => tokens[at]!.content),
)

/** The place of a sentence's predicate, where it has no name of its subject. */
const predicateOfAll = memoizeWeakly((sentence: Sentence) => predicateOf(sentence, wordsIn(sentence)))

type Index = ReadonlyMap<string, readonly number[]>

/** Where words of content stand in a sentence, by word and by meaning. */
const indexIn = memoizeWeakly((sentence: Sentence): Index => {
  const { tokens } = sentence
  const index = new Map<string, number[]>()
  const put = (key: string, at: number): void => void (index.get(key)?.push(at) ?? index.set(key, [at]))
  for (const at of wordsIn(sentence)) {
    const { lemma, text, axes } = tokens[at]!
    put(`=${lemma}`, at)
    if (text !== lemma) put(`=${text}`, at)
    for (const axis of axes) put(axis, at)
  }
  return index
})

function relative(
  { lemma, axes }: Token,
  index: Index,
  taken: ReadonlySet<number>,
): Pick<Link, 'to' | 'how'> | undefined {
  for (const axis of [`=${lemma}`, ...axes]) {
    const same = free(index.get(axis), taken)
    if (same !== undefined) return { to: same, how: 'synonym' }
    const opposite = free(index.get(axis.startsWith('-') ? axis.slice(1) : `-${axis}`), taken)
    if (opposite !== undefined) return { to: opposite, how: 'opposite' }
  }
  return undefined
}

const free = (among: readonly number[] | undefined, taken: ReadonlySet<number>): number | undefined =>
  among?.find((at) => !taken.has(at))

function link(opinion: Sentence, fact: Sentence, from: number, found: Pick<Link, 'to' | 'how'>): Link {
  const differ = opinion.tokens[from]!.negated !== fact.tokens[found.to]!.negated
  return { from, ...found, sign: differ !== (found.how === 'opposite') ? -1 : 1 }
}

/**
 * The place of the noun that ends a sentence's subject: the `woman` of `the older woman has a dog`; undefined where the
 * subject is a name, or left out.
 *
 * @param said places of its words of content, without the names of its subject
 */
export function subjectOf({ tokens, vocabulary }: Sentence, said: readonly number[]): number | undefined {
  const [first] = tokens
  if (!first || !vocabulary.isOf('determiner', first.text)) return undefined
  const end = tokens.findIndex((token, at) => at > 1 && !token.content && tokens[at - 1]!.content)
  const isVerb = end > 0 && vocabulary.isOf('auxiliary', tokens[end]!.text)
  // Before an auxiliary stands the noun; before any other word the verb, as in `The boy kicks at it`.
  const last = end < 0 ? tokens.length - 2 : isVerb ? end - 1 : end - 2
  const isNamed = tokens.slice(0, last + 1).some((token, at) => token.content && !said.includes(at))
  return last > 0 && tokens[last]!.content && !isNamed ? last : undefined
}

/**
 * The place of the word that makes a sentence a statement. An opinion's subject is mostly left out: `Prefers tea.`, `Is
 * fond of dogs.`, `The API is stable.`
 */
function predicateOf(sentence: Sentence, said: readonly number[]): number | undefined {
  const { tokens, vocabulary, cues } = sentence
  if (vocabulary.verbLast) return said.at(-1)
  const subject = subjectOf(sentence, said) ?? nounBeforeVerb(sentence)
  const toned = said.find((at) => at > subject && tokens[at]!.tone !== 0)
  if (toned !== undefined) return toned
  const denial = cues.find(({ name }) => name === 'not')
  const denied = denial && said.find((at) => at > denial.at && tokens[at]!.negated)
  if (denied !== undefined) return denied
  const verb = tokens.findIndex(({ text }) => vocabulary.isOf('be', text))
  return said.find((at) => at > Math.max(verb, subject)) ?? said[0]
}

/**
 * The place where a subject without an article ends: `Kafka works`, `NATS will scale`, `tests do not help`; -1 where it
 * is left out. It is known by the verb behind it: a helping verb, or one with a verb's ending where the word before has
 * none.
 */
function nounBeforeVerb({ tokens, vocabulary, cues }: Sentence): number {
  if (!vocabulary.headLast) return -1
  const isFinite = ({ text, isForm }: Token): boolean => isForm && text.endsWith('s')
  for (const [at, token] of tokens.slice(0, 4).entries()) {
    const isHelping =
      vocabulary.isOf('auxiliary', token.text) || cues.some((cue) => cue.at === at && cue.name === 'not')
    if (at > 0 && (isHelping || (isFinite(token) && token.content && !isFinite(tokens[at - 1]!)))) return at - 1
    if (!token.content || (isFinite(token) && !vocabulary.isOf('auxiliary', tokens[at + 1]?.text ?? ''))) return -1
  }
  return -1
}

export const cueNamed = ({ cues }: Sentence, name: CueName): Cue | undefined => cues.find((cue) => cue.name === name)
export const cuesOf = ({ cues }: Sentence, name: CueName): Cue[] => cues.filter((cue) => cue.name === name)
export const isPartOfCue = ({ cues }: Sentence, place: number): boolean =>
  cues.some(({ at, length }) => place >= at && place < at + length)

/** The years in a sentence, such as `2027`; they are no quantities. */
export const yearsIn = ({ tokens }: Sentence): string[] =>
  tokens.flatMap(({ text }) => (/^(?:19|20)\d\d$/.test(text) ? [text] : []))
