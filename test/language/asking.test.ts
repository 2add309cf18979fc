import { expect, test } from '@jest/globals'
import { withoutAsking } from '../../src/language/asking.js'
import { growth, linear } from '../support/growth.js'

const without = (question: string): string => withoutAsking(question, 'en', (text) => /\p{L}/u.test(text)).trim()

test('the speech before a question is cut off, on lines of its own too', () => {
  expect(without('Long day. What I really want to know is, tell me about Stuart')).toBe('Stuart')
  expect(without('Long day.\n\n  What I really want to know is: Stuart')).toBe('Stuart')
  expect(without('\r\n  What I really want to know is Stuart')).toBe('Stuart')
})

test('empty lines behind such a speech are read once', () => {
  const make = (size: number): string => `what i really want to know is${'\n'.repeat(size)}x`
  expect(growth(make, without, 5000)).toBeLessThan(linear)
})
