import type { Judged, Verdict } from '../../memory/verdict.js'

/**
 * What a fact does to an opinion that shares an entity with it.
 *
 * A pure function of the two texts: no corpus statistics, no model, no clock,
 * so that no unrelated commit and no other machine moves a belief (DESIGN 8).
 */
export function assess(opinion: Judged, fact: Judged): Verdict {
  const [left, right] = [opinion.text, fact.text].map(stems)
  const shared = [...left!.words].filter((word) => right!.words.has(word))
  const likeness = shared.length / (left!.words.size + right!.words.size - shared.length || 1)
  if (likeness < 0.5) return { effect: 'unrelated', restates: false, strong: false, polarity: 0, change: 0, cues: [] }
  const cues = [`shared: ${shared.join(' ')}`]
  if (left!.negated !== right!.negated)
    return {
      effect: 'contradicts',
      restates: false,
      strong: true,
      polarity: -1,
      change: 0,
      cues: [...cues, 'negation'],
    }
  return { effect: 'reinforces', restates: true, strong: false, polarity: 1, change: 0, cues }
}

function stems(text: string): { words: Set<string>; negated: boolean } {
  const words: readonly string[] = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return {
    words: new Set(words.filter((word) => word !== 'not').map((word) => word.slice(0, 4))),
    negated: words.includes('not'),
  }
}
