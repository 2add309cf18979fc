import { readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { outcomeOf, type MentionedAs } from '../../src/judge/ends.js'
import { tellsChange } from '../../src/language/change.js'

const namesOf = (name: string): string[] => [name.toLowerCase(), ...name.toLowerCase().split('-')]
const outcome = (name: string, earlier: string, later: string) =>
  tellsChange(later) ? outcomeOf(earlier, later, namesOf(name)) : undefined
const isEnded = (name: string, earlier: string, later: string): boolean =>
  outcome(name, earlier, later)?.outcome === 'ends'

const pairs = readFileSync(new URL('../fixtures/endings/en.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => /^[a-z]/.test(line))
  .map((line) => line.split('|').map((part) => part.trim()) as [string, string, string, string])

describe('a world fact that a later one says is over', () => {
  test.each(pairs)('%s: %s: %s → %s', (verdict, ...pair) => {
    expect(isEnded(...pair)).toBe(verdict === 'ends')
  })

  test('is found in four of five of these pairs, which the rules were written with', () => {
    const over = pairs.filter(([verdict]) => verdict !== 'stands')
    expect(pairs.filter(([verdict]) => verdict === 'stands').length).toBeGreaterThanOrEqual(45)
    expect(over.filter((pair) => pair[0] === 'ends').length / over.length).toBeGreaterThanOrEqual(0.8)
  })

  test('is named with the words that say so', () => {
    const cues = (earlier: string, later: string) => outcome('Peter', earlier, later)?.cues
    expect(cues('Lives in Graz.', 'No longer lives in Graz.')).toEqual(['ended: no longer'])
    expect(cues('Uses Vim.', 'Switched from Vim to Helix.')).toEqual(['changed: switched from'])
    expect(cues('Uses Node 18.', 'Upgraded to Node 20.')).toEqual(['changed: 18 → node 20', 'by: upgraded'])
    expect(cues('Pays 160 euros a month.', 'Now pays 180 euros a month.')).toEqual(['160 → 180', 'now: now'])
    expect(cues('Lives in Graz.', 'Now lives in Wels.')).toEqual(['graz → wels', 'now: now'])
    expect(cues('Is the product owner.', 'Ben took over as product owner from Peter.')).toEqual([
      'handed over: took over',
    ])
  })

  test('is confirmed, not ended, where it came to just this', () => {
    expect(
      outcome(
        'Ana',
        'Wants Claude Opus 4.6 as the default model.',
        'Had the model switched from Grok 4.1 Fast to Claude Opus 4.6.',
      )?.outcome,
    ).toBe('confirms')
    expect(outcome('db', 'Uses PostgreSQL 16.', 'Upgraded from PostgreSQL 15 to PostgreSQL 16.')?.outcome).toBe(
      'confirms',
    )
  })

  test('is not ended by what is said of somebody else whom both name', () => {
    const isEndedFor = (mentionedAs: MentionedAs, earlier: string, later: string): boolean =>
      outcomeOf(earlier, later, ['peter'], mentionedAs)?.outcome === 'ends'
    expect(isEndedFor('among', 'Lives in Graz.', 'Nina no longer lives in Graz.')).toBe(false)
    expect(isEndedFor('among', 'Lives in Graz.', 'No longer lives in Graz.')).toBe(false)
    expect(
      isEndedFor('among', 'Is on call for Kestrel.', 'Peter is no longer on call for Kestrel; Samir took over.'),
    ).toBe(true)
    expect(isEndedFor('named', 'Lives in Graz.', 'Moved from Graz, where Peter lives, to Wels.')).toBe(false)
    expect(isEndedFor('named', 'Runs the office.', 'Bea took over the office from Peter.')).toBe(true)
    expect(isEndedFor('named', 'Runs the office.', 'Bea took over the office from Kim, whom Peter knows.')).toBe(false)
  })

  test.each([
    ['Has a dog and a cat.', 'No longer has a dog.'],
    ['Speaks French and Italian.', 'No longer speaks Italian.'],
    ['Plays the flute and sings.', 'No longer plays the flute.'],
    ['Owns a boat, a car and a bike.', 'Sold the bike.'],
    ['Runs the Berlin and Paris offices.', 'Closed the Paris office.'],
    ['Uses Vim and Helix.', 'Switched from Vim to Emacs.'],
    ['Lives in Graz and works in Wels.', 'Moved from Graz to Linz.'],
    ['Spricht Deutsch und Italienisch.', 'Spricht nicht mehr Italienisch.'],
  ])('is not ended where only one of the things that it joins is over: %s → %s', (earlier, later) => {
    expect(isEnded('Peter', earlier, later)).toBe(false)
  })

  test.each([
    ['Has a dog and a cat.', 'No longer has a cat or a dog.'],
    ['Runs the shop and the cafe.', 'Sold the shop and the cafe.'],
    ['Plays tennis on Mondays and Fridays.', 'Gave up tennis.'],
    ['Shares an office with Ana and Ben.', 'No longer shares an office with Ana and Ben.'],
    ['Trabaja en Bosch en Graz.', 'Ya no trabaja en Bosch.'],
  ])('is ended where all of them are over: %s → %s', (earlier, later) => {
    expect(isEnded('Peter', earlier, later)).toBe(true)
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
    ['a measure', 'Works six hours on Fridays.', 'Works no longer than six hours on Fridays.'],
    ['another language’s measure', 'Arbeitet sechs Stunden.', 'Arbeitet nicht mehr als sechs Stunden.'],
    ['a question', 'Uses Vim.', 'Has he switched from Vim to Helix?'],
    ['a liking', 'Likes Vim.', 'Switched from Vim to Helix.'],
    ['another language’s plan', 'Wohnt in Graz.', 'Will nicht mehr in Graz wohnen.'],
  ])('is not %s', (_what, earlier, later) => {
    expect(isEnded('Peter', earlier, later)).toBe(false)
  })
})

describe('in other languages', () => {
  test.each([
    ['Wohnt in Graz.', 'Wohnt nicht mehr in Graz.'],
    ['Nutzt PostgreSQL 15.', 'Von PostgreSQL 15 auf PostgreSQL 16 umgestiegen.'],
    ['Die Miete beträgt 900 Euro.', 'Die Miete wurde auf 950 Euro erhöht.'],
    ['Benutzt Vim.', 'Ist von Vim zu Helix gewechselt.'],
    ['Usa Vim.', 'Cambió de Vim a Helix.'],
    ['El límite es 100.', 'El límite subió de 100 a 300.'],
    ['Ya vive en Sevilla.', 'Ya no vive en Sevilla.'],
    ['Usa Vim.', 'È passato da Vim a Helix.'],
    ['Il canone è 900 euro.', 'Il canone è stato aumentato a 950 euro.'],
    ['Gebruikt Vim.', 'Is overgestapt van Vim naar Helix.'],
    ['De huur is 900 euro.', 'De huur werd verhoogd naar 950 euro.'],
    ['Utilise Vim.', 'Est passé de Vim à Helix.'],
    ['Usa o Vim.', 'Mudou do Vim para o Helix.'],
  ])('%s → %s', (earlier, later) => expect(isEnded('Peter', earlier, later)).toBe(true))

  test.each([
    ['Wohnt in Graz.', 'Ihr Bruder wohnt nicht mehr in Graz.'],
    ['Nutzt PostgreSQL 15.', 'Will von PostgreSQL 15 auf PostgreSQL 16 umsteigen.'],
    ['Die Miete beträgt 900 Euro.', 'Der Strom wurde auf 950 Euro erhöht.'],
    ['Usa Vim.', 'Quiere cambiar de Vim a Helix.'],
    ['Usa Vim.', 'Su hermana cambió de Vim a Helix.'],
    ['Il canone è 900 euro.', 'Forse il canone è stato aumentato a 950 euro.'],
    ['De huur is 900 euro.', 'De stroom werd verhoogd naar 950 euro.'],
    ['Utilise Vim.', 'Voudrait passer de Vim à Helix.'],
  ])('%s stands: %s', (earlier, later) => expect(isEnded('Peter', earlier, later)).toBe(false))
})
