import { type Pair, cued } from './pair.js'
import type { Sentence, Token } from '../language/sentence.js'

interface Comparison {
  /** What is compared, in the order of the words. */
  readonly first: ReadonlySet<string>
  readonly second: ReadonlySet<string>
  /** 1: more or rather the first; -1: less, or not more. */
  readonly direction: 1 | -1
  /** Whether more of it is better: -1 for `slower`, `costs more`. */
  readonly praise: 1 | -1
  /** By what: the axes of `faster`; none for a liking. */
  readonly scale: readonly string[]
}

/**
 * 1 where two things are ranked by one scale, -1 where by its two ends: `older`, `younger`; 0 where by two scales: who is
 * faster is not therefore cheaper. A liking may be about any scale, and goes by what the scale praises.
 */
function scales(a: Comparison, b: Comparison): 1 | 0 | -1 {
  if (a.scale.length === 0 || b.scale.length === 0) return (a.praise * b.praise) as 1 | -1
  const [known, other] = [a.scale.filter(isListed), b.scale.filter(isListed)]
  return meeting(known, other) || meeting(a.scale, b.scale)
}

const meeting = (a: readonly string[], b: readonly string[]): 1 | 0 | -1 =>
  a.some((axis) => b.includes(axis)) ? 1 : a.some((axis) => b.includes(turned(axis))) ? -1 : 0

/** By a language's own lists, which win over WordNet's senses. */
const isListed = (axis: string): boolean => /^-?[hm]/.test(axis)

const turned = (axis: string): string => (axis.startsWith('-') ? axis.slice(1) : `-${axis}`)

/** 1 where both rank two things alike, -1 where the other way about, undefined where not both compare the same two. */
export function compare({ opinion, fact, names }: Pair): 1 | -1 | undefined {
  const stated = comparisonOf(opinion, names)
  const told = comparisonOf(fact, names)
  if (!stated) return told && ranked(opinion, told)
  if (told) {
    const order =
      meets(stated.first, told.first) && meets(stated.second, told.second)
        ? 1
        : meets(stated.first, told.second) && meets(stated.second, told.first)
          ? -1
          : 0
    // Compared with itself on both sides, a sentence says nothing.
    const sense = order * scales(stated, told)
    if (sense !== 0) return (sense * stated.direction * told.direction) as 1 | -1
  }
  return fact.tokens.some(({ lemma }) => fact.vocabulary.isOf('choose', lemma)) ? chosen(stated, fact) : undefined
}

/** `Prefers coffee`, `prefers tea over coffee`: what is preferred comes first, or behind another. */
function ranked({ tokens, vocabulary }: Sentence, { first, second, direction, scale }: Comparison): 1 | -1 | undefined {
  const verb = tokens.findIndex(({ lemma }) => vocabulary.isOf('prefer', lemma))
  if (verb < 0 || scale.length > 0 || tokens[verb]!.negated) return undefined
  const preferred = new Set(tokens.slice(verb + 1).flatMap((token) => (token.content ? keys(token) : [])))
  // `Oat bread over rye bread`: what both are counts for neither.
  const behind = [...preferred].some((key) => second.has(key) && !first.has(key))
  if (behind) return -direction as 1 | -1
  return meets(preferred, first) ? direction : undefined
}

/** `Given the choice between coffee and tea, takes tea`: of two things named, the one named twice is the one chosen. */
function chosen({ first, second, direction, praise }: Comparison, { tokens }: Sentence): 1 | -1 | undefined {
  const count = (side: ReadonlySet<string>): number =>
    tokens.filter((token) => keys(token).some((key) => side.has(key))).length
  const [one, other] = [count(first), count(second)]
  if (one === 0 || other === 0 || one === other) return undefined
  return ((one > other ? 1 : -1) * direction * praise) as 1 | -1
}

export function comparisonOf(sentence: Sentence, names: ReadonlySet<string>): Comparison | undefined {
  const { tokens, cues, vocabulary } = sentence
  const graded = cues.find(({ name }) => name === 'more' || name === 'less')
  const comparative = tokens.findIndex(
    (token, at) =>
      vocabulary.ends('comparative', token.text) && (token.lemma !== token.text || isThan(sentence, at + 1)),
  )
  const prefers = cued(sentence, 'prefer')
  const opens = graded || comparative >= 0 || prefers
  const after = Math.min(graded?.at ?? Infinity, comparative >= 0 ? comparative : Infinity, prefers?.at ?? Infinity)
  const than = cues.find(
    ({ name, at, words }) =>
      name === 'than' &&
      at >= after &&
      (!vocabulary.isOf('to', words) || (prefersTo(sentence, after) && tokens[at + 1]?.content)),
  )
  if (!opens || !than) return undefined
  const end = than.at + than.length
  const { clause } = tokens[than.at]!
  const second = tokens.slice(end).find((token) => token.clause === clause && named(token, names))
  const before = tokens
    .slice(0, than.at)
    .filter(
      (token, at) =>
        named(token, names) &&
        (token.content || names.has(token.text)) &&
        at !== comparative &&
        at !== prefers?.at &&
        at !== graded?.at,
    )
  const subject = before.filter((token) => names.has(token.text))
  const objects = before.filter((token) => !names.has(token.text))
  const person =
    prefers && !(comparative >= 0 && comparative < than.at && tokens[comparative]!.tone !== 0 && objects.length === 0)
  const first = (person && objects.length > 0 ? objects : before.length > 0 ? before : subject) as readonly Token[]
  if (!second) return undefined
  const grade = comparative >= 0 && comparative < than.at ? tokens[comparative] : undefined
  const less = cues.filter(({ name, at }) => name === 'less' && at <= than.at).map(({ at }) => at)
  // `Slower` is on the scale of `faster`, and `less fast` is less of it.
  const worse = less.some((at) => at !== comparative) ? -1 : 1
  const dear = tokens.slice(0, than.at).some(({ lemma }) => vocabulary.isOf('dear', lemma)) ? -1 : 1
  // `Is more expensive than`.
  const degree = graded && graded.at !== comparative ? tokens[graded.at + graded.length] : undefined
  const toned = grade && (!graded || graded.at === comparative) ? grade : degree
  const tone = toned?.tone === -1 || less.includes(comparative) ? -1 : 1
  const negated = tokens[than.at]!.negated ? -1 : 1
  return {
    first: new Set(first.flatMap(keys)),
    second: new Set(keys(second)),
    scale: scaleOf(sentence, grade, dear),
    direction: (worse * negated) as 1 | -1,
    praise: (dear * tone) as 1 | -1,
  }
}

const isThan = ({ cues }: Sentence, place: number): boolean =>
  cues.some(({ name, at, length }) => name === 'than' && at === place && length === 1)
const prefersTo = ({ tokens, vocabulary }: Sentence, after: number): boolean =>
  vocabulary.isOf('prefer', tokens[after]?.lemma ?? '')
const named = ({ content, text }: Token, names: ReadonlySet<string>): boolean => content || names.has(text)
const keys = ({ lemma, text, axes }: Token): string[] => [lemma, text, ...axes.filter((axis) => axis.startsWith('r'))]
const meets = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => [...a].some((key) => b.has(key))

/** `weaker`, `better` grade anything. */
function scaleOf({ vocabulary }: Sentence, token: Token | undefined, dear: 1 | -1): readonly string[] {
  if (dear < 0) return ['-money']
  return !token || vocabulary.isOf('graded', token.lemma)
    ? []
    : [...token.axes, ...(vocabulary.isOf('cheap', token.lemma) ? ['money'] : [])]
}
