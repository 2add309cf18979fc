import type { Day } from '../../model/time.js'
import type { FactId } from '../../model/fact.js'
import type { Annotations } from '../../model/annotations.js'
import { setTo } from '../rank/rank.js'
import type { RankedFact } from '../rank/succession.js'
import type { Result } from './result.js'

/**
 * What became of a fact, in the order that an answer tells: it holds, the code that it is about is gone, it is true no more,
 * a person said no to it.
 */
const states = ['holds', 'adrift', 'over', 'retired'] as const
export type State = (typeof states)[number]

const placeOf = (state: State): number => states.indexOf(state)

/** Whether what ends on a day, if on any, is over by another; or somebody wrote beside it that it is. */
export const isOverBy = (day: Day, until: string | null = null, annotations: Annotations | null = null): boolean =>
  annotations?.status === 'superseded' || (until !== null && until <= day)

/** By the day, as an answer tells it. */
function stateOf({ until, retired, annotations }: Result, at: Day): State {
  if (retired) return 'retired'
  return isOverBy(at, until, annotations) ? 'over' : 'holds'
}

/**
 * Of an answer what holds comes first, then what is over, then what was retired: a reader who stops at the first line is told
 * what is so. The later ones are left in it, for who asks again whether Jonas lives in Porto has to hear that he does not.
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

/** The same of results: `show` of a name has them by their days. */
export const resultsOverLast = <R extends Result>(results: readonly R[], at: Day): R[] =>
  results.toSorted((a, b) => placeOf(stateOf(a, at)) - placeOf(stateOf(b, at)))

/** Results, each right behind the later one that says otherwise, where that is among them and was noted by a day. */
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
