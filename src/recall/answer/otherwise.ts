import { slottedIn, type Slotted } from '../../language/slots.js'
import type { Result } from './result.js'

/** A world fact that stands, of a day, and the place that it fills. */
interface Filling extends Slotted {
  readonly result: Result
  readonly day: string
}

/**
 * Results, each world fact of which a later one says otherwise with that one: `lives in Leipzig`, then `lives in
 * Rotterdam`. Both stand, for people say the second and not that the first is over; a `was=` in a bullet does
 * (docs/bullets.md). Not where either names what the other says.
 */
export function withDoubts<R extends Result>(results: readonly R[]): readonly R[] {
  const latest = new Map<string, Filling>()
  const fillings = new Map<R, Filling>()
  for (const result of results) {
    const { kind, origin, until, retired, labels, content, timestamp: day } = result
    const isOver = until !== undefined || retired || labels?.status === 'superseded'
    const slotted =
      kind === 'world' && origin !== 'suggested' && !isOver && day !== null ? slottedIn(content) : undefined
    if (!slotted) continue
    const filling = { ...slotted, result, day: day! }
    const place = placeOf(filling)
    fillings.set(result, filling)
    if (day! > (latest.get(place)?.day ?? '')) latest.set(place, filling)
  }
  return results.map((result) => {
    const filling = fillings.get(result)
    const later = filling && latest.get(placeOf(filling))!
    if (!later || later.day <= filling.day || !isOtherwise(filling, later)) return result
    return { ...result, otherwise: { id: later.result.id, timestamp: later.day, source: later.result.source } }
  })
}

const placeOf = ({ slot, result }: Filling): string => JSON.stringify([slot, result.entities[0]])

const isOtherwise = (a: Filling, b: Filling): boolean =>
  !a.result.content.toLowerCase().includes(b.value) && !b.result.content.toLowerCase().includes(a.value)
