import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { mergeLog } from '../../src/git/merge-log.js'

const text = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('')
const merged = (base: readonly string[], ours: readonly string[], theirs: readonly string[]): string[] =>
  mergeLog(text(base), text(ours), text(theirs)).text.split('\n').slice(0, -1)

describe('a log of which both sides changed the same lines', () => {
  const top = ['## Retain', '- W Shared']

  test('keeps what both sides wrote, ours first', () =>
    expect(merged(top, [...top, '- W Ours'], [...top, '- W Theirs'])).toEqual([...top, '- W Ours', '- W Theirs']))

  test('loses what one side took out, though the other wrote right behind it', () => {
    const was = [...top, '- W Wrong']
    expect(merged(was, [...was, '- W Behind it'], top)).toEqual([...top, '- W Behind it'])
    expect(merged(was, top, [...was, '- W Behind it'])).toEqual([...top, '- W Behind it'])
  })

  test('keeps both wordings where both sides changed one, and the one where the other side took it out', () => {
    expect(merged(['- W Tea'], ['- W Green tea'], ['- W Black tea'])).toEqual(['- W Green tea', '- W Black tea'])
    expect(merged(['- W Tea'], ['- W Green tea'], [])).toEqual(['- W Green tea'])
  })

  test('has once what both begin or end with, and a blank line where either needs one', () => {
    const day = ['# Monday']
    const [left, right] = [
      [...day, '', '## Retain', '- W Ours', ''],
      [...day, '', '## Retain', '- W Theirs', ''],
    ]
    expect(merged(day, left, right)).toEqual([...day, '', '## Retain', '- W Ours', '- W Theirs', ''])
  })

  describe('takes a list item of several lines as one', () => {
    const item = ['- W @Ada: Runs ten kilometres', '  along the canal,', '  whatever the weather.']
    const [river, snow] = [
      ['- W @Ada: Runs ten kilometres', '  along the river,', '  whatever the weather.'],
      ['- W @Ada: Runs ten kilometres', '  along the canal,', '  unless it snows.'],
    ]

    test('where each side changed another line of it', () =>
      expect(merged([...top, ...item], [...top, ...river], [...top, ...snow])).toEqual([...top, ...river, ...snow]))

    test('where both changed its first line, and not the next', () => {
      const [tea, green, black] = ['Tea', 'Green tea', 'Black tea'].map((what) => [`- W ${what}`, '  in the morning'])
      expect(merged(tea!, green!, black!)).toEqual([...green!, ...black!])
    })

    test('where one side took it out', () => {
      expect(merged([...top, ...item], [...top, ...river], top)).toEqual([...top, ...river])
      expect(merged([...top, ...item, '- W Next'], [...top, '- W Next'], [...top, ...river, '- W Next'])).toEqual([
        ...top,
        ...river,
        '- W Next',
      ])
    })

    test('where one side wrote more of it, and the other a new one behind it', () => {
      const more = [...item, '  She likes it.']
      expect(merged(item, [...item, '- W New'], more)).toEqual(['- W New', ...more])
      expect(merged(item, more, [...item, '- W New'])).toEqual([...more, '- W New'])
    })

    test('where two changes are apart by its own lines alone', () => {
      const lines = ['- W One', '  two', '  three', '  four', '  five']
      const [ours, theirs] = ['ours', 'theirs'].map((who) => [
        `- W ${who}`,
        '  two',
        '  three',
        '  four',
        `  of ${who}`,
      ])
      expect(merged(lines, ours!, theirs!)).toEqual([...ours!, ...theirs!])
    })

    test('also where it goes on without being indented, or behind a blank line', () => {
      const [was, ours, theirs] = [
        ['- W Tea', 'in the morning'],
        ['- W Green tea', 'in the morning'],
        ['- W Tea', 'at night'],
      ]
      expect(merged(was!, ours!, theirs!)).toEqual([...ours!, ...theirs!])
      expect(merged(top, [...top, '- W Ours'], [...top, 'and theirs'])).toEqual([
        '## Retain',
        '- W Ours',
        '- W Shared',
        'and theirs',
      ])
      const long = [...item, '', '  A second paragraph.']
      expect(merged(long, [...long, '- W New'], [...long, '  More of it.'])).toEqual([
        '- W New',
        ...long,
        '  More of it.',
      ])
    })

    test('and its nested items as items of their own', () =>
      expect(merged(item, [...item, '  - ours'], [...item, '  - theirs'])).toEqual([...item, '  - ours', '  - theirs']))
  })

  test('keeps what each side wrote below the heading that it wrote it under', () => {
    const day = (who: string): string[] => ['# Thursday', '', `Text of ${who}.`, '', '## Retain', `- W ${who} says.`]
    expect(merged([], day('Ada'), day('Ben'))).toEqual([
      '# Thursday',
      '',
      'Text of Ada.',
      '',
      'Text of Ben.',
      '',
      '## Retain',
      '- W Ada says.',
      '- W Ben says.',
    ])
    const [evening, night] = ['Evening', 'Night'].map((what) => ['', `## ${what}`, '', `${what} comes.`])
    expect(merged(top, [...top, '- W Ours', ...evening!], [...top, '- W Theirs'])).toEqual([
      ...top,
      '- W Ours',
      '- W Theirs',
      ...evening!,
    ])
    expect(merged(top, [...top, ...evening!], [...top, '- W Theirs', ...night!])).toEqual([
      ...top,
      '- W Theirs',
      ...evening!,
      ...night!,
    ])
  })

  test('takes code as one, whatever in it looks like a heading', () => {
    const code = ['', '```sh', '# not a heading', '', '- no item', '```']
    expect(merged(top, [...top, '- W Ours', ...code], [...top, '- W Theirs'])).toEqual([
      ...top,
      '- W Ours',
      ...code,
      '- W Theirs',
    ])
  })

  test('lets no text of theirs go on in a list item of ours', () =>
    expect(mergeLog('', '- W Ours\r\n', 'Text\r\n').text).toBe('- W Ours\r\n\r\nText\r\n'))

  test('keeps the blank lines of what stays, where a whole log is taken out of it', () => {
    const [ours, theirs] = ['Ada', 'Ben'].map((who) => ['', `Text of ${who}.`, '', '## Retain', `- W ${who} says.`])
    const both = ['# Thursday', ...ours!, ...theirs!]
    expect(merged(['# Thursday', ...theirs!], both, [])).toEqual(['# Thursday', ...ours!, ''])
  })

  test('takes text that is in no list line by line', () => {
    const log = ['Up at six.', 'Rain.', 'Bread.', 'To bed.']
    const [ours, theirs] = [log.with(1, 'Sun.'), log.with(1, 'Snow.')]
    expect(merged(log, ours, theirs)).toEqual(['Up at six.', 'Sun.', 'Snow.', 'Bread.', 'To bed.'])
    expect(merged(log, [...log, 'Ours.'], [...log, 'Theirs.'])).toEqual([...log, 'Ours.', 'Theirs.'])
  })

  test('is not misled by lines that look like the marks of a conflict', () => {
    const marks = ['<'.repeat(50), '|'.repeat(50), '='.repeat(50), '>'.repeat(50)]
    expect(merged(marks, [...marks, '- W Ours'], [...marks, '- W Theirs'])).toEqual([
      ...marks,
      '- W Ours',
      '- W Theirs',
    ])
  })

  test('may hold any number of lines that look so', () => {
    const quoted = Array.from({ length: 200_000 }, (_, at) => '>'.repeat((at % 60) + 1))
    const out = merged(quoted, [...quoted, '- W Ours'], [...quoted, '- W Theirs'])
    expect(out.slice(-2)).toEqual(['- W Ours', '- W Theirs'])
    expect(out).toHaveLength(quoted.length + 2)
  })

  test('keeps its carriage returns, and bytes that are no UTF-8', () => {
    const [base, ours, theirs] = ['a\r\n', 'a\r\nb\xff\r\n', 'a\r\nc\r\n']
    expect(mergeLog(base, ours, theirs, 'latin1')).toEqual({ text: 'a\r\nb\xff\r\nc\r\n', conflict: false })
  })

  const names = ['a', 'b', 'c', 'd', 'e', 'f']
  const some = fc.subarray(names)

  test.each<[string, (name: string) => string[]]>([
    ['line', (name) => [name]],
    ['list item', (name) => [`- ${name}`, `  and ${name}`, `goes on as ${name}.`, '', `  A paragraph of ${name}.`]],
  ])('has every %s that a side wrote, none that a side took out, and no mark, whatever was done', (_, made) => {
    fc.assert(
      fc.property(some, some, some, (base, ours, theirs) => {
        const [was, left, right] = [base, ours, theirs].map((side) => side.flatMap(made))
        const out = merged(was!, left!, right!)
        const kept = out.flatMap((line) => names.filter((name) => made(name)[0] === line))
        expect(out).toEqual(kept.flatMap(made))
        for (const name of names) {
          const [isOurs, isTheirs] = [ours.includes(name), theirs.includes(name)]
          const isKept = base.includes(name) ? isOurs && isTheirs : isOurs || isTheirs
          expect([name, kept.includes(name)]).toEqual([name, isKept])
        }
      }),
      { numRuns: 60 },
    )
  })
})
