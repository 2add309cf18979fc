import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { parseBullet } from '../../src/parse/parse-bullet.js'
import { checkout } from '../transcripts/stage.js'

const kindNames: Record<string, string> = { world: 'a world fact', experience: 'an experience', opinion: 'an opinion' }

const rows = readFileSync(join(checkout, 'docs/grammar.md'), 'utf8')
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
