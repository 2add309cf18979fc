import { describe, expect, test } from '@jest/globals'
import { defaultConfig } from '../../src/model/config.js'
import { withSlipsMended } from '../../src/parse/mend-slips.js'
import { growth, linear } from '../support/growth.js'
import { parseNote } from '../../src/parse/parse-note.js'

const path = 'memory/2025-11-03.md'
const mended = (text: string, at = path): string | undefined => withSlipsMended(at, text, defaultConfig)?.text
const statedIn = (text: string): string[] =>
  parseNote(path, text, defaultConfig).facts.flatMap(({ kind, text: said }) => (kind === 'passage' ? [] : [said]))

describe('typed bullets under no Retain heading', () => {
  test('are moved word for word below one at the end, and every other line stays', () => {
    expect(
      mended('# Log\n\n## Facts\n\n- O(c=0.8) @Ann: Likes rain\n- W @Bo: Is in  `Graz`\n\n## Walk\n\nA walk.\n'),
    ).toBe(
      '# Log\n\n## Facts\n\n## Walk\n\nA walk.\n\n## Retain\n- O(c=0.8) @Ann: Likes rain\n- W @Bo: Is in  `Graz`\n',
    )
  })

  test('are moved behind the last fact where a section stands', () => {
    expect(mended('- W @Bo: Is in Graz\n\n## Retain\n\n* W @Ann: Has a cat\n\n## More\n\nA walk.\n')).toBe(
      '## Retain\n\n* W @Ann: Has a cat\n* W @Bo: Is in Graz\n\n## More\n\nA walk.\n',
    )
  })

  test('are facts then, and a second time finds nothing', () => {
    const text = 'A walk.\n\n- W @Ann: Has a cat\n  that is grey\n- B @Bo: Went home\n'
    const made = mended(text)!
    expect(statedIn(text)).toEqual([])
    expect(statedIn(made)).toEqual(['Has a cat that is grey', 'Went home'])
    expect(mended(made)).toBeUndefined()
    expect(made.split('\n').filter((line) => line.trim() !== '')).toEqual([
      ...text.split('\n').filter((line) => line.trim() !== '' && line.startsWith('A')),
      '## Retain',
      ...text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('A')),
    ])
  })

  test.each([
    [
      'line ends',
      '# Log\r\n\r\n- W @Ann: Has a cat\r\n\r\nA walk.\r\n',
      '# Log\r\n\r\nA walk.\r\n\r\n## Retain\r\n- W @Ann: Has a cat\r\n',
    ],
    ['a byte order mark', '\uFEFF# Log\n\n- W @Ann: Has a cat\n', '\uFEFF# Log\n\n## Retain\n- W @Ann: Has a cat\n'],
    ['no line end at the end', 'A walk.\n\n- W @Ann: Has a cat', 'A walk.\n\n## Retain\n- W @Ann: Has a cat\n'],
    [
      'odd blanks',
      'A walk. \t\n\n\n\nMore.\n- W @Ann: Has a cat\n',
      'A walk. \t\n\n\n\nMore.\n\n## Retain\n- W @Ann: Has a cat\n',
    ],
  ])('keep what is theirs and others’: %s', (_, text, made) => {
    expect(mended(text)).toBe(made)
  })

  test.each([
    ['holds more below it', '- W @Ann: Has a cat\n  - It is grey\n'],
    ['has a paragraph of its own below it', '- W @Ann: Has a cat\n\n  It is grey.\n'],
    ['is no bullet at the margin', '> - W @Ann: Has a cat\n'],
    ['is an example', '```\n- W @Ann: Has a cat\n```\n'],
    ['is not well formed', '- O(c=1.5) @Ann: Likes rain\n'],
    ['is a fact of the note already', '- W @Ann: Has a cat\n\n## Retain\n- W @Ann: Has a cat\n'],
    ['stands above an open fence, which would hold what comes behind', '- W @Ann: Has a cat\n\n```\ncode\n'],
  ])('stay where they are where one %s', (_, text) => {
    expect(mended(text)).toBeUndefined()
  })

  test('that can be moved are, beside one that cannot', () => {
    expect(mended('- W @Ann: Has a cat\n  - It is grey\n\nA walk.\n\n- W @Bo: Is in Graz\n')).toBe(
      '- W @Ann: Has a cat\n  - It is grey\n\nA walk.\n\n## Retain\n- W @Bo: Is in Graz\n',
    )
  })

  test('are moved in time that grows with the note, where one cannot be', () => {
    const make = (size: number): string =>
      `- W @Ann: Has a cat\n  - It is grey\n\n${Array.from({ length: size / 20 }, (_, at) => `- W @Bo: Has cat ${at}\n`).join('')}`
    expect(withSlipsMended(path, make(400), defaultConfig)!.bullets).toBe(20)
    expect(growth(make, (text) => mended(text), 4000)).toBeLessThan(linear)
  })

  test('of one statement are moved once, and the second stays', () => {
    expect(mended('- W @Ann: Has a cat\n\nA walk.\n\n- W @Ann: Has a cat\n')).toBe(
      'A walk.\n\n- W @Ann: Has a cat\n\n## Retain\n- W @Ann: Has a cat\n',
    )
  })

  test('join no two lines that a bullet stood between', () => {
    const made = mended('One\n- W @Ann: Has a cat\n\n# Two\n')
    expect(made).toBe('One\n\n# Two\n\n## Retain\n- W @Ann: Has a cat\n')
  })

  test('are none in a note without a day, where nobody is told that they are', () => {
    expect(mended('- W @Ann: Has a cat\n', 'memory/ann.md')).toBeUndefined()
  })

  test('are told by their lines, before and behind', () => {
    const { lines, bullets } = withSlipsMended(path, 'A walk.\n\n- W @Ann: Has a cat\n', defaultConfig)!
    expect(bullets).toBe(1)
    expect(lines.map(({ sign, line, text }) => `${line}${sign}${text}`)).toEqual([
      '3-- W @Ann: Has a cat',
      '3+## Retain',
      '4+- W @Ann: Has a cat',
    ])
  })
})
