import { labelCutOff } from '../language/labels.js'
import type { LabelKind } from '../model/label.js'
import type { FactKey } from '../store/rows.js'
import { compare } from '../text/compare.js'
import { tellingWords } from './told-again.js'

/** A line about a name, and where it stands. */
export interface DatedLine {
  readonly key: FactKey
  readonly label: LabelKind | undefined
  readonly isDone: boolean
  readonly text: string
  readonly trail: readonly string[]
  readonly day: string | null
  readonly path: string
  /** 1-based. */
  readonly first: number
}

/** What so many lines about a name have at most is rare among them. */
const rare = 4
/** So many rare words make two lines one matter, where they are such a share of the older one’s. */
const fewestShared = 2
const share = 0.3

/** `#214`, `!88`; a path, a file, or a word with signs or a capital within it: what is written in one way alone. */
const written =
  /(?<![\p{L}\p{N}])[#!]\d+|[\p{L}\p{N}]*[\p{L}\p{N}][_/.@~-][\p{L}\p{N}_/.@~-]*[\p{L}\p{N}]|\p{Ll}+\p{Lu}[\p{L}\p{N}]*/gu
const numbered = /^[#!]\d+$/

interface LineRead extends DatedLine {
  readonly marks: ReadonlySet<string>
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
 * words that are rare among the lines about the name.
 */
export function overtakenAmong(lines: readonly DatedLine[], name: ReadonlySet<string>): ReadonlySet<FactKey> {
  const read = lines
    .filter(({ day }) => day !== null)
    .toSorted(inOrder)
    .map((line): LineRead => {
      const said = labelCutOff(line.text)
      const marks = new Set((said.match(written) ?? []).map((each) => each.toLowerCase()))
      const words = new Set([...tellingWords(said)].filter((word) => !name.has(word)))
      return { ...line, marks, words, section: JSON.stringify([line.path, line.trail]) }
    })
  const frequency = new Map<string, number>()
  for (const { marks, words } of read)
    for (const term of new Set([...marks, ...words])) frequency.set(term, (frequency.get(term) ?? 0) + 1)
  const isRare = (term: string): boolean => frequency.get(term)! <= rare
  const overtaken = new Set<FactKey>()
  for (const [at, line] of read.entries()) {
    if (!replaced.has(line.label) && !ended.has(line.label)) continue
    const later = read
      .slice(at + 1)
      .find((other) => other.section !== line.section && takesPlace(other, line) && isOfMatter(other, line, isRare))
    if (later) overtaken.add(line.key)
  }
  return overtaken
}

const takesPlace = (later: DatedLine, line: DatedLine): boolean =>
  (replaced.has(line.label) && later.label === line.label) ||
  ((ended.has(line.label) || (line.label === 'fix' && !line.isDone)) &&
    (later.label === 'done' || later.label === 'fix' || later.isDone))

function isOfMatter(later: LineRead, line: LineRead, isRare: (term: string) => boolean): boolean {
  if ([...line.marks].some((mark) => numbered.test(mark) && later.marks.has(mark) && isRare(mark))) return true
  const shared = [...line.words].filter((word) => later.words.has(word))
  return shared.filter(isRare).length >= fewestShared && shared.length >= share * line.words.size
}

const inOrder = (a: DatedLine, b: DatedLine): number =>
  compare(a.day ?? '', b.day ?? '') || compare(a.path, b.path) || a.first - b.first || a.key - b.key
