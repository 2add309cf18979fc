import type { Effect, Verdict } from '../model/verdict.js'
import { type Link, type Pair, cued } from './pair.js'
import { comparable, sameValue } from '../language/quantities.js'

/** One way in which a fact may bear on an opinion: its verdict, or undefined where that way does not apply. */
export type Rule = (pair: Pair) => Verdict | undefined

interface More {
  readonly strong?: boolean
  readonly restates?: boolean
  readonly polarity?: number
}

export function verdictOf(pair: Pair, effect: Effect, cues: readonly string[], more: More = {}): Verdict {
  return {
    effect,
    restates: more.restates ?? false,
    strong: (more.strong ?? false) && (effect === 'contradicts' || effect === 'supersedes'),
    polarity: round(more.polarity ?? polarityOf(pair, effect)),
    change: round(changeOf(pair, effect)),
    cues,
  }
}

const round = (value: number): number => Math.round(Math.max(-1, Math.min(1, value)) * 1000) / 1000

/** How alike the two are, of all their words. */
const likeness = ({ coverage, back }: Pair): number => Math.sqrt(coverage * back)

function polarityOf(pair: Pair, effect: Effect): number {
  const near = likeness(pair)
  if (effect === 'contradicts') return -Math.max(0.5, Math.min(1, 0.4 + near))
  if (effect === 'reinforces') return Math.max(0.3, near)
  if (effect === 'weakens') return -0.3
  if (effect === 'supersedes') return -0.4
  const against = pair.links.filter(({ sign }) => sign < 0).length
  if (against === 0 || against * 2 < pair.links.length) return 0
  const never = [...pair.opinion.cues, ...pair.fact.cues].some(
    ({ name, words: said }) =>
      name === 'not' && said.split(' ').some((word) => pair.fact.vocabulary.isOf('never', word)),
  )
  return -Math.min(1, near * (never ? 1.8 : 1.2))
}

function changeOf(pair: Pair, effect: Effect): number {
  const near = likeness(pair)
  const cue = cued(pair.fact, 'adjusted') ?? cued(pair.fact, 'changed') ?? cued(pair.fact, 'ceased')
  const now = cued(pair.fact, 'now')
  const number = pair.opinion.quantities.some((stated) =>
    pair.fact.quantities.some((told) => comparable(stated, told) && !sameValue(stated, told)),
  )
  const speaks = (number ? 1 : 0) + (cue ? 0.6 : 0) + (now ? 0.4 : 0)
  const score = Math.min(1, near * speaks)
  return effect === 'supersedes' ? Math.max(0.6, score) : score
}

export const words = (pair: Pair, links: readonly Link[]): string =>
  links
    .map(({ from, to }) => {
      const [a, b] = [pair.opinion.tokens[from]!, pair.fact.tokens[to]!]
      return a.lemma === b.lemma ? b.text : `${a.text} ~ ${b.text}`
    })
    .join(', ')

export const shared = (pair: Pair): string[] => (pair.links.length ? [`shared: ${words(pair, pair.links)}`] : [])
