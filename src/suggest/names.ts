import { statedBy } from '../language/statements.js'
import { whenAsked } from '../text/once.js'

/** A name that narrative uses without an `@`. */
export interface Recurring {
  readonly name: string
  /** How many passages have it, and of how many days. */
  readonly passages: number
  readonly days: number
  /** Where the first of these stand. */
  readonly cites: readonly string[]
}

interface Passage {
  readonly text: string
  readonly day: string | null
  readonly cites: string
}

/** One word is met by chance; a name comes again on another day. */
const fewestPassages = 3
const fewestDays = 2

/** `Ruth`, `Dr. Amirault`, `Cape Breton`; no `HEARTBEAT`. */
const capitalised =
  /(?<![\p{L}\p{N}@#/.`_-])(?:(?:Dr|Mr|Mrs|Ms|St)\. )?\p{Lu}[\p{Ll}\p{M}]+(?:['’-]\p{Lu}[\p{Ll}\p{M}]+)?(?: (?:\p{Lu}[\p{Ll}\p{M}]+))*(?![\p{L}\p{N}_(/])/gu
const startsSentence = /(?:^|[.!?:;…]["”’)]?\s+|[-–—→|([“"«]\s*)$/u

const noNames = whenAsked((): ReadonlySet<string> => new Set(statedBy('noNames')))
const openings = whenAsked((): ReadonlySet<string> => new Set(statedBy('opensSentence')))

/**
 * Names that come again in narrative, the most frequent first. A word that is written small as often is a word; one that
 * only ever begins sentences may be any.
 *
 * @param shown how many places of each are told
 */
export function recurringNames(passages: Iterable<Passage>, shown: number): Recurring[] {
  const found = new Map<string, { passages: number; days: Set<string | null>; within: number; cites: string[] }>()
  const small = new Map<string, number>()
  for (const { text: written, day, cites: place } of passages) {
    const text = written.normalize('NFC')
    const here = new Set<string>()
    for (const { 0: whole, index } of text.matchAll(capitalised)) {
      const isFirst = startsSentence.test(text.slice(0, index))
      const name = isFirst ? withoutOpening(whole) : whole
      if (name === undefined || name.split(' ').some((word) => noNames().has(word.toLowerCase()))) continue
      const entry = found.get(name) ?? { passages: 0, days: new Set(), within: 0, cites: [] }
      if (!here.has(name)) entry.passages++
      if (!here.has(name) && entry.cites.length < shown) entry.cites.push(place)
      entry.days.add(day)
      if (!isFirst) entry.within++
      here.add(name)
      found.set(name, entry)
    }
    for (const [word] of text.matchAll(/(?<![\p{L}\p{N}])\p{Ll}[\p{Ll}\p{M}]+(?![\p{L}\p{N}])/gu))
      small.set(word, (small.get(word) ?? 0) + 1)
  }
  return [...found]
    .filter(
      ([name, { passages: count, days, within }]) =>
        count >= fewestPassages &&
        days.size >= fewestDays &&
        within > 0 &&
        (name.includes(' ') || (small.get(name.toLowerCase()) ?? 0) * 4 <= count),
    )
    .map(([name, { passages: count, days, cites }]) => ({ name, passages: count, days: days.size, cites }))
    .toSorted((a, b) => b.passages - a.passages || (a.name < b.name ? -1 : 1))
}

/** `The Corvo`, `With Ruth`: the first word of a sentence is written large, whatever it is. */
function withoutOpening(words: string): string | undefined {
  const [first = '', ...rest] = words.split(' ')
  return openings().has(first) ? rest.join(' ') || undefined : words
}

/** Names that a statement says behind its first word, which is written large whatever it is. */
export const namesSaid = (text: string): string[] =>
  [...text.normalize('NFC').matchAll(capitalised)]
    .filter(({ index, input }) => !startsSentence.test(input.slice(0, index)))
    .map(([name]) => name)
    .filter((name) => !name.split(' ').some((word) => noNames().has(word.toLowerCase())))
