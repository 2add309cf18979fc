import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { parseBullet } from '../../src/parse/parse-bullet.js'
import { plainText } from '../../src/parse/parse-text.js'
import { escapeStatement, linkLabel, linkTarget } from '../../src/render/escape.js'
import { renderLine } from '../../src/render/render-line.js'
import { splitPage } from '../../src/model/page.js'
import { growth, linear } from '../support/growth.js'
import { bullet, bulletOf, shown, shownFact } from '../belief/statements.js'

const seed = 40

describe('a statement on a page', () => {
  test('reads back as the statement that was made', () => {
    fc.assert(
      fc.property(bullet, ({ text }) => {
        expect([text, plainText(escapeStatement(text))]).toEqual([text, text])
      }),
      { seed, numRuns: 2500 },
    )
  })

  test('reads back with its kind, names and attributes', () => {
    fc.assert(
      fc.property(bullet, fc.integer({ min: 0, max: 1000 }), (said, confidence) => {
        const line = renderLine(shown(said, { confidence }), 'bank/world.md')
        const read = parseBullet(line.slice(2, line.lastIndexOf(' · ')))
        const opinion = said.kind === 'opinion' ? Math.round(confidence / 10) * 10 : null
        expect([line, read]).toEqual([
          line,
          { what: 'fact', bullet: { ...said, of: null, on: null, confidence: opinion } },
        ])
      }),
      { seed, numRuns: 2500 },
    )
  })

  test.each([
    ['a < b && c > d', 'a < b && c > d'],
    ['a <b> c', 'a &lt;b> c'],
    ['&lt; &amp; &#60; &nosuch;', '&amp;lt; &amp;amp; &amp;#60; &amp;nosuch;'],
    ['AT&T, R&D;', 'AT&T, R&D;'],
    ['`<b> &lt;` <b>', '`<b> &lt;` &lt;b>'],
    ['<!-- a -->', '&lt;!-- a -->'],
    ['</b> <?x <!y', '&lt;/b> &lt;?x &lt;!y'],
    ['<3 <- <1500', '<3 <- <1500'],
  ])('%j is written %j', (text, written) => {
    expect(escapeStatement(text)).toBe(written)
  })

  test('opens no tag and no comment outside code', () => {
    fc.assert(
      fc.property(bullet, ({ text }) => {
        const outsideCode = escapeStatement(text).replace(/(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, '¤')
        expect([text, /<[A-Za-z/!?]/.test(outsideCode)]).toEqual([text, false])
      }),
      { seed, numRuns: 1500 },
    )
  })

  test('can forge no marker of the block', () => {
    const forged = ['<!-- memory:end -->', '&lt;!-- memory:end --&gt;', '`<!-- memory:end -->`']
    for (const words of forged) {
      const line = renderLine(shown(bulletOf(`W @Peter: said ${words}`)), 'bank/world.md')
      const page = ['<!-- memory:begin 9f3ab210 -->', line, '<!-- memory:end -->'].join('\n')
      expect([words, splitPage(page).block]).toEqual([words, { begin: 0, end: 2 }])
    }
  })
})

describe('a generated line', () => {
  test('is one line, and ends in one to five citations and its comment', () => {
    fc.assert(
      fc.property(shownFact, (fact) => {
        const line = renderLine(fact, 'bank/entities/Peter.md')
        expect(line.startsWith('- ')).toBe(true)
        expect(line).not.toMatch(/[\n\r\u2028\u2029]/)
        const citations = /( · (?:\[[^\]]*\]\([^()\s]+\) ?)+)<!-- \^[0-9a-z]{10} [^<>]* -->$/.exec(line)
        expect([line, citations?.[1]?.match(/\]\(/g)?.length]).toEqual([line, Math.min(fact.sources.length, 5)])
      }),
      { seed, numRuns: 1000 },
    )
  })

  test('cites a log by relative path and lines, from the page it stands on', () => {
    const fact = shown(bulletOf('W @Peter: Is home'), {
      sources: [
        { path: 'memory/2025-11-27.md', first: 4, last: 6 },
        { path: 'bank/world.md', first: 9, last: 9 },
      ],
    })
    expect(renderLine(fact, 'bank/opinions.md')).toContain('[2025-11-27](../memory/2025-11-27.md?plain=1#L4-L6)')
    const entity = renderLine(fact, 'bank/entities/Peter.md')
    expect(entity).toContain('[2025-11-27](../../memory/2025-11-27.md?plain=1#L4-L6)')
    expect(entity).toContain(`[^${fact.fact.id}](../../bank/world.md) <!--`)
  })

  test('shows the confidence that the opinion has, not the one that was stated', () => {
    expect(renderLine(shown(bulletOf('O(c=0.9) a'), { confidence: 125 }), 'bank/opinions.md')).toMatch(
      /^- O\(c=0\.13\) a/,
    )
    expect(renderLine(shown(bulletOf('O a'), { confidence: 0 }), 'bank/opinions.md')).toMatch(/^- O\(c=0\.00\) a/)
  })

  test('keeps a statement apart from the attributes and names that it could be taken for', () => {
    for (const markdown of ['W: (c=0.5) is odd', 'W: @Peter: said', 'W: : odd', 'O @Peter: (until=2025) x', 'W: ：x']) {
      const line = renderLine(shown(bulletOf(markdown)), 'bank/world.md')
      const { text, mentions, leading } = bulletOf(markdown)
      expect(parseBullet(line.slice(2, line.lastIndexOf(' · ')))).toMatchObject({ bullet: { text, mentions, leading } })
    }
  })
})

describe('links', () => {
  test('a target holds nothing that ends a link, whatever the path', () => {
    const path = fc.array(
      fc.oneof(fc.constantFrom(...'()[]<>#?% \t\n"\\`&;.·é我'), fc.string({ unit: 'grapheme', maxLength: 3 })),
      { maxLength: 8 },
    )
    fc.assert(
      fc.property(path, (parts) => {
        const target = linkTarget(`memory/${parts.join('')}.md`)
        expect(target).not.toMatch(/[()[\]<>\s"`?#]/)
        expect(decodeURI(target.replace(/%2523/g, '%23')).length).toBeGreaterThan(0)
        expect(decodeURIComponent(target)).toBe(`memory/${parts.join('')}.md`)
      }),
      { seed, numRuns: 2000 },
    )
  })

  test('a label holds nothing that ends a link or shows as anything but text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 12 }), (text) => {
        expect(linkLabel(text)).not.toMatch(/[[\]()<>`|*~\\\n\r\u202a-\u202e\u2066-\u2069\u0000-\u001f]/)
      }),
      { seed, numRuns: 2000 },
    )
    expect(linkLabel('2025-11-27')).toBe('2025-11-27')
    expect(linkLabel('飞书 café')).toBe('飞书 café')
  })
})

test.each([
  ['comments that never end', (size: number) => '<!-- '.repeat(size)],
  ['ampersands', (size: number) => '&a'.repeat(size)],
  ['tags', (size: number) => '<a'.repeat(size)],
  ['backticks', (size: number) => '` <a `` '.repeat(size)],
] as const)('escaping takes linear time: %s', (_, make) => {
  expect(growth(make, escapeStatement, 10_000)).toBeLessThan(linear)
})
