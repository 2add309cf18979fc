import { features, type Feature, type FeatureName, type View } from './features.js'
import type { FoundBy, Gathered } from './gather.js'
import { byPlace, type Line } from './line.js'
import { scaffoldingAmong } from './scaffolding.js'
import { weights } from './weights.js'

/** What one feature added to a score. */
export interface Factor {
  readonly factor:
    FeatureName | 'anchor' | 'echo' | 'otherwise' | 'over' | 'preference' | 'scaffolding' | 'successor' | 'written'
  readonly added: number
}

export interface Ranked {
  readonly line: Line
  readonly found: readonly FoundBy[]
  readonly score: number
  /** Its features, in the order of the table. */
  readonly values: readonly number[]
  /** What it was set back or forward by since. */
  readonly moves: readonly Factor[]
}

const names = Object.keys(features) as FeatureName[]
const weighing = names.map((name) => weights[name])

/** A line's features, in the order of the table. */
export const measureRank = (line: Line, view: View): number[] =>
  (Object.values(features) as Feature[]).map(({ of }) => of(line, view))

const columns = Object.fromEntries(names.map((name, index) => [name, index])) as Record<FeatureName, number>
/** What a line has of a feature. */
export const valueOf = ({ values }: Ranked, name: FeatureName): number => values[columns[name]]!

/** What a score is made of: the sum of these is it. */
export const factorsOf = ({ values, moves }: Ranked): Factor[] => [
  ...names.map((factor, at) => ({ factor, added: weighing[at]! * values[at]! })).filter(({ added }) => added !== 0),
  ...moves,
]

/** What is said by a better result too is set back by half, */
const echoed = -0.5
/** and what nobody wrote, behind nearly all that somebody did. */
const scaffolded = -0.7
/** Lines alike score alike: whoever wrote what stands behind so many changes no answer. */
const readFirst = 200

/**
 * Best first: the weighted sum of the features. Of a statement and the passage
 * that it was made of, the worse is set back, and so is scaffolding; what the asker prefers comes along. Ties break by path, then line.
 */
export function rank({ candidates, view }: Gathered): Ranked[] {
  const ranked = candidates
    .map(({ line, found }): Ranked => {
      const values = measureRank(line, view)
      return {
        line,
        found,
        values,
        score: values.reduce((sum, value, at) => sum + value * weighing[at]!, 0),
        moves: [],
      }
    })
    .toSorted(byScore)
  const scaffolding = scaffoldingAmong(
    ranked.slice(0, readFirst).map(({ line }) => line),
    view.query,
  )
  const written = ranked.map((one) => (scaffolding.has(one.line) ? setBack(one, 'scaffolding', scaffolded) : one))
  const once = withoutEchoes(written.toSorted(byScore), view).toSorted(byScore)
  return writtenFirst(withPreferences(once, view).toSorted(byScore), view).toSorted(byScore)
}

/** Move a result's score by a share of it. */
export const setBack = (one: Ranked, factor: 'echo' | 'over' | 'scaffolding', share: number): Ranked =>
  moved(one, factor, share * Math.max(0, one.score))

/** Move a result to a score. */
export const setTo = (
  one: Ranked,
  factor: 'anchor' | 'over' | 'preference' | 'successor' | 'written',
  score: number,
): Ranked => moved(one, factor, score - one.score)

function moved(one: Ranked, factor: Exclude<Factor['factor'], FeatureName>, added: number): Ranked {
  const same = one.moves.find((move) => move.factor === factor)
  const others = one.moves.filter((move) => move !== same)
  return { ...one, score: one.score + added, moves: [...others, { factor, added: (same?.added ?? 0) + added }] }
}

/** What answers the words comes first; what goes along with it, right behind. */
const answersFirst = 5

/**
 * The asker's beliefs that go along with what they want done stand behind the first lines that the words found, however
 * little they have in common with the words.
 */
function withPreferences(ranked: readonly Ranked[], { preference }: View): Ranked[] {
  const others = ranked.filter(({ line }) => preference(line) === 0).slice(0, answersFirst)
  const place = Math.max(0, others.at(-1)?.score ?? 0)
  return ranked.map((one) => {
    const nearness = preference(one.line)
    const score = place * (0.95 + 0.04 * nearness)
    return nearness > 0 && one.score < score ? setTo(one, 'preference', score) : one
  })
}

/** So much ahead is ahead. */
const ahead = 0.01

/** The more a line holds as the question has it written, the further ahead; lines that hold as much keep their order. */
function writtenFirst(ranked: readonly Ranked[], { written }: View): Ranked[] {
  const levels = new Map<number, Ranked[]>()
  for (const one of ranked) {
    const level = written(one.line)
    const alike = levels.get(level)
    if (alike) alike.push(one)
    else levels.set(level, [one])
  }
  if (levels.size < 2) return [...ranked]
  let best = -Infinity
  return [...levels]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([, alike]) => {
      const lift = Math.max(0, best + ahead - alike.at(-1)!.score)
      best = Math.max(best, alike[0]!.score + lift)
      return lift === 0 || lift === Infinity ? alike : alike.map((one) => setTo(one, 'written', one.score + lift))
    })
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
