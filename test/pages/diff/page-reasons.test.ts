import { expect, test } from '@jest/globals'
import { seal } from '../../../src/model/page.js'
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

const generated = line('k3f9a2c1x7', '0.80', '2026-01-01')
const told = async (before: string, after: string): Promise<readonly [string, readonly string[]]> => {
  const { summary, lines } = await reasonsOf([{ path: 'bank/opinions.md', before, after }], { forgotten: new Set() })
  return [summary, lines]
}

test.each([
  ['O(c=0,4) @Ann: Likes k3f9a2c1x7', 'confidence must be 0 to 1, got 0,4'],
  ['O(c=1.2) @Ann: Likes k3f9a2c1x7', 'confidence must be 0 to 1, got 1.2'],
  ['O(c=30%) @Ann: Likes k3f9a2c1x7', 'confidence must be 0 to 1, got 30%'],
  ['W(c=0.5) @Ann: Likes k3f9a2c1x7', 'a world bullet carries no confidence, got c=0.5'],
  ['O(c=0.4 @Ann: Likes k3f9a2c1x7', 'the bracket after O is not closed, got (c=0.4 @Ann: Likes k3f9a2c1x7'],
])(
  'an edit that cannot be read is told as that, and its repair as no change from what it says: %s',
  async (said, why) => {
    const edited = generated.replace('O(c=0.80) @Ann: Likes k3f9a2c1x7', said)
    const unread = ['1 not read', [`not read: ${said}: ${why}`]]
    expect(await told(generated, edited)).toEqual(unread)
    expect(await told('', edited)).toEqual(unread)
    expect(await told(edited, generated)).toEqual(['1 changed', ['read again: O(c=0.80) @Ann: Likes k3f9a2c1x7']])
    expect(await told(edited, generated.replace('c=0.80', 'c=0.4'))).toEqual([
      '1 changed',
      ['Ann · Likes k3f9a2c1x7  0.80 → 0.40'],
    ])
  },
)

test('what is only suggested is told as that, and as kept where it is stated then', async () => {
  const page = (...lines: readonly string[]): string => ['## Ann', ...lines, '<!-- memory:end -->', ''].join('\n')
  const suggested = page('', '## Suggested', '', generated)
  expect(await told('', suggested)).toEqual(['1 suggested', ['suggested: O(c=0.80) @Ann: Likes k3f9a2c1x7']])
  expect(await told(suggested, page(generated))).toEqual(['1 new', ['kept: O(c=0.80) @Ann: Likes k3f9a2c1x7']])
  expect(await told(suggested, page())).toEqual(['1 gone', ['gone: O(c=0.80) @Ann: Likes k3f9a2c1x7']])
})

test('a page whose list markers a formatter changed says the same, and a refusal under another marker is told', async () => {
  for (const marker of ['*', '+', '1.', '-  ']) {
    const formatted = generated.replace(/^- /, `${marker} `)
    expect(await told(generated, formatted)).toEqual(['', []])
    expect(await told(generated, formatted.replace('c=0.80', 'c=0.4'))).toEqual([
      '1 changed',
      ['Ann · Likes k3f9a2c1x7  0.80 → 0.40'],
    ])
    expect(await told(generated, `${marker} retired ^k3f9a2c1x7: O @Ann: Likes k3f9a2c1x7`)).toEqual([
      '1 refused',
      ['retired ^k3f9a2c1x7: O @Ann: Likes k3f9a2c1x7'],
    ])
  }
})

test('a mention under another list marker has neither come nor gone', async () => {
  const mention = seal('- [2026-02-13](../memory/2026-02-13.md?plain=1#L21) Decision: Two years from July 1.')
  expect(await told(mention, mention.replace(/^-/, '*'))).toEqual(['', []])
})
