import { labelCutOff } from '../language/labels.js'
import type { LabelKind } from '../model/label.js'
import { isToldAsDone } from '../language/told-as-done.js'
import type { FactKey, StoredFact } from '../store/rows.js'
import { compare } from '../text/compare.js'
import { once, whenAsked } from '../text/once.js'
import { tellingWords } from './told-again.js'

export interface DatedLine {
  readonly key: FactKey
  readonly label: LabelKind | undefined
  readonly text: string
  readonly trail: readonly string[]
  readonly day: string | null
  readonly path: string
  /** 1-based. */
  readonly first: number
}

export const datedLine = ({ key, label, text, trail, day, source }: StoredFact): DatedLine => ({
  key,
  label,
  text,
  trail,
  day,
  path: source.path,
  first: source.first,
})

/** A term is rare if at most `rare` lines have it, or this part of many lines. */
const rare = 3
const rareOf = 1 / 50
/** Two lines are about one matter if they share so many rare words, and in all this part of the older line’s words. */
const fewestShared = 2
const share = 0.3

/** The number of an issue or a merge request: `#214`, `!88`. */
const numbered = /(?<![\p{L}\p{N}])[#!]\d+/gu

interface LineRead extends DatedLine {
  readonly numbers: ReadonlySet<string>
  readonly words: ReadonlySet<string>
}

/** The labels of lines that a later line of the same label replaces. */
const replaced: ReadonlySet<LabelKind | undefined> = new Set(['decision', 'cause', 'fix', 'status', 'goal', undefined])
/** The labels of lines that end when a later line says that something is done, or how. */
const ended: ReadonlySet<LabelKind | undefined> = new Set(['open', 'status', 'problem', 'wish', 'goal'])

/**
 * Tells whether a later line takes the place of one of these. Of lines with one label about one matter the newest
 * holds; an open task or a problem ends with the line that mends it. Two lines are about one matter if they share a
 * number such as `#214`, or words that are rare among the lines. No line is read before the first question.
 *
 * @param name words of a name that all lines may have; they tell no matter
 */
export function overtakenAmong(
  lines: readonly DatedLine[],
  name: ReadonlySet<string> = new Set(),
): (key: FactKey) => boolean {
  const dated = lines.filter(({ day }) => day !== null).toSorted(inOrder)
  const at = new Map(
    dated.flatMap(({ key, label }, place) => (replaced.has(label) || ended.has(label) ? [[key, place] as const] : [])),
  )
  const read = whenAsked(() => dated.map((line) => readLine(line, name)))
  const holding = whenAsked(() => holdersIn(read()))
  const most = Math.max(rare, rareOf * dated.length)
  const isRare = (term: string): boolean => holding().get(term)!.length <= most
  return once((key: FactKey): boolean => {
    const place = at.get(key)
    if (place === undefined) return false
    const line = read()[place]!
    const near = new Set([...line.numbers, ...line.words].filter(isRare).flatMap((term) => holding().get(term)!))
    return [...near].some((later) => {
      const other = read()[later]!
      if (later <= place || isOfSection(other, line)) return false
      return isOfMatter(other, line, isRare) && takesPlace(other, line)
    })
  })
}

function readLine(line: DatedLine, name: ReadonlySet<string>): LineRead {
  const said = labelCutOff(line.text)
  const words = new Set([...tellingWords(said)].filter((word) => !name.has(word)))
  return { ...line, numbers: new Set(/[#!]/.test(said) ? said.match(numbered) : []), words }
}

/** For each number and word, the places of the lines that have it. */
function holdersIn(lines: readonly LineRead[]): ReadonlyMap<string, readonly number[]> {
  const holding = new Map<string, number[]>()
  for (const [at, { numbers, words }] of lines.entries())
    for (const term of [...numbers, ...words]) {
      const places = holding.get(term)
      if (places) places.push(at)
      else holding.set(term, [at])
    }
  return holding
}

const isOfSection = (one: DatedLine, other: DatedLine): boolean =>
  one.path === other.path &&
  one.trail.length === other.trail.length &&
  one.trail.every((title, at) => title === other.trail[at])

const isDone = ({ text }: DatedLine): boolean => isToldAsDone(labelCutOff(text))

/** Whether a later line takes a line's place. One that only repeats the line does not: see `toldIn`. */
const takesPlace = (later: LineRead, line: LineRead): boolean =>
  (replaced.has(line.label) && later.label === line.label && [...line.words].some((word) => !later.words.has(word))) ||
  ((ended.has(line.label) || (line.label === 'fix' && !isDone(line))) &&
    (later.label === 'done' || later.label === 'fix' || isDone(later)))

function isOfMatter(later: LineRead, line: LineRead, isRare: (term: string) => boolean): boolean {
  if ([...line.numbers].some((number) => later.numbers.has(number) && isRare(number))) return true
  const shared = [...line.words].filter((word) => later.words.has(word))
  return shared.filter(isRare).length >= fewestShared && shared.length >= share * line.words.size
}

const inOrder = (a: DatedLine, b: DatedLine): number =>
  compare(a.day ?? '', b.day ?? '') || compare(a.path, b.path) || a.first - b.first || a.key - b.key
