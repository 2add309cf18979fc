import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { cite, factId, isFactId, normalise, showConfidence, statementHash } from '../../src/model/fact.js'
import { kindNames } from '../../src/model/kind.js'

const seed = 7
const mentions = fc.uniqueArray(fc.constantFrom('Peter', 'warelay', 'The-Castle', '飞书API', 'José', 'Room101'), {
  maxLength: 4,
})
const statement = fc.record({
  kind: fc.constantFrom(...kindNames),
  text: fc.string({ unit: 'grapheme', maxLength: 30 }),
  mentions,
})
const day = fc.constantFrom(null, '2025-11-27', '2024-02-29')

describe('the id of a fact', () => {
  // Written down once: an id that changes orphans every `of=`, `was=`, `retired` and `not` line in every bank there is.
  test.each([
    ['dated', { kind: 'world', text: 'Is home.', mentions: ['Peter'] }, '2025-11-27', '1p9aohtra1'],
    ['undated', { kind: 'world', text: 'Is home.', mentions: ['Peter'] }, null, 'aqa65ywdmm'],
    ['no mention', { kind: 'opinion', text: 'Prefers tea', mentions: [] }, '2025-11-27', 'gxmiqxuiwy'],
    [
      'several scripts',
      { kind: 'observation', text: '我们决定 use <b> & `code`', mentions: ['飞书API', 'José'] },
      '2024-02-29',
      'nvqttmnt36',
    ],
    ['a passage', { kind: 'passage', text: 'Bought milk.', mentions: [] }, '0001-01-01', 'no27go1dh0'],
  ] as const)('%s: is the same on every machine and in every version', (_, stated, on, id) => {
    expect(factId(stated, on)).toBe(id)
  })

  test('has ten base-36 characters, also where the hash is small', () => {
    fc.assert(
      fc.property(statement, day, (stated, on) => {
        expect(isFactId(factId(stated, on))).toBe(true)
      }),
      { seed, numRuns: 2000 },
    )
  })

  test('does not depend on white space, case, normal form or the order of mentions', () => {
    const spaced = fc.array(fc.stringMatching(/^[a-zé]{1,6}$/), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(spaced, mentions, day, (words, names, on) => {
        const id = factId({ kind: 'world', text: words.join(' '), mentions: names }, on)
        const other = {
          kind: 'world',
          text: `\t${words.join('\u00a0 \n')} `.toUpperCase().normalize('NFD'),
          mentions: names.toReversed().map((name) => name.toUpperCase().normalize('NFD')),
        } as const
        expect(factId(other, on)).toBe(id)
        expect(factId({ ...other, mentions: [...names, ...names] }, on)).toBe(id)
      }),
      { seed, numRuns: 500 },
    )
  })

  test('a capital that only combining marks can write makes no other statement', () => {
    expect(normalise('J\u030Covan')).toBe(normalise('ǰovan'))
    expect(normalise('H\u0331amas')).toBe(normalise('ẖamas'))
  })

  test('tells apart what differs in a digit, a sign, the kind, the day or the mentions', () => {
    const base = { kind: 'world', text: 'Room 101 costs 5.00', mentions: ['Peter'] } as const
    const others = [
      factId({ ...base, text: 'Room 102 costs 5.00' }, '2025-11-27'),
      factId({ ...base, text: 'Room 101 costs 50.0' }, '2025-11-27'),
      factId({ ...base, text: 'Room 101 costs −5.00' }, '2025-11-27'),
      factId({ ...base, text: 'Room101 costs 5.00' }, '2025-11-27'),
      factId({ ...base, text: 'Room 101 costs 5.00.' }, '2025-11-27'),
      factId({ ...base, kind: 'observation' }, '2025-11-27'),
      factId({ ...base, kind: 'passage' }, '2025-11-27'),
      factId({ ...base, mentions: [] }, '2025-11-27'),
      factId({ ...base, mentions: ['Peter', 'Paul'] }, '2025-11-27'),
      factId(base, '2025-11-28'),
      factId(base, null),
      factId(base, '2025-11-27'),
    ]
    expect(new Set(others).size).toBe(others.length)
  })

  test('cannot be forged by moving text between its parts', () => {
    const id = (text: string, names: string[]): string => factId({ kind: 'world', text, mentions: names }, null)
    expect(id('a","b', [])).not.toBe(id('a', ['b']))
    expect(id('a', ['b', 'c'])).not.toBe(id('a', ['b","c']))
    expect(id('a', ['b,c'])).not.toBe(id('a', ['b', 'c']))
  })

  test('only ten characters of 0-9 and a-z are an id', () => {
    expect(isFactId('k3f9a2c1x7')).toBe(true)
    for (const text of ['K3f9a2c1x7', 'k3f9a2c1x', 'k3f9a2c1x77', '^k3f9a2c1x', 'k3f9a2c1x7\n', '', 'ｋ3f9a2c1x7'])
      expect([text, isFactId(text)]).toEqual([text, false])
  })
})

describe('the hash in a generated line', () => {
  const said = {
    kind: 'opinion',
    text: 'Prefers tea, says @Paul',
    mentions: ['Peter', 'Paul'],
    leading: 1,
    until: null,
    was: null,
    stances: [],
  } as const

  test('is the same on every machine and in every version', () => {
    expect(statementHash(said)).toBe('c0eae837')
  })

  test('covers everything that a line says beside its confidence, to the letter', () => {
    const hashes = [
      said,
      { ...said, kind: 'world' as const },
      { ...said, leading: 0 },
      { ...said, leading: 2 },
      { ...said, text: 'Prefers teas, says @Paul' },
      { ...said, mentions: ['Pete', 'Paul'] },
      { ...said, mentions: ['PETER', 'Paul'] },
      { ...said, text: 'prefers tea, says @Paul' },
      { ...said, until: '2026-12-01' },
      { ...said, was: 'k3f9a2c1x7' },
      { ...said, stances: [{ stance: 'supports' as const, belief: 'k3f9a2c1x7' }] },
      { ...said, stances: [{ stance: 'weakens' as const, belief: 'k3f9a2c1x7' }] },
    ].map(statementHash)
    expect(new Set(hashes).size).toBe(hashes.length)
    expect(statementHash({ ...said, text: ' Prefers  tea, says\t@Paul' })).toBe(statementHash(said))
  })
})

describe('how facts are shown', () => {
  test('a confidence has two decimals and never leaves 0 to 1', () => {
    expect([0, 4, 5, 700, 955, 995, 994, 1000].map(showConfidence)).toEqual([
      '0.00',
      '0.00',
      '0.01',
      '0.70',
      '0.96',
      '1.00',
      '0.99',
      '1.00',
    ])
  })

  test('a log is cited by its lines, a page by the id, because its lines move', () => {
    expect(cite({ path: 'memory/2025-11-27.md', first: 4, last: 4 }, 'k3f9a2c1x7')).toBe('memory/2025-11-27.md#L4')
    expect(cite({ path: 'memory/2025-11-27.md', first: 4, last: 6 }, 'k3f9a2c1x7')).toBe('memory/2025-11-27.md#L4-L6')
    expect(cite({ path: 'bank/opinions.md', first: 4, last: 6 }, 'k3f9a2c1x7')).toBe('bank/opinions.md ^k3f9a2c1x7')
    expect(cite({ path: 'memory/bank/x.md', first: 1, last: 1 }, 'k3f9a2c1x7')).toBe('memory/bank/x.md#L1')
  })
})
