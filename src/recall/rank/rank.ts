import { features, type Feature, type FeatureName, type View } from './features.js'
import type { Found, Gathered } from './gather.js'
import { byPlace, type Line } from './line.js'
import { weights } from './weights.js'

/** What one feature added to a score. */
export interface Factor {
  readonly factor: FeatureName | 'echo' | 'over'
  readonly added: number
}

export interface Ranked {
  readonly line: Line
  readonly found: readonly Found[]
  readonly score: number
  /** Its features, in the order of the table. */
  readonly values: readonly number[]
  readonly backs: readonly Factor[]
}

const names = Object.keys(features) as FeatureName[]
const weighing = names.map((name) => weights[name])

/** A line's features, in the order of the table. */
export const measured = (line: Line, view: View): number[] =>
  (Object.values(features) as Feature[]).map(({ of }) => of(line, view))

/** What a score is made of: the sum of these is it. */
export const factorsOf = ({ values, backs }: Ranked): Factor[] => [
  ...names.map((factor, at) => ({ factor, added: weighing[at]! * values[at]! })).filter(({ added }) => added !== 0),
  ...backs,
]

/** What is said by a better result too is set back by half. */
const echoed = -0.5

/**
 * Best first: the weighted sum of the features. Of a statement and the passage
 * that it was made of, the worse is set back. Ties break by path, then line.
 */
export function rank({ candidates, view }: Gathered): Ranked[] {
  const ranked = candidates
    .map(({ line, found }): Ranked => {
      const values = measured(line, view)
      return {
        line,
        found,
        values,
        score: values.reduce((sum, value, at) => sum + value * weighing[at]!, 0),
        backs: [],
      }
    })
    .toSorted(byScore)
  return withoutEchoes(ranked, view).toSorted(byScore)
}

/** Set a result back by a share of its score. */
export function setBack(one: Ranked, factor: 'echo' | 'over', share: number): Ranked {
  const added = share * Math.max(0, one.score)
  const same = one.backs.find((back) => back.factor === factor)
  const others = one.backs.filter((back) => back !== same)
  return { ...one, score: one.score + added, backs: [...others, { factor, added: (same?.added ?? 0) + added }] }
}

function withoutEchoes(ranked: readonly Ranked[], { twin }: View): Ranked[] {
  const told = new Set<number>()
  return ranked.map((one) => {
    // A passage stands for all statements made of it.
    const key = one.line.kind === 'passage' ? one.line.key : (twin(one.line)?.key ?? one.line.key)
    if (told.has(key)) return setBack(one, 'echo', echoed)
    told.add(key)
    return one
  })
}

export const byScore = (a: Ranked, b: Ranked): number => b.score - a.score || byPlace(a.line, b.line)
