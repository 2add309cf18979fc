import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { defaultConfig } from '../../src/model/config.js'
import type { Note } from '../../src/model/note.js'
import { parseNote } from '../../src/parse/parse-note.js'
import { withLinksAsMentions } from '../../src/parse/wikilinks.js'

const read = (text: string, wikilinks = true): Note =>
  parseNote('memory/2026-11-20.md', text, { ...defaultConfig, mentions: { wikilinks } })
const told = (text: string, wikilinks = true): unknown[] =>
  read(text, wikilinks).facts.map(({ kind, text: said, mentions, leading }) => [kind, said, mentions, leading])

describe('wikilinks as mentions', () => {
  test.each([
    ['[[Peter]] came.', '@Peter came.'],
    ['[[Tom Okafor]] came.', '@Tom-Okafor came.'],
    ['[[people/Peter.md#Work]] came.', '@Peter came.'],
    ['[[Peter^a1b2c3]] came.', '@Peter came.'],
    ['[[Peter|Pete]] came.', 'Pete (@Peter) came.'],
    ['[[Peter|Peter]] came, and [[Ana]].', '@Peter came, and @Ana.'],
    ["[[Peter]]'s kiln", "@Peter's kiln"],
    ['two [[kiln]]s', 'two @kiln s'],
    ['[[Peter]]/[[Ana]]', '@Peter / @Ana'],
    ['the[[kiln]]', 'the @kiln'],
    ['我和[[小明]]去', '我和 @小明 去'],
  ])('%s is %s', (text, expected) => expect(withLinksAsMentions(text)).toBe(expected))

  test.each([
    'a day’s log [[2026-11-19]] and [[memory/2026-11-19-pitch]], a week [[2026-W47]]',
    'what is shown, ![[map.png]]',
    'code `[[Peter]]` and <!-- [[Peter]] -->',
    '[[What is next?]]',
    '[[ ]] [[]] [[#Heading]] [[Peter] [Peter]]',
  ])('%s stays', (text) => expect(withLinksAsMentions(text)).toBe(text))

  test('no word is lost, and what is read once is read', () =>
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('[[', ']]', '|', '#', '^', 'Peter', ' ', '`', '!', '小明', '.', '\n')),
        (parts) => {
          const once = withLinksAsMentions(parts.join(''))
          expect(withLinksAsMentions(once)).toBe(once)
          if (parts.every((part) => part !== '#' && part !== '^'))
            for (const word of ['Peter', '小明'])
              expect(once.split(word).length).toBeGreaterThanOrEqual(
                Math.min(2, parts.filter((each) => each === word).length + 1),
              )
        },
      ),
      { seed: 19 },
    ))
})

describe('a note', () => {
  const log = '## Retain\n- W [[Peter]]: Met [[Tom Okafor|Tom]].\n\n## Evening\n\n[[Ana]] sang.\n\n```\n[[Ana]]\n```\n'

  test('mentions whom it links, where the settings say so', () =>
    expect(told(log)).toEqual([
      ['world', 'Met Tom (@Tom-Okafor).', ['Peter', 'Tom-Okafor'], 1],
      ['passage', '@Ana sang.', ['Ana'], 0],
      ['passage', '[[Ana]]', [], 0],
    ]))

  test('mentions nobody by a link in its text where they do not, but for whom a bullet begins with', () =>
    expect(told(log, false)).toEqual([
      ['world', 'Met [[Tom Okafor|Tom]].', ['Peter'], 1],
      ['passage', '[[Ana]] sang.', [], 0],
      ['passage', '[[Ana]]', [], 0],
    ]))

  test('with links has the ids of one with mentions', () =>
    expect(read('## Retain\n- W [[Peter]]: Met [[Ana]].\n').facts[0]!.id).toBe(
      read('## Retain\n- W @Peter: Met @Ana.\n', false).facts[0]!.id,
    ))
})
