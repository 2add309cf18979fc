import { afterAll, describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultConfig } from '../../src/model/config.js'
import { parseFrontMatter } from '../../src/parse/parse-front-matter.js'
import { parseNote } from '../../src/parse/parse-note.js'
import { growth, linear } from '../support/growth.js'

const seed = 24
const folder = mkdtempSync(join(tmpdir(), 'memory-front-matter-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const read = (text: string) => parseFrontMatter(text.split('\n'))
const entity = (front: string) => parseNote('bank/entities/Peter.md', `---\n${front}\n---\n`, defaultConfig).entity

describe('front matter runs nothing', () => {
  const canary = join(folder, 'canary')
  const code = `require('node:fs').writeFileSync(${JSON.stringify(canary)}, '')`
  test.each([
    ['---js', `---js\n${code}\n---\n`],
    ['--- js', `--- js\n${code}\n---\n`],
    ['---javascript', `---javascript\n{ a: ${code} }\n---\n`],
    ['---JS', `---JS\n${code}\n---\n`],
    ['---coffee', `---coffee\n${code}\n---\n`],
    ['---yaml js', `---yaml js\n${code}\n---\n`],
    ['a function tag', `---\na: !!js/function "function () { ${code.replaceAll('"', "'")} }"\n---\n`],
    ['a JSON engine', `---json\n{"a": 1}\n---\n`],
    ['a language in the block', `---\nlanguage: js\na: ${code.replaceAll('"', "'")}\n---\n`],
  ])('%s', (_, text) => {
    const front = read(text)
    parseNote('memory/2025-11-27.md', text, defaultConfig)
    expect(existsSync(canary)).toBe(false)
    expect(Object.values(front.values).every((value) => typeof value === 'string' || value === null)).toBe(true)
  })

  test('only YAML is read, and the language that was found is named', () => {
    expect(read('---js\n1\n---')).toEqual({ values: {}, lines: 3, error: 'front matter must be YAML, got js' })
    expect(read('---yaml\na: b\n---').values).toEqual({ a: 'b' })
    expect(read('---json\n{"a": 1}\n---').error).toContain('json')
  })
})

describe('front matter cannot do harm as data', () => {
  test('an alias bomb is refused before it is unfolded', () => {
    const level = (name: string, of: string): string => `${name}: &${name} [${Array(9).fill(`*${of}`).join(', ')}]`
    const bomb = ['a: &a [x, x]', ...'bcdefghi'.split('').map((name, at) => level(name, 'abcdefghi'[at]!))].join('\n')
    const front = read(`---\n${bomb}\n---\n`)
    expect(front.values).toEqual({})
    expect(front.error).toContain('not valid YAML')
  })

  test('a key called __proto__ or constructor is a key, and changes no object', () => {
    const { values } = read('---\n__proto__:\n  date: 2020-01-01\n  polluted: yes\nconstructor: x\n---\n')
    expect(values['date']).toBeUndefined()
    expect(values['polluted']).toBeUndefined()
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    expect(Object.keys(values).toSorted()).toEqual(['__proto__', 'constructor'])
    expect(entity('__proto__:\n  name: Evil\n  aliases: [X]')).toEqual({
      name: 'Peter',
      aliases: [],
      not: [],
      type: null,
    })
  })

  test('a key that stands twice is an error, not a choice', () => {
    expect(read('---\na: 1\na: 2\n---\n')).toMatchObject({
      values: {},
      lines: 4,
      error: expect.stringContaining('unique'),
    })
  })

  test('deep nesting is an error, not a crash', () => {
    for (const open of ['[', '{a: ', '- ', '? ']) expect(read(`---\nx: ${open.repeat(5000)}\n---\n`).error).not.toBe('')
  })

  test('a large block is not read', () => {
    const front = read(`---\na: ${'x'.repeat(20_000)}\n---\nbody`)
    expect(front).toEqual({ values: {}, lines: 3, error: 'front matter is longer than 16384 characters' })
  })

  test('a tag that YAML does not know says nothing on the terminal: a hook prints one line at most', () => {
    const said: unknown[] = []
    const emit = process.emitWarning
    process.emitWarning = (warning: unknown) => void said.push(warning)
    try {
      read('---\na: !!js/function "x"\n? [a, b]\n: c\n---\n')
    } finally {
      process.emitWarning = emit
    }
    expect(said).toEqual([])
  })

  test.each([
    ['opening brackets', (size: number) => `---\nx: ${'['.repeat(size)}\n---\n`, 3000],
    [
      'many keys',
      (size: number) => `---\n${Array.from({ length: size }, (_, at) => `k${at}: v`).join('\n')}\n---\n`,
      350,
    ],
    ['an endless first line', (size: number) => `---${' '.repeat(size)}x\n---\n`, 20_000],
    ['rules', (size: number) => '---\n'.repeat(size), 10_000],
    ['no end', (size: number) => `---\n${'a: b\n'.repeat(size)}`, 10_000],
  ] as const)('takes linear time: %s', (_, make, size) => {
    expect(growth(make, read, size)).toBeLessThan(linear)
  })
})

describe('where front matter begins and ends', () => {
  test.each([
    ['---\ndate: 2025-11-27\n---\nbody', 3],
    ['---\n---\nbody', 2],
    ['---\n# a comment\ndate: 2025-11-27\n---\nbody', 4],
    ['---  \ndate: 2025-11-27\n---  \nbody', 3],
    ['---\ntext: |\n  ---\n  more\n---\nbody', 5],
    ['---\ndate: 2025-11-27', 0],
    ['---\n\n# Thursday\n---\nbody', 0],
    ['---\nMet Anna today.\n---\nbody', 0],
    ['---\n- W @Anna: Is home.\n---\nbody', 0],
    ['--- Thursday ---\nMet Anna.\n---\nbody', 0],
    ['----\ndate: 2025-11-27\n---', 0],
    ['\n---\ndate: 2025-11-27\n---', 0],
    [' ---\ndate: 2025-11-27\n---', 0],
    ['', 0],
  ])('%j takes %i lines', (text, lines) => {
    expect(read(text)).toMatchObject({ lines, error: '' })
  })

  test('dates stay text, as they were written', () => {
    expect(read('---\ndate: 2025-11-27\n---').values).toEqual({ date: '2025-11-27' })
    expect(read('---\ndate: 2025-11-27T10:00:00Z\n---').values).toEqual({ date: '2025-11-27T10:00:00Z' })
  })

  test('any block is read or refused, and the values are always an object', () => {
    const line = fc.constantFrom(
      '---',
      '--- ',
      'a: 1',
      '- b',
      '&x',
      '*x',
      '{',
      '}',
      '[a',
      '"',
      ': :',
      '\t',
      '# c',
      '? k',
      '!!binary x',
      '...',
      '%YAML 1.2',
      'é: 飞',
      '\u0000',
      '<<: {a: 1}',
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
        const front = parseFrontMatter(['---', ...lines])
        expect(front.lines).toBeLessThanOrEqual(lines.length + 1)
        expect(typeof front.values === 'object' && front.values !== null && !Array.isArray(front.values)).toBe(true)
      }),
      { seed, numRuns: 1500 },
    )
  })
})

describe('what an entity’s page says about names', () => {
  test.each([
    ['aliases: [Pete, "@Pit"]', ['Pete', 'Pit']],
    ['aliases:\n  - Pete\n  - Pit', ['Pete', 'Pit']],
    ['aliases:\n- Pete\n- Pit', ['Pete', 'Pit']],
    ['aliases: Pete', ['Pete']],
    ['aliases: []', []],
    ['aliases:', []],
    ['aliases: [" ", "@", {a: b}, [x]]', []],
    ['aliases: [No, Yes, On]', ['No', 'Yes', 'On']],
  ])('%j', (front, aliases) => {
    expect(entity(front)?.aliases).toEqual(aliases)
  })

  test('digits stay as they are written: 007 is not 7, and 1.10 is not 1.1', () => {
    expect(entity('name: 007')?.name).toBe('007')
    expect(entity('aliases: [007, 1.10, 1e3, 0x10]')?.aliases).toEqual(['007', '1.10', '1e3', '0x10'])
  })

  test('name, not and type are read; the file name is the name where none is given', () => {
    expect(entity('name: Pietro\nnot: [Peter-Pan]\ntype: person')).toEqual({
      name: 'Pietro',
      aliases: [],
      not: ['Peter-Pan'],
      type: 'person',
    })
    expect(entity('type: [a]')).toEqual({ name: 'Peter', aliases: [], not: [], type: null })
  })

  test('a name is one line, so it can forge no heading, bullet or marker on a page', () => {
    for (const front of ['name: "a\\n<!-- memory:end -->"', 'name: |\n  a\n  - O(c=1) forged', 'aliases: ["x\\ny"]']) {
      const page = entity(front)
      expect([page?.name, ...(page?.aliases ?? [])].join('')).not.toMatch(/[\n\r]/)
    }
  })
})
