import { describe, expect, test } from '@jest/globals'
import {
  evidenceWordOf,
  leastSupportOf,
  minSupportRead,
  nothingFound,
  supportNeeded,
} from '../../src/model/evidence.js'

describe('evidence', () => {
  test('is the word of a support, from its own least on', () => {
    expect([0, leastSupportOf.weak - 0.01, leastSupportOf.weak, leastSupportOf.strong, 1].map(evidenceWordOf)).toEqual([
      'none',
      'none',
      'weak',
      'strong',
      'strong',
    ])
  })

  test.each([['none'], ['Strong'], [-0.1], [1.1], [NaN], [null], ['0.5']])(
    'that an answer needs is not %j',
    (value) => {
      expect(minSupportRead(value)).toBeUndefined()
      expect(() => supportNeeded(value as number)).toThrow(
        `minSupport takes weak, strong or a number from 0 to 1, got ${String(value)}`,
      )
    },
  )

  test('that an answer needs is a word or a number', () => {
    expect([supportNeeded('strong'), supportNeeded(0), supportNeeded(0.35)]).toEqual([leastSupportOf.strong, 0, 0.35])
  })

  test('of nothing is one line, which says what all would show', () => {
    expect([0, 1, 2].map((count) => nothingFound(count, '--all'))).toEqual([
      'Nothing found.',
      'Nothing found; one line comes near without support: --all shows it.',
      'Nothing found; 2 lines come near without support: --all shows them.',
    ])
  })
})
