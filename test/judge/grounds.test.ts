import { describe, expect, test } from '@jest/globals'
import { judgePair } from '../../src/judge/judge-pair.js'
import type { Effect } from '../../src/model/verdict.js'

const effectOf = (about: string, opinion: string, fact: string): Effect =>
  judgePair({ kind: 'opinion', text: opinion, mentions: [about] }, { kind: 'world', text: fact, mentions: [about] })
    .effect

describe('words in common are no ground', () => {
  test.each([
    ['what a relative does', 'Ruth', 'Plays the cello in a quartet.', "Ruth's sister never plays the cello."],
    [
      'what somebody was told',
      'Ruth',
      'Likes the early shift.',
      'The nurses told Ruth that they dislike the early shift.',
    ],
    ['what is only supposed', 'Ruth', 'Owns a van.', 'Suppose Ruth did not own a van: who would drive?'],
    ['what was so in another year', 'Ruth', 'Leads the choir.', 'In 2019, before the move, Ruth led the choir.'],
    [
      'a number of another year',
      'Ruth',
      'Wants to sail to Malta in 2027.',
      'No longer wants to sail to Malta in 2028.',
    ],
    ['a second value beside the first', 'Ruth', 'Works with the Oslo branch.', 'Works with the Bergen branch as well.'],
    ['another thing in its place', 'Ruth', 'Is walking to the harbour.', 'Ruth is walking with her neighbours.'],
    ['a denial of an end', 'Ruth', 'Uses a fountain pen.', 'Ruth has not given up her fountain pen.'],
    [
      'praise of another sort',
      'mill',
      'The mill is a reliable supplier.',
      'The mill has a lovely view from the supplier entrance.',
    ],
    [
      'the same words in a longer clause',
      'mill',
      'The mill can not run without water.',
      'The mill is one engine and runs happily in a barn that has no water in it.',
    ],
    ['the end of what was not so', 'Ruth', 'Does not play the cello.', 'Ruth has stopped playing the cello.'],
    [
      'a part of it that was replaced',
      'Ruth',
      'Hates the coffee mill.',
      'Replaced the blade of the coffee mill for Ruth.',
    ],
    ['the other way about', 'Ruth', "Ruth's mother admires her aunt.", "Ruth's aunt admires her mother."],
    [
      'praise of the same word',
      'Ruth',
      'Dislikes the taste of fennel.',
      'Ruth admired the taste with which the hall had been furnished.',
    ],
  ])('%s moves nothing', (_, about, opinion, fact) => expect(effectOf(about, opinion, fact)).toBe('unrelated'))

  test.each<[string, string, string, string, Effect]>([
    ['preferred to it now', 'Ruth', 'Prefers rye bread.', 'Now prefers oat bread over rye bread.', 'supersedes'],
    ['preferred to another', 'Ruth', 'Prefers rye bread.', 'Prefers rye bread over oat bread.', 'reinforces'],
    ['its own, though a relative is near', 'Ruth', 'Plays the cello.', 'Ruth no longer plays the cello.', 'supersedes'],
    ['less than never', 'Ruth', 'Never misses a rehearsal.', 'Ruth rarely misses a rehearsal.', 'weakens'],
    ['all of it again', 'Ruth', 'Likes the early shift.', 'Ruth likes the early shift at the clinic.', 'reinforces'],
    [
      'all of it in a clause of its own',
      'Ruth',
      'Likes the early shift.',
      'The hospital has bought two large printers, and Ruth likes the early shift.',
      'reinforces',
    ],
    ['another birthplace', 'Ruth', 'Ruth was born in Trier.', 'Ruth was born in Speyer.', 'contradicts'],
  ])('but %s does', (_, about, opinion, fact, effect) => expect(effectOf(about, opinion, fact)).toBe(effect))
})
