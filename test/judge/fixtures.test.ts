import { describe, expect, test } from '@jest/globals'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Kind } from '../../src/model/kind.js'
import { kindOfLetter } from '../../src/model/kind.js'
import { type Effect, type Verdict, effects } from '../../src/model/verdict.js'
import type { Code } from '../../src/language/languages.js'
import { judgePair } from '../../src/judge/judge-pair.js'

interface Labelled {
  readonly id: string
  readonly entity: string
  readonly opinion: string
  readonly fact: { readonly kind: string; readonly text: string }
  readonly label: Effect
  readonly phenomenon: string
}

/** Language → the fewest pairs it must have. */
const languages = { en: 60, zh: 20, it: 20, nl: 20, tr: 20, ur: 20, es: 20, de: 20 } satisfies Record<Code, number>

const pairsOf = (language: string): Labelled[] =>
  readFileSync(join('test/fixtures/beliefs', `${language}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Labelled)

/** Five sets of pairs with other names, trades and words each, in the proportions that opinions and facts are met in. */
const sets = readdirSync('test/fixtures/beliefs/sets').toSorted()

const kindOf = (letter: string): Kind => kindOfLetter(letter) ?? 'passage'

interface Judgement extends Labelled {
  readonly verdict: Verdict
}

const judgedOf = (pairs: readonly Labelled[]): Judgement[] =>
  pairs.map((pair) => {
    const { entity, opinion, fact } = pair
    const verdict = judgePair(
      { kind: 'opinion', text: opinion, mentions: [entity] },
      { kind: kindOf(fact.kind), text: fact.text, mentions: [entity] },
    )
    return { ...pair, verdict }
  })

/** The mean over the effects of how rightly each is told, 0 to 1. */
function macroF1(judged: readonly Judgement[]): number {
  const scores = effects.map((effect) => {
    const right = judged.filter(({ label, verdict }) => label === effect && verdict.effect === effect).length
    const told = judged.filter(({ verdict }) => verdict.effect === effect).length
    const meant = judged.filter(({ label }) => label === effect).length
    return (2 * right) / (told + meant || 1)
  })
  return scores.reduce((sum, score) => sum + score, 0) / effects.length
}

describe.each(Object.entries(languages))('%s', (language, fewest) => {
  const pairs = pairsOf(language)
  const judged = judgedOf(pairs)

  test('four of five labelled pairs are judged right', () => {
    const wrong = judged
      .filter(({ label, verdict }) => verdict.effect !== label)
      .map(
        ({ id, label, verdict, opinion, fact }) =>
          `${id} should be ${label}, is ${verdict.effect} (${verdict.cues.join('; ')}): ${opinion} | ${fact.text}`,
      )
    expect(pairs.length).toBeGreaterThanOrEqual(fewest)
    if (wrong.length * 5 > pairs.length)
      throw new Error(`${wrong.length} of ${pairs.length} are wrong:\n${wrong.join('\n')}`)
  })

  test('what is unrelated moves no belief', () => {
    const moved = judged.filter(({ label, verdict }) => label === 'unrelated' && verdict.effect !== 'unrelated')
    expect(moved.map(({ id }) => id)).toEqual([])
  })

  test('every verdict but unrelated names its cues', () => {
    expect(judged.filter(({ verdict }) => verdict.effect !== 'unrelated' && verdict.cues.length === 0)).toEqual([])
  })
})

const directions: Readonly<Record<Effect, number>> = {
  reinforces: 1,
  weakens: -1,
  contradicts: -1,
  supersedes: -1,
  unrelated: 0,
}

test('no set of pairs is judged much worse than the others, hardly a stranger moves a belief, and hardly one moves the wrong way', () => {
  const judged = sets.map((set) => judgedOf(pairsOf(`sets/${set.replace('.jsonl', '')}`)))
  expect(sets.filter((_, at) => macroF1(judged[at]!) < 0.76)).toEqual([])
  expect(macroF1(judged.flat())).toBeGreaterThanOrEqual(0.8)
  const { strangers, turned } = wrongly(judged.flat())
  expect(strangers).toBeLessThanOrEqual(0.02)
  expect(turned).toBeLessThanOrEqual(0.015)
})

test('what people say in their own way moves few beliefs, hardly a stranger does, and few the wrong way', () => {
  const judged = judgedOf(pairsOf('plain-speech'))
  const { strangers, turned } = wrongly(judged)
  expect(strangers).toBeLessThanOrEqual(0.02)
  expect(turned).toBeLessThanOrEqual(0.03)
  expect(judged.filter(({ verdict }) => verdict.effect !== 'unrelated').length).toBeGreaterThan(40)
})

/** The share of what is unrelated that moves a belief, and of what is not, that moves it the wrong way. */
function wrongly(judged: readonly Judgement[]): { readonly strangers: number; readonly turned: number } {
  const unrelated = judged.filter(({ label }) => label === 'unrelated')
  const moved = unrelated.filter(({ verdict }) => verdict.effect !== 'unrelated')
  const movers = judged.filter(({ label }) => label !== 'unrelated')
  const wrong = movers.filter(({ label, verdict }) => directions[label] * directions[verdict.effect] < 0)
  return { strangers: moved.length / unrelated.length, turned: wrong.length / movers.length }
}
