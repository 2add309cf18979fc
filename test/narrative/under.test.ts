import { describe, expect, test } from '@jest/globals'
import { tokensOf } from '../../src/recall/answer/result.js'
import { recall } from '../../src/recall/recall.js'
import { smallIndex } from '../recall/small-index.js'

const note = `# Tuesday, 10 February

## 🐕 Biscuit

→ 17:50: arthritis, left elbow.

### 18:30

Tablets with food.

## Retain

- a walnut cake without a letter

## Tuesday

Rained all day on the pier.

## The lease

${'The landlord wrote again about the back room, the heater and the sign, and wants an answer before the end of the month, or so he says in his letter.'}
`

describe('a short passage', () => {
  test('comes with the headings that it stands under, where they say more than its day', async () => {
    const { store, context, remove } = await smallIndex([['memory/2026-02-10.md', note]])
    const under = (question: string): unknown => {
      const { results } = recall(store, question, { k: 1 }, context)
      return [results[0]!.content.slice(0, 12), results[0]!.under]
    }
    expect(under('arthritis elbow')).toEqual(['→ 17:50: art', '🐕 Biscuit'])
    expect(under('tablets food')).toEqual(['Tablets with', '🐕 Biscuit'])
    expect(under('walnut cake')).toEqual(['a walnut cak', undefined])
    expect(under('rained on the pier')).toEqual(['Rained all d', undefined])
    expect(under('landlord heater sign')).toEqual(['The landlord', undefined])
    remove()
  })

  test('counts its headings in a budget', async () => {
    const { store, context, remove } = await smallIndex([['memory/2026-02-10.md', note]])
    const within = (budget: number): number =>
      recall(store, 'arthritis elbow', { k: 1, budget }, context).results.length
    const [one] = recall(store, 'arthritis elbow', { k: 1 }, context).results
    const cost = tokensOf(one!)
    expect(cost).toBeGreaterThan(tokensOf({ ...one!, under: '' }))
    expect([within(cost - 1), within(cost)]).toEqual([0, 1])
    remove()
  })
})
