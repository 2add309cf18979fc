import { describe, expect, test } from '@jest/globals'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Kind } from '../../../src/memory/kind.js'
import { kindOfLetter } from '../../../src/memory/kind.js'
import type { Effect } from '../../../src/memory/verdict.js'
import { assess } from '../../../src/pipeline/assess/assess.js'

interface Labelled {
  readonly id: string
  readonly entity: string
  readonly opinion: string
  readonly fact: { readonly kind: string; readonly text: string }
  readonly label: Effect
  readonly phenomenon: string
}

/** Language → the fewest pairs it must have. */
const languages = { en: 60, zh: 20, it: 20, nl: 20, tr: 20, ur: 20, es: 20, de: 20 }

const pairsOf = (language: string): Labelled[] =>
  readFileSync(join('test/fixtures/beliefs', `${language}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Labelled)

const kindOf = (letter: string): Kind => kindOfLetter(letter) ?? 'passage'

describe.each(Object.entries(languages))('%s', (language, fewest) => {
  const pairs = pairsOf(language)
  const judged = pairs.map((pair) => {
    const { entity, opinion, fact } = pair
    const verdict = assess(
      { kind: 'opinion', text: opinion, mentions: [entity] },
      { kind: kindOf(fact.kind), text: fact.text, mentions: [entity] },
    )
    return { ...pair, verdict }
  })

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
