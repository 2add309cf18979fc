import { describe, expect, test } from '@jest/globals'
import { isSlip } from '../../src/judge/slip.js'

describe('a slip of the pen that was put right', () => {
  test.each([
    ['likes teh cat.', 'likes the cat.'],
    ['lives in grz.', 'lives in graz.'],
    ['drinks coffe', 'drinks coffee'],
    ['mag schwarzn tee', 'mag schwarzen tee'],
    ['likes tea.', 'likes teaa.'],
    [
      'recieves leters from his aunt in the mountains every other week',
      'receives letters from his aunt in the mountains every other week',
    ],
    ['likes tea', 'likes tea.'],
    ['enjoys long walks in the forrest by the river', 'enjoys long walks in the forest by the river'],
  ])('%s → %s', (was, now) => expect(isSlip(was, now)).toBe(true))

  test.each([
    ['likes tea', 'likes pea'],
    ['likes cats', 'likes bats'],
    ['now likes it', 'not likes it'],
    ['leaves at 15:20', 'leaves at 15:30'],
    ['the flight leaves the old terminal at 15:20', 'the flight leaves the old terminal at 15:30'],
    ['lives in grz', 'lives in graz now'],
    ['lives in wien', 'lives in wels'],
    ['is 20', 'is 30'],
  ])('is another statement where it is no slip: %s → %s', (was, now) => expect(isSlip(was, now)).toBe(false))
})
