import { eitherOf, entriesOf, type Sections, sectionsOf } from './sections.js'
import { spaceless } from '../text/letters.js'
import { once } from '../text/once.js'
import { wordFilesOf } from './word-file.js'

/**
 * What tells of a statement whose it is, what it is about and whether it is one: words and phrases, which may have
 * alternatives (`is (called|named)`) and letters that may be missing (`time ?zone`).
 */
export const statementLists = [
  /**
   * By which somebody speaks of themselves, or of a group they are of; small where a sentence does not begin with them. A
   * word that is another's in another language, such as `ben`, `mine` and `میں`, stands for nobody.
   */
  'self',
  /** A statement that begins so is of its writer: `I`. */
  'writer',
  /** Or of another, who does or is what it says, and whom nobody knows who reads it alone: `she`. */
  'subject',
  /** Or of what is such a one's: `her`. */
  'possessor',
  /**
   * By which somebody says how things are to be done from now on, rather than how they are: `always`, `do not`. None that
   * means something else in another language, as `mai` does.
   */
  'instructions',
  /** With these alone a statement says nothing that anybody would look for. */
  'nothing',
  /** By which a line begins that says that there is nothing; `none$` where it says no more. */
  'empty',
  /** By which a line ends that only praises: `worked well`. */
  'praise',
  /** Before what is to be done: `to-do`; and those that are written large without a colon. */
  'tasks',
  'shouted',
  /** A point behind these ends no sentence; and those that stand before a name. */
  'abbreviations',
  'titles',
  /** The day of the statement itself. */
  'today',
  /** Before a day up to which something is so. */
  'until',
  /** Between two statements: `and`. */
  'joints',
  /** Between two names: `and`, `or`. */
  'betweenNames',
  /** Behind which somebody's word is told: `that`. */
  'holding',
  /**
   * What anybody has one of at a time, and how a statement of it begins, in small letters. `{value}` is what fills the place,
   * `{shortest}` as little as may, `<birthday>` what sort of place it is, `{any}` anything, `{word}` one word.
   */
  'home',
  'work',
  'name',
  'spouse',
  'superior',
  'birth',
  /** `Uses Helix as the default editor`: of each sort of thing one. */
  'default',
  /** Of places that the statement names: `the phone number is`. */
  'of',
  /** Verbs behind which a number is one at a time: `costs 240 euros`. */
  'counted',
  /** Before more that is said of what fills a place: `Leipzig, with a garden`. */
  'aside',
  /** `Has a meeting at 9`, `on 3 May`: of what stands before such a number there may be another. */
  'appointments',
  /** But of these there is not: `opens at 9`. */
  'hours',
  /** What people make up to open something, and write down; a blank may be missing, or be `-` or `_`. */
  'passwords',
  /** Short for these, where no letter stands before them. */
  'shortPasswords',
  /** What a program gives out for the same, known by its shape. */
  'tokens',
  /** Between its name and it, beside signs: `is`. */
  'gives',
  /** Verbs, behind the subject, of what somebody holds or likes. */
  'verbHolds',
  /** Of what is so, for longer than the day. */
  'verbLasts',
  /** Of what happened once and holds on. */
  'verbBecame',
  /** What may stand before these, and before their subject. */
  'beforeVerb',
  'beforeSubject',
  /** Whom or what only the lines before tell. */
  'beyond',
  /** What somebody says of the moment. */
  'ofTheHour',
  /** Beginnings of what the writer did, the subject left out. */
  'did',
  /** By which a statement is less sure. */
  'unsure',
  /** What a statement begins with that means what stands before it. */
  'loose',
  /** An end that is understood from what stands before it. */
  'leftOpen',
  /** By which a statement holds for a while: `for now`. */
  'passing',
  /** By which somebody talks to another: `your`. */
  'addressed',
  /** What is said of how something was mended, where it is told as done: how it begins, or how it ends. */
  'mendedFirst',
  'mended',
  /** Or how it begins where it says what to do each time: `use`. */
  'recipes',
  /** Before the name of whom a file is about, in small letters. */
  'called',
  /** A heading of nothing else says not what stands below it is about. */
  'noTopic',
  /** Written with a capital, and no name of anybody. */
  'noNames',
  /** Begin a sentence whose next word may be a name. */
  'opensSentence',
  /** Words by which somebody wants, likes or thinks something, as they begin; a line with none is nobody's opinion. */
  'holds',
  /** By which a line speaks of what is to come or to be done, and not of what is so. */
  'planned',
  /** With which a heading begins or ends below which that stands. */
  'plans',
  /** What stands behind it is left, or not had, and what stands before it is so: `instead of`. */
  'leaves',
  /** That all of something is meant. */
  'whole',
  /** How a prompt begins that was pasted: it tells somebody who they are. */
  'prompts',
  /** A heading or a label of what somebody else said, which stands below it: `Tweet`. */
  'pastes',
] as const
export type StatementList = (typeof statementLists)[number]

const filed = once((path: string): Sections<StatementList> => sectionsOf(path))

/** What a list has in all the languages; a language has a list by having it in its `statements.txt`. */
export const statedBy = (list: StatementList): string[] => [
  ...new Set(wordFilesOf('statements.txt').flatMap((path) => entriesOf(filed(path)[list]))),
]

/** Languages that have statements and no words of their own: what is said in one is read as in a language beside it. */
const unvoiced: readonly string[] = ['fr/statements.txt', 'pt/statements.txt']

/**
 * What a list has in one language, where a word of another would be taken for one of it: `todo` is all in Spanish. In
 * English nothing else is read; of other languages also what those have that no room knows better.
 */
export const statedInLanguage = (code: string, list: StatementList): string[] => [
  ...new Set(
    [`${code}/statements.txt`, ...(code === 'en' ? [] : unvoiced)].flatMap((path) => entriesOf(filed(path)[list])),
  ),
]

export const anyOf = (list: StatementList): string => eitherOf(statedBy(list))

const unspaced = new RegExp(`[${spaceless}]`, 'u')
/** Of a script that writes no blanks. */
export const isSpaceless = (phrase: string): boolean => unspaced.test(phrase)

/** A pattern of any of these as whole words, but for those that stand without blanks. */
export function wholeWords(phrases: readonly string[], isBare = isSpaceless): string {
  const spaced = phrases.filter((phrase) => !isBare(phrase))
  const words = spaced.length > 0 ? [`(?<![\\p{L}\\p{M}])(?:${eitherOf(spaced)})(?![\\p{L}\\p{M}])`] : []
  // Of no words at all there is none in any text.
  return [...words, ...phrases.filter(isBare)].join('|') || '(?!)'
}
