import { denialIn } from '../../language/denial.js'
import { isUnkept } from '../../model/fact.js'
import { slottedIn, type Slotted } from '../../language/slots.js'
import type { Result, StatedResult } from './result.js'

/** A world fact that stands, of a day, and the place that it fills. */
interface Filling extends Slotted {
  readonly result: StatedResult
  readonly day: string
}

/**
 * Results, each world fact of which a later one says otherwise with that one: `lives in Leipzig`, then `lives in
 * Rotterdam`; `is allergic to nuts`, then `is not allergic to nuts`. Both stand, for people say the second and not that the
 * first is over; a `was=` in a bullet does (docs/bullets.md). Not where either names what the other says.
 */
export function withDoubts<R extends StatedResult>(results: readonly R[]): readonly (R & Pick<Result, 'otherwise'>)[] {
  const latest = new Map<string, Filling>()
  const fillings = new Map<R, readonly Filling[]>()
  for (const result of results) {
    const { kind, until, retired, annotations, content, timestamp: day } = result
    const isOver = until !== undefined || retired || annotations?.status === 'superseded'
    if (kind !== 'world' || isUnkept(result) || isOver || day === null) continue
    const filled = slotsIn(content).map((slotted) => ({ ...slotted, result, day }))
    fillings.set(result, filled)
    for (const filling of filled) {
      const place = placeOf(filling)
      if (day > (latest.get(place)?.day ?? '')) latest.set(place, filling)
    }
  }
  return results.map((result) => {
    const later = (fillings.get(result) ?? [])
      .map((filling) => ({ filling, last: latest.get(placeOf(filling))! }))
      .find(({ filling, last }) => last.day > filling.day && isOtherwise(filling, last))?.last
    if (!later) return result
    return { ...result, otherwise: { id: later.result.id, timestamp: later.day, source: later.result.source } }
  })
}

/** What a statement fills, and that it is so, or is not. */
function slotsIn(content: string): Slotted[] {
  const slotted = slottedIn(content)
  const denial = denialIn(content)
  const so = denial && { slot: `said ${denial.said}`, value: denial.denied ? isNot : isSo }
  return [...(slotted ? [slotted] : []), ...(so ? [so] : [])]
}

/** No text holds these. */
const [isSo, isNot] = ['\0so', '\0not']

const placeOf = ({ slot, result }: Filling): string => JSON.stringify([slot, result.entities[0]])

const isOtherwise = (a: Filling, b: Filling): boolean =>
  a.value !== b.value &&
  !a.result.content.toLowerCase().includes(b.value) &&
  !b.result.content.toLowerCase().includes(a.value)
