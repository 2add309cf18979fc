import { describe, expect, test } from '@jest/globals'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { judgeLaidOut, mayBear } from '../../src/judge/judge-pair.js'
import { maySay } from '../../src/judge/may-say.js'
import { bytesOf, sketchFrom, sketchOf } from '../../src/judge/sketch.js'
import { kindOfLetter } from '../../src/model/kind.js'
import type { Judged } from '../../src/model/verdict.js'

const folder = 'test/fixtures/beliefs'
const files = [
  ...readdirSync(folder).filter((name) => name.endsWith('.jsonl')),
  ...readdirSync(join(folder, 'sets')).map((name) => join('sets', name)),
]

interface Texts {
  readonly opinions: readonly Judged[]
  readonly facts: readonly Judged[]
}

/** All that a file says of many, as if it were said of one: what is unrelated meets by chance here. */
function textsOf(file: string, entity: string): Texts {
  const pairs = readFileSync(join(folder, file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { readonly opinion: string; readonly fact: { kind: string; text: string } })
  return {
    opinions: pairs.map(({ opinion }) => ({ kind: 'opinion', text: opinion, mentions: [entity] })),
    facts: pairs.map(({ fact }) => ({ kind: kindOfLetter(fact.kind) ?? 'world', text: fact.text, mentions: [entity] })),
  }
}

/** Pairs that a rule moves though they were taken for unrelated before they were laid out, and how many it moves. */
function heldAgainst({ opinions, facts }: Texts): { lost: string[]; moved: number; spared: number } {
  const lost: string[] = []
  let [moved, spared] = [0, 0]
  for (const opinion of opinions) {
    for (const fact of facts) {
      const may = mayBear(opinion, fact)
      if (!may) spared++
      if (judgeLaidOut(opinion, fact).effect === 'unrelated') continue
      moved++
      if (!may) lost.push(`${opinion.text} | ${fact.text}`)
    }
  }
  return { lost, moved, spared }
}

/** One opinion in six, others for each entity. */
const thinned = ({ opinions, facts }: Texts, seed: number): Texts => ({
  opinions: opinions.filter((_, at) => at % 6 === seed),
  facts,
})

describe('what is taken for unrelated before it is laid out', () => {
  test.each(files)('is never a pair that a rule moves: %s', (file) => {
    for (const [seed, entity] of ['Nora', 'tea'].entries()) {
      const { lost, moved } = heldAgainst(thinned(textsOf(file, entity), seed))
      expect(lost).toEqual([])
      expect(moved).toBeGreaterThan(0)
    }
  })

  test('is more than eight of ten pairs of everyday words', () => {
    const texts = thinned(textsOf('plain-speech.jsonl', 'Nora'), 0)
    const { spared } = heldAgainst(texts)
    expect(spared / (texts.opinions.length * texts.facts.length)).toBeGreaterThan(0.8)
  })

  const words =
    'Nora Rome likes love hates does not never prefers tea coffee drinks over to than more less every usually no longer moved from Rome lives in now instead of switched stopped bad good slow fast 40 $50 9am two three sisters cats pets , . ; ? is by was told except may about against nothing once yesterday always sometimes by e-mail for now because apparently confirmed wants dislikes only'.split(
      ' ',
    )
  const said = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 9 }).map((list) => list.join(' '))
  const judged = (kind: Judged['kind']): fc.Arbitrary<Judged> =>
    fc.record({
      kind: fc.constant(kind),
      text: said,
      mentions: fc.array(fc.constantFrom('Nora', 'Rome', 'tea'), { maxLength: 2 }),
    })

  test('is never a pair that a rule moves, whatever words stand there', () => {
    fc.assert(
      fc.property(judged('opinion'), judged('world'), (opinion, fact) => {
        fc.pre(judgeLaidOut(opinion, fact).effect !== 'unrelated')
        expect(mayBear(opinion, fact)).toBe(true)
      }),
      { numRuns: Number(process.env['LAW_RUNS'] ?? 400), maxSkipsPerRun: 200 },
    )
  })

  // Found by a reader who held each bound to the rules.
  test.each([
    ['Everybody prefers Helix.', 'Writes code in good old Vim more than in Helix.', 'Helix'],
    ['Prefers Helix.', 'Uses good Vim more than Helix.', 'Helix'],
    ['Never likes tea.', 'Likes 9 of 10 films.', 'Nora'],
    ['Loves every concert.', 'Loves 9 of 10 films.', 'Nora'],
    ['Usually loves concerts.', 'Loves 1 of 10 films.', 'Nora'],
    ['Dislikes every concert.', 'Loved two of the three films.', 'Nora'],
  ])('is never a pair that a rule moves by little of it: %s | %s', (opinion, fact, name) => {
    const pair = [
      { kind: 'opinion', text: opinion, mentions: [name] },
      { kind: 'world', text: fact, mentions: [name] },
    ] as const
    expect(judgeLaidOut(...pair).effect).not.toBe('unrelated')
    expect(mayBear(...pair)).toBe(true)
  })

  test('is never a pair that a rule moves, where only one of the texts tells the language', () => {
    const few = 'Grappa Espresso Rom Nora tea was come die gut 40 likes'.split(' ')
    const german =
      'Nora mag liebt hasst trinkt nicht kein mehr der die und ist immer nie gut schlecht jetzt ohne wegen gern von 40 12 Grappa Espresso Rom .'.split(
        ' ',
      )
    const text = (from: readonly string[], minLength: number, maxLength: number) =>
      fc.array(fc.constantFrom(...from), { minLength, maxLength }).map((list) => list.join(' '))
    const texts = [text(few, 1, 3), text(german, 5, 9)] as const
    const pairs = fc.boolean().chain((isOpinionShort) =>
      fc.tuple(...(isOpinionShort ? texts : texts.toReversed())).map(([opinion, fact]): [Judged, Judged] => [
        { kind: 'opinion', text: opinion!, mentions: ['Nora'] },
        { kind: 'world', text: fact!, mentions: ['Nora'] },
      ]),
    )
    let [unsaid, spared] = [0, 0]
    fc.assert(
      fc.property(pairs, ([opinion, fact]) => {
        let isRead = false
        const [stated, told] = [opinion, fact].map((each) =>
          sketchFrom(bytesOf(sketchOf(each)), () => {
            isRead = true
            return each
          }),
        )
        const may = maySay(stated!, told!)
        // In a language that the sketch, as it is kept, has nothing of.
        if (isRead && !may) spared++
        if (judgeLaidOut(opinion, fact).effect === 'unrelated') return
        expect(may).toBe(true)
        if (isRead) unsaid++
      }),
      { numRuns: Number(process.env['LAW_RUNS'] ?? 400) * 5, seed: 7 },
    )
    expect(unsaid).toBeGreaterThan(10)
    expect(spared).toBeGreaterThan(10)
  })

  test('meets another by its bytes where it does by its keys', () => {
    let [met, apart] = [0, 0]
    const same = (opinion: Judged, fact: Judged): void => {
      const [one, other] = [sketchOf(opinion), sketchOf(fact)]
      const byKeys = other.keys.some((key) => one.met.has(key))
      expect(other.isMetBy(one.met)).toBe(byKeys)
      if (byKeys) met++
      else apart++
    }
    const { opinions, facts } = thinned(textsOf('plain-speech.jsonl', 'Nora'), 0)
    for (const opinion of opinions) for (const fact of facts) same(opinion, fact)
    fc.assert(fc.property(judged('opinion'), judged('world'), same))
    expect(met).toBeGreaterThan(100)
    expect(apart).toBeGreaterThan(100)
  })
})
