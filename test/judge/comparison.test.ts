import { describe, expect, test } from '@jest/globals'
import type { Judged } from '../../src/model/verdict.js'
import { compare } from '../../src/judge/comparison.js'
import { layOutPair } from '../../src/judge/judge-pair.js'

const opinion = (text: string, mentions: readonly string[]): Judged => ({ kind: 'opinion', text, mentions })
const fact = (text: string, mentions: readonly string[]): Judged => ({ kind: 'world', text, mentions })

const ranked = (said: string, told: string, ...mentions: string[]): ReturnType<typeof compare> =>
  compare(layOutPair(opinion(said, mentions), fact(told, mentions)))

/** What each of two sentences means for the other does not depend on which was said first. */
const bothWays = (said: string, told: string, ...mentions: string[]): unknown[] => [
  ranked(said, told, ...mentions),
  ranked(told, said, ...mentions),
]

describe('a liking told again in other words is no change of mind', () => {
  test.each([
    ['Prefers tea over coffee.', 'Nora prefers tea to coffee.'],
    ['Prefers tea over coffee.', 'Nora likes tea more than coffee.'],
    ['Prefers tea over coffee.', 'Nora likes coffee less than tea.'],
    ['Would rather have tea than coffee.', 'Nora prefers tea over coffee.'],
    ['Does not prefer coffee to tea.', 'Nora does not prefer coffee to tea.'],
    ['Trinkt lieber Tee als Kaffee.', 'Nora trinkt lieber Tee als Kaffee.'],
    ['Drinkt liever thee dan koffie.', 'Nora drinkt liever thee dan koffie.'],
    ['Preferisce il tè al caffè.', 'Nora preferisce il tè al caffè.'],
    ['Prefiere el té al café.', 'Nora prefiere el té al café.'],
    ['喜欢茶胜过咖啡。', 'Nora喜欢茶胜过咖啡。'],
  ])('%s | %s', (said, told) => {
    expect(bothWays(said, told, 'Nora')).toEqual([1, 1])
  })
})

describe('the same two the other way about is a change of mind, though every word is shared', () => {
  test.each([
    ['Prefers tea over coffee.', 'Nora prefers coffee over tea.'],
    ['Prefers tea over coffee.', 'Nora likes coffee more than tea.'],
    ['Prefers tea over coffee.', 'Nora likes tea less than coffee.'],
    ['Prefers tea over coffee.', 'Nora does not prefer tea over coffee.'],
    ['Trinkt lieber Tee als Kaffee.', 'Nora trinkt lieber Kaffee als Tee.'],
    ['Drinkt liever thee dan koffie.', 'Nora drinkt liever koffie dan thee.'],
    ['Preferisce il tè al caffè.', 'Nora preferisce il caffè al tè.'],
    ['Prefiere el té al café.', 'Nora prefiere el café al té.'],
    ['喜欢茶胜过咖啡。', 'Nora喜欢咖啡胜过茶。'],
  ])('%s | %s', (said, told) => {
    expect(bothWays(said, told, 'Nora')).toEqual([-1, -1])
  })
})

describe('two things ranked by a scale keep their order whichever stands first', () => {
  test.each([
    ['Go is faster than Rust.', 'Go is faster than Rust.', 1],
    ['Go is faster than Rust.', 'Rust is faster than Go.', -1],
    ['Go is faster than Rust.', 'Rust is slower than Go.', 1],
    ['Go is faster than Rust.', 'Go is slower than Rust.', -1],
    ['Go is faster than Rust.', 'Go is not faster than Rust.', -1],
    ['Go is cheaper than Rust.', 'Rust is more expensive than Go.', 1],
    ['Go is cheaper than Rust.', 'Go is more expensive than Rust.', -1],
    ['Go costs more than Rust.', 'Rust is cheaper than Go.', 1],
    ['Go costs more than Rust.', 'Go is cheaper than Rust.', -1],
    ['Go is less reliable than Rust.', 'Rust is more reliable than Go.', 1],
    ['Go is more reliable than Rust.', 'Go is less reliable than Rust.', -1],
    ['Go is cheaper than Rust.', 'Go is less expensive than Rust.', 1],
    ['Go is cheaper than Rust.', 'Go costs less than Rust.', 1],
    ['Go is less unreliable than Rust.', 'Rust is more unreliable than Go.', 1],
    ['Go is weaker than Rust.', 'Rust is stronger than Go.', 1],
    ['Go is weaker than Rust.', 'Go is better than Rust.', -1],
    ['Go is slower than Rust.', 'Rust is better than Go.', 1],
    ['Go ist schneller als Rust.', 'Rust ist langsamer als Go.', 1],
    ['Go ist billiger als Rust.', 'Rust ist billiger als Go.', -1],
    // Neither word praises.
    ['Go is older than Rust.', 'Rust is younger than Go.', 1],
    ['Go is older than Rust.', 'Go is younger than Rust.', -1],
    ['Go is bigger than Rust.', 'Rust is smaller than Go.', 1],
    ['Go is bigger than Rust.', 'Go is smaller than Rust.', -1],
  ])('%s | %s: %i', (said, told, expected) => {
    expect(bothWays(said, told, 'Go', 'Rust')).toEqual([expected, expected])
  })
})

describe('a choice says which of two is liked, where the one chosen is named again', () => {
  test.each([
    ['Given the choice between coffee and tea, Nora takes tea.', 1],
    ['Given the choice between coffee and tea, Nora takes coffee.', -1],
    ['Nora had to decide between coffee and tea.', undefined],
    ['Given the choice between coffee and cocoa, Nora takes cocoa.', undefined],
    ['Nora takes tea.', undefined],
  ])('Prefers tea over coffee. | %s: %s', (told, expected) => {
    expect(ranked('Prefers tea over coffee.', told, 'Nora')).toBe(expected)
    const doubtful = ranked('Likes tea less than coffee.', told, 'Nora')
    expect(doubtful).toBe(expected === undefined ? undefined : -expected)
  })
})

describe('what does not rank the same two moves nothing', () => {
  test.each([
    ['Prefers tea over coffee.', 'Nora prefers tea over cocoa.'],
    ['Prefers tea over coffee.', 'Nora prefers cake over bread.'],
    ['Prefers tea over coffee.', 'Nora likes tea and coffee.'],
    ['Likes tea.', 'Nora prefers coffee over tea.'],
    ['Prefers tea.', 'Nora prefers coffee.'],
    ['Ordered more than ten cups of tea.', 'Nora prefers coffee over tea.'],
    ['Trinkt lieber Tee als Kaffee.', 'Nora trinkt lieber Tee als Kakao.'],
    ['Preferisce il tè al caffè.', 'Nora va al mare.'],
    ['', ''],
  ])('%s | %s', (said, told) => {
    expect(bothWays(said, told, 'Nora')).toEqual([undefined, undefined])
  })

  test.each([
    ['Go is faster than Rust.', 'Go is cheaper than Rust.'],
    ['Go is faster than Rust.', 'Go is older than Rust.'],
    ['Go is faster than Rust.', 'Rust is faster than Zig.'],
    ['Go is faster than Rust.', 'Go is fast.'],
  ])('%s | %s', (said, told) => {
    expect(bothWays(said, told, 'Go', 'Rust')).toEqual([undefined, undefined])
  })
})
