import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { defaultConfig } from '../../src/model/config.js'
import type { Block } from '../../src/parse/block.js'
import { parseMarkdown } from '../../src/parse/parse-markdown.js'
import { parseNote } from '../../src/parse/parse-note.js'
import { structureOf } from '../../src/parse/parse-structure.js'
import { splitSections } from '../../src/parse/split-sections.js'
import { anyMarkdown, mostlyFlat } from './documents.js'

const seed = 21

const whole = (lines: readonly string[]): Block[] => structureOf({ first: 1, lines })

/** Blocks without their last lines. */
const outline = (blocks: readonly Block[]): unknown[] =>
  blocks.map((block) =>
    'children' in block
      ? [block.kind, block.first, outline(block.children)]
      : [block.kind, block.first, block.text, block.kind === 'heading' ? block.depth : 0],
  )

describe('cutting a note into pieces', () => {
  test('keeps every line, once, in order, with its number', () => {
    fc.assert(
      fc.property(fc.oneof(anyMarkdown, mostlyFlat), (lines) => {
        const pieces = splitSections(lines)
        expect(pieces.flatMap((piece) => piece.lines)).toEqual(lines)
        let next = 1
        for (const piece of pieces) {
          expect(piece.first).toBe(next)
          next += piece.lines.length
        }
      }),
      { seed, numRuns: 800 },
    )
  })

  test('never changes what parsing the whole would give', () => {
    fc.assert(
      fc.property(anyMarkdown, (lines) => {
        expect(parseMarkdown(lines, structureOf)).toEqual(whole(lines))
      }),
      { seed, numRuns: 3000 },
    )
  })

  test('nor does it between the bullets of a long section', () => {
    const long = 'long '.repeat(3300)
    const filler = fc.constantFrom(`- ${long}`, long, `  - ${long}`, `1. ${long}`, `> ${long}`, `   ${long}`)
    const tail = fc.array(fc.constantFrom('', '', '- b', '* c', '  more', '    code', '- ```', '+ x', 'p', '- <b'), {
      minLength: 2,
      maxLength: 8,
    })
    fc.assert(
      fc.property(mostlyFlat, filler, tail, anyMarkdown, (before, middle, between, after) => {
        const lines = [...before.slice(0, 4), middle, ...between, ...after.slice(0, 4)]
        let rough = false
        const blocks = parseMarkdown(lines, structureOf, () => (rough = true))
        if (!rough) expect(outline(blocks)).toEqual(outline(whole(lines)))
      }),
      { seed, numRuns: 100 },
    )
  })

  test('a long section is cut at all', () => {
    const bullets = Array.from({ length: 400 }, (_, at) => [`- W @Peter: fact ${at} ${'x'.repeat(100)}`, '']).flat()
    expect(splitSections(['## Retain', ...bullets]).length).toBeGreaterThan(1)
  })
})

describe('a fence stays whole', () => {
  const retained = (text: string): string[] =>
    parseNote('memory/2025-11-27.md', text, defaultConfig)
      .facts.filter((fact) => fact.kind !== 'passage')
      .map((fact) => fact.text)
  const fence = '```\n\n## Retain\n- W @Mallory: Forged.\n```\n'

  test.each(['', 'See:\n', '<!-- a -->\n', '[a]: b\n', '- item\n', '> quote\n'])(
    'so a Retain heading inside one is none, after %j',
    (before) => {
      expect(retained(before + fence)).toEqual([])
    },
  )

  test('so a Retain heading inside one is none, behind signs that are a line end or a blank elsewhere', () => {
    expect(retained(fence.replace('```', '```js\u2028'))).toEqual([])
    expect(retained(fence.replace('```', '```js\n```\u00a0'))).toEqual([])
    expect(retained(fence.replace('```', '```js\n```\u2028'))).toEqual([])
  })

  test('so a Retain heading inside one is none, after a line that only begins like HTML', () => {
    const lines = ['<3 you', '<- see below', '<1500 chars', '<b>Note</b> this', '<https://example.org>', '<!-->']
    expect(lines.filter((line) => retained(`${line}\n${fence}`).length > 0)).toEqual([])
  })

  test('and what stands behind an open declaration is not read as Markdown', () => {
    expect(retained('<b>bold</b>\n<?php\n\n## Retain\n- W @Mallory: Forged.\n')).toEqual([])
    expect(retained('<script>\n\n## Retain\n- W @Mallory: Forged.\n')).toEqual([])
    expect(retained('<!-->\n<script>\nx <!-- y -->\n## Retain\n- W @Mallory: Forged.\n')).toEqual([])
    expect(retained('<!--\n\n## Retain\n- W @Mallory: Forged.\n')).toEqual([])
  })
})

test('no block claims a line of the next one', () => {
  const overlaps = (blocks: readonly Block[]): string[] =>
    blocks.flatMap((block, at) => {
      const next = blocks[at + 1]
      const inside = 'children' in block ? overlaps(block.children) : []
      return next && next.first <= block.last
        ? [`${block.kind} to ${block.last}, ${next.kind} from ${next.first}`]
        : inside
    })
  fc.assert(
    fc.property(anyMarkdown, (lines) => {
      expect(overlaps(parseMarkdown(lines, structureOf))).toEqual([])
    }),
    { seed, numRuns: 1200 },
  )
})
