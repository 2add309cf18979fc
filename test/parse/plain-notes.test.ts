import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { defaultConfig } from '../../src/model/config.js'
import { parseNote } from '../../src/parse/parse-note.js'
import { parsePlainNote } from '../../src/parse/read-note.js'
import { anyMarkdown, mostlyFlat } from './documents.js'

const seed = 22
const path = fc.constantFrom('memory/2025-11-27.md', 'MEMORY.md', 'bank/world.md', 'bank/entities/Peter.md')
const text = fc
  .tuple(
    fc.oneof(mostlyFlat, mostlyFlat, anyMarkdown),
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
      { seed, numRuns: 1500 },
    )
    expect(count).toBeGreaterThan(300)
  })

  test.each([
    ['---\ndate: 2025-11-27\n---\n', false],
    ['---\n', false],
    ['\uFEFF---\ndate: 2025-11-27\n---\n', false],
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
