import { readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import type { Statement } from '../../src/model/fact.js'
import { supersedes } from '../../src/judge/supersedes.js'
import { saysChange } from '../../src/language/says-change.js'

const about = (name: string, text: string): Statement => ({ kind: 'world', mentions: [name], leading: 1, text })
const isEnded = (name: string, earlier: string, later: string): boolean =>
  saysChange(later) && supersedes(about(name, earlier), about(name, later)) !== undefined

const pairs = readFileSync(new URL('../fixtures/endings/en.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => /^[a-z]/.test(line))
  .map((line) => line.split('|').map((part) => part.trim()) as [string, string, string, string])

describe('a world fact that a later one says is over', () => {
  test.each(pairs)('%s: %s: %s → %s', (verdict, ...pair) => {
    expect(isEnded(...pair)).toBe(verdict === 'ends')
  })

  test('is found in four of five of the pairs, and is wrong in none', () => {
    const over = pairs.filter(([verdict]) => verdict !== 'stands')
    expect(pairs.filter(([verdict]) => verdict === 'stands').length).toBeGreaterThanOrEqual(45)
    expect(over.filter((pair) => pair[0] === 'ends').length / over.length).toBeGreaterThanOrEqual(0.8)
  })

  test('is named with the words that say so', () => {
    const cues = (earlier: string, later: string) => supersedes(about('Peter', earlier), about('Peter', later))
    expect(cues('Lives in Graz.', 'No longer lives in Graz.')).toEqual(['ended: no longer'])
    expect(cues('Uses Vim.', 'Switched from Vim to Helix.')).toEqual(['changed: switched from'])
    expect(cues('Lives in Graz.', 'Moved to Wels.')).toEqual(['state: lives → moved'])
    expect(cues('Pays 160 euros a month.', 'Now pays 180 euros a month.')).toEqual([
      'number: 160 euros → 180 euros',
      'now: now',
    ])
    expect(cues('Lives in Graz.', 'Now lives in Wels.')).toEqual(['graz → wels', 'now: now'])
  })

  test('is not ended by what is said of somebody else whom both name', () => {
    const both = (text: string): Statement => ({ kind: 'world', mentions: ['Peter', 'Nina'], leading: 1, text })
    expect(supersedes(both('Lives in Graz, as @Nina does.'), both('@Nina no longer lives in Graz.'))).toBeUndefined()
    expect(supersedes(both('Lives with @Nina in Graz.'), both('@Nina no longer lives in Graz.'))).toBeUndefined()
    expect(supersedes(both('@Nina lives in Graz.'), both('No longer lives in Graz.'))).toBeUndefined()
    expect(supersedes(both('Lives with @Nina in Graz.'), both('No longer lives with @Nina.'))).toBeDefined()
  })

  test.each([
    ['an event', 'Met Ana in Graz.', 'Moved from Graz to Wels.'],
    ['a plan', 'Plans to live in Graz.', 'No longer lives in Graz.'],
    ['a denial', 'Does not live in Graz.', 'No longer lives in Graz.'],
    ['another relation', 'Teaches a course on Vim.', 'Switched from Vim to Helix.'],
    ['where it goes on', 'Lives in Wels.', 'Moved to Wels.'],
    ['a while', 'Works at Bosch.', 'Left Bosch at five to catch his train.'],
    ['a wish', 'Lives in Graz.', 'Wants to move from Graz to Wels.'],
    ['a condition', 'Uses Vim.', 'Might have switched from Vim to Helix.'],
    ['a question', 'Uses Vim.', 'Has he switched from Vim to Helix?'],
    ['a liking', 'Likes Vim.', 'Switched from Vim to Helix.'],
    ['another language, where plans are not told from deeds', 'Wohnt in Graz.', 'Wohnt nicht mehr in Graz.'],
  ])('is not %s', (_what, earlier, later) => {
    expect(isEnded('Peter', earlier, later)).toBe(false)
  })
})
