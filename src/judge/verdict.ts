import type { Effect, Verdict } from '../model/verdict.js'
import type { Link, Pair } from './pair.js'

interface More {
  readonly strong?: boolean
  readonly restates?: boolean
}

export function verdictOf(effect: Effect, cues: readonly string[], more: More = {}): Verdict {
  return {
    effect,
    restates: more.restates ?? false,
    strong: (more.strong ?? false) && (effect === 'contradicts' || effect === 'supersedes'),
    cues,
  }
}

export const words = (pair: Pair, links: readonly Link[]): string =>
  links
    .map(({ from, to }) => {
      const [a, b] = [pair.opinion.tokens[from]!, pair.fact.tokens[to]!]
      return a.lemma === b.lemma ? b.text : `${a.text} ~ ${b.text}`
    })
    .join(', ')

export const sharedWords = (pair: Pair): string[] => (pair.links.length ? [`shared: ${words(pair, pair.links)}`] : [])
