import { expect, test } from '@jest/globals'
import { byKeys, standingAt } from '../../src/belief/by-keys.js'

const wordings = ['likes tea', 'likes trams', 'rides trams']
const keys: Readonly<Record<string, readonly number[]>> = {
  'likes tea': [4, 2 ** 29 - 1],
  'likes trams': [4, 0],
  'rides trams': [0],
}
const met = byKeys(wordings, (wording) => keys[wording]!)

const listed = (key: number): (string | undefined)[] => {
  const list = met.get(key)
  return Array.from({ length: list?.length ?? 0 }, (_, index) => list!.at(index))
}

test('what is met in a key stands in the order in which it was given, the least and the greatest key included', () => {
  expect(listed(4)).toEqual(['likes tea', 'likes trams'])
  expect(listed(0)).toEqual(['likes trams', 'rides trams'])
  expect(listed(2 ** 29 - 1)).toEqual(['likes tea'])
  expect(met.get(5)).toBeUndefined()
})

test('behind its last a list has nothing, though the next key has more', () => {
  expect(met.get(0)!.at(2)).toBeUndefined()
  expect(standingAt(met, [5, 0, 7]).map(({ length }) => length)).toEqual([2])
})
