import { features, type FeatureName } from './features.js'
import type { Query } from './query.js'
import type { Ranked } from './rank.js'
import type { Rarity } from './rarity.js'

/** Below this an answer says that memory has little on the question. */
export const littleSupport = 0.12

/** Results that support is read from. */
const first = 5

/**
 * Fitted by logistic regression to 672 questions that have an answer and 527 that have none: some ask one person what
 * another said, others were asked of somebody else's memory. Each group counts alike, so 0.5 is as likely as not.
 */
const model = { constant: -2.6, covered: 2.5, score: 1.7, owner: 2.9 }

/**
 * How sure it is that memory holds what was asked for, from 0 to 1: how much of the question the first results cover, how
 * high they stand, and whether it is whom the question names of whom the most is said.
 */
export function supportOf(ranked: readonly Ranked[], query: Query, { idf }: Rarity): number {
  const own = query.named.length === 0 ? ranked : ranked.filter((one) => value(one, 'named') > 0)
  if (own.length === 0) return 0
  const stems = new Set(own.slice(0, first).flatMap(({ line }) => line.stems))
  // A name alone is covered by what is about whom it names.
  const terms = query.weighed.filter(({ stem }) => !query.nameStems.has(stem))
  const whole = terms.reduce((sum, term) => sum + idf(term), 0)
  const held = terms.reduce((sum, term) => sum + (holds(stems, term) ? idf(term) : 0), 0)
  const score = mean(ranked.slice(0, first).map((one) => one.score))
  const lead = said(own) - said(ranked.filter((one) => value(one, 'other') > 0))
  const log =
    model.constant +
    model.covered * (whole === 0 ? 1 : held / whole) +
    model.score * score +
    model.owner * (query.named.length === 0 ? 0 : lead)
  return 1 / (1 + Math.exp(-log))
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
