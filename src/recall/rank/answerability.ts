import { features, type FeatureName } from './features.js'
import type { Query } from '../question/query.js'
import type { Ranked } from './rank.js'
import type { Rarity } from '../question/rarity.js'

/** Below this an answer says that memory has little on the question. */
export const littleSupport = 0.12

/** Results that support is read from. */
const first = 5

/** Fitted by `npm run fit:support`, each of its groups counted alike: 0.5 is as likely as not. */
export const supportModel = { constant: -3.8, covered: 1.9, score: 2.5, owner: 3.3 }

/** What support is read from. */
export type Signs = Omit<typeof supportModel, 'constant'>

/**
 * How sure it is that memory holds what was asked for, from 0 to 1: how much of the question the first results cover, how
 * high they stand, and whether it is whom the question names of whom the most is said.
 */
export function supportOf(ranked: readonly Ranked[], query: Query, rarity: Rarity): number {
  const signs = signsOf(ranked, query, rarity)
  if (!signs) return 0
  const { constant, covered, score, owner } = supportModel
  const log = constant + covered * signs.covered + score * signs.score + owner * signs.owner
  return 1 / (1 + Math.exp(-log))
}

/** Undefined where nothing is said of whom the question names, or nothing at all. */
export function signsOf(ranked: readonly Ranked[], query: Query, { idf }: Rarity): Signs | undefined {
  const own = query.named.length === 0 ? ranked : ranked.filter((one) => value(one, 'named') > 0)
  if (own.length === 0) return undefined
  const stems = new Set(own.slice(0, first).flatMap(({ line }) => line.stems))
  const terms = query.weighed.filter(({ stem }) => !query.nameStems.has(stem))
  const whole = terms.reduce((sum, term) => sum + idf(term), 0)
  const held = terms.reduce((sum, term) => sum + (holds(stems, term) ? idf(term) : 0), 0)
  const lead = said(own) - said(ranked.filter((one) => value(one, 'other') > 0))
  return {
    // A name alone is answered by whatever is about it.
    covered: whole === 0 ? 1 : held / whole,
    score: whole === 0 ? 1 : mean(ranked.slice(0, first).map((one) => one.score)),
    owner: query.named.length === 0 ? 0 : lead,
  }
}

const at = Object.fromEntries(Object.keys(features).map((name, index) => [name, index])) as Record<FeatureName, number>
const value = ({ values }: Ranked, name: FeatureName): number => values[at[name]] ?? 0

const holds = (stems: ReadonlySet<string>, { stem, begins }: Query['weighed'][number]): boolean =>
  begins ? [...stems].some((found) => found.startsWith(stem)) : stems.has(stem)

const mean = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0) / Math.max(1, numbers.length)

/** The most that any of these says of the question, by itself, as an answer and by its twin. */
const said = (ranked: readonly Ranked[]): number =>
  (['words', 'answer', 'twin'] as const).reduce(
    (sum, name) => sum + Math.max(0, ...ranked.map((one) => value(one, name))),
    0,
  )
