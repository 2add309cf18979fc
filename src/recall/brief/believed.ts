import { entityKey } from '../../model/entity.js'
import type { FactId } from '../../model/fact.js'
import type { Result } from '../answer/result.js'
import { beyond, holdsOn, type About } from './about.js'
import type { Gathered } from './fit.js'
import { factLine } from './lines.js'

/** An opinion in its latest words. */
export const opinionIn = ({ store, asResult }: About, id: FactId): Result =>
  asResult(store.factsById([store.beliefs.statementsOf([id]).at(-1)!])[0]!)

/**
 * What is believed of anybody: by turns the best supported belief and the last to move. Of each entity its first comes
 * before the second of any.
 */
export function believed(about: About): Gathered {
  const { store, day, most } = about
  const firm = store.beliefs.firm(most + 1)
  const moved = store.beliefs.movedLast(most + 1)
  const ids = [...new Set(firm.flatMap((id, at) => [id, moved[at]!]))]
  const results = ids.slice(0, most).map((id) => opinionIn(about, id))
  const { canonical } = store.entities()
  const counts = new Map<string, number>()
  const ranked = results.filter(holdsOn(day)).map((result) => {
    const whom = canonical(entityKey(result.entities[0] ?? ''))
    const before = counts.get(whom) ?? 0
    counts.set(whom, before + 1)
    return { result, before }
  })
  return {
    title: 'Believed',
    lines: ranked.toSorted((a, b) => a.before - b.before).map(({ result }) => factLine(about, result)),
    more: beyond(ids, about),
  }
}
