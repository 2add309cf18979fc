import type { Day } from '../../model/time.js'
import type { FactId } from '../../model/fact.js'
import type { Annotations } from '../../model/annotations.js'
import { setTo } from '../rank/rank.js'
import type { RankedFact } from '../rank/succession.js'
import type { Result } from './result.js'

/** In the order of an answer. `adrift`: the code that the fact is about is gone. */
const states = ['holds', 'adrift', 'over', 'retired'] as const
export type State = (typeof states)[number]

const placeOf = (state: State): number => states.indexOf(state)

/** Whether a fact is over on `day`: its end `until` has come, or a comment beside it says that it is superseded. */
export const isOverBy = (day: Day, until: string | null = null, annotations: Annotations | null = null): boolean =>
  annotations?.status === 'superseded' || (until !== null && until <= day)

function stateOf({ until, retired, annotations }: Result, at: Day): State {
  if (retired) return 'retired'
  return isOverBy(at, until, annotations) ? 'over' : 'holds'
}

/**
 * Sorts an answer by state, what holds first and what was retired last: whoever reads only the first line learns what
 * is so. Facts that are over stay in: an answer on whether Jonas lives in Porto has to say that he no longer does.
 */
export function overLast(found: readonly RankedFact[], state: (placed: RankedFact) => State): RankedFact[] {
  let least = Infinity
  return states
    .flatMap((each) => found.filter((placed) => state(placed) === each))
    .map(({ fact, one }) => {
      const moved = one.score > least ? setTo(one, state({ fact, one }) === 'adrift' ? 'anchor' : 'over', least) : one
      least = moved.score
      return { fact, one: moved }
    })
}

/** Sorts results by their states on a day, for `show` of a name; within a state they keep their order. */
export const resultsOverLast = <R extends Result>(results: readonly R[], at: Day): R[] =>
  results.toSorted((a, b) => placeOf(stateOf(a, at)) - placeOf(stateOf(b, at)))

/** Moves each result right behind the later one that contradicts it, where that is among them and was noted by `at`. */
export function behindLater<R extends Result>(results: readonly R[], at: Day): R[] {
  const waiting = new Map<FactId, R[]>()
  const there = new Set(results.map(({ id }) => id))
  const told = new Set<FactId>()
  const inOrder = (result: R): R[] => {
    told.add(result.id)
    const after = (waiting.get(result.id) ?? []).flatMap((each) => inOrder(setBackTo(each, result.score)))
    return [result, ...after]
  }
  return results.flatMap((result) => {
    const { otherwise: later } = result
    if (later === undefined || !there.has(later.id) || told.has(later.id) || later.timestamp > at)
      return inOrder(result)
    waiting.set(later.id, [...(waiting.get(later.id) ?? []), result])
    return []
  })
}

function setBackTo<R extends Result>(result: R, score: number): R {
  const added = score - result.score
  const { found, factors } = result.why
  return added >= 0
    ? result
    : { ...result, score, why: { found, factors: [...factors, { factor: 'otherwise', added }] } }
}
