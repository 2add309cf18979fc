import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { defaultConfig } from '../../src/model/config.js'
import { isFactId, type Fact } from '../../src/model/fact.js'
import type { Note } from '../../src/model/note.js'
import { beginMarker, endMarker } from '../../src/model/page.js'
import { decode } from '../../src/parse/decode.js'
import { parseNote } from '../../src/parse/parse-note.js'
import { renderLine } from '../../src/render/render-line.js'
import { anyMarkdown } from './documents.js'
import { bulletOf, shown } from '../belief/statements.js'

const seed = 26
const read = (text: string, path = 'memory/2025-11-27.md'): Note => parseNote(path, text, defaultConfig)
const said = (facts: readonly Fact[]): string[] => facts.map((fact) => `${fact.origin} ${fact.kind}: ${fact.text}`)

describe('a page of bank/', () => {
  const generated = renderLine(shown(bulletOf('O(c=0.8) @Peter: Likes tea')), 'bank/opinions.md')
  const page = (inside: string[], outside: string[] = []): string =>
    ['# Opinions', '', beginMarker('9f3ab210'), 'What is believed.', '## Peter', ...inside, endMarker, ...outside].join(
      '\n',
    )
  const facts = (text: string): string[] => said(read(text, 'bank/opinions.md').facts)

  test('gives facts only where a person wrote bullets, inside the block or outside', () => {
    const text = page([generated, '- W @Peter: Mine, inside'], ['', '- W @Peter: Mine, outside', '', 'Some narrative.'])
    expect(facts(text)).toEqual([
      'curated world: Mine, inside',
      'curated world: Mine, outside',
      'curated passage: Some narrative.',
    ])
  })

  test('is cited by the lines of the file, not by what is left of it', () => {
    const note = read(page([generated, generated, '- W @Peter: Mine, inside']), 'bank/opinions.md')
    expect(note.facts.map((fact) => fact.source)).toEqual([{ path: 'bank/opinions.md', first: 8, last: 8 }])
  })

  test('never learns from itself: generated, edited, struck and uncommented lines are no facts and no passages', () => {
    const lines = [
      generated,
      generated.replace('c=0.80', 'c=0.1'),
      generated.replace('tea', 'coffee'),
      generated.replace(/^- (.*)( <!--)/, '- ~~$1~~$2'),
      generated.replace(/ <!--.*/, ''),
      '- retired ^k3f9a2c1x7: O @Peter: Likes tea',
      '- O(c=0.50, of=^k3f9a2c1x7, on=2025-11-29) @Peter: Likes tea',
    ]
    expect(facts(page(lines))).toEqual([])
    expect(facts(page([], lines))).toEqual([])
    expect(facts(lines.join('\n'))).toEqual([])
  })

  test('text inside the block is layout, not a passage', () => {
    expect(facts(page(['Some words of the template', '', '> a quote', '| a |', '|---|', '| b |']))).toEqual([])
  })

  test('every typed bullet of a person’s counts, without a Retain heading, and a wrong one is reported', () => {
    const note = read(
      page([], ['## Curated', '- O(c=0.9) @Peter: A pin', '- O(c=9) @Peter: Too sure']),
      'bank/opinions.md',
    )
    expect(said(note.facts)).toEqual(['curated opinion: A pin', 'curated passage: O(c=9) @Peter: Too sure'])
    expect(note.problems).toMatchObject([{ path: 'bank/opinions.md', line: 9, kind: 'malformed' }])
  })

  test('all list markers make bullets there too', () => {
    for (const marker of ['-', '*', '+', '1.'])
      expect([
        marker,
        facts(page([`${marker} W @Peter: Mine`])),
        facts(page([], [`${marker} W @Peter: Mine`])),
      ]).toEqual([marker, ['curated world: Mine'], ['curated world: Mine']])
  })

  test('its day is none, and the days that a fact names are read all the same', () => {
    const [fact] = read('- W @Peter: Moved on Nov 27, 2025', 'bank/world.md').facts
    expect(fact).toMatchObject({ day: null, occurred: { start: '2025-11-27', end: '2025-11-27' } })
  })
})

describe('a daily log', () => {
  test('Markdown that only looks generated is a person’s own there', () => {
    const line = '- O(c=0.80) @Peter: Likes tea <!-- ^k3f9a2c1x7 80 2025-11-27 9f3ab210 -->'
    expect(said(read(`## Retain\n${line}\n`).facts)).toEqual(['stated opinion: Likes tea'])
  })

  test('what dreaming wrote into it is left out, up to the next heading of its level', () => {
    const text =
      '# Day\n## Light Sleep\n- W @X: dreamt\n### Deeper\nmore\n## REM sleep\nx\n## Retain\n- W @Peter: real\n'
    expect(said(read(text).facts)).toEqual(['stated world: real'])
  })
})

describe('no word is lost', () => {
  /** `W` stands for a word of its own. */
  const templates = [
    [
      '',
      '',
      '',
      '#',
      'W W',
      '- W W',
      '* W W',
      '+ W',
      '-',
      '1. W',
      '2) W',
      '  - W',
      '    - W',
      '   W',
      '      W',
      '\tW',
    ],
    ['- W @W: W W', '- O(c=0.9) @W: W W.', '* W W', '- O(c=7) @W: W', '- X @W: W', '- w @W W', '- O(c=0.5 @W: W'],
    ['- O (c=0.5) W', '- W(zz=W) W', '- S:', '- W @W:', '- W @W @W W', '- W @W @W: W', '- W(until=2025-01-01) W'],
    ['# W', '## Retain', '### W ###', '===', '---', '***', '* * *', '- ## W', '> ## Retain', '> # W', '- B W'],
    ['```', '```js', '~~~', '````', '    ```', '- ```', '> ```', '`W', 'W `W` <!-- W', '- W `` W ` W', '``W`` W'],
    ['<!-- W -->', '<!-- W', 'W -->', 'W <!-- W --> W', '- W `<!-- W` W', '- <!-- W', '> W <!-- W', '-- W', '*\tW'],
    ['<div>', '<div>W</div>', '</div>', '<b>W</b> W', '<3 W', '<- W', 'W < W > W', '<script>W', '</script>', '<pre>'],
    ['<?W', '?>', '<![CDATA[W', '<details>', '<summary>W</summary>', '> W', '>', '> - W', '>> W', '> > W', '- > W'],
    ['W | W', '| W', '[W](W)', '[W][W]', '![W](W "W")', '**W** _W_', 'W\\', 'W&amp;W', '&W;', '&lt;W&gt;', '- [ ] W'],
    [
      '- W\u00a0W',
      'W\u3000W',
      '飞书W',
      '@W @W',
      'W · W',
      '\u2028W',
      'W\u0085W',
      'W\rW',
      '     - W',
      '-      W',
      '- - W',
    ],
  ].flat()
  const line = fc
    .tuple(fc.constantFrom('', '', '', '', '', '  ', '- ', '> ', '    '), fc.constantFrom(...templates))
    .map(([before, template]) => before + template)
  const document = fc.array(line, { minLength: 1, maxLength: 14 }).map((lines) => {
    let count = 0
    return lines
      .join('\n')
      .replace(/^---/, '')
      .replace(/(?<![A-Za-z])W(?![A-Za-z])(?! @|[(:])/g, () => `kilo${++count}z`)
  })

  /** Words outside comments, tags and fence lines. */
  const expectedWords = (text: string): string[] =>
    text
      .replace(/^.*(?:`{3}|~{3}).*$/gm, ' ')
      .replace(/<!--[\s\S]*?(?:-->|$)/g, ' ')
      .replace(/<\/?[A-Za-z][^<>]*>/g, ' ')
      .match(/kilo\d+z/g) ?? []

  /** Every line that could be read as a heading, or as a part of one that an underline makes. */
  const headings = (text: string): string => {
    const lines = text.split(/[\r\n]/)
    const underlined = (at: number): boolean => {
      const next = lines[at + 1]
      if (next === undefined || next.trim() === '') return false
      return /^[\s>*+\-\d.)]*(?:=+|-+)\s*$/.test(next) || underlined(at + 1)
    }
    return lines.filter((found, at) => /#{1,6}\s/.test(found) || underlined(at)).join(' ')
  }

  const lost = (text: string, path: string): string[] => {
    const note = read(text, path)
    const found = [
      ...note.facts.flatMap((fact) => [fact.text, ...fact.mentions, ...fact.trail]),
      ...note.problems.map((problem) => problem.message),
      headings(text),
    ].join(' ')
    return expectedWords(text).filter((word) => !found.toLowerCase().includes(word))
  }

  test.each(['memory/2025-11-27.md', 'bank/world.md', 'MEMORY.md'])('in any mixture of constructs (%s)', (path) => {
    fc.assert(
      fc.property(document, (text) => {
        expect([text, lost(text, path)]).toEqual([text, []])
      }),
      { seed, numRuns: 1000 },
    )
  })

  const missing = (text: string): string[] => {
    const note = read(text)
    const found = [...note.facts.flatMap((fact) => [fact.text, ...fact.trail]), ...note.problems.map((p) => p.message)]
    return (text.match(/kilo\d/g) ?? []).filter((word) => !found.join(' ').includes(word))
  }

  test.each([
    ['a link definition', '[kilo1]: kilo2\n'],
    ['a bullet that looks like one', '## Retain\n- [kilo1]: kilo2\n'],
    ['a definition over two lines', 'x\n\n[kilo1\nkilo2]: kilo3\n> q'],
    ['the head of a table', '| kilo1 | kilo2 |\n|---|---|\n| kilo3 | kilo4 |\n'],
    ['a list within a quote within a bullet', '## Retain\n- W @Peter: kilo1\n  > - kilo2\n'],
    ['a quote within a quote within a bullet', '## Retain\n- W @Peter: kilo1\n  > > kilo2\n'],
    ['words behind an empty comment', 'a <!--> kilo1 --> kilo2\n'],
    ['a second byte order mark', '\uFEFF\uFEFFkilo1 kilo2\n> q'],
    ['a setext heading', 'kilo1\n===\nkilo2\n'],
    ['a table row that is too long', 'a | b\n--|--\nkilo1 | kilo2 | kilo3\n'],
    ['a task', '- [x] kilo1\n- [ ] kilo2\n'],
    ['a footnote', 'kilo1[^1]\n\n[^1]: kilo2\n'],
    ['words behind a closed details element', '<details><summary>kilo1</summary>\n\nkilo2\n\n</details>\nkilo3\n'],
    ['a bullet of two paragraphs', '## Retain\n- W @Peter: kilo1\n\n  kilo2\n\n      kilo3\n'],
  ])('in %s', (_, text) => {
    expect(missing(text)).toEqual([])
  })
})

describe('whatever the bytes', () => {
  const checked = (path: string, text: string): Note => {
    const note = read(text, path)
    const last = text.split(/\r\n|\n|\r/).length
    for (const { id, text: words, source, mentions, leading, confidence } of note.facts) {
      const sound =
        isFactId(id) &&
        words !== '' &&
        source.path === path &&
        source.first >= 1 &&
        source.first <= source.last &&
        source.last <= last &&
        leading <= mentions.length &&
        (confidence === null || (confidence >= 0 && confidence <= 1000))
      expect([words, source, sound]).toEqual([words, source, true])
      expect(words).not.toMatch(/[\r\n]/)
    }
    for (const { line } of note.problems) expect([line, line >= 0 && line <= last]).toEqual([line, true])
    return note
  }
  const path = fc.constantFrom('memory/2025-11-27.md', 'MEMORY.md', 'bank/world.md', 'bank/entities/Peter.md')
  const eol = fc.constantFrom('\n', '\r\n', '\r')

  test('a note is read, and every line number is one of its own', () => {
    fc.assert(
      fc.property(path, anyMarkdown, eol, (where, lines, end) => void checked(where, lines.join(end))),
      { seed, numRuns: 700 },
    )
  })

  test('with mixed line ends too', () => {
    const mixed = fc.array(fc.tuple(fc.constantFrom('- W @Peter: a', 'b', '', '> q', '  c'), eol), { maxLength: 10 })
    fc.assert(
      fc.property(path, mixed, (where, lines) => void checked(where, lines.flat().join(''))),
      { seed, numRuns: 700 },
    )
  })

  test('random bytes are refused or read', () => {
    fc.assert(
      fc.property(path, fc.uint8Array({ maxLength: 200 }), (where, bytes) => {
        const decoded = decode(bytes, 1000)
        if ('text' in decoded) checked(where, decoded.text)
      }),
      { seed, numRuns: 800 },
    )
    fc.assert(
      fc.property(path, fc.string({ unit: 'binary', maxLength: 80 }), (where, text) => void checked(where, text)),
      { seed, numRuns: 1500 },
    )
  })
})
