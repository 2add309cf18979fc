import { describe, expect, test } from '@jest/globals'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defaultConfig } from '../../src/model/config.js'
import type { Fact } from '../../src/model/fact.js'
import { parseNote } from '../../src/parse/parse-note.js'

const folder = fileURLToPath(new URL('../fixtures/grammar/', import.meta.url))
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.slice(0, -'.json'.length))

interface Expected {
  about: string
  path?: string
  config?: { retain: { headings: string[] } }
  facts: { lines: string; [key: string]: unknown }[]
  passages?: { lines: string; text: string; trail?: string[] }[]
  problems: { line: number; found: string }[]
  /** Well formed, and perhaps not as it was meant. */
  doubts?: { line: number; hint: string }[]
}

const lines = (fact: Fact): string =>
  fact.source.last > fact.source.first ? `${fact.source.first}-${fact.source.last}` : `${fact.source.first}`
const letters = { world: 'W', experience: 'B', opinion: 'O', observation: 'S', passage: 'P' } as const

/** A fact in the words of a fixture; what is not set is left out. */
function described(fact: Fact): Record<string, unknown> {
  return {
    lines: lines(fact),
    kind: letters[fact.kind],
    mentions: fact.mentions,
    text: fact.text,
    day: fact.day,
    ...(fact.confidence === null ? {} : { confidence: fact.confidence / 1000 }),
    ...(fact.until === null ? {} : { until: fact.until }),
    ...(fact.was === null ? {} : { was: fact.was }),
    ...(fact.stances.length === 0 ? {} : { stances: fact.stances.map(({ stance, belief }) => `${stance} ${belief}`) }),
    ...(fact.suggested.length === 0 ? {} : { origin: fact.origin, suggested: fact.suggested }),
    ...(fact.from.length === 0 ? {} : { from: fact.from }),
    ...(fact.at === null ? {} : { at: fact.at }),
    ...(fact.originMark === null ? {} : { originMark: fact.originMark }),
    ...(fact.of === null ? {} : { of: fact.of }),
    ...(fact.on === null ? {} : { on: fact.on }),
  }
}

describe('the Retain grammar, fixture by fixture', () => {
  test('there are at least sixty', () => {
    expect(names.length).toBeGreaterThanOrEqual(60)
  })
  test.each(names)('%s', (name) => {
    const expected = JSON.parse(readFileSync(`${folder}${name}.json`, 'utf8')) as Expected
    const text = readFileSync(`${folder}${name}.md`, 'utf8')
    const note = parseNote(expected.path ?? 'memory/2025-11-27.md', text, { ...defaultConfig, ...expected.config })
    const facts = note.facts.filter((fact) => fact.kind !== 'passage')
    expect(facts.map(described)).toEqual(expected.facts)
    if (expected.passages) {
      const passages = note.facts.filter((fact) => fact.kind === 'passage')
      const wanted = expected.passages
      expect(
        passages.map((passage, at) => ({
          lines: lines(passage),
          text: passage.text,
          ...(wanted[at]?.trail ? { trail: passage.trail } : {}),
        })),
      ).toEqual(wanted)
    }
    const problems = note.problems.filter(({ kind }) => kind === 'malformed')
    expect(problems.map(({ line }) => line)).toEqual(expected.problems.map(({ line }) => line))
    expected.problems.forEach(({ found }, at) => expect(problems[at]?.message).toContain(found))
    const doubts = note.problems.filter(({ kind }) => kind === 'doubtful')
    expect(doubts.map(({ line, hint }) => ({ line, hint }))).toEqual(expected.doubts ?? [])
  })
})
