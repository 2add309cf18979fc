import { denialIn } from '../../language/denial.js'
import { isUnkept } from '../../model/fact.js'
import { slottedIn, type Slotted } from '../../language/slots.js'
import type { Result, StatedResult } from './result.js'

/** A dated world fact that is not over, with a slot that it fills: a place for one value at a time, such as a home. */
interface Filling extends Slotted {
  readonly result: StatedResult
  readonly day: string
}

/**
 * Adds to each world fact the later one that contradicts it, if any: `lives in Leipzig`, then `lives in Rotterdam`; `is
 * allergic to nuts`, then `is not allergic to nuts`. Both stay: nothing says that the first is over, as a `was=` does
 * (docs/bullets.md). A fact whose text names the other's value contradicts nothing.
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

/** The slots that a statement fills: one that has one value at a time, and one for what it affirms or denies. */
function slotsIn(content: string): Slotted[] {
  const slotted = slottedIn(content)
  const denial = denialIn(content)
  const so = denial && { slot: `said ${denial.said}`, value: denial.denied ? isNot : isSo }
  return [...(slotted ? [slotted] : []), ...(so ? [so] : [])]
}

/** Values that no text holds. */
const [isSo, isNot] = ['\0so', '\0not']

const placeOf = ({ slot, result }: Filling): string => JSON.stringify([slot, result.entities[0]])

const isOtherwise = (a: Filling, b: Filling): boolean =>
  a.value !== b.value &&
  !a.result.content.toLowerCase().includes(b.value) &&
  !b.result.content.toLowerCase().includes(a.value)
