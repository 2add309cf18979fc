import { features, type Feature, type FeatureName, type View } from './features.js'
import type { FoundBy, Gathered } from './gather.js'
import { byPlace, type Line } from './line.js'
import { scaffoldingAmong } from './scaffolding.js'
import { weights } from './weights.js'

/** What a feature, or a later move, added to a score. */
export interface Factor {
  readonly factor:
    FeatureName | 'anchor' | 'echo' | 'otherwise' | 'over' | 'preference' | 'scaffolding' | 'successor' | 'written'
  readonly added: number
}

export interface Ranked {
  readonly line: Line
  readonly found: readonly FoundBy[]
  readonly score: number
  /** Its features, in the order of `features`. */
  readonly values: readonly number[]
  /** The moves back and forward since, with what caused each. */
  readonly moves: readonly Factor[]
}

const names = Object.keys(features) as FeatureName[]
const weighing = names.map((name) => weights[name])

export const measureRank = (line: Line, view: View): number[] =>
  (Object.values(features) as Feature[]).map(({ of }) => of(line, view))

const columns = Object.fromEntries(names.map((name, index) => [name, index])) as Record<FeatureName, number>
export const valueOf = ({ values }: Ranked, name: FeatureName): number => values[columns[name]]!

/** The parts of a score, which add up to it. */
export const factorsOf = ({ values, moves }: Ranked): Factor[] => [
  ...names.map((factor, at) => ({ factor, added: weighing[at]! * values[at]! })).filter(({ added }) => added !== 0),
  ...moves,
]

/** The share of its score that a line loses where a better one says the same. */
const echoed = -0.5
/** The share that scaffolding loses: it falls behind nearly all that somebody wrote. */
const scaffolded = -0.7
/** How many lines are looked at for scaffolding: behind so many it changes no answer. */
const readFirst = 200

/**
 * Ranks lines by the weighted sum of their features, best first. Scaffolding is set back, and so is the worse of a
 * statement and the passage that it was made of. Preferences of the asker and names as written move forward. Ties break
 * by path, then line.
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

export const setBack = (one: Ranked, factor: 'echo' | 'over' | 'scaffolding', share: number): Ranked =>
  moved(one, factor, share * Math.max(0, one.score))

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

/** How many lines that answer the words stay before the preferences that go along with them. */
const answersFirst = 5

/**
 * Moves the asker's beliefs that bear on what they want done up to right behind the first lines that the words found,
 * however little they have in common with the words.
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

/** The least lead, in score, of a line that holds more of the question as written. */
const ahead = 0.01

/** Moves a line further ahead the more it holds as the question writes it; lines that hold as much keep their order. */
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
