import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { defaultConfig } from '../../src/model/config.js'
import { parseNote } from '../../src/parse/parse-note.js'
import { parsePlainNote } from '../../src/parse/read-note.js'
import { anyMarkdown, mostlyFlat } from './documents.js'

const seed = 22
const path = fc.constantFrom('memory/2025-11-27.md', 'MEMORY.md', 'bank/world.md', 'bank/entities/Peter.md')
const value = fc.oneof(
  fc.constantFrom(
    'Tom',
    '2025-11-27',
    '007',
    '1.10',
    'yes',
    'null',
    '~',
    '[]',
    '""',
    'a: b',
    '- a',
    '&a b',
    '*a',
    '! x',
    '{a: b}',
  ),
  fc.constantFrom(
    'Tom Okafor',
    '"Tom Okafor"',
    "'Tom'",
    '[Tom, "T. O."]',
    '[a, [b]]',
    '[a,b]',
    '[a, ]',
    'x # y',
    '"a"b',
    '| a',
    '>',
  ),
  fc.stringMatching(/^[-a-zA-Z0-9 .,:"'[\]_#&*!|>{}~@%`é]{0,12}$/),
)
const key = fc.constantFrom(
  'name',
  'aliases',
  'date',
  'type',
  'not',
  'judged',
  'title',
  'constructor',
  'a b',
  '- x',
  'A',
)
const front = fc
  .array(fc.tuple(key, value, fc.constantFrom(': ', ': ', ': ', ':', ' : ', ':  ')), { maxLength: 4 })
  .map((entries) => ['---', ...entries.map(([name, said, between]) => `${name}${between}${said}`), '---'])
const text = fc
  .tuple(
    fc
      .tuple(fc.oneof(fc.constant([]), front), fc.oneof(mostlyFlat, mostlyFlat, anyMarkdown))
      .map(([above, below]) => [...above, ...below]),
    fc.constantFrom('\n', '\n', '\r\n', '\r'),
    fc.constantFrom('', '\uFEFF'),
  )
  .map(([lines, eol, mark]) => mark + lines.join(eol))

describe('notes that need no Markdown library', () => {
  test('are parsed as they would be with it, so a hook and a rebuild believe the same', () => {
    let count = 0
    fc.assert(
      fc.property(path, text, (where, note) => {
        const plain = parsePlainNote(where, note, defaultConfig)
        if (plain === undefined) return
        count++
        expect(plain).toEqual(parseNote(where, note, defaultConfig))
      }),
      { seed, numRuns: Number(process.env['LAW_RUNS'] ?? 1500) },
    )
    expect(count).toBeGreaterThan(300)
  })

  test.each([
    ['---\ndate: 2025-11-27\n---\n', true],
    ['---\nname: "Tom Okafor"\naliases: [Tom, "T. O."]\n---\n# Tom\n', true],
    ['---\naliases: []\n---\n', true],
    ['---\n', false],
    ['---\n---\n', false],
    ['---\naliases:\n  - Tom\n---\n', false],
    ['---\nname: Tom # a note\n---\n', false],
    ['---\nname: Tom\nname: Tim\n---\n', false],
    ['---\nname: "a\\nb"\n---\n', false],
    ['\uFEFF---\ndate: 2025-11-27\n---\n', true],
    ['## Retain\n- W @Peter: Is home.\n', true],
    ['\uFEFF## Retain\r\n- W @Peter: Is home.\r\n', true],
    ['| a |\n|---|\n', true],
    ['> quoted\n\n1. one\n   - two\n', true],
    ['[a\nb]: c\n', false],
    ['', true],
  ])('%j needs none: %s', (note, expected) => {
    expect(parsePlainNote('memory/2025-11-27.md', note, defaultConfig) !== undefined).toBe(expected)
  })
})
