import { describe, expect, test } from '@jest/globals'
import { defaultConfig } from '../../src/model/config.js'
import { isSuggested, type Fact } from '../../src/model/fact.js'
import { parseNote } from '../../src/parse/parse-note.js'
import { refusedIn, withDropped, withKept } from '../../src/parse/suggestion-marks.js'

const path = 'memory/2025-11-27.md'
const passage = 'k3f9a2c1x7'
const read = (text: string): readonly Fact[] => parseNote(path, text, defaultConfig).facts
const suggestions = (text: string): Set<string> =>
  new Set(
    read(text)
      .filter(isSuggested)
      .map(({ id }) => id),
  )
const kept = (text: string): string | undefined => withKept(path, text, suggestions(text), defaultConfig)
const dropped = (text: string): string | undefined => withDropped(path, text, suggestions(text), defaultConfig)

describe('the mark of a suggestion', () => {
  test.each([
    [`- W(suggested=^${passage}) @Ana: Sings.`, `- W(from=^${passage}) @Ana: Sings.`],
    [`- W(suggested=^${passage}): Sings.`, `- W(from=^${passage}): Sings.`],
    [`* O(c=0.80, suggested=^${passage}) @Ana: Likes tea.`, `* O(c=0.80, from=^${passage}) @Ana: Likes tea.`],
    [`+  O( suggested=^${passage} ,c=.8) @Ana: Likes tea.`, `+  O( from=^${passage} ,c=.8) @Ana: Likes tea.`],
    [
      `1. B(until=2026, suggested = ^${passage}+^12m7d97uez, was=^0123456789) @Ana: Sang.`,
      `1. B(until=2026, from = ^${passage}+^12m7d97uez, was=^0123456789) @Ana: Sang.`,
    ],
    [
      `- W(suggested=^${passage}) @Ana: Says (suggested=^${passage})\n  over two lines.`,
      `- W(from=^${passage}) @Ana: Says (suggested=^${passage})\n  over two lines.`,
    ],
  ])('%j becomes what it was made of, and no other byte changes', (bullet, expected) => {
    const [before, after] = [
      `\uFEFF# Day  \n\ntext\t\n\n## Retain\n- W @Ben: Swims.\n`,
      `- W @Ben: Rows.\n\n## Notes\n- W (suggested=^${passage}) no bullet\n`,
    ]
    expect(kept(`${before}${bullet}\n${after}`)).toBe(`${before}${expected}\n${after}`)
    expect(kept(`${before}${bullet}\n${after}`.replaceAll('\n', '\r\n'))).toBe(
      `${before}${expected}\n${after}`.replaceAll('\n', '\r\n'),
    )
    expect(kept(`## Retain\n${bullet}`)).toBe(`## Retain\n${expected}`)
  })

  test('changes in those that are named, and of no other', () => {
    const text = `## Retain\n- W(suggested=^${passage}) @Ana: Sings.\n- W(suggested=^${passage}) @Ana: Dances.\n`
    const [first] = read(text)
    expect(withKept(path, text, new Set([first!.id]), defaultConfig)).toBe(text.replace('suggested', 'from'))
    expect(withKept(path, text, new Set(), defaultConfig)).toBe(text)
  })
})

describe('a suggestion that is dropped', () => {
  test.each(['\n', '\r\n'])('leaves a comment that names its passages, and every other byte, with %j', (end) => {
    const text = [
      '## Retain',
      '- W @Ben: Swims.',
      `- W(suggested=^${passage}+^12m7d97uez) @Ana: Sings`,
      '  over two lines.',
      `- W(suggested=^0123456789) @Ana: Dances.`,
      '- W @Ben: Rows.',
      '',
    ].join(end)
    const now = dropped(text)!
    expect(now).toBe(
      [
        '## Retain',
        '- W @Ben: Swims.',
        `<!-- not suggested: ^${passage}+^12m7d97uez -->`,
        '<!-- not suggested: ^0123456789 -->',
        '- W @Ben: Rows.',
        '',
      ].join(end),
    )
    expect(refusedIn(now)).toEqual([passage, '12m7d97uez', '0123456789'])
    expect(read(now).map(({ text: said }) => said)).toEqual(['Swims.', 'Rows.'])
    expect(refusedIn(text)).toEqual([])
  })
})
