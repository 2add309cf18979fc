import { describe, expect, test } from '@jest/globals'
import { readEntries } from '../../../src/workspace/retain/retain-entries.js'

describe('a bullet that is given as an object', () => {
  test('lacks what is null, as a model writes it', () => {
    const bare = { text: 'Prefers tea', entities: ['Peter'] }
    const optional = ['kind', 'confidence', 'on', 'until', 'was', 'supports', 'suggested', 'from', 'at', 'origin']
    const nulls = Object.fromEntries(optional.map((name) => [name, null]))
    expect(readEntries([{ ...bare, ...nulls }])).toEqual(readEntries([bare]))
    expect(readEntries([{ text: 'O(c=0.7) @Peter: Prefers tea', ...nulls }])).toMatchObject([
      { kind: 'opinion', confidence: 700, mentions: ['Peter'] },
    ])
    expect(() => readEntries([{ ...bare, text: null }])).toThrow('text must be a statement, got nothing')
  })

  test('is refused without half a character of what it says', () => {
    const given = `${'x'.repeat(58)}🦞`
    expect(() => readEntries([{ text: 'Prefers tea', on: given }])).toThrow(/got "x{58}$/)
  })
})
