import type { Verdict } from '../../../memory/verdict.js'
import { type Pair, cued } from '../pair.js'
import { sameStatement } from '../restatement.js'
import { verdictOf } from '../verdict.js'

export function restated(pair: Pair): Verdict | undefined {
  // Most pairs differ in content; only the others are looked at word by word.
  if (pair.said.length !== pair.told.length || pair.links.length !== pair.said.length) return undefined
  if (!sameStatement(pair.opinion, pair.fact, pair.names)) return undefined
  return verdictOf(pair, 'reinforces', ['same statement'], { restates: true, polarity: 1 })
}

/** A question, a plan or a task states nothing. */
export function asked(pair: Pair): Verdict | undefined {
  const cue = cued(pair.fact, 'ask')
  return cue && verdictOf(pair, 'unrelated', [`question or plan: ${cue.words}`])
}

/** `As a student she lived in Graz` says nothing of where she lives. */
export function longAgo(pair: Pair): Verdict | undefined {
  const { tokens } = pair.fact
  const year = tokens.findIndex(
    ({ text }, at) => text === 'back' && tokens[at + 1]?.text === 'in' && /^\d{4}$/.test(tokens[at + 2]?.text ?? ''),
  )
  const cue = cued(pair.fact, 'past') ?? (year < 0 ? undefined : { words: `back in ${tokens[year + 2]!.text}` })
  if (!cue || cued(pair.fact, 'ceased') || cued(pair.fact, 'changed')) return undefined
  return verdictOf(pair, 'unrelated', [`another time: ${cue.words}`])
}

const joining = new Set('and or , is are was were with of in on at for from to'.split(' '))

/** `Jonas reviews Ingrid's patches` says nothing of what Ingrid does for Jonas. */
export function swapped(pair: Pair): Verdict | undefined {
  const { opinion, fact, names, links } = pair
  if (!links.length) return undefined
  const other = links.find(({ from, how }) => how === 'same' && opinion.tokens[from]!.name)
  const subject = fact.tokens.findIndex(({ text }) => names.has(text))
  const first = fact.tokens.findIndex(({ content, text }) => content || names.has(text))
  if (!other || other.to !== first || subject <= first) return undefined
  const between = fact.tokens.slice(first + 1, subject)
  const acts = between.some(({ text }) => !joining.has(text))
  if (!acts || between.some(({ text }) => text === 'by')) return undefined
  if (between.some(({ text }) => text === 'one')) return undefined
  const mistaken = cued(fact, 'mistaken')
  if (mistaken) return verdictOf(pair, 'contradicts', [`roles: ${mistaken.words}`], { strong: true })
  return verdictOf(pair, 'unrelated', ['other way about'])
}
