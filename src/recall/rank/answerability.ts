import { valueOf, type Ranked } from './rank.js'
import type { Line } from './line.js'
import { askedOf, coveredBy, retoldOf, type View } from './features.js'
import { weights } from './weights.js'

/** The logistic model of support, near what `npm run fit:support` finds with any one kind of text left out. */
export const supportModel = { constant: -2.6, best: 4.2, owner: 4.8, rare: 1.8 }

const supportFrom = (sum: number): number => 1 / (1 + Math.exp(-sum))

export type Signs = Omit<typeof supportModel, 'constant'>

/**
 * How sure it is that memory holds what was asked for, from 0 to 1. The more of the question a single line holds, with
 * the line beside it, the surer; and the fewer lines are about whom the question names. Where many are, it counts
 * whether they say more of the question than the lines about others.
 */
export function supportOf(ranked: readonly Ranked[], view: View): number {
  const signs = signsOf(ranked, view)
  if (!signs) return 0
  const { constant, best, owner, rare } = supportModel
  return supportFrom(constant + best * signs.best + owner * signs.owner + rare * signs.rare)
}

/** The measures for an answer; undefined where no line is about whom the question names, or none was found. */
export function signsOf(ranked: readonly Ranked[], view: View): Signs | undefined {
  const { query, standsOut, rareness } = view
  const isNamed = query.named.length > 0
  const [theirs, others] = isNamed
    ? [
        ranked.filter((one) => valueOf(one, 'named') + valueOf(one, 'says') > 0),
        ranked.filter((one) => valueOf(one, 'other') > 0),
      ]
    : [ranked, []]
  // A question with `I` may be about every line that is not about others.
  const own = query.spelt.length > 0 ? theirs : ranked.filter((one) => valueOf(one, 'other') === 0)
  if (own.length === 0) return undefined
  // A name alone is answered by any line about it, and a time by any line of it.
  const isAnswered = query.isTime
    ? ranked.some(({ found }) => found.some(({ by }) => by === 'temporal'))
    : query.weighed.every(({ stem }) => query.nameStems.has(stem))
  const holds = (one: Ranked): number =>
    Math.max(
      valueOf(one, 'words') + weights.beginnings * valueOf(one, 'beginnings'),
      coveredBy(one.line, view),
      standsOut(one.line),
    )
  const rare = query.spelt.length > 0 ? rareness(theirs.length) : 0
  return {
    best: isAnswered ? 1 : Math.max(...own.map(holds)),
    // Where few lines are about an entity, it means nothing that others' lines say more of the rest.
    owner: isNamed ? (1 - rare) * (said(theirs, view) - said(others, view, most(theirs, view, retoldOf))) : 0,
    rare,
  }
}

const most = (ranked: readonly Ranked[], view: View, of: (line: Line, view: View) => number): number =>
  Math.max(0, ...ranked.map(({ line }) => of(line, view)))

/**
 * The most that any of these lines says of the question: by itself, as an answer, and by its twin.
 *
 * @param mostTwin the most that a twin adds: lines about others gain no more by one than those about the named entity
 */
const said = (ranked: readonly Ranked[], view: View, mostTwin = Infinity): number =>
  most(ranked, view, askedOf) + Math.min(most(ranked, view, retoldOf), mostTwin)
