import { describe, expect, test } from '@jest/globals'
import { defaultConfig } from '../../src/model/config.js'
import { parseNote } from '../../src/parse/parse-note.js'
import { growth, linear } from '../support/growth.js'

const problems = (text: string): [number, string][] =>
  parseNote('memory/2025-11-27.md', text, defaultConfig).problems.map(({ line, message }) => [line, message])
const dash = 'a dash without a blank behind it begins no bullet: what follows is read as more of this text'

describe('bullets that are read otherwise than they were meant', () => {
  test('many names with commas between them, and no colon: in time that does not double with each', () => {
    const names = (count: number): string => Array.from({ length: count }, (_, at) => `@n${at}`).join(',')
    const log = (count: number): string => `## Retain\n- W ${names(count)} went sailing\n`
    // Asked first, so that no start from cold is taken for the time of a short line.
    expect(problems(`## Retain\n- W ${names(3)}: went sailing\n`)).toEqual([
      [2, 'is not about @n0,@n1,@n2: a space or another sign ends a mention before its colon'],
    ])
    expect(problems(log(1))).not.toEqual([])
    expect(growth(log, problems, 7)).toBeLessThan(linear)
  })

  test('a dash without a blank, below a bullet or a blank line', () => {
    expect(problems('## Retain\n- O(c=0.9) @Lena: Hates tiles.\n-W @Lena: Has no car.\n')).toEqual([[3, dash]])
    expect(problems('## Retain\n- W @Lena: Sings.\n\n-O(c=0.3) @Lena: Likes boats.\n')).toEqual([[4, dash]])
    expect(problems('## Retain\n- W @Lena: Scores -W in chess, @Jo: no, -2 @Jo.\n')).toEqual([])
  })

  test('a line without a marker at the margin, which is more of the bullet above it', () => {
    const bare = 'no marker stands before it: the line is read as more of what stands above it'
    expect(problems('## Retain\n- W @Lena: Sings.\nO(c=0.9) @Bob @Jo: Like tiles.\n')).toEqual([[3, bare]])
    expect(problems('## Retain\nAll day.\nW @Bob: Swims.\n')).toEqual([[3, bare]])
    expect(problems('## Retain\n- W @Lena: He said\n  B @Bob: no.\nB flat: and well.\n')).toEqual([])
    expect(problems('## Notes\n- W: wash\nW @Lena: Sings.\n')).toEqual([])
  })

  test('a dash without a blank is told by its own line, not by that of the good bullet above it', () => {
    const log = '# Monday\n\nIn Graz.\n\n## Retain\n- W @Bob: First.\n-W @Bob: second.\n-W @Bob: third.\n'
    expect(problems(log)).toEqual([
      [7, dash],
      [8, dash],
    ])
    expect(problems(log.replaceAll('\n', '\r\n')).map(([line]) => line)).toEqual([7, 8])
    expect(problems(`---\ntitle: a\n---\n${log}`).map(([line]) => line)).toEqual([10, 11])
    expect(problems('## Retain\nAll day:\n-W @Bob: First.\n').map(([line]) => line)).toEqual([3])
    expect(problems('## Retain\n- W @Bob: First. -W @Bob: second.\n').map(([line]) => line)).toEqual([2])
    expect(problems('## Retain\n- W @Bob: First.\n\n  ```\n  -W @Bob: second.\n  ```\n')).toEqual([])
  })

  describe('a sign that is no marker of Markdown’s', () => {
    const told = (text: string): [number, string, string][] =>
      parseNote('memory/2025-11-27.md', text, defaultConfig).problems.map(({ line, kind, hint }) => [line, kind, hint])
    const doubt = (line: number, bullet: string): [number, string, string] => [
      line,
      'doubtful',
      `write - ${bullet} … at the margin`,
    ]

    test('swallows no bullet into the one above without a word, and what is read stays as Markdown has it', () => {
      const log = '## Retain\n- W @Ann: Owns a boat.\n• W @Bob: Is allergic to nuts.\n– W @Cy: Moved to Rome.\n'
      expect(told(log)).toEqual([doubt(3, 'W @Bob:'), doubt(4, 'W @Cy:')])
      const { facts } = parseNote('memory/2025-11-27.md', log, defaultConfig)
      expect(facts.map(({ kind, text }) => [kind, text])).toEqual([
        ['world', 'Owns a boat. • W @Bob: Is allergic to nuts. – W @Cy: Moved to Rome.'],
      ])
      expect(problems(log)[0]![1]).toBe('• begins no bullet here: the line is read as more of what stands above it')
    })

    test('makes no section of nothing but passages without a word, not even where a rule below makes a heading of it', () => {
      const section = '## Retain\n\n• W @Ann: Owns a boat.\n• O(c=0.9) @Bob @Cy: Like nuts.\n'
      const each = [doubt(3, 'W @Ann:'), doubt(4, 'O(c=0.9) @Bob @Cy:')]
      expect(told(section)).toEqual(each)
      expect(told(`${section}---\n`)).toEqual(each)
      expect(told(section.replaceAll('\n', '\r\n'))).toEqual(each)
      expect(problems(section)[0]![1]).toBe('• begins no bullet here: the line is read as plain text')
    })

    test.each(['•', '–', '—', '·', '‣', '◦', '▪', '●', '−', '  •\t', '•\u00a0', '-  •', '   –', '      -', '1. •'])(
      'is told where it is %j',
      (sign) => {
        expect(told(`## Retain\nAll day.\n${sign} W @Bob: Swims.\n`)).toEqual([doubt(3, 'W @Bob:')])
      },
    )

    test.each([
      ['• W @Bob swims', 'W @Bob:'],
      ['•W: It rained', 'W:'],
      ['• O (c=0.9) @Bob: Swims', 'O(c=0.9) @Bob:'],
      ['— O(c=0.9) It rained', 'O(c=0.9):'],
      ['• W @ Bob: Swims', 'W @Name:'],
    ])('is told before %s', (line, bullet) => {
      expect(told(`## Retain\n- W @Ann: Sings.\n${line}\n`)).toEqual([doubt(3, bullet)])
    })

    test('is none in ordinary narrative, in code, or under another heading', () => {
      const lines = [
        '• Walked home',
        '– so they say',
        '– B: not so',
        '• @Bob',
        '– S-Bahn @home',
        '— W. B. Yeats',
        '• (W)',
      ]
      const texts = [
        ...lines.map((line) => `## Retain\n- W @Ann: Sings.\n${line}\n\n${line}\n`),
        '## Retain\n- W @Ann: Sings.\n  - Loudly – W @Bob: says so.\n1. W @Ann: Swims.\n2. W @Ann: Dives.\n',
        '## Retain\n\n```\n• W @Ann: Sings.\n```\n\n<!--\n• W @Ann: Sings.\n-->\n',
        '## Notes\n\n• W @Ann: Sings.\n',
      ]
      for (const text of texts) expect([text, told(text)]).toEqual([text, []])
    })
  })

  test.each(['## Retained', '## What to retain', '**Retain this**', '# Log'])(
    'typed bullets below %s, once a note',
    (heading) => {
      const text = `${heading}\n\n- W @Eva: Has a boat.\n- O(c=0.9) @Eva: Likes sailing.\n- Walked home.\n`
      expect(problems(text)).toEqual([[3, 'a typed bullet under no Retain heading is no fact, like 1 more']])
    },
  )

  const named = [
    'B @Eva @Boris: Went sailing.',
    'W @"Anna Lee": Has a boat.',
    'W @Eva @"Anna Lee" @Boris: Have a boat.',
    'W [[Anna Lee]]: Has a boat.',
    'O(c=0.9)@Eva: Likes sailing.',
    `W(at=packages/server/${'deeper/'.repeat(12)}routes.ts#readAll) @Eva: Wrote it.`,
  ]

  test.each(named)('one is found however it names somebody: %s', (bullet) => {
    expect(problems(`# Log\n\n- ${bullet}\n`)).toEqual([[3, 'a typed bullet under no Retain heading is no fact']])
  })

  test.each(named)('and is a fact below a heading that begins with Retain: %s', (bullet) => {
    const { facts } = parseNote('memory/2025-11-27.md', `## Retain (evening)\n\n- ${bullet}\n`, defaultConfig)
    expect(facts).toMatchObject([{ text: bullet.slice(bullet.lastIndexOf(': ') + 2) }])
    expect(facts[0]!.kind).not.toBe('passage')
    expect(facts[0]!.leading).toBeGreaterThan(0)
  })

  test('no bullet of a note that is no log, and none that names nobody', () => {
    expect(parseNote('memory/notes.md', '- W @Eva: Has a boat.\n', defaultConfig).problems).toEqual([])
    expect(problems('## Plan\n\n- W: wash\n- O for Otto @home\n- B (bring) @Eva later: cake\n')).toEqual([])
  })
})

test('a date: in front matter that a template left empty is told as nothing', () => {
  expect(problems('---\ndate:\n---\nSlept well.\n')).toEqual([[1, 'front matter date must be a date, got nothing']])
})

describe('a note whose name says a day that nobody can be sure of', () => {
  const doubts = (path: string, text = '## Retain\n- W @Eva: Has a boat.\n'): unknown[] =>
    parseNote(path, text, defaultConfig).problems.map(({ line, kind, hint }) => [line, kind, hint])

  test.each([
    ['03-04-2026.md', 'name it memory/2026-04-03.md or memory/2026-03-04.md, or write date: in its front matter'],
    ['2026-02-30.md', 'name it memory/YYYY-MM-DD.md, by a day that there is'],
    ['20260230.md', 'name it memory/YYYY-MM-DD.md, by a day that there is'],
  ])('%s', (name, hint) => {
    expect(doubts(`memory/${name}`)).toEqual([[0, 'doubtful', hint]])
  })

  test.each([
    '2026-03-03.md',
    '2026-03-03-porto.md',
    'notes.md',
    '2026.md',
    '2026-03.md',
    '2026-Q1.md',
    '2026-W12.md',
    '2026-3.md',
    'room-2026-3-3.md',
    '12345678.md',
    '20261340.md',
    '2026031211.md',
    '192.168.1.20.md',
    '1-2-3.md',
    '10-20-30-2026.md',
  ])('is not %s', (name) => {
    expect(doubts(`memory/${name}`)).toEqual([])
  })

  test('is none that has its day in its front matter, and no page', () => {
    expect(doubts('memory/03-04-2026.md', '---\ndate: 2026-03-03\n---\n\nA day.\n')).toEqual([])
    expect(doubts('bank/entities/03-04-2026.md')).toEqual([])
  })

  test('is none either that has a moment there: its day is the one that was written, in whatever zone', () => {
    const dayOf = (date: string): unknown =>
      parseNote('memory/a.md', `---\ndate: ${date}\n---\n\nA day.\n`, defaultConfig).day
    expect(dayOf('2026-02-14T23:30:00-05:00')).toBe('2026-02-14')
    expect(dayOf('2026-02-14 00:30')).toBe('2026-02-14')
    expect(dayOf('"2026-02-14T23:30:00.000Z"')).toBe('2026-02-14')
    expect(dayOf('14 Feb 2026')).toBe('2026-02-14')
    expect(dayOf('2026-W07')).toBeNull()
    expect(doubts('memory/a.md', '---\ndate: 02/11/2026\n---\n\nA day.\n')).toEqual([
      [1, 'malformed', 'write date: 2026-11-02 or date: 2026-02-11'],
    ])
  })
})

describe('bullets that name nobody, though somebody was meant', () => {
  const hints = (...bullets: readonly string[]): string[] =>
    parseNote(
      'memory/2025-11-27.md',
      `## Retain\n${bullets.map((each) => `- ${each}\n`).join('')}`,
      defaultConfig,
    ).problems.map(({ hint }) => hint)

  test.each([
    ['W @Tom likes chess', 'write W @Tom: likes chess'],
    ['W @Tom @Anna like chess.', 'write W @Tom @Anna: like chess.'],
    ['O(c=0.8) @Tom-Okafor likes chess', 'write O(c=0.8) @Tom-Okafor: likes chess'],
    ['S @李雷 喜欢茶', 'write S @李雷: 喜欢茶'],
    [
      'W @Tom Likes the long way home through the old harbour',
      'write W @Tom: Likes the long way home through the old …',
    ],
    ['W @: Empty.', 'write W @Name:'],
    ['O(c=0.8) @ Tom: Sings', 'write O @Tom:'],
    ['W – @Tom: dash.', 'write W @Tom:'],
    ['B - @Tom @Anna: dash.', 'write B @Tom @Anna:'],
    ['@Tom: No letter.', 'write W @Tom: at its start, or B, O or S'],
    ['@Tom @Anna：No letter, either.', 'write W @Tom @Anna: at its start, or B, O or S'],
    ['[W] @Tom: x.', 'write W @Name: at its start'],
    ['[O](c=0.8) @Tom: x.', 'write O @Name: at its start'],
  ])('%s', (bullet, hint) => {
    expect(hints(bullet)).toEqual([hint])
  })

  test('a letter that only looks like one of ours in upper case stops no note from being read', () => {
    expect(hints('obſervation @Tom: Sings.', 'OBSERVATION @Tom: Sings.')).toEqual(['write S @Name: at its start'])
  })

  test.each([
    ['W @Tom Okafor (0.9): Sings.', 'write W @Tom-Okafor:'],
    ['O @Tom Okafor (0.9): Sings.', 'write O(c=0.90) @Tom-Okafor:'],
    ['O @Tom, @Anna (c=0.9): Sing.', 'write O(c=0.9) @Tom @Anna:'],
    ['O @Tom (0,9): Sings.', 'write O(c=0.90) @Tom:'],
    ['O @Tom (90%): Sings.', 'write O(c=0.90) @Tom:'],
    ['O @Tom (1.0): Sings.', 'write O(c=1.00) @Tom:'],
    ['W @Tom (a, b): Sings.', 'write W @"Tom-(a,-b)":'],
    ['W @R&d Lab: Sings.', 'write W @"R&d-Lab":'],
    ['W @R&d Lab, Tom: Sing.', 'write W @"R&d-Lab" @Tom:'],
    ['W @Tom (2): Sings.', 'write W @"Tom-(2)":'],
    ['W @Yahoo!, Anna Lind: Sing.', 'write W @"Yahoo!" @Anna-Lind:'],
  ])('what is to be written in place of %s names whom it names, in a form that is read', (bullet, hint) => {
    expect(hints(bullet)).toEqual([hint])
    expect(hints(`${hint.slice('write '.length)} Sings.`)).toEqual([])
  })

  test('is no bullet of which that is not plain', () => {
    expect(
      hints(
        'W @Tom: likes chess',
        'W @Tom said: no',
        'W @Tom is home at 12:30',
        "W @Tom's cat is ill",
        'W @Tom, a friend, likes chess',
        'W @Tom and Anna like chess',
        'W @Tom likes @Anna',
        'W Likes @Tom',
        'W – so they say – it rains',
        '@Tom likes chess',
        '[x] @home water the plants',
        '[w] @Tom: a box of his own',
        '@Tom: Sings <!-- ^k3f9a2c1x7 -->',
      ),
    ).toEqual([])
  })

  test.each([
    ['O 0.9 @Dee: Likes jazz.', 'write O(c=0.90) @Dee:'],
    ['O .85 @Dee @Tom: Like jazz.', 'write O(c=0.85) @Dee @Tom:'],
    ['O (0.9): @Dee likes blues.', 'write O(c=0.90) @Dee:'],
    ['O (90%) @Dee: Likes blues.', 'write O(c=0.90) @Dee:'],
    ['O 85 @Dee: Likes blues.', 'write O(c=0.85) @Dee:'],
    ['O c=0.9 @Dee: Likes blues.', 'write O(c=0.9) @Dee:'],
    ['O: 0.9: @Dee: Likes blues.', 'write O(c=0.90) @Dee:'],
    ['W 0.9 @Dee: Sings.', 'write W @Dee:'],
    ['O @Dee: Likes folk (c=0.9)', 'write O(c=0.9) @Dee:'],
    ['O Folk is liked (c=0.9, until=2026-12-01).', 'write O(c=0.9, until=2026-12-01)'],
    ['W @Dee @Tom: Live in Graz (until=2026-12-01)', 'write W(until=2026-12-01) @Dee @Tom:'],
    ['W @Dee: Sings (c=0.9)', 'write O(c=0.9) @Dee: for an opinion'],
    ['O[c=0.9] @Dee: Likes punk.', 'write O(c=0.9) @Dee:'],
    ['O{c=0.9}: It rains.', 'write O(c=0.9):'],
    ['O（c=0.9）@李雷：喜欢茶', 'write O(c=0.9) @李雷:'],
    ['O [0.9] @Dee: Likes punk.', 'write O(c=0.90) @Dee:'],
    ['O[0.9] @Dee: Likes punk.', 'write O(c=0.90) @Dee:'],
    ['WW @Dee: Sings.', 'write W @Dee:'],
    ['oo(c=0.9) @Dee: Sings.', 'write O(c=0.9) @Dee:'],
    ['W @Dee; Dances.', 'write W @Dee: Dances.'],
    ['W @Dee @Tom ; Dance at 12:30.', 'write W @Dee @Tom: Dance at 12:30.'],
    ['O(c=0.9) @Dee - likes jazz', 'write O(c=0.9) @Dee: likes jazz'],
  ])('a slip that takes the confidence, the name or the kind: %s', (bullet, hint) => {
    expect(hints(bullet)).toEqual([hint])
  })

  test('is none of those where the words may be meant', () => {
    expect(
      hints(
        'O (maybe) @Dee: sings',
        'O 0.9 is a fair guess',
        'W 12:30 @Dee came',
        'W 3 @Dee fans came',
        'W @Dee: Sings (and dances)',
        'W @Dee: Light is fast (c=299792458)',
        'W @Dee: Solved it (x=3)',
        'O(c=0.8) @Dee: Likes folk (c=0.9) much',
        'O[1] is a footnote',
        'Oo @Dee sings',
        'WWW @Dee is a fan',
        'SOS @Dee: help',
        'W @Dee – a friend – dances',
        'W Dances; @Dee: so',
      ),
    ).toEqual([])
    const log = parseNote('memory/2025-11-27.md', 'WW @Dee: Sings.\n\n- WW @Dee: Sings.\n', defaultConfig)
    expect(log.problems).toEqual([])
  })

  test('is none of a person’s on a page that a letter is not asked of, nor the edit of a fact without a colon', () => {
    const page = '# Tom\n\n- @Tom: ask him.\n\n## Curated\n\n- W(of=^k3f9a2c1x7) @Tom likes chess\n'
    expect(parseNote('bank/entities/Tom.md', page, defaultConfig).problems).toEqual([])
  })
})

describe('what is suggested for a bracket that cannot be read', () => {
  const hint = (bullet: string): string | undefined =>
    parseNote('memory/2025-11-27.md', `## Retain\n- ${bullet}\n`, defaultConfig).problems[0]?.hint

  test.each([
    ['W(until 2026-12-01) @Ann: Rents.', 'write W(until=2026-12-01)'],
    ['W(until: 2026-12) @Ann: Rents.', 'write W(until=2026-12)'],
    ['W(Until 2026-12-01) @Ann: Rents.', 'write W(until=2026-12-01)'],
    ['W(until 2026-12-01, was=^k3f9a2c1x7) @Ann: Rents.', 'write W(until=2026-12-01, was=^k3f9a2c1x7)'],
    ['O(c 0.9) @Ann: Sings.', 'write O(c=0.90)'],
    ['O(c:0,9, until=2026) @Ann: Sings.', 'write O(c=0.90, until=2026)'],
    ['O(0.9, until=2026) @Ann: Sings.', 'write O(c=0.90, until=2026)'],
    ['B(supports ^k3f9a2c1x7) @Ann: Sang.', 'write B(supports=^k3f9a2c1x7)'],
    ['O(c=85) @Ann: Sings.', 'write O(c=0.85)'],
    ['O(85) @Ann: Sings.', 'write O(c=0.85)'],
    ['O(c=100) @Ann: Sings.', 'write O(c=1.00)'],
    ['O(c=70%) @Ann: Sings.', 'write O(c=0.70)'],
    ['O(c=85, until=2026) @Ann: Sings.', 'write O(c=0.85, until=2026)'],
    ['O(until=2026, c=85%) @Ann: Sings.', 'write O(until=2026, c=0.85)'],
    ['O(c=0.9,) @Ann: Sings.', 'write O(c=0.9)'],
    ['O(, c=0.9, until=2026) @Ann: Sings.', 'write O(c=0.9, until=2026)'],
  ])('keeps what was said in %s', (bullet, said) => {
    expect(hint(bullet)).toBe(said)
  })

  test.each([
    ['W(maybe) @Ann: Rents.', 'write W without a bracket'],
    ['O(likely, until=2026) @Ann: Sings.', 'write O(c=0.95, until=2026)'],
    ['W(maybe, until=2026) @Ann: Rents.', 'write W(until=2026)'],
    ['W(until soon) @Ann: Rents.', 'write until=YYYY-MM-DD'],
    ['W(0.9) @Ann: Rents.', 'write W without a bracket'],
    ['O() @Ann: Sings.', 'write O without a bracket'],
    ['O(0.9, c=0.8) @Ann: Sings.', 'write O(c=0.8)'],
    ['W(until 2026, until=2027) @Ann: Rents.', 'write W(until=2027)'],
    ['O(c=1.5) @Ann: Sings.', 'write O(c=0.95)'],
    ['O(c=5) @Ann: Sings.', 'write O(c=0.95)'],
    ['O(c=850) @Ann: Sings.', 'write O(c=0.95)'],
  ])('is an example where nobody knows what %s means', (bullet, said) => {
    expect(hint(bullet)).toBe(said)
  })
})

describe('a merge conflict that was committed', () => {
  const left = 'a merge conflict is left here: both its sides are read, and its markers are words'
  const conflict = '<<<<<<< HEAD\n- W @Eva: Has a boat.\n=======\n- W @Eva: Has a car.\n>>>>>>> topic\n'

  test('is told once, with its line, wherever it stands and whatever its line ends', () => {
    expect(problems(`## Retain\n${conflict}`)).toEqual([[2, left]])
    expect(problems(`## Retain\n- W @Eva: Sings.\n${conflict}- W @Eva: Swims.\n\n${conflict}`)).toEqual([
      [3, left],
      [10, left],
    ])
    expect(problems(`## Retain\n\n${conflict}`.replaceAll('\n', '\r\n'))).toEqual([[3, left]])
    expect(problems('<<<<<<< HEAD\nIn Graz.\n=======\nIn Wels.\n>>>>>>> topic\n')).toEqual([[1, left]])
    expect(problems(`## Retain\n${conflict.replace('=======', '||||||| 1f2e3d4\n=======')}`)).toEqual([[2, left]])
  })

  test('is none in code, with a marker missing or in another order, or not at the margin', () => {
    const others = [
      `\`\`\`\n${conflict}\`\`\`\n`,
      `- As Git shows it:\n  ~~~\n${conflict.replace(/^(?=.)/gm, '  ')}  ~~~\n`,
      conflict.replace('=======\n', ''),
      conflict.replace('<<<<<<< HEAD\n', ''),
      conflict.replace('>>>>>>> topic\n', ''),
      `>>>>>>> topic\n\nThe plan\n=======\n\n<<<<<<< HEAD\n`,
      `The plan\n=======\n\n<<<<<<< said he\n\n>>>>>>> said she\n`,
    ]
    for (const text of others) expect([text, problems(text).filter(([, told]) => told === left)]).toEqual([text, []])
  })
})
