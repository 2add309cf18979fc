import type { BlameState } from '../../model/blame.js'
import { placesThatCount, cite, type FactId } from '../../model/fact.js'
import type { ImpactStep } from '../../model/impact.js'
import { ledgerOf } from '../../recall/answer/result.js'
import { successorOf } from '../../recall/rank/succession.js'
import type { Store } from '../../store/store.js'

export interface PastState {
  /** Null where no note says it. */
  readonly stands: BlameState | null
  readonly rests: readonly ImpactStep[]
}

/** @param ids the statements of one belief, of which the first that stands is told, or a fact's id */
export function stateIn(store: Store, ids: readonly FactId[]): PastState {
  const facts = store.factsById(ids)
  const standing = ids.find((id) => facts.some((fact) => fact.id === id))
  if (standing === undefined) return { stands: null, rests: [] }
  const opinion = store.opinionOf(standing)
  if (opinion) {
    const { confidence, until, retired, evidence } = opinion
    const counting = evidence.filter(({ counts }) => counts)
    return { stands: { confidence: Math.round(confidence / 10) / 100, until, retired }, rests: ledgerSteps(counting) }
  }
  const [fact] = placesThatCount(facts.filter(({ id }) => id === standing))
  const { id, day, source } = fact!
  const successor = successorOf(store, fact!)
  const refusals = store.assertions.all('retired').filter(({ target }) => target === id)
  const step = (effect: string, timestamp: string | null, place: string, by = id): ImpactStep => ({
    id: by,
    timestamp,
    effect,
    confidence: null,
    source: place,
  })
  return {
    stands: { confidence: null, until: fact!.until ?? successor?.timestamp ?? null, retired: refusals.length > 0 },
    rests: [
      step('states', day, cite(source, id)),
      ...(successor ? [step('ends', successor.timestamp, successor.source, successor.id)] : []),
      ...refusals.map(({ page, line }) => step('retires', null, `${page}#L${line}`)),
    ],
  }
}

export const ledgerSteps = (evidence: Parameters<typeof ledgerOf>[0]): ImpactStep[] =>
  ledgerOf(evidence).map(({ id, timestamp, effect, confidence, source }) => ({
    id,
    timestamp,
    effect,
    confidence,
    source,
  }))

/** The steps that are not among the others; a line that only moved within its note is the same. */
function stepsWithout(steps: readonly ImpactStep[], others: readonly ImpactStep[]): ImpactStep[] {
  const key = ({ id, effect, timestamp }: ImpactStep): string => `${id} ${effect} ${timestamp}`
  const known = new Set(others.map(key))
  return steps.filter((step) => !known.has(key(step)))
}

/** The steps that made a difference: the new ones, or, where there are none, those that went. */
export function movers(
  was: readonly ImpactStep[],
  now: readonly ImpactStep[],
): { readonly because: readonly ImpactStep[]; readonly withoutThese?: true } {
  const [come, gone] = [stepsWithout(now, was), stepsWithout(was, now)]
  return come.length === 0 && gone.length > 0 ? { because: gone, withoutThese: true } : { because: come }
}
