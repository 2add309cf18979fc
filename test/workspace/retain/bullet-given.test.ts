import { describe, expect, test } from '@jest/globals'
import { withBulletRead } from '../../../src/workspace/retain/bullet-given.js'
import { readEntries } from '../../../src/workspace/retain/retain-entries.js'
import { growth, linear } from '../../support/growth.js'

describe('a statement in the form of a log', () => {
  test.each([
    ['W @"Anna Lee": Has a boat', { kind: 'world', entities: ['Anna-Lee'] }],
    ['O(c=0.7) @Bo @“Anna Lee”: Has a boat', { kind: 'opinion', confidence: 0.7, entities: ['Bo', 'Anna-Lee'] }],
    ['B [[people/Anna Lee]]: Has a boat', { kind: 'experience', entities: ['Anna-Lee'] }],
    ['@"Anna Lee": Has a boat', { entities: ['Anna-Lee'] }],
    ['@Bo @"Anna: Lee": Has a boat', { entities: ['Bo', 'Anna:-Lee'] }],
    ['@Bo [[Anna Lee]]：Has a boat', { entities: ['Bo', 'Anna-Lee'] }],
    ['W @[[Anna Lee]]: Has a boat', { kind: 'world', entities: ['Anna-Lee'] }],
    ['@"Anna Lee", a friend: has a boat', undefined],
    ['[[2025-11-20]]: has a boat', undefined],
  ])('%j is about each name that the grammar finds before its colon', (text, said) => {
    expect(withBulletRead({ text })).toEqual(said ? { text: 'Has a boat', ...said } : { text })
  })

  test('of several lines is not read as one bullet', () => {
    for (const text of ['W @Ana: Has a boat\n- W @Bo: Has a car', '@Ana: Has a boat\r\nand a car'])
      expect(() => readEntries([{ text }])).toThrow('text must be one line')
  })

  test('is read in time that grows with its length', () => {
    for (const name of ['@a', '@"a"', '[[a]]', '@[[a]]'])
      expect(
        growth(
          (size) => name.repeat(size),
          (text) => withBulletRead({ text }),
          6.75,
        ),
      ).toBeLessThan(linear)
  })
})

test('null counts as none in each field', () => {
  const none = { kind: null, confidence: null, entities: null, on: null, until: null, was: null, supports: null }
  const given = { ...none, weakens: null, contradicts: null, suggested: null, from: null, at: null, origin: null }
  for (const text of ['Has a boat', 'O(c=0.7) @Ana: Has a boat'])
    expect(readEntries([{ ...given, text }])).toEqual(readEntries([{ text }]))
})
