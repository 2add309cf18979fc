import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { wordsOf } from '../../../src/language/words.js'
import { snippetOf } from '../../../src/recall/answer/snippet.js'
import { recall, type Answer } from '../../../src/recall/recall.js'
import type { RecallOptions } from '../../../src/recall/question/query.js'
import { growth, linear } from '../../support/growth.js'
import { log, smallIndex, type SmallIndex } from '../small-index.js'

const holding =
  (...sought: readonly string[]) =>
  (words: readonly string[]): number =>
    sought.filter((word) => words.includes(word)).length
const sentences = (count: number, word = 'the mill ground the barley of the valley'): string[] =>
  Array.from({ length: count }, (_, at) => `On day ${at} ${word}.`)

describe('a snippet', () => {
  test('is the sentences that hold the question, with the others left out on either side', () => {
    const text = [...sentences(10), 'A heron nested there.', ...sentences(10)].join(' ')
    const snippet = snippetOf(text, holding('heron', 'nested'))!
    expect(snippet).toMatch(/^… .*A heron nested there\..* …$/)
    expect(wordsOf(snippet).length).toBeLessThanOrEqual(60)
    expect(text).toContain(snippet.slice(2, -2))
  })

  test('is none of a passage that is short enough to be shown', () => {
    expect(snippetOf(sentences(8).join(' '), holding('day'))).toBeNull()
  })

  test('is the beginning where the passage holds nothing of the question', () => {
    expect(snippetOf(sentences(20).join(' '), holding('zeppelin'))).toMatch(/^On day 0 .* …$/)
  })

  test('is a part of a sentence that has no end', () => {
    const text = `${sentences(12).join(' ').replaceAll('.', ',')} a heron nested there, ${sentences(12).join(' ').replaceAll('.', ',')}`
    const snippet = snippetOf(text, holding('heron'))!
    expect(snippet).toContain('a heron nested')
    expect(wordsOf(snippet).length).toBeLessThanOrEqual(60)
  })

  test('is found where no blank stands between words', () => {
    const text = `${'磨坊主在山谷里磨大麦'.repeat(30)}。苍鹭在那里筑巢。${'磨坊主在山谷里磨大麦'.repeat(30)}`
    expect(snippetOf(text, holding('苍鹭'))).toContain('苍鹭在那里筑巢')
  })

  test.each([
    ['dots', (size: number) => `heron ${'.'.repeat(size)} ${'x '.repeat(100)}`],
    ['sentences', (size: number) => 'heron nested. '.repeat(size / 14)],
    ['one sentence', (size: number) => 'heron nested '.repeat(size / 13)],
  ])('takes as long as %s are many', (_, make) => {
    expect(growth(make, (text) => snippetOf(text, holding('heron')), 40_000)).toBeLessThan(linear)
  })

  test('of any text stands in it, and breaks no character', () => {
    const any = fc.array(fc.constantFrom('heron ', 'x', '. ', '\n', '😀', '鹭', '。', ' ', '"', ')', 'word '), {
      maxLength: 900,
    })
    fc.assert(
      fc.property(any, (parts) => {
        const text = parts.join('')
        const snippet = snippetOf(text, holding('heron'))
        if (snippet === null) return
        expect(text).toContain(snippet.replace(/^… /, '').replace(/ …$/, ''))
        expect(snippet.isWellFormed()).toBe(true)
      }),
      { seed: 61, numRuns: 300 },
    )
  })
})

describe('recall', () => {
  const long = [...sentences(10), 'A heron nested there.', ...sentences(10)].join(' ')
  let index: SmallIndex
  beforeAll(async () => {
    index = await smallIndex([
      [
        'memory/2025-11-10.md',
        `# Log\n\n## Valley\n\n${long}\n\n${log(`W @Ines: Heard a heron, and ${'then another, '.repeat(60)}at last`)}`,
      ],
    ])
  })
  afterAll(() => index.remove())
  const ask = (options: RecallOptions = {}): Answer =>
    recall(index.store, 'where did the heron nest', options, index.context)
  const passage = (answer: Answer): Answer['results'][number] => answer.results.find(({ kind }) => kind === 'passage')!

  test('shows of a long paragraph what answers, says so, and cites its line', () => {
    const result = passage(ask())
    expect(result.content).toMatch(/^… .*A heron nested there/)
    expect(result.cut).toBe(true)
    expect(result.source).toBe('memory/2025-11-10.md#L5')
  })

  test('shows all of it with context, and a bullet always', () => {
    expect(passage(ask({ context: 1 })).content).toBe(long)
    const bullet = ask().results.find(({ kind }) => kind === 'world')!
    expect(bullet.content).toMatch(/at last$/)
    expect(bullet.cut).toBeUndefined()
  })

  test('takes what is shown for what it costs', () => {
    expect(passage(ask({ budget: 100 })).content).toContain('heron')
  })
})
