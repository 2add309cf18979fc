import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { recall } from '../../src/recall/recall.js'
import { leastSupportOf } from '../../src/model/evidence.js'
import { writtenNames } from '../../src/recall/question/as-written.js'
import { heldIn } from '../../src/text/as-written.js'
import { log, smallIndex, type SmallIndex } from './small-index.js'

/** A line that is meant, and lines that hold its parts. */
const named: readonly (readonly [name: string, meant: string, ...others: string[]])[] = [
  [
    'claude-opus-4-6',
    'Runs claude-opus-4-6 at night',
    'Claude wrote Opus 4 on page 6 of the claude model notes',
    'Runs claude-opus-4-5',
    'Claude-Opus-4-6-mini runs at night',
  ],
  [
    'MODEL_PRICING',
    'Reads MODEL_PRICING at the start',
    'The pricing of the model is read for each model pricing page',
    'Pricing model changes',
  ],
  [
    'C++',
    'Wrote the parser in C++',
    'Wrote the parser in C',
    'The C drive has a parser',
    'Wrote C# code for the parser',
  ],
  ['C#', 'Wrote the editor in C#', 'Wrote the editor in C', 'Wrote the editor in C*'],
  ['36003', 'Got error 36003 from the scanner', 'Got error 36002 from the scanner', 'The scanner error code is 360031'],
  [
    '--no-verify',
    'Commits with --no-verify on Fridays',
    'There is no verify step; no need to verify commits',
    'No verify commits',
  ],
  ['src/x.ts', 'The loop is in src/x.ts', 'The src folder has a ts file x', 'The loop is in src/x.tsx'],
  [
    'v1.2.3',
    'Released v1.2.3 of the tool',
    'Released v1.2.30 of the tool',
    'Released v1.2.3.4 of the tool',
    'Released v1, then 2 and 3 of the tool',
  ],
  ['foo.bar()', 'Calls foo.bar() twice', 'The foo bar calls twice a day', 'Calls foo.barely twice'],
  ['ECONNREFUSED', 'The proxy answered ECONNREFUSED', 'The proxy refused the connection', 'The proxy answered'],
  ['getUserName', 'Renamed getUserName to readName', 'The user got a name', 'Renamed the user'],
  ['.gitignore', 'Added dist to .gitignore', 'Told git to ignore dist', 'Added dist to the build'],
  ['10.0.0.7', 'The printer has 10.0.0.7', 'The printer has 10 trays and 7 inks', 'The printer has 10.0.0.70'],
]

let index: SmallIndex
beforeAll(async () => {
  index = await smallIndex([
    ...named.map(([, meant, ...others], at): [string, string] => [
      `memory/2025-10-${String(at + 1).padStart(2, '0')}.md`,
      log(...[...others, meant, ...others.map((other) => `${other} again`)].map((text) => `W @Peter: ${text}`)),
    ]),
    [
      'memory/2025-11-02.md',
      log(
        ...Array.from(
          { length: 25 },
          (_, at) => `W @Peter: Batch ${at + 1} of the winter plan is loaded at gate ${at + 1}`,
        ),
      ),
    ],
  ])
})
afterAll(() => index.remove())

describe('a question that names something as it is written', () => {
  test.each(named.map(([name, meant]) => ({ name, meant })))(
    'is answered first by the line that holds $name',
    ({ name, meant }) => {
      for (const question of [name, `what about ${name}?`, `Peter and the ${name}, how is that again`]) {
        const { results, support, notices } = recall(index.store, question, { k: 5 }, index.context)
        expect(results[0]?.content).toBe(meant)
        expect(support).toBeGreaterThan(leastSupportOf.weak)
        expect(notices).toEqual([])
        const factors = results[0]!.why.factors
        expect(factors.reduce((sum, { added }) => sum + added, 0)).toBeCloseTo(results[0]!.score, 3)
      }
    },
  )

  test.each([
    'claude-opus-4-7',
    'MODEL_PRICES',
    'F#',
    '36004',
    '--no-edit',
    'src/y.ts',
    'v1.2.4',
    'foo.baz()',
    '-n',
    'getUser_Name',
  ])('is told that no line holds %s, with what holds its parts behind it', (name) => {
    const { support, notices } = recall(index.store, `what does Peter do with ${name}`, {}, index.context)
    expect(notices[0]).toBe(`no line holds ${name.replace('()', '')}`)
    expect(support).toBeLessThanOrEqual(0.3)
  })

  test.each(['does Peter ALWAYS load the winter plan', 'Peter batch 3 Mon/Wed/Fri at the gate', 'what got EACCESSED'])(
    'has results where what is written may be emphasis or a list: %s',
    (question) => {
      expect(recall(index.store, question, {}, index.context).results.length).toBeGreaterThan(0)
    },
  )

  test('is not told so of one where another is there', () => {
    const { support, notices } = recall(index.store, 'does MODEL_PRICING know v9.9.9', {}, index.context)
    expect(notices).toEqual(['no line holds v9.9.9'])
    expect(support).toBeGreaterThan(leastSupportOf.weak)
  })

  test('finds it in another case, behind where it stands as written', () => {
    expect(recall(index.store, 'model_pricing', {}, index.context).results[0]?.content).toBe(
      'Reads MODEL_PRICING at the start',
    )
  })

  test('finds it where it is written to the letter among many whose parts are alike', async () => {
    const many = await smallIndex([
      [
        'memory/2025-11-01.md',
        log(
          ...Array.from({ length: 400 }, (_, at) => `W @Peter: Grade C for paper ${at}`),
          'W @Peter: Learns C++ and other grades for a long time with many papers',
        ),
      ],
    ])
    expect(recall(many.store, 'C++ grade paper', { k: 3 }, many.context).results[0]?.content).toContain('C++')
    many.remove()
  })
})

test.each([1, 7, 20, 25])('a number tells apart lines that say the same else: batch %d', (at) => {
  const { results } = recall(index.store, `Batch ${at} of the winter plan`, { k: 3 }, index.context)
  expect(results[0]?.content).toBe(`Batch ${at} of the winter plan is loaded at gate ${at}`)
})

test('a heading and a name hold what they are called', async () => {
  const { store, context, remove } = await smallIndex([
    ['memory/2025-11-01.md', '## api_v2\n\nThe limit was raised.\n\n## api v2 docs\n\nThe limit is told.\n'],
  ])
  expect(recall(store, 'limit of api_v2', {}, context).results[0]?.content).toBe('The limit was raised.')
  expect(recall(store, 'limit of api_v2', {}, context).notices).toEqual([])
  remove()
})

test.each([
  'what is the follow-up and/or the long-term plan',
  'meet at 10:30 on 2025-07-06 for a 10-year-old, 5km, 2nd, 3.5, $20',
  'the U.S. and e.g. Rome, Mr. Smith, Anna’s tea, since 2019',
  'WHAT DID WE DECIDE ABOUT LISBON',
  'NASA, the EU and LGBTQ+ rights',
  'a PhD on iOS, YouTube and McDonald’s',
  '我们什么时候去罗马',
])('ordinary words are not as written: %s', (question) => {
  expect(writtenNames(question).names).toEqual([])
})

test.each([
  ['v1.2.3 is out', 'v1.2.3', 'exactly'],
  ['uses V1.2.3.', 'v1.2.3', 'otherwise'],
  ['v1.2.3-beta', 'v1.2.3', 'exactly'],
  ['把MODEL_PRICING改成', 'MODEL_PRICING', 'exactly'],
  ['MY_MODEL_PRICING', 'MODEL_PRICING', undefined],
  ['paid 12,000 euros', '12000', 'exactly'],
  ['C++', 'C+', undefined],
  ['see ~/src/x.ts:12', 'src/x.ts', 'exactly'],
])('%j holds %s %s', (text, name, how) => {
  expect(heldIn(text, name)).toBe(how)
})
