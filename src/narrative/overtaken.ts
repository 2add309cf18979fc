import { labelCutOff } from '../language/labels.js'
import type { LabelKind } from '../model/label.js'
import { isToldAsDone } from '../language/told-as-done.js'
import type { FactKey, StoredFact } from '../store/rows.js'
import { compare } from '../text/compare.js'
import { tellingWords } from './told-again.js'

/** A line about a name, and where it stands. */
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

/** What so many lines have at most, or of many this part, is rare among them. */
const rare = 3
const rareOf = 1 / 50
/** So many rare words make two lines one matter, where they are such a share of the older one’s. */
const fewestShared = 2
const share = 0.3

/** `#214`, `!88` */
const numbered = /(?<![\p{L}\p{N}])[#!]\d+/gu

interface LineRead extends DatedLine {
  readonly numbers: ReadonlySet<string>
  readonly words: ReadonlySet<string>
  readonly section: string
}

/** What a later line of the same sort takes the place of. */
const replaced: ReadonlySet<LabelKind | undefined> = new Set(['decision', 'cause', 'fix', 'status', 'goal', undefined])
/** What a later line ends that says that something is done, or how. */
const ended: ReadonlySet<LabelKind | undefined> = new Set(['open', 'status', 'problem', 'wish', 'goal'])

/**
 * Lines that a later one is about as well, and has more to say of: of a matter the newest line of its sort holds, and
 * what is open or wrong ends with what mends it. Two lines are about one matter that share a number such as `#214`, or
 * words that are rare among the lines.
 *
 * @param name words that all of them may have, and that make no matter
 */
export function overtakenAmong(
  lines: readonly DatedLine[],
  name: ReadonlySet<string> = new Set(),
): ReadonlySet<FactKey> {
  const read = lines
    .filter(({ day }) => day !== null)
    .toSorted(inOrder)
    .map((line): LineRead => {
      const said = labelCutOff(line.text)
      const words = new Set([...tellingWords(said)].filter((word) => !name.has(word)))
      return {
        ...line,
        numbers: new Set(said.match(numbered)),
        words,
        section: JSON.stringify([line.path, line.trail]),
      }
    })
  const holding = new Map<string, number[]>()
  for (const [at, { numbers, words }] of read.entries())
    for (const term of [...numbers, ...words]) {
      const places = holding.get(term)
      if (places) places.push(at)
      else holding.set(term, [at])
    }
  const most = Math.max(rare, rareOf * read.length)
  const isRare = (term: string): boolean => holding.get(term)!.length <= most
  return new Set(
    read.flatMap((line, at) => {
      if (!replaced.has(line.label) && !ended.has(line.label)) return []
      const near = new Set([...line.numbers, ...line.words].filter(isRare).flatMap((term) => holding.get(term)!))
      const isOvertaken = [...near].some((place) => {
        const other = read[place]!
        if (place <= at || other.section === line.section) return false
        return isOfMatter(other, line, isRare) && takesPlace(other, line)
      })
      return isOvertaken ? [line.key] : []
    }),
  )
}

const isDone = ({ text }: DatedLine): boolean => isToldAsDone(labelCutOff(text))

/** What says the same once more takes no place: it is told again. */
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
