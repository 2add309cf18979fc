import { describe, expect, test } from '@jest/globals'
import { stemOf } from '../../../src/language/words.js'
import fc from 'fast-check'
import { dateAskedIn } from '../../../src/language/dates.js'
import { parseQuery, type ParseContext } from '../../../src/recall/question/parse-query.js'
import type { Query, RecallOptions } from '../../../src/recall/question/query.js'
import { growth, linear } from '../../support/growth.js'

const seed = 50
const names = new Set(['peter', 'the-castle', 'peter_pan', 'warelay', 'room101', '飞书api', '小明', 'who'])
const context: ParseContext = {
  today: '2025-12-30',
  me: ['user'],
  known: (keys) => keys.filter((key) => names.has(key)),
  canonical: (key) => (key === 'pete' ? 'peter' : key),
  misspelt: (word) => (word === 'petr' ? 'peter' : undefined),
  dateIn: (text) => dateAskedIn(text, '2025-12-30'),
  notedIn: () => true,
  lastNoted: () => null,
}
const wordsOf = ({ terms }: Query): string[] => terms.map(({ forms }) => forms[0]!)
const parsed = (question: string, options: RecallOptions = {}): Query => parseQuery(question, options, context)

describe('the words of a question', () => {
  test.each([
    ['what does Peter prefer?', ['peter', 'prefer']],
    ['Peter peter PETER', ['peter']],
    ['who is he', ['who', 'is', 'he']],
    ['the THE of', ['the', 'of']],
    ['"tea" OR coffee NOT (text:x) NEAR/3 * ^a', ['tea', 'coffee', 'text', 'x', 'near', '3']],
    ['don’t café I’m', ['café']],
    ['C++ & C#', ['c']],
    ['👩‍👩‍👧 😀 !!! … ""', []],
    ['', []],
    [' \t\n', []],
    ['决定使用', ['决定', '定使', '使用']],
    ['我们什么时候决定的', ['决定']],
    ['是什么', ['是什', '什么']],
    ['目的地是哪里', ['目的', '的地']],
    ['猫有多重', ['猫*', '重*']],
    ['小明喜欢什么', ['小明', '喜欢']],
    ['Ｇ７５８６', ['g7586']],
    ['qual è l’indirizzo dell’ufficio', ['indirizzo', 'ufficio']],
    ['Al ran a mile', ['al', 'ran', 'mile']],
    ['茶', ['茶*']],
    ['use 飞书API now', ['use', 'api', '飞书']],
    ['東京 タワー', ['東京', 'タワ', 'ワー']],
    ['한국', ['한국']],
    // Words that are another language's, and English or names too.
    ['tell me about Dan', ['dan']],
    ["Dan's address", ['dan', 'address']],
    ['hat size', ['hat', 'size']],
    ['van tyres', ['van', 'tyres']],
    ['PR comment template', ['pr', 'comment', 'template']],
    ['OS upgrade', ['os', 'upgrade']],
    ['Como hotel', ['como', 'hotel']],
    ['Ella birthday party', ['ella', 'birthday', 'party']],
    ['dime novels', ['dime', 'novels']],
    [
      'Tom said my question is silly, who has the van insurance',
      ['tom', 'said', 'question', 'silly', 'van', 'insurance'],
    ],
    ['erzähl mir von der Leiter', ['leiter']],
    ['qual foi o preço da bomba?', ['preço', 'bomba']],
    ['¿cuánto costó la escalera?', ['costó', 'escalera']],
    ['combien a coûté la pompe que nous avons achetée ?', ['coûté', 'pompe', 'achetée']],
  ])('%j asks for %j', (question, terms) => {
    expect(wordsOf(parsed(question))).toEqual(terms)
  })

  test('are few, short, each once and free of operators, whatever was asked', () => {
    const part = fc.oneof(
      fc.constantFrom(...'" ( ) * : ^ - + AND OR NOT NEAR { } \0 \' \\ 我 東京 é 😀 @Peter ~ `'.split(' '), ' ', '\n'),
      fc.string({ unit: 'binary', maxLength: 8 }),
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
        const query = parsed(parts.join(''))
        const [terms, { named }] = [wordsOf(query), query]
        expect(terms.length).toBeLessThanOrEqual(32)
        expect(new Set(terms).size).toBe(terms.length)
        for (const term of terms) {
          expect(term).toMatch(/^[^\s"'()*:^{}+,\-\0]+\*?$/)
          expect(term.length).toBeLessThanOrEqual(65)
        }
        expect([...named]).toEqual([...named].toSorted())
      }),
      { seed, numRuns: 800 },
    )
  })

  test('of a megabyte are taken from its beginning, at once', () => {
    const huge = `Peter ${'tea '.repeat(250_000)} coffee`
    expect(wordsOf(parsed(huge)).slice(0, 2)).toEqual(['peter', 'tea'])
    expect(wordsOf(parsed(huge))).not.toContain('coffee')
    expect(wordsOf(parsed('x'.repeat(1_000_000)))).toEqual(['x'.repeat(64)])
    expect(wordsOf(parsed('我'.repeat(1_000_000)))).toEqual(['我我'])
    expect(wordsOf(parsed(`Peter ${'茶'.repeat(1_000_000)}`))).toEqual(['peter', '茶茶'])
    expect(wordsOf(parsed('😀'.repeat(500_000)))).toEqual([])
    expect(wordsOf(parsed('"'.repeat(1_000_000)))).toEqual([])
  })

  test.each([
    ['dashes in a name', (size: number) => `@a${'-'.repeat(size)}b`],
    ['dashes between words', (size: number) => `a${'-'.repeat(size)}b`],
    ['spaces before a month', (size: number) => `1${' '.repeat(size)}月`],
    ['mentions', (size: number) => '@a '.repeat(size / 3)],
    ['backticks', (size: number) => '`'.repeat(size)],
    ['opinions', (size: number) => 'prefer'.repeat(size / 6)],
  ] as const)('are found in linear time: %s', (_, make) => {
    // Longer questions are cut at 20,000 characters.
    expect(growth(make, (question) => parsed(question), 4800)).toBeLessThan(linear)
  })
})

describe('the names in a question', () => {
  test.each([
    ['what does Peter prefer', ['peter']],
    ['@Peter and @unknown', ['peter']],
    ['where is the castle', ['the-castle']],
    ['peter pan', ['peter', 'peter_pan']],
    ['Pete', ['peter']],
    ['room 101', ['room101']],
    ['room 102', []],
    ['warelay.', ['warelay']],
    ['who', []],
    ['peters', []],
  ])('%j names %j', (question, named) => {
    expect(parsed(question).named).toEqual(named)
  })

  test('that the caller insists on are taken as given, with or without @, by any spelling', () => {
    expect(parsed('x', { entities: ['@Pete', 'WARELAY'] }).required).toEqual(['peter', 'warelay'])
    expect(parsed('x', { entities: [] }).required).toBeNull()
    expect(parsed('x').required).toBeNull()
  })
})

describe('the days and kinds of a question', () => {
  test.each([
    [{ since: '7d' }, { start: '2025-12-23', end: '9999-12-31' }],
    [{ until: '2025-11' }, { start: '0001-01-01', end: '2025-11-30' }],
    [
      { since: '2025-11', until: '2025-11' },
      { start: '2025-11-01', end: '2025-11-30' },
    ],
    [{ on: '2025' }, { start: '2025-01-01', end: '2025-12-31' }],
    [{}, null],
  ] as const)('%j is a window', (options, window) => {
    expect(parsed('x', options).window).toEqual(window)
  })

  test.each([
    { since: 'yesterday-ish' },
    { until: '2025-02-30' },
    { on: '' },
    { since: '2025-12', until: '2025-11' },
    { on: '2025', since: '2024' },
  ])('%j is refused by name', (options) => {
    expect(() => parsed('x', options)).toThrow(expect.objectContaining({ code: 'bad-argument' }))
    expect(() => parsed('x', options)).toThrow(/--(?:since|until|on)/)
  })

  test.each([
    [{ kinds: ['X'] }, '--kind takes world, experience, opinion, observation, passage, got X'],
    [{ kinds: ['W'] }, '--kind takes world, experience, opinion, observation, passage, got W'],
    [{ labels: ['lessons'] }, /^--label takes decision, lesson, .*, got lessons$/],
    [{ budget: 0 }, 'budget takes a whole number from 1 to 1000000000, got 0'],
    [{ budget: NaN }, 'budget takes a whole number from 1 to 1000000000, got NaN'],
  ])('%j would leave out everything, or nothing, and is refused', (options, message) => {
    expect(() => parsed('x', options as RecallOptions)).toThrow(message)
  })

  test.each([
    ['what is on next week with Maya', ['maya']],
    ['who called yesterday', ['called']],
    ['who fell on Nov 27, 2025', ['fell']],
    ['last week', ['last', 'week']],
  ])(
    'of %j what was understood as a time is not looked for as words, unless there are no others',
    (question, words) => {
      expect(parsed(question).terms.map(({ forms }) => forms[0])).toEqual(words)
    },
  )

  test.each(['what did we decide about the roof', 'decide'])(
    '%j looks for no other language than its own',
    (question) => {
      const decide = parsed(question).terms.find(({ forms }) => forms.includes('decide'))!
      expect(decide.stem).toBe(stemOf('decided'))
      expect(decide.forms).toEqual(['decide'])
    },
  )

  test('days in the question itself raise facts, they never hide any', () => {
    const query = parsed('what happened on Nov 27, 2025?')
    expect(query.mentioned).toEqual({ start: '2025-11-27', end: '2025-11-27' })
    expect(query.window).toBeNull()
  })

  test.each([
    ['when did she leave', []],
    ['can you plan my week', ['doing', 'self']],
    ['what did you recommend', ['agent']],
    ['stories about whales', []],
  ])('%j asks for %j', (question, asks) => {
    expect([...parsed(question).asks].toSorted()).toEqual(asks)
  })

  test.each([
    ['When did Pete go to Rome?', ['go', 'rome']],
    ['who is Peter', ['peter']],
    ['Peter and the castle', ['peter', 'castl']],
    ['Was Pete teaching?', ['teach']],
  ])('%j weighs %j: names count apart, where there are other words', (question, stems) => {
    expect(parsed(question).weighed.map(({ stem }) => stem)).toEqual(stems)
  })

  test('a word is looked for in its irregular forms too', () => {
    expect(parsed('went').terms[0]!.forms).toEqual(['went', 'go', 'gone'])
    expect(parsed('go').terms[0]!.stem).toBe(parsed('went').terms[0]!.stem)
  })

  test.each([
    ['what does he prefer', true],
    ['his favourite tea', true],
    ['does he LIKE it', true],
    ['what do you think', true],
    ['where is he', false],
    ['likely', false],
    ['unlike', false],
  ])('%j asks for a belief: %s', (question, opinion) => {
    expect(parsed(question).asks.has('opinion')).toBe(opinion)
  })
})
