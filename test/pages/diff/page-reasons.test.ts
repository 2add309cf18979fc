import { expect, test } from '@jest/globals'
import { reasonsOf } from '../../../src/pages/diff/page-reasons.js'

const line = (id: string, confidence: string, ...days: readonly string[]): string =>
  `- O(c=${confidence}) @Ann: Likes ${id} · ${days.map((day) => `[${day}](../memory/${day}.md?plain=1#L4)`).join(' ')} <!-- ^${id} ${Number(confidence) * 100} ${days.at(-1)} 6cd90080 -->`

test('what moved a belief is among the evidence though it is the latest, and much is new besides', async () => {
  const days = Array.from({ length: 30 }, (_, at) => `2026-03-${String(at + 1).padStart(2, '0')}`)
  const news = days.map((day, at) => line(`a${String(at).padStart(9, '0')}`, '0.70', day))
  const before = line('zzzzzzzzzz', '0.85', '2026-01-01')
  const after = [...news, line('zzzzzzzzzz', '0.34', '2026-01-01', '2026-04-01')].join('\n')
  const { lines, evidence } = await reasonsOf([{ path: 'bank/opinions.md', before, after }], { forgotten: new Set() })
  expect(lines[0]).toBe('Ann · Likes zzzzzzzzzz  0.85 → 0.34  + memory/2026-04-01.md#L4')
  expect(evidence).toHaveLength(20)
  expect(evidence.at(-1)).toBe('memory/2026-04-01.md#L4')
})
