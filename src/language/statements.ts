import { eitherOf, entriesOf, type Sections, sectionsOf } from './sections.js'
import { spaceless } from '../text/letters.js'
import { once } from '../text/once.js'
import { wordFilesOf } from './word-file.js'

/**
 * Lists of the words and phrases that tell whether a text is a statement, whose it is and what it is about. They may
 * have alternatives (`is (called|named)`) and letters that may be missing (`time ?zone`).
 */
export const statementLists = [
  /**
   * Words by which somebody speaks of themselves, or of a group they are of; small where they do not begin a sentence.
   * A word that means something else in another language, such as `ben`, `mine` and `میں`, is left out.
   */
  'self',
  /** Begin a statement of its writer: `I`. */
  'writer',
  /** Begin a statement of somebody whom it does not name: `she`. */
  'subject',
  /** Begin a statement of what such a person has: `her`. */
  'possessor',
  /**
   * Say how things are to be done from now on, rather than how they are: `always`, `do not`. A word that means
   * something else in another language, as `mai` does, is left out.
   */
  'instructions',
  /** Words that say nothing anybody would look for, where a statement has no others. */
  'nothing',
  /** Begin a line that says that there is nothing; `none$` only where the line ends there. */
  'empty',
  /** End a line that only praises: `worked well`. */
  'praise',
  /** Stand before a task: `to-do`; those of `shouted` in capitals, and without a colon. */
  'tasks',
  'shouted',
  /** Abbreviations, behind which a point ends no sentence; titles, which stand before a name. */
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
  /** Stand before what somebody says: `that`. */
  'holding',
  /**
   * Beginnings, in small letters, of statements that fill a slot, which holds one value at a time. `{value}` is the
   * value, `{shortest}` as few words of it as possible, `<birthday>` the slot, `{any}` anything, `{word}` one word.
   */
  'home',
  'work',
  'name',
  'spouse',
  'superior',
  'birth',
  /** `Uses Helix as the default editor`: of each sort of thing one. */
  'default',
  /** Statements that name their slot themselves: `the phone number is`. */
  'of',
  /** Verbs before a number of which there is one at a time: `costs 240 euros`. */
  'counted',
  /** Stand before more about a value: `Leipzig, with a garden`. */
  'aside',
  /** Stand before the number of an appointment, of which there may be another: `Has a meeting at 9`, `on 3 May`. */
  'appointments',
  /** Say that there is one such number after all: `opens at 9`. */
  'hours',
  /** Names of secrets that people choose, such as `password`. A blank may be missing, or be `-` or `_`. */
  'passwords',
  /** Short names for the same, where no letter stands before them. */
  'shortPasswords',
  /** Names of secrets that a program issues, such as `api key`. The secret is known by its shape. */
  'tokens',
  /** Stand between a secret's name and the secret, as punctuation may: `is`. */
  'gives',
  /** Verbs, behind the subject, of what somebody likes, needs or fears. */
  'verbHolds',
  /** Verbs of what is so for longer than the day. */
  'verbLasts',
  /** Verbs of what happened once and still holds. */
  'verbBecame',
  /** Words that may stand before these verbs, and before their subject. */
  'beforeVerb',
  'beforeSubject',
  /** Words for somebody or something that only earlier lines name. */
  'beyond',
  /** Words of a state of the hour: `asleep`, `on the phone`. */
  'ofTheHour',
  /** Beginnings of what the writer did, without the subject: `Moved`. */
  'did',
  /** Make a statement less sure. */
  'unsure',
  /** Begin a statement that goes on from what stands before it. */
  'loose',
  /** End a statement whose end is understood from what stands before it. */
  'leftOpen',
  /** Say that a statement holds for a while: `for now`. */
  'passing',
  /** Words for the person who is spoken to: `your`. */
  'addressed',
  /** Begin (`mendedFirst`) or end a text that tells as done how something was mended. */
  'mendedFirst',
  'mended',
  /** Begin a text that says what to do each time: `use`. */
  'recipes',
  /** Stand before the name of the person a file is about, in small letters. */
  'called',
  /** Words of a heading that say nothing of what the lines below it are about, where it has no others. */
  'noTopic',
  /** Written with a capital, and no name of anybody. */
  'noNames',
  /** Begin a sentence whose next word may be a name. */
  'opensSentence',
  /** Beginnings of words by which somebody wants, likes or thinks something. A line with none is nobody's opinion. */
  'holds',
  /** Say that a line is of what is to come or to be done, and not of what is so. */
  'planned',
  /** Begin or end a heading above such lines. */
  'plans',
  /** Stand between what is so and what was left or is not had: `instead of`. */
  'leaves',
  /** Say that all of something is meant. */
  'whole',
  /** Begin a prompt that was pasted, which tells somebody who they are. */
  'prompts',
  /** Headings or labels above what somebody else said: `Tweet`. */
  'pastes',
] as const
export type StatementList = (typeof statementLists)[number]

const filed = once((path: string): Sections<StatementList> => sectionsOf(path))

/** The entries of a list in all languages. */
export const statedBy = (list: StatementList): string[] => [
  ...new Set(wordFilesOf('statements.txt').flatMap((path) => entriesOf(filed(path)[list]))),
]

/** Languages with statements but no `words.txt`: a text in one is taken for a related language. */
const unvoiced: readonly string[] = ['fr/statements.txt', 'pt/statements.txt']

/**
 * The entries of a list in one language, where a word of another would be mistaken: `todo` is all in Spanish. A
 * language may have no lists yet; one other than English also has the entries of French and Portuguese.
 */
export const statedInLanguage = (code: string, list: StatementList): string[] => [
  ...new Set(
    [`${code}/statements.txt`, ...(code === 'en' ? [] : unvoiced)]
      .filter((path) => wordFilesOf('statements.txt').includes(path))
      .flatMap((path) => entriesOf(filed(path)[list])),
  ),
]

/** Words between two things of which both are said: `and`. */
export const joinsIn = once((code: string): ReadonlySet<string> => new Set(statedInLanguage(code, 'betweenNames')))

export const anyOf = (list: StatementList): string => eitherOf(statedBy(list))

const unspaced = new RegExp(`[${spaceless}]`, 'u')
export const isSpaceless = (phrase: string): boolean => unspaced.test(phrase)

/** A pattern of any of some phrases as whole words; those that stand without blanks may stand anywhere. */
export function wholeWords(phrases: readonly string[], isBare = isSpaceless): string {
  const spaced = phrases.filter((phrase) => !isBare(phrase))
  const words = spaced.length > 0 ? [`(?<![\\p{L}\\p{M}])(?:${eitherOf(spaced)})(?![\\p{L}\\p{M}])`] : []
  // A pattern of no words matches nothing.
  return [...words, ...phrases.filter(isBare)].join('|') || '(?!)'
}
