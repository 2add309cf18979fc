import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { handEdits, handWritten, readEdit, readPageLine } from '../../src/parse/parse-page.js'
import { splitPage } from '../../src/model/page.js'
import { renderLine } from '../../src/render/render-line.js'
import { growth, linear } from '../support/growth.js'
import { bulletOf, shown, shownFact } from '../belief/statements.js'

const seed = 25
const page = fc.constantFrom('bank/world.md', 'bank/entities/Peter.md')
const rendered = fc.tuple(shownFact, page).map(([fact, path]) => ({ id: fact.fact.id, line: renderLine(fact, path) }))

const line = renderLine(shown(bulletOf('O(c=0.8) @Peter: Likes tea')), 'bank/opinions.md')
const stamp = /<!-- \^.* -->$/.exec(line)![0]
const id = /\^(\w{10})/.exec(stamp)![1]!
const edited = (fields: string[]) => ({ what: 'edited', id, fields })

describe('a generated line that nobody touched is no source', () => {
  test('whatever it says and cites', () => {
    fc.assert(
      fc.property(rendered, ({ id: own, line: generated }) => {
        expect(generated).not.toMatch(/[\n\r]/)
        expect([generated, readPageLine(generated)]).toEqual([generated, { what: 'generated', id: own }])
      }),
      { seed, numRuns: 3000 },
    )
  })

  test('also where it speaks of comments in HTML and of code at once', () => {
    for (const markdown of ['W &lt;!-- `<b>` --> is how', 'W &lt;!-- `&lt;` --> is how', 'W `a` &lt;!-- `<!--` -->']) {
      const generated = renderLine(shown(bulletOf(markdown)), 'bank/world.md')
      expect([generated, readPageLine(generated).what]).toEqual([generated, 'generated'])
    }
  })

  test('also where only its citations, its sparkline or the white space at its end changed', () => {
    expect(readPageLine(line.replace(/ · .* <!--/, ' <!--'))).toEqual({ what: 'generated', id })
    expect(readPageLine(line.replace('#L2)', '#L7)'))).toEqual({ what: 'generated', id })
    expect(readPageLine(line.replace(' · [', ' · ▁▃█ ['))).toEqual({ what: 'generated', id })
    expect(readPageLine(`${line}   `)).toEqual({ what: 'generated', id })
  })

  test('also where a formatter gave it another list marker', () => {
    for (const marker of ['* ', '+ ', '-   '])
      expect([marker, readPageLine(line.replace(/^- /, marker))]).toEqual([marker, { what: 'generated', id }])
  })
})

describe('the line alone tells which field a person changed', () => {
  test('the confidence', () => {
    expect(readPageLine(line.replace('c=0.80', 'c=0.5'))).toEqual(edited(['confidence']))
    expect(readPageLine(line.replace('c=0.80', 'c=0.81'))).toEqual(edited(['confidence']))
    expect(readPageLine(line.replace('c=0.80', 'c=0.800'))).toEqual({ what: 'generated', id })
  })

  test('the words, the kind or the leading names', () => {
    expect(readPageLine(line.replace('tea', 'coffee'))).toEqual(edited(['wording']))
    expect(readPageLine(line.replace('tea', 'tea 2'))).toEqual(edited(['wording']))
    expect(readPageLine(line.replace('@Peter', '@Paul'))).toEqual(edited(['wording']))
    expect(readPageLine(line.replace('@Peter', '@Peter @Paul'))).toEqual(edited(['wording']))
    expect(readPageLine(line.replace('O(c=0.80)', 'W'))).toEqual(edited(['wording']))
    expect(readPageLine(line.replace(/O\(c=0.80\) @Peter: /, ''))).toEqual(edited(['wording']))
    expect(readPageLine(line.replace('Likes tea · ', 'Likes tea, really · '))).toEqual(edited(['wording']))
  })

  test('both', () => {
    expect(readPageLine(line.replace('c=0.80', 'c=0.5').replace('tea', 'coffee'))).toEqual(
      edited(['wording', 'confidence']),
    )
  })

  test('both, where the citation’s label was changed too: it leads where it led', () => {
    const relabelled =
      '- O(c=0.30) @Peter: Drinks tea · [his letter](../memory/2025-11-27.md?plain=1#L4) <!-- ^k3f9a2c1x7 70 2025-11-27 00000000 -->'
    const cited = readEdit(relabelled, 'bank/opinions.md')?.assertions.map((each) => 'cites' in each && each.cites)
    expect(cited).toEqual(['memory/2025-11-27.md#L4', 'memory/2025-11-27.md#L4'])
  })

  test('a strike through the line, with or without its comment', () => {
    const [, body] = /^- (.*) <!--/.exec(line)!
    expect(readPageLine(`- ~~${body}~~ ${stamp}`)).toEqual(edited(['struck']))
    expect(readPageLine(line.replace(body!, `~~${body!.replace(/ · .*/, '')}~~ · x`))).toEqual(
      edited(['struck', 'remark']),
    )
    expect(readPageLine(`- ~~${line.slice(2)}~~`)).toEqual(edited(['struck']))
  })

  test('words typed behind the comment, which are no new pin beside the line that comes back', () => {
    expect(readPageLine(`${line} and coffee`)).toEqual(edited(['remark']))
  })

  test('for any statement: the confidence, a word, and a strike are told apart', () => {
    fc.assert(
      fc.property(rendered, fc.constantFrom('strike', 'word', 'confidence'), ({ id: own, line: generated }, change) => {
        fc.pre(readPageLine(generated).what === 'generated')
        const [, body, comment] = /^- (.*)( <!-- \^.*)$/.exec(generated)!
        const opinion = /^O\(c=[\d.]+/.exec(body!)
        fc.pre(change !== 'confidence' || opinion !== null)
        const other = opinion?.[0] === 'O(c=0.33' ? 'O(c=0.44' : 'O(c=0.33'
        const changed = {
          strike: `- ~~${body}~~${comment}`,
          word: `- ${body!.replace(/( · (?:\[[^\]]*\]\([^()\s]*\) ?)+)$/, ' zebra$1')}${comment}`,
          confidence: `- ${body!.replace(/^O\(c=[\d.]+/, other)}${comment}`,
        }[change]
        const fields = { strike: ['struck'], word: ['wording'], confidence: ['confidence'] }[change]
        expect([changed, readPageLine(changed)]).toEqual([changed, { what: 'edited', id: own, fields }])
      }),
      { seed, numRuns: 1500 },
    )
  })
})

describe('lines without a comment', () => {
  test.each([
    ['- W @Peter: A fact of mine', 'bullet'],
    ['- O(c=0.5) @Peter: A pin', 'bullet'],
    ['- plain words', 'bullet'],
    ['- see · [the notes](notes.md)', 'bullet'],
    ['- O(c=0.50, of=^k3f9a2c1x7, on=2025-11-29) @Peter: Likes tea', 'assertion'],
    ['- O(of=^k3f9a2c1x7, on=-) @Peter: Likes tea', 'assertion'],
    ['- not ^k3f9a2c1x7 for ^a1b2c3d4e5: "W @Peter: x" — no', 'assertion'],
    ['- retired ^k3f9a2c1x7: O @Peter: Likes tea', 'assertion'],
    ['- retired ^k3f9a2c1x7', 'assertion'],
    ['- retired ^k3f9a2c1x7 \t', 'assertion'],
    ['- retired ^k3f9a2c1x7:', 'assertion'],
    ['- retired ^k3f9a2c1x7 <!-- he never said so -->', 'assertion'],
    ['- retired ^k3f9a2c1x7 — he never said so', 'assertion'],
    ['- retired ^k3f9a2c1x7a: O @Peter: Likes tea', 'bullet'],
    ['- retired ^k3f9a2c1x7 from work', 'bullet'],
    ['- retired ^short: O @Peter: Likes tea', 'bullet'],
    ['- retired from work', 'bullet'],
    ['- not ^k3f9a2c1x7', 'bullet'],
    ['words', 'text'],
    ['## Curated', 'text'],
    ['', 'text'],
    ['-', 'text'],
  ])('%j is %s', (text, what) => {
    expect(readPageLine(text).what).toBe(what)
  })

  test('a comment of ours that stands in code is a word, and the bullet around it a person’s', () => {
    const bullet = '- W @Peter: Lines end in `<!-- ^k3f9a2c1x7 80 2025-11-27 9f3ab210 -->`, in case you wonder'
    expect(readPageLine(bullet)).toEqual({ what: 'bullet' })
  })

  test('a generated line whose comment is gone is reported, not taken for a pin', () => {
    fc.assert(
      fc.property(rendered, ({ line: generated }) => {
        expect(readPageLine(generated.replace(/ <!-- \^[^<]*$/, ''))).toEqual({ what: 'uncommented' })
      }),
      { seed, numRuns: 1000 },
    )
  })

  test('a person’s bullet counts whatever its marker: in Markdown they all make bullets', () => {
    for (const marker of ['-', '*', '+', '1.'])
      expect([marker, readPageLine(`${marker} W @Peter: A fact of mine`).what]).toEqual([marker, 'bullet'])
  })
})

describe('what of a page a person wrote', () => {
  const text = [
    '# World',
    'A note of mine.',
    '<!-- memory:begin 9f3ab210 -->',
    'What is true of the world.',
    '## Peter',
    line,
    line.replace('tea', 'coffee'),
    line.replace(/ <!--.*/, ''),
    '- W @Peter: Mine, inside',
    '- retired ^k3f9a2c1x7: O @Peter: x',
    '<!-- memory:end -->',
    '## Curated',
    '- W @Peter: Mine, outside',
    line,
  ]

  test('stands on its own line; everything else is blank', () => {
    const own = new Set([
      '# World',
      'A note of mine.',
      '- W @Peter: Mine, inside',
      '## Curated',
      '- W @Peter: Mine, outside',
    ])
    expect(handWritten(splitPage(text.join('\n')))).toEqual(text.map((found) => (own.has(found) ? found : '')))
  })

  test('is the same in a Windows file', () => {
    expect(handWritten(splitPage(text.join('\r\n')))).toEqual(handWritten(splitPage(text.join('\n'))))
  })

  test('where a marker is missing, generated and edited lines are still no sources', () => {
    for (const missing of ['<!-- memory:begin 9f3ab210 -->', '<!-- memory:end -->']) {
      const damaged = text.filter((found) => found !== missing)
      const kept = handWritten(splitPage(damaged.join('\n')))
      expect(kept).toHaveLength(damaged.length)
      expect(kept.filter((found) => found.includes('Likes'))).toEqual([])
      expect(kept).toContain('- W @Peter: Mine, inside')
    }
  })

  test('edits are listed with their lines', () => {
    expect(handEdits(text.join('\n')).map(({ line: number, read }) => [number, read.what])).toEqual([
      [7, 'edited'],
      [8, 'uncommented'],
    ])
  })
})

test.each([
  ['spaces inside', (size: number) => `- W a${' '.repeat(size)}b`],
  ['strikes that never end', (size: number) => `- ~~${'~'.repeat(size)} ${stamp}`],
  ['citations', (size: number) => `- W a · ${'[a](b) '.repeat(size)}c`],
  ['unfinished citations', (size: number) => `- W a${' · ['.repeat(size)}`],
  ['unfinished comments', (size: number) => `- W a${' <!-- ^k3f9a2c1x7'.repeat(size)}`],
  ['dots before the comment', (size: number) => `- W a${' · b'.repeat(size)} ${stamp}`],
  ['links before the comment', (size: number) => `- W a · ${'[a](b) '.repeat(size)}c ${stamp}`],
  [
    'unfinished links before the comment',
    (size: number) => `- W a · ${'[a'.repeat(size)}${'[a]('.repeat(size)} ${stamp}`,
  ],
  ['comments before the comment', (size: number) => `- W a${' <!-- b -->'.repeat(size)} ${stamp}`],
  [
    'our comments',
    (size: number) => `- W a · ${`${stamp} `.repeat(size / 10)}${'<!-- ^k3f9a2c1x7 '.repeat(size)} ${stamp}`,
  ],
  ['a name that trails off', (size: number) => `- W @a${'-'.repeat(size)}b ${stamp}`],
] as const)('a hostile line takes linear time: %s', (_, make) => {
  expect(growth(make, readPageLine, 3000)).toBeLessThan(linear)
})
