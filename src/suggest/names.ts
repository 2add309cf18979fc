import { definedBy } from '../language/asking.js'
import { hasCapitalNouns } from '../language/detect-language.js'
import { labelNamed } from '../language/labels.js'
import { statedBy } from '../language/statements.js'
import { stopWords } from '../language/stop-words.js'
import { stemOf } from '../language/words.js'
import { letterPattern, spaceless } from '../text/letters.js'
import { whenAsked } from '../text/once.js'
import { inner } from './subject.js'

/** A name that narrative uses without an `@`. */
export interface Recurring {
  readonly name: string
  /** How many passages have it, and on how many days. */
  readonly passages: number
  readonly days: number
  /** The locations of the first of these passages. */
  readonly cites: readonly string[]
}

interface Passage {
  readonly text: string
  readonly day: string | null
  readonly cites: string
}

/** A name has to stand in several passages, of more than one day: a word may do so once by chance. */
const fewestPassages = 3
const fewestDays = 2

/** Capitalised words, also within Chinese: `Ruth`, `Dr. Amirault`, `Cape Breton`, but not `HEARTBEAT`. */
const capitalised =
  /(?<![\p{Lu}\p{Ll}\p{Lm}\p{N}@#/.`_-])(?:(?:Dr|Mr|Mrs|Ms|St)\. )?\p{Lu}[\p{Ll}\p{M}]+(?:['’-]\p{Lu}[\p{Ll}\p{M}]+)?(?: (?:\p{Lu}[\p{Ll}\p{M}]+))*(?![\p{Lu}\p{Ll}\p{Lm}\p{N}_(/])/gu
/** The stem of a word, so that its forms count as one. A short word stays whole: `ines` is not `in`. */
const formOf = (word: string): string => (stemOf(word).length < shortest ? word : stemOf(word))
const shortest = 4
const isInner = (name: string): boolean => name.match(inner)?.[0] === name
const isCapitalised = (name: string): boolean => name.match(capitalised)?.[0] === name
/** This pattern and the two below are sticky: each looks at one offset, and the text need not be cut there. */
const startsSentence = /(?<=^|\[[ xX]\]\s*|[.!?:;…]["”’)]?\s+|[-–—→|([“"«]\s*)/uy

const noNames = whenAsked((): ReadonlySet<string> => new Set(statedBy('noNames')))
const openings = whenAsked((): ReadonlySet<string> => new Set(statedBy('opensSentence')))

/** What stands before a name within a sentence: a word in small letters, or a letter of a script without capitals. */
const withinSentence = /(?<=\p{Ll}[,;]?\s|\p{Lo}[，、]?\s?)/uy
/** A number behind a word, as in `Phase 2`, `Batch 12`: a numbered thing is no name. */
const counted = / #?\d/y

function isAt(place: number, form: RegExp, text: string): boolean {
  form.lastIndex = place
  return form.test(text)
}

const smallForm = letterPattern(
  ({ letter, lower, mark }) => `(?<![${letter}])[${lower}][${lower}${mark}]+(?![${letter}])`,
  'g',
)

/**
 * How many of a name's places, sentence beginnings aside, have to be within a sentence: this share, or five. A word
 * that is capitalised only elsewhere is a title or a label.
 */
const fewestWithin = 0.25
const enoughWithin = 5
/** A capitalised word is no name if its forms in small letters are more frequent than this, per passage with it. */
const mostSmall = 0.25

/**
 * Names that recur in narrative, the most frequent first: capitalised within sentences, on several days, and hardly
 * ever in small letters. Text in a language that capitalises every noun counts for names of other forms only.
 *
 * @param known further names to count: they need fewer signs
 * @param shown how many locations of each name to give
 */
export function recurringNames(passages: Iterable<Passage>, known: ReadonlySet<string>, shown: number): Recurring[] {
  const found = new Map<
    string,
    { passages: number; days: Set<string | null>; places: number; within: number; counted: number; cites: string[] }
  >()
  const smallWords = new Map<string, number>()
  const others = [...known]
    .filter((name) => !isCapitalised(name) && !isInner(name))
    .toSorted((a, b) => b.length - a.length)
    .map((name) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const any = new RegExp(
    `(?:(?<![\\p{L}\\p{N}_/-])|(?<=[${spaceless}]))(?:${others.join('|')})(?:(?![\\p{L}\\p{N}_/-])|(?=[${spaceless}]))`,
    'gu',
  )
  const explainedIn = (text: string): RegExpExecArray[] => (others.length > 0 ? [...text.matchAll(any)] : [])
  for (const { text: written, day, cites: place } of passages) {
    const text = written.normalize('NFC')
    const here = new Set<string>()
    const large = [...text.matchAll(capitalised)]
    const told = large.length === 0 || hasCapitalNouns(text) ? [] : large
    const explainedHere = explainedIn(text)
    // In `matcalc Pro` the second word is no name of its own.
    const isApart = ({ index }: RegExpExecArray): boolean =>
      !explainedHere.some((name) => index > name.index && index < name.index + name[0].length)
    const places = [...[...told, ...text.matchAll(inner)].filter(isApart), ...explainedHere]
    for (const { 0: whole, index } of places) {
      const isFirst = isAt(index, startsSentence, text)
      const name = isFirst && !known.has(whole) ? withoutOpening(whole) : whole
      if (name === undefined || name.split(' ').some((word) => noNames().has(word.toLowerCase()))) continue
      const entry = found.get(name) ?? { passages: 0, days: new Set(), places: 0, within: 0, counted: 0, cites: [] }
      if (!here.has(name)) entry.passages++
      if (!here.has(name) && entry.cites.length < shown) entry.cites.push(place)
      entry.days.add(day)
      if (!isFirst) entry.places++
      // In `With Ruth` the name is not the word that opens the sentence.
      if (name !== whole || isInner(whole) || isAt(index, withinSentence, text)) entry.within++
      if (isAt(index + whole.length, counted, text)) entry.counted++
      here.add(name)
      found.set(name, entry)
    }
    for (const word of text.match(smallForm(text)) ?? []) smallWords.set(word, (smallWords.get(word) ?? 0) + 1)
  }
  const small = new Map<string, number>()
  for (const [word, times] of smallWords) small.set(formOf(word), (small.get(formOf(word)) ?? 0) + times)
  return [...found]
    .filter(
      ([name, { passages: count, days, places, within, counted: numbers }]) =>
        count >= fewestPassages &&
        days.size >= fewestDays &&
        (known.has(name) || within >= Math.min(enoughWithin, Math.max(1, fewestWithin * places))) &&
        2 * numbers < count &&
        labelNamed(name) === undefined &&
        !/\.md$/i.test(name) &&
        (name.includes(' ') ||
          !/^\p{Lu}/u.test(name) ||
          (small.get(formOf(name.toLowerCase())) ?? 0) <= mostSmall * count),
    )
    .map(([name, { passages: count, days, cites }]) => ({ name, passages: count, days: days.size, cites }))
    .toSorted((a, b) => b.passages - a.passages || (a.name < b.name ? -1 : 1))
}

/** A name at the beginning of a line that explains it, in any case: `matcalc = the …`, `**Ocean One** — boats`. */
const explained = /^(\*\*|`)?([\p{L}\p{N}][\p{L}\p{N}\p{M}._'’-]*(?: \p{Lu}[\p{L}\p{M}'’-]*){0,2})(?=[\s*`:=(（：—–-])/u
/** The sign behind an explained name that is bold or in code. */
const apart = /^(?:\*\*|`)\s*(?:[:：(（=]|[—–-]\s)/

/** Names that undated notes explain, as `matcalc = the quote calculator` does. Such notes are for what lasts. */
export function explainedNames(texts: Iterable<string>): string[] {
  const found = new Set<string>()
  for (const written of texts) {
    const text = written.normalize('NFC')
    const [whole = '', mark, named = ''] = explained.exec(text) ?? []
    const name = named.replace(/[._'’-]+$/u, '')
    const behind = text.slice(whole.length)
    if (name.length < 2 || labelNamed(name) !== undefined) continue
    if (stopWords.has(name.toLowerCase()) || openings().has(name) || noNames().has(name.toLowerCase())) continue
    const isExplained = definedBy(behind.slice(0, 40).toLowerCase()) === 1
    // A bold word in small letters may be a key in a table of settings.
    const isSet = mark !== undefined && /^\p{Lu}/u.test(name) && apart.test(behind)
    if (isExplained || isSet) found.add(name)
  }
  return [...found]
}

/** A capitalised phrase without the word that opens its sentence: `With Ruth` → `Ruth`; undefined if none is left. */
function withoutOpening(words: string): string | undefined {
  const [first = '', ...rest] = words.split(' ')
  return openings().has(first) ? rest.join(' ') || undefined : words
}

/** The capitalised names in a statement, but not at the beginning of a sentence, where any word has a capital. */
export const namesSaid = (text: string): string[] =>
  [...text.normalize('NFC').matchAll(capitalised)]
    .filter(({ index, input }) => !isAt(index, startsSentence, input))
    .map(([name]) => name)
    .filter((name) => !name.split(' ').some((word) => noNames().has(word.toLowerCase())))
