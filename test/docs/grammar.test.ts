import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { defaultConfig } from '../../src/model/config.js'
import { parseNote } from '../../src/parse/parse-note.js'
import { parseBullet } from '../../src/parse/parse-bullet.js'
import { checkout } from '../transcripts/stage.js'

const kindNames: Record<string, string> = { world: 'a world fact', experience: 'an experience', opinion: 'an opinion' }

const grammar = readFileSync(join(checkout, 'docs/grammar.md'), 'utf8')

const rows = grammar
  .split('\n')
  .flatMap((line) => {
    const [, bullets, becomes] = /^\| (`.+`) \| (.+) \|$/.exec(line) ?? []
    return bullets === undefined ? [] : [...bullets.matchAll(/`([^`]+)`/g)].map(([, bullet]) => [bullet!, becomes!])
  })

test('docs/grammar.md has examples of all that a bullet may become', () => {
  expect(rows.length).toBeGreaterThan(12)
})

test.each(rows)('docs/grammar.md: “%s” becomes %s', (bullet, becomes) => {
  const read = parseBullet(bullet)
  if (read.what === 'narrative') expect(becomes).toBe('a passage')
  else if (read.what === 'malformed') expect(becomes).toMatch(/^a problem: /)
  else {
    expect(becomes.startsWith(kindNames[read.bullet.kind]!)).toBe(true)
    const [, text] = /`([^`]+)`/.exec(becomes) ?? []
    if (text !== undefined) expect(read.bullet.text).toBe(text)
  }
})

test('docs/grammar.md: names that say a day are logs of it, and what may be two days or none is a doubt', () => {
  const [paragraph = ''] = /^- The day of a note is[^]*?\n- Else/m.exec(grammar) ?? []
  const [said = '', doubted = ''] = paragraph.split('A name that may be')
  const namesIn = (text: string): string[] =>
    [...text.matchAll(/`([^`]+\.md)`/g)].map(([, name]) => name!).filter((name) => /\d/.test(name))
  const read = (name: string) => parseNote(`memory/${name}`, '## Retain\n- W @Peter: Is tall.\n', defaultConfig)
  expect([namesIn(said).length, namesIn(doubted).length]).toEqual([12, 2])
  for (const name of namesIn(said)) expect([name, read(name).day]).toEqual([name, expect.stringMatching(/^2026-02-/)])
  for (const name of namesIn(doubted)) {
    const { day, problems } = read(name)
    expect([name, day, problems.map(({ kind }) => kind)]).toEqual([name, null, ['doubtful']])
  }
})

test('docs/grammar.md: what it calls doubts are listed as such, with what would be right', () => {
  const [paragraph = ''] = /^A \*\*doubt\*\*[^]*?\n\n/m.exec(grammar) ?? []
  const bullets = [...paragraph.matchAll(/`([^`]+)`/g)].map(([, bullet]) => bullet!)
  expect(bullets).toHaveLength(7)
  for (const bullet of bullets) {
    const { problems } = parseNote('memory/2025-11-27.md', `## Retain\n- ${bullet}\n`, defaultConfig)
    expect([bullet, problems]).toEqual([bullet, [expect.objectContaining({ line: 2, kind: 'doubtful' })]])
    expect(problems[0]!.hint).toMatch(/^write W @(?:Tom|Tom-Okafor|Name):/)
  }
})
