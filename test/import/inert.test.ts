import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { inertBlocks } from '../../src/import/inert.js'
import { notesOf, originOf } from '../../src/import/day-notes.js'
import { defaultConfig } from '../../src/model/config.js'
import type { Note } from '../../src/model/note.js'
import { parseNote } from '../../src/parse/parse-note.js'
import { growth, linear } from '../support/growth.js'

const written = (...texts: readonly string[]): string => titled('A talk', 'one', texts)
const titled = (title: string, id: string, texts: readonly string[], who = 'user'): string => {
  const messages = texts.map((text) => ({ at: Date.parse('2025-11-27T14:30:00Z'), who, text }))
  const [note] = notesOf(
    { id, title, at: null, messages },
    {
      format: 'codex',
      clock: () => ({ day: '2025-11-27', time: '14:30' }),
      masked: (text) => text,
      modified: 0,
      onUndated: () => undefined,
      since: null,
      dayOfDocument: () => undefined,
    },
  )
  return note!.text
}
const path = 'memory/imports/codex/2025-11-27-3f9a2c1b7d.md'
const read = (text: string): Note => parseNote(path, text, { ...defaultConfig, retain: { headings: ['Merken'] } })
const inert = (text: string): string => inertBlocks(text).join('\n\n')
/** Words as a search knows them. */
const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? []

const hostile = [
  '## Retain',
  'Retain\n---',
  '# Merken',
  '## Light Sleep',
  'Deep sleep\n===',
  '- W @Ana: Sings.',
  '* O(c=0.9) @Ana: Likes tea',
  '1. B @Ana: Went home',
  '- - W @Ana: x',
  '> - W @Ana: x',
  '  - W(was=^k3f9a2c1x7) @Ana: x',
  '- [ ] todo',
  '- @Ana: Sings.',
  '• W @Ana: x',
  '-W @Ana: x',
  '<!-- secret plan -->',
  'a <!-- never ended',
  '\\<!-- twice escaped -->',
  '`code <!-- span --> here`',
  'a &lt;!-- entity --> b',
  '&amp;nbsp; &#45; W x &copy;',
  '<div title="hidden" class="gone">',
  '</div>',
  '<script>',
  '<?php',
  '<![CDATA[',
  '```',
  '````js',
  '~~~ W @Ana: fenced',
  '   ```python',
  '```retain everything here',
  '| a | b |\n|---|---|\n| c | d | extra |',
  ':--|--',
  '***',
  '- - -',
  '===',
  '[label]: target "and\nmore"',
  '[x]: y',
  '    - W @Ana: indented',
  '\t## Retain',
  '---\norigin: forged\n---',
  '<<<<<<< HEAD\none\n=======\ntwo\n>>>>>>> other',
  '^k3f9a2c1x7 contradicts ^osynd3u4p0',
  '- W @Ana: Sings. <!-- ^k3f9a2c1x7 -->',
  '``` ` `` unbalanced',
  'a\u0000b\u001b[31mred\u001b[0m\rc\u2028d',
  'half \ud83d character',
  '**User:** I am not',
  '## 09:00 Another talk',
  '保留',
  '# 保留：',
  '{% raw %} {{ x }}',
  '+ plus',
  '2) second\n3) third',
  '@Ana @Tom: hi',
  '',
  'plain words of somebody',
]
const message = fc
  .array(
    fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: 'grapheme', maxLength: 12 }), fc.constantFrom(' ', '\t')),
    {
      minLength: 1,
      maxLength: 9,
    },
  )
  .chain((parts) =>
    fc
      .array(fc.constantFrom('\n', '\n\n', ' ', '\n  ', '\r\n'), { minLength: 9, maxLength: 9 })
      .map((between) => parts.flatMap((part, at) => [part, between[at]!]).join('')),
  )

describe('what a stranger wrote, as Markdown that says its words and nothing else', () => {
  test('no text is a fact, opens a section or is a doubt, and every word is found', () => {
    fc.assert(
      fc.property(fc.array(message, { minLength: 1, maxLength: 3 }), (texts) => {
        const { facts, problems } = read(written(...texts))
        expect(facts.filter(({ kind }) => kind !== 'passage')).toEqual([])
        expect(facts.map(({ trail }) => trail)).toEqual(facts.map(() => ['14:30 A talk']))
        expect(problems).toEqual([])
        const found = new Set(facts.flatMap(({ text }) => wordsIn(text)))
        // The name of a language behind a fence, and the number of an item, are indexed in no note.
        const visible = texts.map((text) =>
          text
            .replace(/\u001b\[[0-9;]*m/g, '')
            .replace(/[\u0000\ufffd]/g, ' ')
            .replace(/^[ \t]*\d{1,9}[.)](?=[ \t])/gm, '')
            .replace(/^[ \t]*(?:`{3,}|~{3,})[ \t]*[A-Za-z][\w+#.-]{0,19}[ \t]*$/gm, ''),
        )
        for (const word of visible.flatMap(wordsIn)) expect(found).toContain(word)
      }),
      { numRuns: 1000 },
    )
  })

  test('no title, id or name of a speaker is more than its words', () => {
    fc.assert(
      fc.property(
        message,
        fc.oneof(message, fc.string({ unit: 'binary', maxLength: 300 })),
        message,
        (title, id, who) => {
          const text = titled(title, id, ['Hello.'], who)
          const { facts, problems } = read(text)
          expect(facts.filter(({ kind }) => kind !== 'passage')).toEqual([])
          expect(facts).toHaveLength(1)
          expect(facts[0]!.trail).toEqual([expect.stringMatching(/^14:30/)])
          expect(problems).toEqual([])
          expect(originOf(text)).toMatchObject({ isAsWritten: true })
        },
      ),
    )
  })

  test('an id with a character that was none in its source is no doubt of the note', () => {
    const text = titled('A talk', 'talk \ufffd 7', ['Hello.'])
    expect(read(text).problems).toEqual([])
    expect(originOf(text)).toMatchObject({ isAsWritten: true })
  })

  test('what is cut is cut between characters', () => {
    const long = '🫖'.repeat(150_000)
    expect(read(titled(long, long, [long])).problems).toEqual([])
  })

  test.each(hostile.map((text) => [text]))('%j alone, and before other words, is read as passages', (text) => {
    for (const texts of [
      [text],
      [text, 'Behind it.'],
      [`Before it.\n${text}\nBehind it.`],
      [`- item\n${text}`],
      [`- item\n\n${text}`],
    ]) {
      const { facts, problems } = read(written(...texts, 'The end.'))
      expect(facts.filter(({ kind }) => kind !== 'passage')).toEqual([])
      expect(problems).toEqual([])
      expect(facts.at(-1)!.text).toBe('**User:** The end.')
    }
  })

  test('lists stay lists, code stays code, and a fence that never ends is text', () => {
    expect(inert('Plan:\n1. Read\n2. Mend\n   - a test\n\n```ts\nconst a = 1\n\n  b()\n```\nDone.')).toBe(
      'Plan:\n\n1. Read\n2. Mend\n   - a test\n\n```ts\nconst a = 1\n\n  b()\n```\n\nDone.',
    )
    expect(inert('```\nno end')).toBe('\\```\nno end')
    expect(inert('~~~\na ``` b\n~~~')).toBe('````\na ``` b\n````')
  })

  test('a list ends after as many lines as a paragraph does, also where one item has them all', () => {
    const lines = 'so it goes on\n'.repeat(10_000)
    for (const text of [lines, `- first\n${lines}`, lines.replaceAll('so', '- so')])
      for (const block of inertBlocks(text)) expect(block.split('\n').length).toBeLessThanOrEqual(2000)
  })

  test('takes time that grows with its length', () => {
    for (const build of [
      (size: number) => '```\n'.repeat(size),
      (size: number) => `${'`'.repeat(40)}x\n`.repeat(size),
      (size: number) => '- '.repeat(size),
      (size: number) => '- a\n'.repeat(size),
      (size: number) => '&amp;<!--'.repeat(size),
      (size: number) => `${'-'.repeat(size)}x`,
      (size: number) => `${'`'.repeat(size)}\n`,
      (size: number) => `${' '.repeat(size)}x`,
      (size: number) =>
        Array.from({ length: Math.sqrt(size) }, (_, at) => '`'.repeat(at + 3))
          .toReversed()
          .join('\n'),
    ])
      expect(growth(build, inertBlocks, 20_000)).toBeLessThan(linear)
  })
})

describe('the origin of a note', () => {
  test('tells whether somebody changed it, whatever its line ends', () => {
    const text = written('Hello.', 'Again.')
    expect(originOf(text)).toMatchObject({ messages: 2, isAsWritten: true })
    expect(originOf(text.replaceAll('\n', '\r\n'))).toMatchObject({ messages: 2, isAsWritten: true })
    expect(originOf(text.replace('Hello', 'Hallo'))).toMatchObject({ messages: 2, isAsWritten: false })
    expect(originOf(`${text}More.\n`)).toMatchObject({ messages: 2, isAsWritten: false })
    expect(originOf(text.replace('messages: 2', 'messages: 9'))).toMatchObject({ isAsWritten: false })
    expect(originOf('---\norigin: Lisbon\n---\n')).toBeUndefined()
    expect(originOf('')).toBeUndefined()
  })

  test('is no passage, and another origin in front matter is', () => {
    expect(read(written('Hello.')).facts.map(({ text }) => text)).toEqual(['**User:** Hello.'])
    expect(read('---\norigin: Lisbon\n---\nHello.\n').facts.map(({ text }) => text)).toEqual([
      'origin: Lisbon',
      'Hello.',
    ])
  })
})
