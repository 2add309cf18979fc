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

    test('and its nested items as items of their own', () =>
      expect(merged(item, [...item, '  - ours'], [...item, '  - theirs'])).toEqual([...item, '  - ours', '  - theirs']))
  })

  test('lets no text of theirs go on in a list item of ours', () => {
    const day = (who: string): string[] => ['# Thursday', '', `Text of ${who}.`, '', '## Retain', `- W ${who} says.`]
    expect(merged([], day('Ada'), day('Ben'))).toEqual([...day('Ada'), '', ...day('Ben').slice(2)])
    expect(merged(top, [...top, '- W Ours'], [...top, 'Text of theirs.'])).toEqual([
      ...top,
      '- W Ours',
      '',
      'Text of theirs.',
    ])
    expect(mergeLog('', '- W Ours\r\n', 'Text\r\n').text).toBe('- W Ours\r\n\r\nText\r\n')
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

  const lines = fc.subarray(['a', 'b', 'c', 'd', 'e', 'f'])

  test('has every line that a side wrote, none that a side took out, and no mark, whatever was done', () => {
    fc.assert(
      fc.property(lines, lines, lines, (base, ours, theirs) => {
        const out = merged(base, ours, theirs)
        for (const line of ['a', 'b', 'c', 'd', 'e', 'f']) {
          const [was, left, right] = [base, ours, theirs].map((side) => side.includes(line))
          expect([line, out.includes(line)]).toEqual([line, was ? left && right : left || right])
        }
        expect(out.every((line) => line.length === 1)).toBe(true)
      }),
      { numRuns: 60 },
    )
  })
})
