import { describe, expect, test } from '@jest/globals'
import { recall } from '../../../src/recall/recall.js'
import { log, smallIndex, type SmallIndex } from '../small-index.js'

async function withIndex<T>(
  notes: readonly (readonly [path: string, text: string])[],
  work: (index: SmallIndex) => T,
): Promise<T> {
  const index = await smallIndex(notes)
  try {
    return work(index)
  } finally {
    index.remove()
  }
}

const asked = ({ store, context }: SmallIndex, question: string): string[] =>
  recall(store, question, {}, context).results.map(({ content }) => content)

const day = (number: number): string => `memory/${new Date(Date.UTC(2024, 0, number)).toISOString().slice(0, 10)}.md`

describe('a line that holds every word of a question is never behind one that says the same with fewer of them', () => {
  const fill = Array.from({ length: 60 }, (_, at): [string, string] => [
    day(100 + at),
    log(
      ...Array.from({ length: 20 }, (__, more) => `W @Crew${at % 7}: Load ${at * 20 + more} left the yard on a truck`),
    ),
  ])

  test.each([1, 7, 13, 25])('of twenty-five lines the one with its number, among 1,200 facts: %d', (number) =>
    withIndex(
      [
        [
          day(1),
          log(
            ...Array.from(
              { length: 25 },
              (_, at) => `W Batch ${at + 1} of the winter plan is loaded at gate ${at + 1}`,
            ),
          ),
        ],
        ...fill,
      ],
      (index) =>
        expect(asked(index, `Batch ${number} of the winter plan`)[0]).toBe(
          `Batch ${number} of the winter plan is loaded at gate ${number}`,
        ),
    ),
  )

  const languages: Readonly<
    Record<string, { say: (thing: string) => string; ask: (thing: string) => string; things: readonly string[] }>
  > = {
    English: {
      say: (thing) => `The ${thing} for the harbour office is kept in the cellar`,
      ask: (thing) => `where is the ${thing} for the harbour office kept?`,
      things: ['printer', 'ladder', 'archive', 'lantern', 'kettle'],
    },
    German: {
      say: (thing) => `Die ${thing} für das Hafenbüro steht im Keller`,
      ask: (thing) => `Wo steht die ${thing} für das Hafenbüro?`,
      things: ['Leiter', 'Lampe', 'Kiste', 'Pumpe', 'Waage'],
    },
    Italian: {
      say: (thing) => `La ${thing} per l'ufficio del porto sta in cantina`,
      ask: (thing) => `dove sta la ${thing} per l'ufficio del porto?`,
      things: ['scala', 'lampada', 'pompa', 'bilancia', 'stampante'],
    },
    Portuguese: {
      say: (thing) => `A ${thing} para o escritório do porto fica na cave`,
      ask: (thing) => `onde fica a ${thing} para o escritório do porto?`,
      things: ['escada', 'bomba', 'balança', 'impressora', 'lanterna'],
    },
    Chinese: {
      say: (thing) => `港口办公室的${thing}放在地下室里`,
      ask: (thing) => `港口办公室的${thing}放在哪里来着？`,
      things: ['打印机', '梯子', '水泵', '灯笼', '档案'],
    },
  }
  test.each(Object.entries(languages))('in %s, wherever among its like it stands', (_, { say, ask, things }) =>
    withIndex([[day(1), `# Yard\n\n${things.map((thing) => `- ${say(thing)}\n`).join('')}`], ...fill], (index) => {
      for (const thing of things) expect(asked(index, ask(thing))[0]).toBe(say(thing))
    }),
  )
})

describe('a tag never hides a thing', () => {
  const told = [
    '# Search',
    '',
    '- **Problem:** the local models of QMD are too slow on this machine',
    '- **Decision:** drop QMD, and search with the built-in index',
    '',
    '# Network',
    '',
    '- DROP all that comes from outside, said the rules of iptables',
    '- QMD was installed again by an update, and removed',
    '',
  ].join('\n')
  const answer = '**Decision:** drop QMD, and search with the built-in index'

  test.each(['why did we drop QMD?', 'tell me about dropping QMD'])(
    'a bullet with a tag sends the right line of a question that names it no further back than its own place: %s',
    async (question) => {
      const before = await withIndex([[day(1), told]], (index) => asked(index, question).indexOf(answer))
      expect(before).toBeGreaterThanOrEqual(0)
      expect(before).toBeLessThan(3)
      const after = await withIndex(
        [
          [day(1), told],
          [day(9), log('W @QMD: Is a search engine of three parts')],
        ],
        (index) => asked(index, question).indexOf(answer),
      )
      expect(after).toBeGreaterThanOrEqual(0)
      expect(after).toBeLessThanOrEqual(before + 1)
    },
  )
})

describe('what a question begins with is not asked for', () => {
  const notes: [string, string][] = [
    [
      day(1),
      '# Club\n\n- Everybody is to be told about the spring fair, unless told otherwise\n- Remind the crew about what the harbour knows\n',
    ],
    [day(2), '# Club\n\n- Stuart runs the spring fair and lives on a boat\n'],
    [day(3), '# Verein\n\n- 斯图尔特负责春季集市\n'],
  ]
  test.each([
    'tell me about Stuart',
    'what do we know about Stuart?',
    'remind me about Stuart',
    'It was a long day and I was told many things. What I really want to know is, what do we know about Stuart?',
    'erzähl mir von Stuart',
    'cosa sappiamo di Stuart?',
    'me fala do Stuart',
  ])('%s', (question) =>
    withIndex(notes, (index) =>
      expect(asked(index, question)[0]).toBe('Stuart runs the spring fair and lives on a boat'),
    ),
  )
  test('告诉我关于斯图尔特的事', () =>
    withIndex(notes, (index) => expect(asked(index, '告诉我关于斯图尔特')[0]).toBe('斯图尔特负责春季集市')))
})

describe('what is labelled as the kind of answer that is asked for comes first of its section', () => {
  const note = [
    '# Upload service',
    '',
    '- Errors began at noon',
    '- **Root cause:** two starts at once raced for one lock',
    '- **Fix:** one start at a time',
    '- **Lesson:** try again before telling anybody',
    '- [ ] tell the provider',
    '',
    '# Garden',
    '',
    '- **Lesson:** water at night',
    '- **Root cause:** the hose leaks',
    '',
  ].join('\n')
  test.each([
    ['why did the upload service fail?', '**Root cause:** two starts at once raced for one lock'],
    ['what did we learn from the upload service?', '**Lesson:** try again before telling anybody'],
    ['warum fiel der upload service aus?', '**Root cause:** two starts at once raced for one lock'],
  ])('%s', (question, answer) => withIndex([[day(1), note]], (index) => expect(asked(index, question)[0]).toBe(answer)))
})

test('where several things are asked for, what a line introduces comes with it', () =>
  withIndex(
    [
      [
        day(1),
        `# Plan\n\nFour core moments of the show:\n\n1. Opening in the dark\n2. A song for two\n3. The long walk\n4. Everybody bows\n\nThe show is in May.\n`,
      ],
      [
        day(2),
        `# Plan\n\n- The core of the show is light\n- A moment of the show was cut\n- The show moves to the core of the town\n`,
      ],
    ],
    (index) =>
      expect(asked(index, 'what are the four core moments of the show?')).toEqual(
        expect.arrayContaining(['Opening in the dark', 'A song for two', 'The long walk', 'Everybody bows']),
      ),
  ))

test('as of a day, what was noted by then is found beside what was not', () =>
  withIndex(
    [
      [
        'MEMORY.md',
        '# Promoted From Short-Term Memory (2026-03-21)\n\n<!-- observed: 2026-03-20 -->\nIrma painted the gate\n\n<!-- observed: 2026-01-20 -->\nBoris repaired the weathervane\n',
      ],
      ['memory/2026-01-21.md', '# Yard\n\n- Boris went to the yard\n'],
    ],
    ({ store, context }) => {
      const { results } = recall(
        store,
        'who repaired the weathervane?',
        { asOf: '2026-02-01' },
        { ...context, today: '2026-04-01' },
      )
      for (const { score } of results) expect(score).toBeGreaterThan(0)
      expect(results.map(({ content }) => content)).not.toContain('Irma painted the gate')
    },
  ))

test('what stands behind an introduction in another note belongs to no list', () =>
  withIndex(
    [
      [day(1), '# Plan\n\nThe show has four parts:\n'],
      [
        day(2),
        '# Yard\n\n- Wood was bought\n- Nails were bought\n- Paint was bought\n- Glue was bought\n- Rope was bought\n',
      ],
    ],
    (index) => expect(asked(index, 'what are the four parts of the show?')).toEqual(['The show has four parts:']),
  ))

test.each([
  'perché il tetto perde acqua?',
  '¿por qué se rompió el tejado?',
  'warum leckt das dach?',
  'why does the roof leak?',
])('a question why is one in its language: %s', (question) =>
  withIndex([[day(1), '# Dach\n\n- Es leckt\n']], ({ store, context }) =>
    expect(recall(store, question, {}, context).plan.asks).toContain('why'),
  ),
)
