import { type Changes, changeLists, type ListName } from './changes.js'
import { polarityOf } from './denial.js'
import { entriesOf, pairsOf, sectionsOf } from './sections.js'
import { isAscii, letterPattern } from '../text/letters.js'
import { lately } from '../text/lately.js'
import { once, whenAsked } from '../text/once.js'
import { anyOf, joinsIn } from './statements.js'
import { stemOf } from './words.js'

/** One word of a text, or a mark. */
export interface TextPiece {
  /** In small letters. */
  readonly word: string
  readonly stem: string
  /** A number, a time or a version, in a form to compare: `1,200` is `1200`. */
  readonly number: string | undefined
  /** Written with a capital; at the beginning of a clause that counts only before a verb of being. */
  readonly isName: boolean
}

export type ChangeWay =
  | 'moved'
  | 'swapped'
  | 'cancelled'
  | 'left'
  | 'tookOver'
  | 'handed'
  | 'wasTrue'
  | 'instead'
  | 'now'
  | 'over'
  | 'overBehind'
  | 'undone'

/** A change that one clause states as done: not planned, doubted, denied or temporary. */
export interface WordsOfChange {
  readonly way: ChangeWay
  readonly cue: string
  /** What changed: the content words of the clause that belong to no other field. */
  readonly what: readonly TextPiece[]
  /** The old value: `Graz` of `moved from Graz to Wels`. */
  readonly from: readonly TextPiece[]
  /** The new value: `Wels`. */
  readonly to: readonly TextPiece[]
  /** The content words of where, when and why. */
  readonly aside: readonly TextPiece[]
  readonly before: readonly TextPiece[]
}

type Lists = Readonly<Record<ListName, ReadonlySet<string>>>

export interface ChangeWords {
  readonly lists: Lists
  /** Phrases of several words, by the first. */
  readonly phrases: ReadonlyMap<string, readonly (readonly [words: readonly string[], list: ListName])[]>
  readonly numbers: ReadonlyMap<string, string>
  /** A word of `undone` and the word that it undoes: `divorced` → `married`. */
  readonly undoes: ReadonlyMap<string, string>
  /** Words between two things of which both are said: `and`. */
  readonly joints: ReadonlySet<string>
}

/** The languages that have a `changes.txt`. French and Portuguese have no `words.txt`. */
const codes = ['en', 'de', 'es', 'it', 'nl', 'fr', 'pt'] as const
type ChangeCode = (typeof codes)[number]

const changesOf = once((code: ChangeCode): Changes => sectionsOf(`${code}/changes.txt`))

const made = once((code: ChangeCode): ChangeWords => {
  const changes = changesOf(code)
  const undoes = new Map(pairsOf(changes.undone).map(([what, by]) => [by, what]))
  const phrases = new Map<string, [string[], ListName][]>()
  const lists = Object.fromEntries(
    changeLists.map((name) => {
      const all = name === 'undone' ? [...undoes.keys()] : entriesOf(changes[name])
      for (const words of all.map((phrase) => phrase.split(' ')).filter(({ length }) => length > 1))
        phrases.set(words[0]!, [...(phrases.get(words[0]!) ?? []), [words, name]])
      return [name, new Set(all)]
    }),
  ) as unknown as Lists
  for (const list of phrases.values()) list.sort(([a], [b]) => b.length - a.length)
  return { lists, phrases, numbers: new Map(pairsOf(changes.numbers)), undoes, joints: joinsIn(code) }
})

/** Titles such as `Dr`: a point behind one ends no clause. */
const titles = whenAsked(() => new RegExp(`\\b(${anyOf('titles')})\\.`, 'g'))
/** The characters of a text that are read. The rest is ignored. */
const longest = 400
const pieces = letterPattern(
  ({ letter, mark }) =>
    `[0-9]+(?:[.,:][0-9]+)+(?![${letter}])|[${letter}${mark}_-]+|[?!.;,:()\\u2014\\u2013%$\\u20ac\\u00a3]`,
  'g',
)
const stops = new Set('?!.;,:()\u2014\u2013')

const plainOf = (text: string): string =>
  (isAscii(text) ? text : text.normalize('NFC').replace(/[\u2018\u2019]/g, "'"))
    .slice(0, longest)
    .replace(titles(), '$1')

/** A text as pieces. Number words are those of one language. */
export function piecesOf(text: string, { numbers, lists }: Pick<ChangeWords, 'numbers' | 'lists'>): TextPiece[] {
  const plain = plainOf(text)
  const words: readonly string[] = plain.match(pieces(plain)) ?? []
  return words.map((written, at) => {
    const word = written.toLowerCase()
    const number = numbers.get(word) ?? (/^\d/.test(word) ? word.replace(/(?<=\d),(?=\d{3}(?:\D|$))/g, '') : undefined)
    // The first word is a name where a verb of being stands behind it: `Mara is the owner`.
    const isFirst = at === 0 || stops.has(words[at - 1]!.at(-1)!)
    const isName = written !== word && (!isFirst || lists.leads.has(words[at + 1]?.toLowerCase() ?? ''))
    return { word, stem: number ?? stemOf(word === 'lives' ? 'live' : word), number, isName }
  })
}

/** How many words a phrase of a list takes up at a place, 0 where none stands there. */
export function phraseAt(
  all: readonly TextPiece[],
  at: number,
  list: ListName,
  { lists, phrases }: ChangeWords,
): number {
  const word = all[at]?.word ?? ''
  const found = phrases
    .get(word)
    ?.find(([words, name]) => name === list && words.every((each, offset) => all[at + offset]?.word === each))
  return found ? found[0].length : lists[list].has(word) ? 1 : 0
}

export const hasAny = (all: readonly TextPiece[], list: ListName, words: ChangeWords): boolean =>
  all.some((_, at) => phraseAt(all, at, list, words) > 0)

/** The pieces that say something by themselves: no marks and no small words. */
export const contentOf = (all: readonly TextPiece[], { lists }: ChangeWords): TextPiece[] =>
  all.filter(({ word, number }) => !stops.has(word) && (number !== undefined || !lists.small.has(word)))

const ways: readonly ChangeWay[] = [
  'over',
  'overBehind',
  'undone',
  'wasTrue',
  'tookOver',
  'handed',
  'cancelled',
  'left',
  'swapped',
  'moved',
  'instead',
  'now',
]

/** The changes that a text tells, by one language's words. A clause may tell several. */
export const changesIn: (text: string, words: ChangeWords) => readonly WordsOfChange[] = (text, words) =>
  known(words)(text)

const known = once((words: ChangeWords) => lately(256, (text: string) => findChanges(text, words)))

function findChanges(text: string, words: ChangeWords): readonly WordsOfChange[] {
  const all = piecesOf(text, words)
  if (all.some(({ word }) => word === '?') || hasAny(all, 'passing', words)) return []
  return clausesOf(all, words).flatMap((clause) => inClause(clause, words))
}

/**
 * The clauses of a text, cut at each mark and where `and` opens another statement: `left Bosch and now works at Lumen`.
 */
function clausesOf(all: readonly TextPiece[], words: ChangeWords): TextPiece[][] {
  const out: TextPiece[][] = [[]]
  const opens = (at: number): boolean =>
    (['states', 'begins', ...ways] as const).some((list) => phraseAt(all, at, list, words) > 0)
  for (const [at, each] of all.entries()) {
    if (stops.has(each.word) || (ands.has(each.word) && opens(at + 1))) out.push([])
    else out.at(-1)!.push(each)
  }
  return out.filter(({ length }) => length > 0)
}

const ands = new Set(['and', 'und', 'y', 'e', 'en', 'et'])

function inClause(clause: readonly TextPiece[], words: ChangeWords): WordsOfChange[] {
  const found: WordsOfChange[] = []
  for (let at = 0; at < clause.length; at++) {
    const here = ways
      .map((way) => ({ way, length: phraseAt(clause, at, way, words) }))
      .filter(({ length }) => length > 0)
    const longestHere = Math.max(0, ...here.map(({ length }) => length))
    for (const { way, length } of here)
      if (length === longestHere && isDone(clause, at, length, way, words))
        found.push(readAround(clause, at, length, way, words))
    at += Math.max(0, longestHere - 1)
  }
  return found
}

/**
 * Whether a change is told as done, unlike `will move`, `wants to move`, `almost moved` and `the move`. A measure that is
 * not exceeded changes nothing: `nicht mehr als sechs Stunden`.
 */
function isDone(clause: readonly TextPiece[], at: number, length: number, way: ChangeWay, words: ChangeWords): boolean {
  // `May` of `On 3 May moved` is a name, and not the verb `may`.
  const before = clause.slice(0, at).filter(({ isName }) => !isName)
  if (hasAny(before, 'unreal', words)) return false
  const [next, measure] = clause.slice(at + length)
  if (next && words.lists.as.has(next.word) && measure?.number !== undefined) return false
  const denialsIn = (all: readonly TextPiece[]): number => polarityOf(all.map(({ word }) => word).join(' ')).denials
  const beside = denialsIn([...clause.slice(0, at), ...clause.slice(at + length)])
  // `Nicht mehr` denies by itself, `any more` only behind another word.
  return way === 'overBehind' ? beside + denialsIn(clause.slice(at, at + length)) === 1 : beside === 0
}

/** Divides a clause around its cue, by the small words that open each part (`from`, `to`). */
function readAround(
  clause: readonly TextPiece[],
  at: number,
  length: number,
  way: ChangeWay,
  words: ChangeWords,
): WordsOfChange {
  const { lists } = words
  const parts: Record<'what' | 'from' | 'to' | 'aside', TextPiece[]> = { what: [], from: [], to: [], aside: [] }
  let part: keyof typeof parts = 'what'
  for (const [place, each] of clause.entries()) {
    if (place === at && (way === 'swapped' || way === 'instead')) part = 'from'
    else if (place === at) part = 'what'
    if (place >= at && place < at + length) continue
    if (way === 'instead' || way === 'now') parts[part].push(each)
    else if (way === 'swapped' && place > at && (lists.with.has(each.word) || lists.to.has(each.word))) part = 'to'
    else if (lists.from.has(each.word) && opensFrom(clause, place, words)) part = 'from'
    else if (lists.to.has(each.word) && part !== 'to') part = 'to'
    else if (lists.about.has(each.word)) part = 'what'
    else if (lists.aside.has(each.word)) part = 'aside'
    else parts[part].push(each)
  }
  const content = (all: readonly TextPiece[]): TextPiece[] => contentOf(all, words)
  return {
    way,
    cue: clause
      .slice(at, at + length)
      .map(({ word }) => word)
      .join(' '),
    what: content(parts.what),
    from: content(parts.from),
    to: content(parts.to),
    aside: content(parts.aside),
    before: clause.slice(0, at),
  }
}

/** Whether a word opens the old value. `De` and `van` also mean `of`: they open it only before a later `to`. */
const opensFrom = (clause: readonly TextPiece[], at: number, { lists }: ChangeWords): boolean =>
  !lists.small.has(clause[at]!.word) ||
  lists.from.size === 1 ||
  clause.slice(at + 1).some(({ word }) => lists.to.has(word))

interface SaidBy {
  readonly phrase: readonly string[]
  readonly code: ChangeCode
}

/** Phrases that say a change, by their longest word, which is the rarest. */
const phrasesOfChange = whenAsked((): ReadonlyMap<string, readonly SaidBy[]> => {
  const found = new Map<string, SaidBy[]>()
  for (const code of codes) {
    const changes = changesOf(code)
    for (const way of ways)
      for (const entry of entriesOf(changes[way])) {
        const phrase = (way === 'undone' ? entry.replace(/^.*=/, '') : entry).split(' ')
        const key = phrase.reduce((a, b) => (b.length > a.length ? b : a))
        found.set(key, [...(found.get(key) ?? []), { phrase, code }])
      }
  }
  return found
})

/** The languages in which a text may say a change, by its words alone. */
function codesTelling(text: string): ChangeCode[] {
  const plain = plainOf(text).toLowerCase()
  const words: readonly string[] = plain.match(pieces(plain)) ?? []
  const told = new Set(
    words.flatMap((word, at) =>
      (phrasesOfChange().get(word) ?? []).flatMap(({ phrase, code }) => {
        const start = at - phrase.indexOf(word)
        return phrase.every((each, offset) => words[start + offset] === each) ? [code] : []
      }),
    ),
  )
  return codes.filter((code) => told.has(code))
}

/** Whether a text may say a change: a cheap test that is run on every fact. */
export const tellsChange = (text: string): boolean => codesTelling(text).length > 0

export const changeWordsOf = (text: string): ChangeWords[] => codesTelling(text).map(made)

const idle = whenAsked((): ChangeWords => merged(codes.map(made)))

/**
 * The keys by which a change finds the texts that it may end: the stems of a text's words, without small words of any
 * language. A text of where somebody lives or moved has the key ` home` too.
 */
export function changeKeysOf(text: string): string[] {
  const all = piecesOf(text, idle())
  const isAtHome = hasAny(all, 'home', idle()) || hasAny(all, 'moved', idle())
  return [...new Set([...contentOf(all, idle()).map(({ stem }) => stem), ...(isAtHome ? [' home'] : [])])]
}

function merged(all: readonly ChangeWords[]): ChangeWords {
  const names = Object.keys(all[0]!.lists) as ListName[]
  const lists = Object.fromEntries(names.map((name) => [name, new Set(all.flatMap((each) => [...each.lists[name]]))]))
  return {
    lists: lists as unknown as Lists,
    phrases: new Map(),
    numbers: new Map(all.flatMap(({ numbers }) => [...numbers])),
    undoes: new Map(),
    joints: new Set(all.flatMap(({ joints }) => [...joints])),
  }
}
