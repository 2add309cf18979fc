import { describe, expect, test } from '@jest/globals'
import { defaultConfig } from '../../src/model/config.js'
import type { Note } from '../../src/model/note.js'
import { parseBullet } from '../../src/parse/parse-bullet.js'
import { parseNote } from '../../src/parse/parse-note.js'
import { growth, linear, timesAsLong } from '../support/growth.js'

const read = (text: string): Note => parseNote('memory/2025-11-27.md', text, defaultConfig)
const stated = (text: string): string[] =>
  read(text)
    .facts.filter((fact) => fact.kind !== 'passage')
    .map((fact) => fact.text)

describe('reading a hostile note takes linear time', () => {
  test.each([
    ['bullets', (size: number) => `## Retain\n${'- W @a: b\n'.repeat(size)}`, 2000],
    ['bullets, then a quote', (size: number) => `## Retain\n${'- W @a: b\n'.repeat(size)}> q\n`, 400],
    ['nested bullets', (size: number) => '- a\n  - b\n'.repeat(size), 400],
    ['lines that lazily go on with a quote', (size: number) => `> a\n${'b\n'.repeat(size)}`, 800],
    ['loose bullets', (size: number) => '- a\n\n  b\n\n'.repeat(size), 200],
    ['lines with a sign before them', (size: number) => `## Retain\n${'• W @a: b\n'.repeat(size)}`, 1500],
    ['a bullet that goes on in dashes', (size: number) => `## Retain\n- W @a: b\n${'-W @a: b\n'.repeat(size)}`, 1500],
    ['a sign and spaces', (size: number) => `## Retain\n• W${' '.repeat(size)}x`, 20_000],
    ['bullets that end in brackets', (size: number) => `## Retain\n${'- O 0.9 @a - b (c=(c=0.9)\n'.repeat(size)}`, 600],
    ['a bullet of brackets', (size: number) => `## Retain\n- O @a; ${'(c=0.9'.repeat(size)})`, 5000],
    ['empty bullets', (size: number) => '-\n'.repeat(size), 600],
    ['one line of nested quotes', (size: number) => `${'>'.repeat(size)} a`, 20_000],
    ['one line of nested bullets', (size: number) => `${'- '.repeat(size)} a`, 20_000],
    ['quotes within quotes', (size: number) => `${'> '.repeat(30)}a\n`.repeat(size), 60],
    ['emphasis that never ends', (size: number) => '*a_ '.repeat(size), 10_000],
    ['brackets that never end', (size: number) => '[a'.repeat(size), 10_000],
    ['comments that never end', (size: number) => '<!-- '.repeat(size), 10_000],
    ['lines of comments that never end', (size: number) => 'a <!-- \n'.repeat(size), 1000],
    ['HTML that never ends', (size: number) => `<div>\n${'<a '.repeat(size)}`, 10_000],
    ['a fence that never ends', (size: number) => `\`\`\`\n${'a\n'.repeat(size)}`, 1500],
    ['backticks', (size: number) => `${'` `` '.repeat(size)}\n> q`, 1500],
    ['a table', (size: number) => `a|b\n-|-\n${'c|d\n'.repeat(size)}`, 300],
    ['a wide table', (size: number) => `${'a|'.repeat(size)}\n${'-|'.repeat(size)}\n${'c|'.repeat(size)}`, 300],
    ['definitions', (size: number) => '[a]: b\n'.repeat(size), 300],
    ['setext underlines', (size: number) => `${'a\n'.repeat(size)}===\n`, 800],
    ['a heading with spaces inside', (size: number) => `# a${' '.repeat(size)}x`, 1800],
    ['a heading with colons inside', (size: number) => `# a${':'.repeat(size)}x`, 2500],
    ['a heading with hashes inside', (size: number) => `# a${' #'.repeat(size)}x`, 10_000],
    ['a bullet that mentions an endless name', (size: number) => `## Retain\n- W @a${'-'.repeat(size)}b`, 2000],
    ['a paragraph with spaces inside', (size: number) => `a${' '.repeat(size)}b`, 20_000],
    ['spaces', (size: number) => ' '.repeat(size), 50_000],
    ['empty lines', (size: number) => '\n'.repeat(size), 20_000],
  ] as const)('%s', (_, make, size) => {
    expect(growth(make, read, size)).toBeLessThan(linear)
  })

  test.each([
    ['a leading name that trails off', (size: number) => `W @a${'-'.repeat(size)}!`, 2500],
    ['many leading names', (size: number) => `W ${'@a '.repeat(size)}: x`, 3000],
    ['many attributes', (size: number) => `O(${'c=1,'.repeat(size)})`, 10_000],
    ['commas and spaces between attributes', (size: number) => `O(${', '.repeat(size)}x)`, 10_000],
    ['a bracket that never ends', (size: number) => `O(${'c='.repeat(size)}`, 20_000],
  ] as const)('one bullet: %s', (_, make, size) => {
    expect(growth(make, parseBullet, size)).toBeLessThan(linear)
  })
})

describe('what micromark reads in quadratic time is read as fast as an ordinary log', () => {
  const size = 48_000
  const filled = (unit: string): string => unit.repeat(Math.ceil(size / unit.length))
  const ordinary = filled('- W @Peter: Bought tea and eggs at the market.\n')
  test.each([
    ['entries with a rule below each', 'short entry\n---\n'],
    ['underlined letters', 'a\n===\n'],
    ['quotes that go on lazily', '> a\nb\n'],
    ['quotes that go on lazily and long', `> a\n${'b\n'.repeat(20)}`],
    ['numbered bullets', '1. a\n'],
    ['definitions in another form', '[a\nb]: c\n\n'],
  ])('%s', (_, unit) => {
    expect(timesAsLong(read, filled(unit), ordinary)).toBeLessThan(15)
  })
})

describe('a note that is too large or too deep for a Markdown parser', () => {
  test('of a megabyte of bullets, every one is a fact', () => {
    const bullets = Array.from({ length: 30_000 }, (_, at) => `- W @Peter: fact ${at} of the bullets`)
    const text = `## Retain\n${bullets.join('\n')}\n`
    expect(text.length).toBeGreaterThan(1_000_000)
    const note = read(text)
    expect(note.facts.length).toBe(30_000)
    expect(note.problems).toEqual([])
    expect(note.facts.at(-1)!.source).toEqual({ path: note.path, first: 30_001, last: 30_001 })
  })

  test.each([
    ['bullets', (at: number) => `- W fact ${at}`, 'bullets and paragraphs'],
    ['headings', () => '# Retain', 'lines'],
    ['bullets of an old Mac', (at: number) => `- W fact ${at}\r- W again ${at}`, 'bullets and paragraphs'],
  ])('of more %s than anybody reads says where reading ends', (_what, line, most) => {
    const note = read(`## Retain\n${Array.from({ length: 160_000 }, (_, at) => line(at)).join('\n')}`)
    expect(note.facts.length).toBeLessThan(40_000)
    const said = note.problems.filter(({ kind }) => kind === 'skipped')
    expect(said).toHaveLength(1)
    expect(said[0]!.message).toMatch(new RegExp(`^not indexed from here on: \\d+ ${most}`))
    expect(said[0]!.line).toBeGreaterThan(note.facts.at(-1)?.source.last ?? 0)
  })

  test('of more lines than a function takes arguments, every one is read', () => {
    expect(read(`a${'\n'.repeat(130_000)}> q\n`).facts.length).toBe(2)
  })

  test('a long rule, or a line far to the right, takes nothing from the bullets around it', () => {
    const section = (line: string): string => `## Retain\n- W @Peter: One.\n\n${line}\n\n- W @Peter: Two.\n`
    const lines = ['-'.repeat(100), '- '.repeat(50), '*'.repeat(120), '+'.repeat(90)]
    expect(lines.filter((line) => stated(section(line)).join(' ') !== 'One. Two.')).toEqual([])
  })

  test('a heading in it still ends the section above', () => {
    const text = `## Retain\n- W @Peter: One.\n\n## Notes\n${'-'.repeat(100)}\n\n### Raw\n- W @Mallory: Not retained.\n`
    expect(stated(text)).toEqual(['One.'])
  })

  test('bullets that are not read as facts are reported, never dropped silently', () => {
    const bullets = Array.from({ length: 4000 }, (_, at) => `- W @Peter: fact ${at} of the bullets`)
    const note = read(`## Retain\n${bullets.join('\n')}\n  - and a nested one\n`)
    const facts = note.facts.filter((fact) => fact.kind === 'world').length
    expect({ facts, reported: note.problems.length > 0 }).not.toEqual({ facts: 0, reported: false })
  })
})
