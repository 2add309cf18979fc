import { labelCutOff } from '../language/labels.js'
import type { LabelKind } from '../model/label.js'
import { isToldAsDone } from '../language/told-as-done.js'
import type { FactKey, StoredFact } from '../store/rows.js'
import { compare } from '../text/compare.js'
import { once, whenAsked } from '../text/once.js'
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
}

/** What a later line of the same sort takes the place of. */
const replaced: ReadonlySet<LabelKind | undefined> = new Set(['decision', 'cause', 'fix', 'status', 'goal', undefined])
/** What a later line ends that says that something is done, or how. */
const ended: ReadonlySet<LabelKind | undefined> = new Set(['open', 'status', 'problem', 'wish', 'goal'])

/**
 * Whether a later line is about the same as one of these, and has more to say of it: of a matter the newest line of its sort
 * holds, and what is open or wrong ends with what mends it. Two lines are about one matter that share a number such as
 * `#214`, or words that are rare among the lines. The lines are read when it is first asked of one that may be overtaken.
 *
 * @param name words that all of them may have, and that make no matter
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

/** Of each number and word the places of the lines that have it. */
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
