import { describe, expect, test } from '@jest/globals'
import { micromark } from 'micromark'
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table'
import { code, mostCharacters, renderSummary, type Summary, type SummaryRow } from '../../src/render/summary.js'

const nothing: Summary = {
  moved: [],
  superseded: [],
  retired: [],
  reworded: [],
  fresh: [],
  gone: [],
  proposed: [],
  carried: [],
  problems: [],
}

const row = (text: string, at = 0): SummaryRow => ({
  id: `k3f9a2c${String(at).padStart(3, '0')}`,
  about: 'Peter',
  text,
  before: '0.80',
  after: '0.61',
  cites: [{ place: 'memory/2025-11-27.md#L4', fact: '12m7d97uez', said: null }],
  page: 'bank/opinions.md',
})

/** As a host renders it, by the tables of GitHub's Markdown. */
const rendered = (text: string): string =>
  micromark(text, { extensions: [gfmTable()], htmlExtensions: [gfmTableHtml()], allowDangerousHtml: true })

/** What a host would act on: it looks at text that is no code. */
const actedOn = (html: string): string => html.replace(/<code>[^]*?<\/code>/g, '')

const cells = (html: string): string[] => [...html.matchAll(/<td>([^]*?)<\/td>/g)].map(([, cell]) => cell!)

const decoded = (html: string): string =>
  html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

describe('the body of a pull request', () => {
  test('says who, what, how it moved, why, and how to say no', () => {
    expect(renderSummary({ ...nothing, moved: [row('Likes tea')] }, null)).toBe(
      [
        '### Beliefs that moved (1)',
        '',
        'To say no, run the command, or change the confidence in the line on this branch.',
        '',
        '| About | Belief | Confidence | Because of | To say no |',
        '| --- | --- | --- | --- | --- |',
        '| `Peter` | `Likes tea` | 0.80 → 0.61 | `memory/2025-11-27.md#L4` | `memory retire ^12m7d97uez --for ^k3f9a2c000` |',
        '',
      ].join('\n'),
    )
  })

  test('links to a line where it is told which host and branch', () => {
    const text = renderSummary(
      { ...nothing, fresh: [row('x')], gone: [row('y')] },
      'https://host.example/me/notes/blob/main',
    )
    expect(rendered(text)).toContain(
      '<a href="https://host.example/me/notes/blob/main/memory/2025-11-27.md?plain=1#L4"><code>memory/2025-11-27.md#L4</code></a>',
    )
  })

  test.each([
    'Ask @octocat or @github/everyone',
    'fixes #12, closes owner/notes#3, GH-26, e59ff077a1b2c3d4e5f60718293a4b5c6d7e8f90',
    '<img src=x onerror=alert(1)> <!-- hidden --> &#64;octocat',
    'a | b \\| c \\\\| d |',
    'code `x` and ``y | z`` and ```',
    '`',
    '[link](https://evil.example) ![image](https://evil.example/x.png) https://evil.example www.evil.example',
    '*bold* _it_ ~~gone~~ $x$ :tada: \\',
    'ends with a backslash \\',
    '\u202eevil\u200b\u001b[31m',
  ])('acts on nothing that a log says: %j', (said) => {
    const filled: Summary = {
      ...nothing,
      moved: [{ ...row(said), about: said }],
      reworded: [{ ...row(said), before: said, after: said }],
      superseded: [{ ...row(said), after: said }],
      retired: [row(said)],
      fresh: [row(said)],
      gone: [row(said)],
      proposed: [`- ${said} <!-- ^k3f9a2c1x7 -->`],
      problems: [said],
    }
    const html = rendered(renderSummary(filled, 'https://host.example/x'))
    expect(actedOn(html)).not.toMatch(/@|#\d|evil|octocat|onerror|hidden|\|/)
    expect(html.match(/<table>/g)).toHaveLength(8)
    const widths = [5, 4, 3, 3, 4, 3, 1, 1]
    expect(cells(html)).toHaveLength(widths.reduce((sum, width) => sum + width, 0))
  })

  test.each(['a | b', 'x `y` z', '`tick', 'ends `', '``two``', 'a\\b', 'c = {"d": 1}', '1 < 2 && 3 > 2'])(
    'shows what was said: %j',
    (said) => {
      const [cell] = cells(rendered(`| a |\n| --- |\n| ${code(said)} |\n`))
      expect(decoded(cell!.replace(/^<code>|<\/code>$/g, ''))).toBe(said)
    },
  )

  test('cuts no character in half', () => {
    for (const before of ['', 'x']) expect(code(before + '🍵'.repeat(400))).toMatch(/^`x?(?:🍵)+…`$/)
  })

  test('fits a host whatever happened, every section has its share, and what is left out is counted', () => {
    const many = Array.from({ length: 5000 }, (_, at) => row(`Statement ${at} ${'long '.repeat(200)}`, at))
    const text = renderSummary({ ...nothing, moved: many, fresh: many, gone: [row('one')] }, null)
    expect(text.length).toBeLessThanOrEqual(mostCharacters)
    expect(text.length).toBeGreaterThan(mostCharacters * 0.6)
    const rows = (title: string): number =>
      new RegExp(`### ${title}[^]*?(?=###|$)`).exec(text)![0].match(/^\| `Peter/gm)!.length
    for (const [title, count] of [
      ['Beliefs that moved', 5000],
      ['New', 5000],
    ] as const) {
      expect(text).toContain(`### ${title} (5000)`)
      expect(rows(title)).toBeGreaterThan(20)
      expect(text).toContain(`and ${count - rows(title)} more, which the diff has.`)
    }
    expect(rows('Gone')).toBe(1)
  })

  test('is one sentence where nothing changed', () => {
    expect(renderSummary(nothing, null)).toBe('Every page is as the logs say.\n')
  })
})
