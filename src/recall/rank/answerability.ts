import { valueOf, type Ranked } from './rank.js'
import type { Line } from './line.js'
import { askedOf, coveredBy, retoldOf, type View } from './features.js'
import { weights } from './weights.js'

/** Near what `npm run fit:support` finds with any one kind of text left out: 0.5 is as likely as not. */
export const supportModel = { constant: -2.6, best: 4.2, owner: 4.8, rare: 1.8 }

const supportFrom = (sum: number): number => 1 / (1 + Math.exp(-sum))

/** What support is read from. */
export type Signs = Omit<typeof supportModel, 'constant'>

/**
 * How sure it is that memory holds what was asked for, from 0 to 1: how much of the question one line holds, or the one
 * beside it; how few lines are about whom the question names; and, the more of them there are, whether it is of them that
 * the most is said.
 */
export function supportOf(ranked: readonly Ranked[], view: View): number {
  const signs = signsOf(ranked, view)
  if (!signs) return 0
  const { constant, best, owner, rare } = supportModel
  return supportFrom(constant + best * signs.best + owner * signs.owner + rare * signs.rare)
}

/** Undefined where nothing is said of whom the question names, or nothing at all. */
export function signsOf(ranked: readonly Ranked[], view: View): Signs | undefined {
  const { query, standsOut, rareness } = view
  const isNamed = query.named.length > 0
  const [theirs, others] = isNamed
    ? [
        ranked.filter((one) => valueOf(one, 'named') + valueOf(one, 'says') > 0),
        ranked.filter((one) => valueOf(one, 'other') > 0),
      ]
    : [ranked, []]
  // Who says `I` may ask about anything that they did not leave to others.
  const own = query.spelt.length > 0 ? theirs : ranked.filter((one) => valueOf(one, 'other') === 0)
  if (own.length === 0) return undefined
  // A name alone is answered by whatever is about it, and a time by what is about that.
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
    // Of what few lines are about it says nothing that others say more of the rest.
    owner: isNamed ? (1 - rare) * (said(theirs, view) - said(others, view, most(theirs, view, retoldOf))) : 0,
    rare,
  }
}

const most = (ranked: readonly Ranked[], view: View, of: (line: Line, view: View) => number): number =>
  Math.max(0, ...ranked.map(({ line }) => of(line, view)))

/**
 * The most that any of these says of the question, by itself, as an answer and by its twin.
 *
 * @param mostTwin what a twin counts at most: of whom statements alone tell, others have not said more because theirs were
 * made of passages that say it too
 */
const said = (ranked: readonly Ranked[], view: View, mostTwin = Infinity): number =>
  most(ranked, view, askedOf) + Math.min(most(ranked, view, retoldOf), mostTwin)
