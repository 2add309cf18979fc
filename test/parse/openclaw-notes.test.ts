import { describe, expect, test } from '@jest/globals'
import { readFileSync } from 'node:fs'
import { defaultConfig } from '../../src/model/config.js'
import type { Fact } from '../../src/model/fact.js'
import type { Note } from '../../src/model/note.js'
import { parseNote } from '../../src/parse/parse-note.js'
import { parsePlainNote } from '../../src/parse/read-note.js'

const fixture = (name: string): string => readFileSync(new URL(`../fixtures/openclaw/${name}`, import.meta.url), 'utf8')
const read = (path: string, text = fixture(path.slice(path.lastIndexOf('/') + 1))): Note =>
  parseNote(path, text, defaultConfig)
const told = ({ kind, text, day, trail }: Fact): string =>
  `${kind} ${day ?? '-'} ${text}${trail.length > 0 ? ` (${trail.join(' › ')})` : ''}`
const found = (note: Note, words: string): Fact => note.facts.find(({ text }) => text.includes(words))!

describe('a log that dreaming wrote into', () => {
  const log = 'memory/2026-11-20.md'

  test('holds what was written below the block that dreaming keeps, under the headings above it, and nothing of the block', () => {
    expect(read(log).facts.map(told)).toEqual([
      'world 2026-11-20 Drinks mint tea. (2026-11-20 › Retain)',
      'passage 2026-11-20 Boris repaired the weathervane with copper rivets. The boiler valve sticks below five degrees. (2026-11-20 › Retain)',
      'passage 2026-11-20 22:10 Clara called about the lighthouse keys. (2026-11-20)',
      'passage 2026-11-20 Clara keeps the lighthouse keys in the blue tin. (2026-11-20 › Evening)',
    ])
  })

  test('says once what was left out, and names a typed bullet in it', () => {
    expect(read(log).problems.map(({ line, message }) => `${line} ${message}`)).toEqual([
      '28 a typed bullet is no fact in a section that dreaming writes',
      '10 not indexed: what stands under Light Sleep and 1 more section like it, for dreaming writes there',
    ])
  })

  test('a block without its heading is left out as well, and the Retain section around it goes on', () => {
    const block = '<!-- openclaw:dreaming:light:start -->\n- W @Ana: Is dreamt\n<!-- openclaw:dreaming:light:end -->\n'
    const note = read(log, `## Retain\n- W @Ana: Sings\n${block}- W @Ana: Paints\n`)
    expect(note.facts.map(({ kind, text }) => `${kind} ${text}`)).toEqual(['world Sings', 'world Paints'])
    expect(note.problems.map(({ line }) => line)).toEqual([4, 3])
  })

  test('a block that is begun and not ended takes nothing with it but its section', () => {
    const note = read(log, '<!-- openclaw:dreaming:light:start -->\nAna sings in a choir.\n')
    expect(note.facts.map(({ text }) => text)).toEqual(['Ana sings in a choir.'])
  })

  test('markers in an example of code are code', () => {
    const example = '<!-- openclaw:dreaming:rem:start -->\nsix words\n<!-- openclaw:dreaming:rem:end -->'
    const note = read(log, `Written by it:\n\n\`\`\`\n${example}\n\`\`\`\n\nAfter.\n`)
    expect(note.facts.map(({ text }) => text)).toHaveLength(3)
  })

  test('without the libraries it is read alike', () => {
    const text = fixture('2026-11-20.md')
    expect(parsePlainNote(log, text, defaultConfig)).toEqual(read(log))
  })
})

describe('MEMORY.md, which dreaming copies lines of logs into', () => {
  const note = read('MEMORY.md')

  test('holds no fact by them, also where the heading before is Retain', () => {
    expect(note.facts.filter(({ kind }) => kind !== 'passage').map(({ text }) => text)).toEqual([
      'Prefers short replies.',
    ])
  })

  test('has them as the words of the log on its day, without the place that they cite', () => {
    const copied = note.facts.filter(({ trail }) => trail.some((title) => /Promoted|Consolidated/.test(title)))
    expect(copied.map(({ text, day }) => `${day} ${text}`)).toEqual([
      '2026-11-20 W @Boris: Drinks mint tea.',
      '2026-11-20 Boris repaired the weathervane with copper rivets.',
      '2026-11-20 The boiler valve sticks below five degrees.',
    ])
  })

  test('says for whom an entry matters, and when', () => {
    const annotations = { trigger: ['gateway setup', 'network safety'], importance: 9 }
    expect(found(note, 'loopback')).toMatchObject({ text: 'Keep the gateway on loopback.', annotations })
    expect(found(note, 'helper').annotations).toEqual({ project: ['github.com/openclaw/openclaw'] })
  })

  test('headings of that name in a log are a person’s own', () => {
    const text = '# Retain\n## Consolidated Memory (2026-11-22)\n- W @Ana: Sings\n'
    expect(read('memory/2026-11-22.md', text).facts.map(({ kind }) => kind)).toEqual(['world'])
  })
})

describe('what comments say of an entry', () => {
  test('in USER.md the line above has the day and the status of one directive alone', () => {
    const directives = read('USER.md').facts.map(({ text, day, annotations }) => [text, day, annotations?.status])
    expect(directives).toEqual([
      ['Prefer detailed explanations for every code change.', '2026-05-10', 'superseded'],
      ['Prefer concise explanations for a code change.', '2026-07-27', 'active'],
      ['Never use emoji in a commit message.', null, undefined],
    ])
  })

  test('the day of a log stays its own, and a bullet of MEMORY.md has the day that it was observed', () => {
    const line = '## Retain\n- W @Ana: Sings <!-- observed: 2026-01-02 -->\n'
    expect(read('memory/2026-11-20.md', line).facts[0]).toMatchObject({ day: '2026-11-20' })
    expect(read('MEMORY.md', line).facts[0]).toMatchObject({
      day: '2026-01-02',
      annotations: { observed: '2026-01-02' },
    })
  })

  test.each([
    ['importance: 11'],
    ['importance: high'],
    ['observed: 2026-02-30'],
    ['status: gone'],
    ['trigger: , ;'],
    ['constructor: x'],
    ['a word and no value'],
    [': nothing'],
  ])('%s says nothing', (comment) => {
    const [fact] = read('MEMORY.md', `- Ana sings. <!-- ${comment} -->\n`).facts
    expect([fact!.text, fact!.annotations, fact!.day]).toEqual(['Ana sings.', undefined, null])
  })

  test('the first of a key holds, and a code span is no comment', () => {
    const [fact] = read(
      'MEMORY.md',
      'A `<!-- importance: 2 -->` B <!-- importance: 3 --> <!-- importance: 4 -->\n',
    ).facts
    expect(fact!.annotations).toEqual({ importance: 3 })
  })

  test('a comment in a page is its writer’s reason', () => {
    const [fact] = read('bank/world.md', '- W @Ana: Sings <!-- status: superseded -->\n').facts
    expect(fact!.annotations).toBeUndefined()
  })
})
