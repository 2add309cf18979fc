import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { defaultConfig } from '../../../src/model/config.js'
import { isOlder, readConfig } from '../../../src/workspace/session/config.js'

const seed = 60
const read = (value: unknown, version = '0.1.0') => readConfig(JSON.stringify(value), version)
const refusal = (source: string, version = '0.1.0'): string => {
  try {
    readConfig(source, version)
    return ''
  } catch (cause) {
    expect(cause).toMatchObject({ name: 'MemoryError', code: 'bad-config' })
    return (cause as Error).message
  }
}

describe('the configuration', () => {
  test('may be missing, empty, or hold a byte order mark', () => {
    for (const source of [undefined, '{}', '\uFEFF{}', ' {\n} '])
      expect(readConfig(source, '0.1.0')).toEqual({ config: defaultConfig, warnings: [] })
  })

  test('takes every key, nested as it is documented', () => {
    const value = {
      requires: '0.1.0',
      timezone: 'Europe/Vienna',
      me: 'Maya',
      retain: { headings: ['Merken', '保存'] },
      mentions: { wikilinks: true },
      bank: { onCommit: 'off', tell: 'once' },
      hooks: { mode: 'detached' },
      recall: { company: false, minSupport: 0.35 },
      origin: { hold: true, notes: { 'memory/inbox/**': 'web' }, authors: { '*@bots.example.org': 'tool' } },
      core: { limit: 8000 },
    }
    expect(read(value)).toEqual({ config: value, warnings: [] })
  })

  test('takes a key written whole, as messages and documents name it, also one whose value holds names of its own', () => {
    const origin = { 'origin.notes': { 'memory/inbox/**': 'web' }, 'origin.authors': { '*@bots.example.org': 'tool' } }
    expect(read({ ...origin, 'bank.onCommit': 'off' }).config).toMatchObject({
      origin: { notes: origin['origin.notes'], authors: origin['origin.authors'] },
      bank: { onCommit: 'off' },
    })
    expect(refusal('{"timezone": {"a": 1}}')).toContain('timezone must be an IANA time zone')
  })

  test.each([
    ['requires', '"1.0"'],
    ['requires', '"1.0.0-beta"'],
    ['requires', '1'],
    ['requires', 'null'],
    ['timezone', '"Europe/Nowhere"'],
    ['timezone', '""'],
    ['timezone', '3'],
    ['timezone', 'null'],
    ['me', '""'],
    ['me', 'null'],
  ])('%s must not be %s', (key, value) => {
    expect(refusal(`{"${key}": ${value}}`)).toMatch(new RegExp(`^\\.memory/config\\.json: ${key} must be .*got `))
  })

  test.each([
    ['retain.headings', '{"retain": {"headings": "Merken"}}'],
    ['retain.headings', '{"retain": {"headings": ["a", 1]}}'],
    ['retain.headings', '{"retain": {"headings": {"a": 1}}}'],
    ['mentions.wikilinks', '{"mentions": {"wikilinks": "true"}}'],
    ['mentions.wikilinks', '{"mentions": {"wikilinks": null}}'],
    ['bank.onCommit', '{"bank": {"onCommit": "commits"}}'],
    ['bank.onCommit', '{"bank": {"onCommit": true}}'],
    ['bank.onCommit', '{"bank": {"onCommit": null}}'],
    ['hooks.mode', '{"hooks": {"mode": "background"}}'],
    ['recall.company', '{"recall": {"company": "off"}}'],
    ['origin.hold', '{"origin": {"hold": "web"}}'],
    ['origin.notes', '{"origin": {"notes": {"memory/**": "friend"}}}'],
    ['origin.notes', '{"origin": {"notes": {"memory/**": ["web"]}}}'],
    ['origin.authors', '{"origin": {"authors": ["web"]}}'],
    ['core.limit', '{"core": {"limit": 99}}'],
    ['core.limit', '{"core": {"limit": 100001}}'],
    ['core.limit', '{"core": {"limit": 500.5}}'],
    ['core.limit', '{"core": {"limit": "5000"}}'],
    ['retain', '{"retain": ["Merken"]}'],
    ['bank', '{"bank": "off"}'],
    ['retain', '{"retain": null}'],
    ['hooks', '{"hooks": "x"}'],
    ['hooks.postCommit', '{"hooks": {"postCommit": "rm -rf /"}}'],
    ['bank.command', '{"bank": {"command": "x"}}'],
    ['Timezone', '{"Timezone": "UTC"}'],
    ['constructor', '{"constructor": 1}'],
    ['toString.x', '{"toString": {"x": 1}}'],
    ['__proto__', '{"__proto__": 1}'],
    ['__proto__.onCommit', '{"__proto__": {"onCommit": "off"}}'],
  ])('%s is refused by name in %s', (key, source) => {
    expect(refusal(source)).toContain(` ${key} `.replace(/ $/, source.includes('unknown') ? ' ' : ''))
  })

  test('a value of lists within lists is refused, however deep', () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000)
    for (const source of [
      `{"timezone": ${deep}}`,
      `{"retain": {"headings": ${deep}}}`,
      `{"bank": {"onCommit": {"a": ${deep}}}}`,
    ])
      expect(refusal(source)).toMatch(/must be .*, got a list or object that holds others/)
    expect(refusal(`{"hooks": ${deep}}`)).toContain('hooks')
  })

  test('a key without anything in it is refused by name too', () => {
    expect(refusal('{"commands": {}}')).toContain('commands')
    expect(refusal('{"hooks": []}')).toContain('hooks')
  })

  test.each(['', '{', 'null', '[]', '"x"', '3', '{"a": 1,}', '// comment\n{}', '{}{}'])(
    '%j is no configuration',
    (source) => {
      expect(refusal(source)).toMatch(/^\.memory\/config\.json: (?:not valid JSON|must be an object)/)
    },
  )

  test('any text is read or refused with a reason, and changes nothing else', () => {
    const json = fc.json({ maxDepth: 3 })
    fc.assert(
      fc.property(fc.oneof(json, fc.string({ unit: 'binary', maxLength: 20 })), (source) => {
        refusal(source)
      }),
      { seed, numRuns: 500 },
    )
    expect(({} as Record<string, unknown>)['onCommit']).toBeUndefined()
    expect(defaultConfig).toEqual({
      requires: null,
      timezone: null,
      me: 'User',
      retain: { headings: [] },
      mentions: { wikilinks: false },
      bank: { onCommit: 'worktree', tell: 'everywhere' },
      hooks: { mode: 'attached' },
      recall: { company: true, minSupport: 'weak' },
      origin: { hold: false, notes: {}, authors: {} },
      core: { limit: 5000 },
    })
  })
})

describe('a configuration for a newer package', () => {
  test('turns unknown keys into warnings that name them, so that an older package still recalls', () => {
    const { config, warnings } = read({ requires: '0.2.0', future: { key: 1 }, shiny: true, bank: { onCommit: 'off' } })
    expect(config).toMatchObject({ requires: '0.2.0', bank: { onCommit: 'off' } })
    expect(warnings.join('\n')).toMatch(/unknown key future\b[^]*unknown key shiny\b/)
  })

  test('does so wherever the key stands', () => {
    expect(read({ shiny: true, requires: '0.2.0' }).warnings).toHaveLength(1)
  })

  test('is none where this package is new enough', () => {
    expect(refusal('{"requires": "0.1.0", "shiny": true}')).toContain('unknown key shiny')
    expect(refusal('{"requires": "0.0.9", "shiny": true}')).toContain('unknown key shiny')
    expect(refusal('{"requires": "soon", "shiny": true}')).not.toBe('')
  })
})

describe('versions', () => {
  test.each([
    ['0.1.0', '0.1.1', true],
    ['0.9.0', '0.10.0', true],
    ['1.0.0', '0.99.99', false],
    ['0.1.0', '0.1.0', false],
    ['2.0.0', '10.0.0', true],
  ])('%s before %s: %s', (a, b, older) => {
    expect(isOlder(a, b)).toBe(older)
  })

  test('are ordered like their numbers', () => {
    const numbers = fc.tuple(fc.nat({ max: 20 }), fc.nat({ max: 20 }), fc.nat({ max: 20 }))
    fc.assert(
      fc.property(numbers, numbers, (a, b) => {
        const [left, right] = [a, b].map(([x, y, z]) => x * 10_000 + y * 100 + z) as [number, number]
        expect(isOlder(a.join('.'), b.join('.'))).toBe(left < right)
      }),
      { seed },
    )
  })
})
