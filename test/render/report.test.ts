import { hash } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import type { Report, ReportBelief, ReportEvent, ReportLine, ReportStep } from '../../src/model/report.js'
import { beliefCurve } from '../../src/render/report/curve.js'
import { escapeHtml, html } from '../../src/render/report/html.js'
import { mapPlaces, mapSize } from '../../src/render/report/map-layout.js'
import { renderReport } from '../../src/render/report/page.js'
import { hostile } from '../report/hostile.js'

const dress = { style: 'p { color: red }', script: 'void 0' }

const line = (content: string, at = 1): ReportLine => ({
  id: `k3f9a2c1x${at % 10}`,
  kind: 'world',
  content,
  entities: ['Peter'],
  timestamp: '2025-11-20',
  source: `memory/2025-11-20.md#L${at}`,
})
const step = (timestamp: string | null, confidence: number, effect = 'reinforces'): ReportStep => ({
  id: 'k3f9a2c1x7',
  timestamp,
  effect,
  confidence,
  content: 'Had tea again.',
  cues: ['the same'],
  source: 'memory/2025-11-21.md#L4-L5',
})
const belief = (...steps: readonly ReportStep[]): ReportBelief => ({
  ...line('Likes tea.'),
  kind: 'opinion',
  confidence: 0.8,
  steps,
  earlier: 0,
})
const event = (content: string, at = 1): ReportEvent => ({ ...line(content, at), when: '2025-11-20' })
const none = { total: 0, told: [] }

const empty: Report = {
  workspace: 'notes',
  commit: '4be1a07'.padEnd(40, '0'),
  today: '2025-11-27',
  window: { start: '2025-11-20', end: '2025-11-28' },
  host: null,
  counts: { notes: 0, facts: {}, beliefs: 0, entities: 0, recent: {} },
  changes: none,
  beliefs: none,
  weeks: [],
  timeline: none,
  entities: none,
  ties: none,
  open: { tasks: none, opposed: none, verdicts: none, suggestions: none, doubts: none },
  expectations: null,
  notices: [],
}
const page = (report: Partial<Report>): string => renderReport({ ...empty, ...report }, dress).html
const body = (report: Partial<Report>): string => page(report).replace(/<(style|script)>[^]*?<\/\1>/g, '')

describe('text in HTML', () => {
  test('whatever is put into it is text, in an element and in an attribute', () => {
    for (const text of hostile) {
      const made = html`<p title="${text}">${text}</p>`.text
      expect(made.replace(/^<p title="([^"<>]*)">([^<>]*)<\/p>$/, '')).toBe('')
      expect(made).not.toMatch(/&(?!(?:amp|lt|gt|quot|#39);)/)
    }
  })

  test('what hides or turns text round stands as what it is, and white space is a blank', () => {
    expect(escapeHtml(' a\u202eb\n\tc\0 ')).toBe(String.raw`a\u{202e}b c\u{0}`)
    expect(escapeHtml('👩‍👩‍👧 开会')).toBe('👩‍👩‍👧 开会')
  })

  test('nothing stands for nothing, lists for what is in them, and HTML for itself', () => {
    expect(html`<b>${false}${null}${undefined}${''}${0}${[1, '&', html`<i>x</i>`]}</b>`.text).toBe(
      '<b>01&amp;<i>x</i></b>',
    )
  })
})

describe('a page', () => {
  test('lets a browser do nothing but draw it with its style and run its script', () => {
    const { html: text, policy } = renderReport(empty, dress)
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      `style-src 'sha256-${hash('sha256', dress.style, 'base64')}'`,
      `script-src 'sha256-${hash('sha256', dress.script, 'base64')}'`,
      'img-src data:',
      "base-uri 'none'",
      "form-action 'none'",
    ])
    expect(text).toContain(`<meta http-equiv="Content-Security-Policy" content="${policy}" />`)
    // Before anything that it is about.
    expect(text.indexOf('Content-Security-Policy')).toBeLessThan(text.indexOf('<style>'))
    expect(text).not.toMatch(/ style=| on\w+=/)
    expect(text).not.toMatch(/(?:src|href)="(?!#|data:,")/)
  })

  test('of nothing says of each part what would be there', () => {
    const text = body({ commit: null })
    for (const said of [
      'Nothing is committed yet',
      'Nothing that is believed or known changed',
      'Nothing is believed yet',
      'No fact is noted yet',
      'No fact names anybody yet',
      'Nothing waits for anybody',
      'Nothing is expected yet',
    ])
      expect(text).toContain(said)
  })

  test('is the same for the same report', () => {
    const timeline = { total: 2, told: [event('One'), event('Two', 2)] }
    expect(page({ timeline })).toBe(page({ timeline }))
  })

  test('names a place as file:line, and leads to it where the host is known', () => {
    const timeline = { total: 1, told: [{ ...event('One'), source: 'memory/ä (1)/a b.md#L7-L9' }] }
    expect(body({ timeline })).toContain('<code class="at">memory/ä (1)/a b.md:7-9</code>')
    const host = { name: 'github.com', before: 'https://github.com/me/notes/blob/4be1a07', behind: '?plain=1#L{line}' }
    expect(body({ timeline, host })).toMatch(
      /<a\s+class="at"\s+href="https:\/\/github\.com\/me\/notes\/blob\/4be1a07\/memory\/%C3%A4%20%281%29\/a%20b\.md\?plain=1#L7"/,
    )
  })

  test('counts what is left out, and names the command that shows it', () => {
    const text = body({ timeline: { total: 1234, told: [event('One')] } })
    expect(text).toContain('1,233 more facts are not shown here')
    expect(text).toContain('memory log --k 1000')
    const one = { total: 2, told: [line('One')] }
    const left = body({ timeline: { total: 2, told: [event('One')] }, open: { ...empty.open, tasks: one } })
    expect(left).toContain('1 more fact is not shown here')
    expect(left).toContain('1 more is not shown here')
  })

  test('stays below a megabyte whatever logs say, and counts what had no room', () => {
    const wide = '开<&"\u202e'.repeat(120)
    const long = Array.from({ length: 1000 }, (_, at) => line(wide, at))
    const steps = Array.from({ length: 24 }, () => ({ ...step('2025-11-21', 0.5), content: wide }))
    const some = { total: long.length, told: long }
    const beliefs = { total: 1000, told: long.map((each) => ({ ...belief(...steps), ...each, confidence: 0.5 })) }
    const text = page({
      changes: {
        total: 1000,
        told: long.map((each) => ({ ...each, change: 'moved' as const, before: 0.4, after: 0.5, steps, earlier: 0 })),
      },
      beliefs,
      timeline: { total: 1000, told: long.map((each) => ({ ...each, when: '2025-11-20' })) },
      open: {
        tasks: some,
        opposed: { total: 1000, told: long.map((each) => [each, each] as const) },
        verdicts: { total: 1000, told: long.map((fact) => ({ fact, beliefs: [fact, fact, fact] })) },
        suggestions: some,
        doubts: { total: 1000, told: long.map(({ content, source }) => ({ message: content, source })) },
      },
      expectations: {
        total: 1000,
        told: long.map(({ content, source }) => ({
          asked: content,
          expected: content,
          holds: false,
          why: content,
          source,
        })),
      },
    })
    expect(Buffer.byteLength(text)).toBeLessThan(960_000)
    expect(text.match(/ more [a-z ]*are not shown here/g)?.length).toBeGreaterThan(8)
  })
})

describe('a curve', () => {
  const window = { start: '2025-11-20', end: '2025-11-28' }
  const drawn = (...steps: readonly ReportStep[]): string => beliefCurve(belief(...steps), '2025-11-27', window).text

  test('steps where something moved the belief, and its signs say which way', () => {
    const svg = drawn(
      step('2025-11-07', 0.8, 'states'),
      step('2025-11-17', 0.82),
      step('2025-11-22', 0.6, 'contradicts'),
      step('2025-11-24', 0.5, 'anchors'),
    )
    expect(svg).toMatch(/<path\s+class="line\s*"\s+d="M30 25\.2H199V23\.7H283\.5V40\.4H317\.3V48H368"/)
    expect([...svg.matchAll(/class="(point[a-z ]*)"/g)].map(([, sign]) => sign)).toEqual([
      'point',
      'point for',
      'point against',
      'point set',
    ])
    expect(svg).toContain('aria-label="Confidence from 0.80 to 0.80, 4 steps"')
    expect(svg).toContain('2025-11-22: contradicts, 0.60')
  })

  test('of one day, of no day and of a day to come stays within its box', () => {
    for (const steps of [
      [step('2025-11-27', 0.5), step('2025-11-27', 0.6)],
      [step(null, 0.5), step(null, 0.6)],
      [step(null, 0.5), step('2025-12-24', 0.6)],
    ]) {
      const numbers = drawn(...steps).match(/(?:x|x1|x2|cx|width)="(-?[\d.]+)"/g)!
      expect(numbers.every((each) => Number(/[\d.-]+/.exec(each.split('=')[1]!)![0]) <= 380)).toBe(true)
      expect(drawn(...steps)).not.toMatch(/NaN|Infinity|undefined/)
    }
  })
})

describe('the map', () => {
  const entities = Array.from({ length: 40 }, (_, at) => ({
    name: at % 3 === 0 ? `A rather long name ${at}` : `N${at}`,
    facts: 200 - at * 5,
    recent: 0,
    first: null,
    last: null,
    page: null,
  }))
  const ties = Array.from({ length: 120 }, (_, at) => ({
    one: at % 7,
    other: 8 + ((at * 5) % 32),
    facts: 1 + (at % 9),
  }))

  test('puts no name over another, and none beside the paper', () => {
    const places = mapPlaces(entities, ties)
    const half = (label: string): number => label.length * 3.3
    for (const [at, one] of places.entries()) {
      expect(one.x - one.radius).toBeGreaterThanOrEqual(0)
      expect(one.x + one.radius).toBeLessThanOrEqual(mapSize.width)
      expect(one.y - one.radius).toBeGreaterThanOrEqual(0)
      expect(one.y + one.radius + 14).toBeLessThanOrEqual(mapSize.height)
      for (const other of places.slice(at + 1)) {
        const across = Math.abs(one.x - other.x) < half(one.label) + half(other.label)
        const down = Math.abs(one.y + one.radius - (other.y + other.radius)) < 12
        expect([one.label, other.label, across && down]).toEqual([one.label, other.label, false])
      }
    }
  })

  test('is the same for the same counts, and of one name or none is a map too', () => {
    expect(mapPlaces(entities, ties)).toEqual(mapPlaces(entities, ties))
    expect(mapPlaces(entities.slice(0, 1), [])).toMatchObject([{ x: mapSize.width / 2, y: mapSize.height / 2 }])
    expect(mapPlaces([], [])).toEqual([])
  })
})
