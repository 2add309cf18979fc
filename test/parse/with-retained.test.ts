import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { defaultConfig } from '../../src/model/config.js'
import { parseNote } from '../../src/parse/parse-note.js'
import { withRetained } from '../../src/parse/with-retained.js'

const path = 'memory/2025-11-27.md'
const added = (text: string, ...bullets: string[]): string | undefined =>
  withRetained(path, text, bullets, defaultConfig)?.text

describe('a bullet goes below the last Retain heading, and every other byte stays', () => {
  test.each([
    ['no log yet', '', '## Retain\n- W @Ana: New\n'],
    ['an empty section', '# Day\n\n## Retain\n\n## Notes\nx\n', '# Day\n\n## Retain\n- W @Ana: New\n\n## Notes\nx\n'],
    ['no section', 'Slept well.', 'Slept well.\n\n## Retain\n- W @Ana: New\n'],
    [
      'bullets',
      '## Retain\n- W @Ana: Old\n\n## Notes\n- loose\n',
      '## Retain\n- W @Ana: Old\n- W @Ana: New\n\n## Notes\n- loose\n',
    ],
    ['another marker', '## Retain\n* W @Ana: Old\n', '## Retain\n* W @Ana: Old\n* W @Ana: New\n'],
    ['no end of line', '## Retain\n- W @Ana: Old', '## Retain\n- W @Ana: Old\n- W @Ana: New'],
    ['CRLF', '## Retain\r\n- W @Ana: Old\r\n', '## Retain\r\n- W @Ana: Old\r\n- W @Ana: New\r\n'],
    ['another language', '## 保留\n- W @Ana: Old\n', '## 保留\n- W @Ana: Old\n- W @Ana: New\n'],
    ['it stands there', '## Retain\n- W @Ana: new\n', '## Retain\n- W @Ana: new\n'],
  ])('%s', (_, before, after) => {
    expect(added(before, '- W @Ana: New')).toBe(after)
  })

  test('one that is given twice is written once', () => {
    expect(added('', '- W @Ana: New', '- W @Ana: new')).toBe('## Retain\n- W @Ana: New\n')
  })

  test('what would be swallowed is not written', () => {
    expect(added('Text\n\n```\ncode', '- W @Ana: New')).toBeUndefined()
  })

  test('whatever the note holds, its facts stay and the new ones are there', () => {
    const line = fc.constantFrom(
      '## Retain',
      '# Day',
      '- W @Ana: Has a cat',
      '* O(c=0.5) @Ana: Likes it',
      '  - nested',
      '',
      'words',
      '```',

      '- O(c=9) @Ana: Wrong',
      '<!--',
      '-->',
      '1. one',
      '> quoted',
      '---',
      '\t- tab',
      '## Retain ##',
      '- W @Ana: Two\n  lines',
    )
    const stated = (text: string): string[] =>
      parseNote(path, text, defaultConfig)
        .facts.filter(({ kind }) => kind !== 'passage')
        .map(({ id, confidence }) => `${id} ${confidence}`)
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 12 }),
        fc.constantFrom('\n', '\r\n'),
        fc.boolean(),
        (lines, eol, ends) => {
          const before = lines.join('\n').replaceAll('\n', eol) + (ends ? eol : '')
          const made = withRetained(path, before, ['- W @Bo: First', '- O(c=0.90) @Bo: Second'], defaultConfig)
          if (made === undefined) return expect(before).toMatch(/```|<!--/)
          expect(stated(made.text).toSorted()).toEqual(
            [...stated(before), ...made.facts.map(({ id, confidence }) => `${id} ${confidence}`)].toSorted(),
          )
          const left = made.text.split('\n')
          for (const each of before.split('\n').filter((text) => text !== ''))
            expect(left.join('\n')).toContain(each.trimEnd())
          expect(
            withRetained(path, made.text, ['- W @Bo: First', '- O(c=0.90) @Bo: Second'], defaultConfig)?.text,
          ).toBe(made.text)
        },
      ),
      { seed: 71, numRuns: 1500 },
    )
  })
})
