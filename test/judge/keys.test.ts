import { expect, test } from '@jest/globals'
import { asksOf, meaningsOf, meet, offersOf, shareWords } from '../../src/judge/keys.js'
import type { Judged } from '../../src/model/verdict.js'

const said = (text: string): Judged => ({ kind: 'opinion', text, mentions: ['Nora'] })

test('a belief of many words is found by one word that a fact shares with it, where it is asked what is open', () => {
  const offered = new Set(offersOf(said('Keeps the old copper kettle on the stove all winter for the guests.')))
  const shared = (text: string): number[] => [...meaningsOf(said(text))].filter((key) => offered.has(key))
  expect(shared('Polished the kettle.').length).toBeGreaterThan(0)
  expect(shared('Painted the fence.')).toEqual([])
})

test('no rule is asked of two texts for one common word of many', () => {
  const belief = said('Keeps the old copper kettle on the stove all winter for the guests.')
  expect(meet(belief, said('No longer likes the kettle.'))).toBe(false)
  expect(meet(belief, said('No longer keeps the copper kettle.'))).toBe(true)
  expect(meet(said('Likes green tea.'), said('Hates tea.'))).toBe(true)
  expect(meet(said('Likes green tea.'), said('Hates cats.'))).toBe(false)
})

test('a liking is no word in common', () => {
  expect(shareWords(said('Likes rain.'), said('Prefers tea.'))).toBe(false)
  expect(shareWords(said('Likes rain.'), said('Dislikes heavy rain.'))).toBe(true)
})

test('a long text has no more keys than a list of its length may have, whatever stands in it', () => {
  const words = Array.from({ length: 200 }, (_, at) => `good${at} bad slow fast 1${at}`).join(' not ')
  expect(asksOf(said(words)).length).toBeLessThan(20_000)
  const half = asksOf(said(words.slice(0, 300))).length
  expect(asksOf(said(words.slice(0, 600))).length / half).toBeLessThan(2.5)
})
