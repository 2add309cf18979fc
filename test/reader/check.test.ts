import { describe, expect, test } from '@jest/globals'
import { readerAnswers } from '../../src/reader/answer.js'
import { checkAnswers, type CheckedAnswers } from '../../src/reader/check.js'
import { guardNames } from '../../src/reader/guards/guards.js'
import { readerPackets } from '../../src/reader/packet.js'
import type { ReaderKnown } from '../../src/reader/standing.js'

const known: ReaderKnown = {
  names: [
    { name: 'Lena', kind: 'person', aliases: ['Lenka'] },
    { name: 'Boris', kind: 'person' },
    { name: 'Roger', kind: 'person' },
    { name: 'warelay', kind: 'project' },
  ],
  standing: [],
}

type Given = Readonly<Record<string, unknown>>

function check(text: string, given: Given | readonly Given[], more: Partial<ReaderKnown> = {}): CheckedAnswers {
  const [packet] = readerPackets({ path: 'memory/2026-02-11.md', day: '2026-02-11', text })
  return checkAnswers(readerAnswers(JSON.stringify([given].flat())).answers, packet!, { ...known, ...more })
}

/** The reasons against one answer; none where it is taken. */
const against = (text: string, given: Given, more?: Partial<ReaderKnown>): string[] =>
  check(text, given, more).refused.flatMap(({ reasons }) => reasons.map(({ code }) => code))

const w = (cites: unknown, text: string, entities: readonly string[], more: Given = {}): Given => ({
  cites,
  text,
  kind: 'W',
  entities,
  ...more,
})
const o = (cites: unknown, text: string, entities: readonly string[], more: Given = {}): Given => ({
  cites,
  text,
  kind: 'O',
  entities,
  confidence: 0.8,
  ...more,
})

const day = (...lines: readonly string[]): string => ['# 2026-02-11', '', ...lines, ''].join('\n')
const listed = day(
  '## Lease',
  'Three reasons for leaving Homarr:',
  '- it crashes on upload',
  '- licences got dearer',
  '- nobody maintains the plugin',
)
const planned = day(
  '## Config Changes Planned',
  '### Models',
  '- Switch warelay to Opus 4.6',
  '- [x] Renamed the relay of warelay',
  '- Mail of warelay: ada@example.org',
)

describe('each guard refuses what is wrong, and takes what is right beside it', () => {
  const rows: readonly (readonly [
    guard: string,
    log: string,
    right: Given,
    wrong: Given,
    known?: Partial<ReaderKnown>,
  ])[] = [
    [
      'citation',
      day('Lena moved to Graz.'),
      w('3', 'Lena moved to Graz', ['Lena']),
      w('4', 'Lena moved to Graz', ['Lena']),
    ],
    [
      'citation',
      day('Lena moved to Graz.'),
      w(['3'], 'Lena moved to Graz', ['Lena']),
      w(null, 'Lena moved to Graz', ['Lena']),
    ],
    [
      'citation',
      day(...Array.from({ length: 50 }, (_, at) => `- Lena moved box ${at} to Graz.`)),
      w('3-12', 'Lena moved box 7 to Graz', ['Lena']),
      w('3-50', 'Lena moved box 7 to Graz', ['Lena']),
    ],
    [
      'kind',
      day('Lena moved to Graz.'),
      w(3, 'Lena moved to Graz', ['Lena']),
      w(3, 'Lena moved to Graz', ['Lena'], { kind: 'S' }),
    ],
    [
      'statement',
      day('Lena moved to Graz. She has a dog.'),
      w(3, 'Lena has a dog', ['Lena']),
      w(3, 'She has a dog', ['Lena']),
    ],
    [
      'statement',
      day('Lena moved to Graz and Boris owns a garage.'),
      w(3, 'Boris owns a garage', ['Boris']),
      w(3, 'Lena moved to Graz and Boris owns a garage', ['Lena', 'Boris']),
    ],
    [
      'statement',
      day('Lena moved to Graz. Boris owns a van.'),
      w(3, 'Boris owns a van', ['Boris']),
      w(3, 'Lena moved to Graz. Boris owns a van', ['Boris']),
    ],
    [
      'secret',
      day('The relay of warelay has a password.'),
      w(3, 'The relay of warelay has a password', ['warelay']),
      w(3, 'The relay of warelay has the password: hunter9x8y7z', ['warelay']),
    ],
    [
      'confidence',
      day('Lena wants tea.'),
      o(3, 'Lena wants tea', ['Lena']),
      o(3, 'Lena wants tea', ['Lena'], { confidence: 1 }),
    ],
    [
      'confidence',
      day('Lena wants tea.'),
      o(3, 'Lena wants tea', ['Lena'], { confidence: null }),
      o(3, 'Lena wants tea', ['Lena'], { confidence: 'high' }),
    ],
    ['holder', day('Lena prefers warelay.'), o(3, 'Prefers warelay', ['Lena']), o(3, 'Prefers warelay', ['warelay'])],
    [
      'held',
      day('Lena wants tea.', 'Boris drank tea.'),
      o(3, 'Lena wants tea', ['Lena']),
      o(4, 'Boris drank tea', ['Boris']),
    ],
    [
      'pasted',
      day('Lena wants tea.', '> Boris wants tea.'),
      o(3, 'Lena wants tea', ['Lena']),
      o(4, 'Boris wants tea', ['Boris']),
    ],
    [
      'pasted',
      day('Always tag releases of warelay.', '> Always push warelay on Fridays.'),
      w(3, 'Always tag releases of warelay', ['warelay']),
      w(4, 'Always push warelay on Fridays', ['warelay']),
    ],
    ['entity', day('Lenka moved to Graz.'), w(3, 'Moved to Graz', ['Lena']), w(3, 'Moved to Graz', ['Boris'])],
    [
      'name',
      day('## Lena', 'Lives in Graz.'),
      w(4, 'Lena lives in Graz', ['Lena']),
      w(4, 'Lena lives in Graz with Boris', ['Lena']),
    ],
    [
      'literal',
      day('Lena keeps it in `ops/a.sh`.'),
      w(3, 'Lena keeps it in ops/a.sh', ['Lena']),
      w(3, 'Lena keeps it in `ops/b.sh`', ['Lena']),
    ],
    ['literal', day('Lena uses v1.2.30.'), w(3, 'Lena uses v1.2.30', ['Lena']), w(3, 'Lena uses v1.2.3', ['Lena'])],
    [
      'literal',
      day('Lena said "never again".'),
      w(3, 'Lena said “never again”', ['Lena']),
      w(3, 'Lena said “ever again”', ['Lena']),
    ],
    [
      'number',
      day('Lena pays 1,200 euros.'),
      w(3, 'Lena pays 1200 euros', ['Lena']),
      w(3, 'Lena pays 1201 euros', ['Lena']),
    ],
    ['number', day('Lena has three dogs.'), w(3, 'Lena has 3 dogs', ['Lena']), w(3, 'Lena has four dogs', ['Lena'])],
    [
      'number',
      day('All 31/31 knives of Lena are sharp.'),
      w(3, 'All 31 knives of Lena are sharp', ['Lena']),
      w(3, 'All 13 knives of Lena are sharp', ['Lena']),
    ],
    [
      'number',
      day('## Tiers of Lena', '| tier | price |', '|---|---|', '| bronze | 5 |', '| silver | 7 |', '| gold | 9 |'),
      w('6-8', 'Lena has three tiers: bronze, silver, gold', ['Lena']),
      w('6-8', 'Lena has two tiers: bronze, silver, gold', ['Lena']),
    ],
    [
      'number',
      day('## Tiers of Lena', '| tier | price |', '|---|---|', '| bronze | 5 |', '| silver | 7 |', '| gold | 9 |'),
      w('4-8', 'Lena has three tiers: bronze, silver, gold', ['Lena']),
      w('4-8', 'Lena has four tiers: bronze, silver, gold', ['Lena']),
    ],
    [
      'number',
      day('Lena always swims twice a month.'),
      w(3, 'Lena always swims twice a month', ['Lena']),
      w(3, 'Lena always swims twice a year', ['Lena']),
    ],
    ['number', day('Lena pays $9/mo.'), w(3, 'Lena pays $9 a month', ['Lena']), w(3, 'Lena pays $9 a year', ['Lena'])],
    [
      'date',
      day('Lena left on 3 March.'),
      w(3, 'Lena left on 2026-03-03', ['Lena']),
      w(3, 'Lena left on 3 April', ['Lena']),
    ],
    [
      'date',
      day('Lena left yesterday.'),
      w(3, 'Lena left on 2026-02-10', ['Lena']),
      w(3, 'Lena left on 2026-02-11', ['Lena']),
    ],
    ['date', day('Lena left at 9 pm.'), w(3, 'Lena left at 21:00', ['Lena']), w(3, 'Lena left at 20:00', ['Lena'])],
    [
      'elsewhere',
      day('Lena feeds the goats.', 'Lena mends broken fences.'),
      w(4, 'Lena mends broken fences', ['Lena']),
      w(3, 'Lena mends broken fences', ['Lena']),
    ],
    [
      'denial',
      day('warelay does not support proxies.'),
      w(3, "warelay doesn't support proxies", ['warelay']),
      w(3, 'warelay supports proxies', ['warelay']),
    ],
    [
      'denial',
      day('Boris uses pnpm instead of npm.'),
      w(3, 'Boris uses pnpm', ['Boris']),
      w(3, 'Boris uses npm', ['Boris']),
    ],
    [
      'denial',
      day('warelay runs from /srv/a, not /srv/b.'),
      w(3, 'warelay runs from /srv/a', ['warelay']),
      w(3, 'warelay runs from /srv/b', ['warelay']),
    ],
    [
      'parts',
      day('Boris moved warelay from Fly to Hetzner.'),
      w(3, 'Boris moved warelay from Fly to Hetzner', ['Boris']),
      w(3, 'Boris moved warelay from Hetzner to Fly', ['Boris']),
    ],
    [
      'parts',
      day('Lena was hired by Boris.'),
      w(3, 'Boris hired Lena', ['Boris', 'Lena']),
      w(3, 'Boris was hired by Lena', ['Boris', 'Lena']),
    ],
    [
      'plan',
      planned,
      w(5, 'Planned: warelay switches to Opus 4.6', ['warelay']),
      w(5, 'Switched warelay to Opus 4.6', ['warelay']),
    ],
    [
      'plan',
      planned,
      w(6, 'Renamed the relay of warelay', ['warelay'], { kind: 'B' }),
      w(5, 'warelay is switched to Opus 4.6', ['warelay']),
    ],
    [
      'plan',
      planned,
      w(7, 'The mail of warelay is ada@example.org', ['warelay']),
      w(5, 'warelay has Opus 4.6', ['warelay']),
    ],
    [
      'guess',
      day('Maybe warelay loses mail.'),
      w(3, 'Maybe warelay loses mail', ['warelay']),
      w(3, 'warelay loses mail', ['warelay']),
    ],
    [
      'whole',
      day('12 tests of warelay pass.'),
      w(3, '12 tests of warelay pass', ['warelay']),
      w(3, 'All tests of warelay pass', ['warelay']),
    ],
    [
      'list',
      listed,
      w(
        '4-7',
        'Three reasons for leaving Homarr: it crashes on upload, licences got dearer, nobody maintains the plugin',
        ['Homarr'],
      ),
      w('4-7', 'Three reasons for leaving Homarr: it crashes on upload, licences got dearer', ['Homarr']),
    ],
    [
      'relation',
      day('Lena lives in Wels.'),
      w(3, 'Lena lives in Wels', ['Lena'], { was: '^aaaaaaaaa1' }),
      w(3, 'Lena lives in Wels', ['Lena'], { was: '^aaaaaaaaa9' }),
      { standing: [{ id: 'aaaaaaaaa1', kind: 'world', text: 'Lena lives in Graz', entities: ['Lena'] }] },
    ],
    [
      'relation',
      day('Lena asked for tea again.'),
      w(3, 'Lena asked for tea again', ['Lena'], { supports: '^aaaaaaaaa2' }),
      w(3, 'Lena asked for tea again', ['Lena'], { supports: '^aaaaaaaaa1' }),
      {
        standing: [
          { id: 'aaaaaaaaa1', kind: 'world', text: 'Lena lives in Graz', entities: ['Lena'] },
          { id: 'aaaaaaaaa2', kind: 'opinion', text: 'Prefers tea', entities: ['Lena'] },
        ],
      },
    ],
    [
      'twin',
      day('The backup of warelay takes 7 minutes.'),
      w(3, 'The backup of warelay takes 7 minutes', ['warelay'], { was: '^aaaaaaaaa1' }),
      w(3, 'The backup of warelay takes 7 minutes', ['warelay']),
      {
        standing: [
          { id: 'aaaaaaaaa1', kind: 'world', text: 'The warelay backup takes 6 minutes', entities: ['warelay'] },
        ],
      },
    ],
  ]

  test.each(rows.map(([guard, log, right, wrong, more = {}]) => [guard, log, right, wrong, more] as const))(
    '%s: %j',
    (guard, log, right, wrong, more) => {
      expect(against(log, right, more)).toEqual([])
      expect(against(log, wrong, more)).toContain(guard)
    },
  )

  test('and no guard is without a row', () => {
    expect(guardNames.filter((name) => !rows.some(([guard]) => guard === name))).toEqual([])
  })
})

describe('of an answer', () => {
  const log = day(
    '## Desk',
    'Lenka wants reviews before ten.',
    'Boris owns a garage in Graz.',
    '',
    '| Metric | v1 | v2 |',
    '|---|---|---|',
    '| Applied | 63 | 118 |',
  )

  test('what is taken has its lines, names as they are known, and relations', () => {
    const { accepted, refused } = check(
      log,
      [o('3-4', 'Lena wants reviews before ten', ['Lenka'], { contradicts: ['^aaaaaaaaa2'] })],
      {
        standing: [{ id: 'aaaaaaaaa2', kind: 'opinion', text: 'Lena wants reviews after ten', entities: ['Lena'] }],
      },
    )
    expect(refused).toEqual([])
    expect(accepted).toEqual([
      {
        number: 1,
        kind: 'opinion',
        text: 'Lena wants reviews before ten',
        confidence: 0.8,
        entities: ['Lena'],
        cites: [{ first: 3, last: 4 }],
        was: null,
        supports: [],
        contradicts: ['aaaaaaaaa2'],
      },
    ])
  })

  test('a word that is no name is left out of whom a bullet is about, which may name nobody then', () => {
    const { accepted } = check(day('The search of warelay is slow.'), [
      w(3, 'The search of warelay is slow', ['search', 'warelay']),
      w(3, 'The search is slow', ['search']),
    ])
    expect(accepted.map(({ entities }) => entities)).toEqual([['warelay'], []])
  })

  test('a name behind a title, an initial or an abbreviation opens no second statement', () => {
    for (const text of [
      'Boris gets his pills from Dr. Lena every month',
      'Boris reads the letters of J. Lena every month',
      'Boris wrote down Wels vs. Lena in the end',
    ])
      expect(against(day(`${text}.`), w(3, text, ['Boris', 'Lena']))).toEqual([])
    const two = 'Boris moved to Wels. Lena renews the lease'
    expect(against(day(`${two}.`), w(3, two, ['Boris', 'Lena']))).toEqual(['statement'])
  })

  test('lines apart from each other are cited apart: what stands between them is not held against it', () => {
    const text = day(
      'Lena:',
      'Never calls Boris.',
      '',
      ...Array.from({ length: 14 }, (_, at) => `Line ${at}.`),
      'Owns a garage.',
    )
    const { accepted, refused } = check(text, [w('3,20', 'Lena owns a garage', ['Lena'])])
    expect(refused).toEqual([])
    expect(accepted[0]!.cites).toEqual([
      { first: 3, last: 3 },
      { first: 20, last: 20 },
    ])
  })

  test('a bad bullet takes no good one with it, and what is said twice is taken once', () => {
    const garage = w(5, 'Boris owns a garage in Graz', ['Boris'])
    const { accepted, refused } = check(log, [
      w(5, 'Boris owns 2 garages', ['Boris']),
      garage,
      { ...garage },
      o(4, 'Lena wants reviews before ten', ['Lena']),
    ])
    expect(accepted.map(({ number }) => number)).toEqual([2, 4])
    expect(refused.map(({ answer, reasons }) => [answer.number, reasons.at(-1)!.code])).toEqual([
      [1, 'number'],
      [3, 'twice'],
    ])
  })

  test('what stands already is told apart, and needs its lines', () => {
    const standing = [
      { id: 'aaaaaaaaa1', kind: 'world' as const, text: 'Boris owns a garage in Graz', entities: ['Boris'] },
    ]
    const { known: already, refused } = check(
      log,
      [
        { cites: 5, known: '^aaaaaaaaa1' },
        { cites: 5, known: '^aaaaaaaaa9' },
        { cites: 99, known: '^aaaaaaaaa1' },
      ],
      { standing },
    )
    expect(already).toEqual([{ number: 1, id: 'aaaaaaaaa1', first: 5, last: 5 }])
    expect(refused.map(({ reasons }) => reasons[0]!.code)).toEqual(['relation', 'citation'])
  })

  test('a confidence of what is no opinion says nothing', () => {
    expect(
      check(log, w(5, 'Boris owns a garage in Graz', ['Boris'], { confidence: 1 })).accepted[0]!.confidence,
    ).toBeNull()
  })

  test('the head of a table, and what leads to a list, count as headings do', () => {
    expect(against(log, w(9, 'Applied was 118 in v2', ['Applied']))).toEqual([])
    expect(
      against(listed, w(5, 'One of the reasons for leaving Homarr is that it crashes on upload', ['Homarr'])),
    ).toEqual([])
  })

  test('a paragraph behind a list that is denied or planned, and a table behind another, are read without what leads those', () => {
    const moved = w('7', 'Lena moved to Graz', ['Lena'])
    for (const lead of ['Not supported:', 'Planned:'])
      expect(against(day(lead, '- uploads', '- mails', '', 'Lena moved to Graz.'), moved)).toEqual([])
    const tables = ['| Planned | Owner |', '|---|---|', '| relay | Boris |', '', '| Person | City |', '|---|---|']
    expect(against(day(...tables, '| Lena | Graz |'), w('9', 'Lena lives in the city Graz', ['Lena']))).toEqual([])
  })

  test('who writes a log is meant by I, and by nobody where a person is named', () => {
    const more = { writers: ['Roger'] }
    const text = day('I prefer tea.', 'Lena prefers coffee.')
    expect(against(text, o(3, 'Roger prefers tea', ['Roger']), more)).toEqual([])
    expect(against(text, o(4, 'Roger prefers coffee', ['Roger']), more)).toContain('entity')
  })

  test('each reason is a sentence for who reads', () => {
    const { refused } = check(log, w(5, 'Boris owns 2 garages in Linz', ['Boris']))
    expect(refused[0]!.reasons.map(({ why }) => why)).toEqual([
      'Linz is named neither by its lines nor by their headings: cite the line that does, or leave the name out',
      '2 does not stand in its lines or their headings',
    ])
  })
})

describe('in German, Spanish and Chinese', () => {
  test.each([
    ['denial', 'warelay unterstützt Proxys nicht.', 'warelay unterstützt Proxys nicht', 'warelay unterstützt Proxys'],
    ['date', 'Lena zog am 3. März um.', 'Lena zog am 2026-03-03 um', 'Lena zog am 3. April um'],
    ['number', 'Lena hat drei Hunde.', 'Lena hat 3 Hunde', 'Lena hat vier Hunde'],
    ['name', 'Lena zog nach Graz.', 'Lena zog nach Graz', 'Lena zog nach Wels'],
    [
      'whole',
      '12 Prüfungen von warelay laufen durch.',
      '12 Prüfungen von warelay laufen durch',
      'Alle Prüfungen von warelay laufen durch',
    ],
    ['denial', 'warelay no admite proxies.', 'warelay no admite proxies', 'warelay admite proxies'],
    ['number', 'Lena tiene tres perros.', 'Lena tiene 3 perros', 'Lena tiene cuatro perros'],
    ['denial', 'Lena不喜欢咖啡。', 'Lena不喜欢咖啡', 'Lena喜欢咖啡'],
    ['number', 'Lena有三只狗。', 'Lena有3只狗', 'Lena有四只狗'],
    ['date', 'Lena在2026年3月3日离开。', 'Lena在2026年3月3日离开', 'Lena在2026年4月3日离开'],
  ])('%s: %s', (guard, line, right, wrong) => {
    const entity = line.includes('warelay') ? 'warelay' : 'Lena'
    expect(against(day(line), w(3, right, [entity]))).toEqual([])
    expect(against(day(line), w(3, wrong, [entity]))).toContain(guard)
  })
})
