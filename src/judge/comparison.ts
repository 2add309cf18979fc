import { type Pair, cued } from './pair.js'
import type { Sentence, Token } from '../language/sentence.js'

interface Comparison {
  /** What is compared, in the order of the words. */
  readonly first: ReadonlySet<string>
  readonly second: ReadonlySet<string>
  /** 1: more, better or rather the first; -1: less or worse. */
  readonly direction: 1 | -1
  /** By what: the axes of `faster`; none for a liking. */
  readonly scale: readonly string[]
}

/** Who is faster is not therefore cheaper. */
const sameScale = (a: Comparison, b: Comparison): boolean =>
  a.scale.length === 0 ||
  b.scale.length === 0 ||
  a.scale.some((axis) => b.scale.includes(axis) || b.scale.includes(`-${axis}`) || b.scale.includes(axis.slice(1)))

/** 1 where both rank two things alike, -1 where the other way about, undefined where not both compare the same two. */
export function compare({ opinion, fact, names }: Pair): 1 | -1 | undefined {
  const stated = comparisonOf(opinion, names)
  if (!stated) return undefined
  const told = comparisonOf(fact, names)
  if (told) {
    const order =
      meets(stated.first, told.first) && meets(stated.second, told.second)
        ? 1
        : meets(stated.first, told.second) && meets(stated.second, told.first)
          ? -1
          : 0
    // Compared with itself on both sides, a sentence says nothing.
    if (order !== 0 && sameScale(stated, told)) return (order * stated.direction * told.direction) as 1 | -1
  }
  return fact.tokens.some(({ lemma }) => fact.vocabulary.isOf('choose', lemma)) ? chosen(stated, fact) : undefined
}

/** `Given the choice between coffee and tea, takes tea`: of two things named, the one named twice is the one chosen. */
function chosen({ first, second, direction }: Comparison, { tokens }: Sentence): 1 | -1 | undefined {
  const count = (side: ReadonlySet<string>): number =>
    tokens.filter((token) => keys(token).some((key) => side.has(key))).length
  const [one, other] = [count(first), count(second)]
  if (one === 0 || other === 0 || one === other) return undefined
  return one > other ? direction : (-direction as 1 | -1)
}

function comparisonOf(sentence: Sentence, names: ReadonlySet<string>): Comparison | undefined {
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
  const worse = cues.some(({ name, at }) => name === 'less' && at <= than.at) ? -1 : 1
  const dear = tokens.slice(0, than.at).some(({ lemma }) => vocabulary.isOf('dear', lemma)) ? -1 : 1
  const tone = comparative >= 0 && comparative < than.at && tokens[comparative]!.tone < 0 && !graded ? -1 : 1
  const negated = tokens[than.at]!.negated ? -1 : 1
  return {
    first: new Set(first.flatMap(keys)),
    second: new Set(keys(second)),
    scale: scaleOf(sentence, comparative >= 0 && comparative < than.at ? tokens[comparative] : undefined, dear),
    direction: (worse * dear * tone * negated) as 1 | -1,
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
  if (dear < 0) return ['costs', ...costs]
  return !token || vocabulary.isOf('graded', token.lemma)
    ? []
    : [...token.axes, ...(vocabulary.isOf('cheap', token.lemma) ? costs : [])]
}

const costs = ['money']
