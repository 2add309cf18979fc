import type { PageFiles } from '../../src/pages/page-files.js'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { readFileSync } from 'node:fs'
import { splitPage } from '../../src/model/page.js'
import { readPageLine } from '../../src/parse/parse-page.js'
import { shownFacts } from '../../src/pages/shown-facts.js'
import { writeFiles } from '../../src/pages/write-pages.js'
import { retainKinds } from '../../src/model/kind.js'
import { liquidLayout } from '../../src/render/liquid.js'
import { mostLines } from '../../src/render/pages.js'
import { growth, linear } from '../support/growth.js'
import { smallIndex, type SmallIndex } from '../recall/small-index.js'
import { retain } from '../support/notes.js'

/** A word that no other number has, and that no rule of the judge knows. */
const word = (at: number): string => `zx${[...at.toString(4)].map((digit) => 'kqvw'[Number(digit)]).join('')}`
const dayOf = (at: number): string => new Date(Date.UTC(2023, 0, 1 + at)).toISOString().slice(0, 10)
const tea = 'O(c=0.9) @Peter: Prefers green tea in the morning'
const kinds = ['W', 'B', 'W', 'S', 'W', 'O(c=0.8)', 'B', 'W']

/** `count` facts about Peter, ten a day on every second day from 2023 on; the first year says one thing three times. */
function years(count: number): [path: string, text: string][] {
  const logs: [string, string][] = [['memory/people.md', retain('W @Peter: Is a harbour engineer.')]]
  for (let at = 0; at < count / 10; at++) {
    const bullets = Array.from({ length: 10 }, (_, nth) => {
      const number = at * 10 + nth
      const other = number % 9 === 0 ? ' @Anna' : number % 11 === 0 ? ` @${word(number % 300)}` : ''
      return `${kinds[number % kinds.length]} @Peter${other}: ${word(number)} ${word(number + 1e6)}.`
    })
    logs.push([`memory/${dayOf(at * 2)}.md`, retain(...(at < 3 ? [tea] : []), ...bullets)])
  }
  return logs
}

const layout = (name: string) => liquidLayout(readFileSync(new URL(`../../templates/${name}`, import.meta.url), 'utf8'))

function pagesOf({ store }: SmallIndex): Map<string, string> {
  const written = new Map<string, string>()
  const files: PageFiles = {
    read: () => undefined,
    write: (path, text) => (written.set(path, text), 'written'),
    remove: () => 'same',
    oidOf: () => 'b'.repeat(40),
    entityPages: () => [],
  }
  writeFiles({ store, files, layout, once: false }, 'all')
  return written
}

const sizes = [160, 5000]
const indexes = new Map<number, SmallIndex>()
beforeAll(async () => {
  for (const size of sizes) {
    const index = await smallIndex(years(size))
    await index.store.write(() =>
      index.store.standFor({ tree: 't', commit: 'c', settings: '{}', parser: 'p', beliefs: '1' }),
    )
    indexes.set(size, index)
  }
})
afterAll(() => {
  for (const index of indexes.values()) index.remove()
})

describe('the pages of five thousand facts about one entity', () => {
  const pages = () => pagesOf(indexes.get(5000)!)

  test('have about two hundred lines each, all of them generated lines or layout', () => {
    for (const [path, text] of pages()) {
      const { lines, block } = splitPage(text)
      expect([path, lines.length <= 200, block !== null]).toEqual([path, true, true])
      const facts = lines.filter((line) => line.startsWith('- '))
      expect(new Set(facts.map((line) => readPageLine(line).what))).toEqual(new Set(['generated']))
      expect(new Set(facts).size).toBe(facts.length)
    }
    for (const full of ['bank/entities/Peter.md', 'bank/world.md', 'bank/opinions.md', 'bank/experience.md'])
      expect([full, pages().get(full)!.split('\n').length > 150]).toEqual([full, true])
  })

  test('say first what is best supported, have something of every section, and link a log of each year', () => {
    const page = pages().get('bank/entities/Peter.md')!
    const [lead = '', beliefs = '', timeline = '', observations = ''] = page.split(/^## .*$/m).slice(1)
    expect(page.match(/^## .*$/gm)).toEqual(['## In short', '## Beliefs', '## Timeline', '## Observations'])
    expect(lead).toMatch(
      /^\s*- O\(c=0\.9\d\) @Peter: Prefers green tea in the morning · \S+ \[2023-01-01\].* \+\[2023-01-03\]/,
    )
    expect(lead).toContain('- W @Peter: Is a harbour engineer.')
    for (const section of [beliefs, timeline, observations]) expect(section.match(/^- /gm)!.length).toBeGreaterThan(10)
    expect(page).toMatch(/^Related: .*\[Anna\]\(Anna\.md\)/m)
    expect(page).toMatch(
      /^The rest, in the logs: \[2025\]\(\S+2025-01-0\d\.md\) · \[2024\]\(\S+2024-01-0\d\.md\) · \[2023\]\(\S+2023-01-01\.md\)$/m,
    )
    const linked = [...page.matchAll(/\]\(([^/)]+\.md)\)/g)].map(([, file]) => `bank/entities/${file}`)
    expect(linked.length).toBeGreaterThan(0)
    for (const path of linked) expect([...pages().keys()]).toContain(path)
  })

  test('load a few pages’ worth of facts, not all', () => {
    const { store } = indexes.get(5000)!
    const scope = { about: ['peter'], limit: mostLines }
    const { shown, full } = shownFacts(store, { ...scope, kinds: retainKinds }, 'bank/entities/Peter.md')
    expect(full).toBe(true)
    expect(shown.length).toBeLessThanOrEqual(3 * mostLines)
  })

  test('are written in a time that grows no faster than the facts', () => {
    expect(growth((size) => indexes.get(size === 157 ? 160 : size)!, pagesOf, 1250)).toBeLessThan(linear)
  })
})
