import { fillOtherwise } from '../../language/slots.js'
import type { Result } from './result.js'

/**
 * Results, each world fact of which a later one says otherwise with that one: `lives in Leipzig`, then `lives in
 * Rotterdam`. Both stand, for nobody said that the first is over; a `was=` in a bullet does (docs/bullets.md).
 */
export function withDoubts<R extends Result>(results: readonly R[]): readonly R[] {
  const standing = results.filter(({ kind, until, retired }) => kind === 'world' && !until && !retired)
  return results.map((result) => {
    const { content, entities, timestamp } = result
    if (!standing.includes(result) || timestamp === null) return result
    const [later] = standing
      .filter((other) => other.timestamp !== null && other.timestamp > timestamp && other.entities[0] === entities[0])
      .filter((other) => fillOtherwise(content, other.content))
      .toSorted((a, b) => (a.timestamp! > b.timestamp! ? -1 : 1))
    if (!later) return result
    return { ...result, otherwise: { id: later.id, timestamp: later.timestamp!, source: later.source } }
  })
}
