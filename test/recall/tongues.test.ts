import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { recall } from '../../src/recall/recall.js'
import { smallIndex } from './small-index.js'

/**
 * `lines` are what an answer needs, each as a day and words that stand in one
 * line of that day's log only; ` | ` between places of which one is enough.
 */
interface Question {
  readonly ask: string
  readonly lines: readonly string[]
}

const k = 5

/** The workspace of a language, its questions, and what recall finds for them. */
async function asked(language: string) {
  const folder = new URL(`../fixtures/recall/${language}/`, import.meta.url)
  const read = (path: string): string => readFileSync(new URL(path, folder), 'utf8')
  const notes = readdirSync(new URL('memory/', folder))
    .toSorted()
    .map((name) => [`memory/${name}`, read(`memory/${name}`)] as [string, string])
  const texts = new Map<string, string>(notes)
  const placesOf = (line: string): string[] =>
    line.split(' | ').map((place) => {
      const path = `memory/${place.slice(0, 10)}.md`
      const found = texts
        .get(path)!
        .split('\n')
        .flatMap((text, at) => (text.includes(place.slice(11)) ? [at + 1] : []))
      if (found.length !== 1) throw new Error(`${place}: stands in ${found.length} lines`)
      return `${path}#L${found[0]}`
    })
  const questions = JSON.parse(read('questions.json')) as Question[]
  const index = await smallIndex(notes)
  try {
    return questions.map(({ ask, lines }) => {
      const found = recall(index.store, ask, { k }, index.context).results.map(({ source }) => source.split(' ')[0]!)
      const missing = lines.filter((line) => !placesOf(line).some((place) => found.includes(place)))
      return { ask, missing, share: 1 - missing.length / lines.length }
    })
  } finally {
    index.remove()
  }
}

describe('a question in words of its own finds its line among the first five', () => {
  test.each([
    ['zh', 40],
    ['it', 20],
  ])('%s', async (language, count) => {
    const questions = await asked(language)
    expect(questions).toHaveLength(count)
    const found = questions.reduce((sum, { share }) => sum + share, 0) / count
    const misses = questions.flatMap(({ ask, missing }) =>
      missing.length > 0 ? [`${ask} → ${missing.join(', ')}`] : [],
    )
    if (found < 0.9) throw new Error(`R@${k} ${Math.round(100 * found)} %, missing:\n${misses.join('\n')}`)
  })
})
