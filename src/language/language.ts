import type { Sections } from './sections.js'

/**
 * The meanings of phrases, each a section of a language's words: `cue not` and so on. In a phrase `_` stands for one to
 * three words, `{his}` for one of that class, `{n}` for a number, `*ing` for a word with that ending.
 */
export const cueNames = [
  /** Negation: `not`, `without`. */
  'not',
  /** Negation of its whole clause: `nobody`. */
  'no',
  /** A verb that says its object is not had or done: `skip`, `refuse`. */
  'shun',
  /** A word of opposition, for `nothing against`. */
  'contrary',
  'ceased',
  /** Of `ceased`, the phrases behind the thing that has ended: `any more`. */
  'behind',
  /** `Instead of`, before the old value. */
  'instead',
  'changed',
  /** A number or a plan moved: `raised`, `postponed`. */
  'adjusted',
  'now',
  'still',
  /** A time that is over: `as a child`. */
  'past',
  'temporary',
  /** One occasion: `once`, `yesterday`. */
  'once',
  'hedge',
  'exception',
  /** Not a statement: a question, a plan, a task. */
  'ask',
  'rumour',
  /** The earlier statement was a mistake, not a state that ended. */
  'mistaken',
  /** A habit, without saying how often: `tends to`. */
  'habit',
  'every',
  /** How often, or of how many, except all and none. */
  'often',
  'none',
  /** Compares two things, which is neither for nor against: `better than`. */
  'than',
  'from',
  'to',
] as const
export type CueName = (typeof cueNames)[number]

/** Classes of words that phrases name (`{his}`) and rules ask for. Each language lists its own words of a class. */
export const classNames = [
  'his',
  'him',
  'he',
  'of',
  'be',
  'is',
  'being',
  'portion',
  'partOf',
  'auxiliary',
  'by',
  'still',
  'away',
  'wish',
  'prefer',
  'switch',
  'onset',
  'comparing',
  'determiner',
  'preposition',
  'circumstance',
  'grammar',
  'title',
  'recent',
  'at',
  'day',
  'month',
  'person',
  'somebody',
  'ask',
  'tell',
  'mend',
  'relative',
  'contrast',
  'nearly',
] as const
export type ClassName = (typeof classNames)[number]

/** Lines of opposites that rules ask for by name: what one likes, and what one wants done. */
export const axisNames = ['liking', 'wish'] as const
export type AxisName = (typeof axisNames)[number]

export type WordEnding = 'gerund' | 'adverb'

/** The other sections of a language's words. */
export const listNames = [
  /** Words without content of their own. */
  'functionWords',
  /** Phrases that mean one word, `can not stand=hate, on time=punctual`, written like cues. */
  'idioms',
  /**
   * Words on two sides of an axis, one axis a line: `fast, quick | slow`. A line without a bar has synonyms. The first
   * line that two words have in common tells how they are related. An axis that rules ask for has its name before it:
   * `liking: like | hate`.
   */
  'opposites',
  /**
   * States, and the events that end them: `live, reside > move@, relocate@`. An event with `!` ends the state by
   * itself, one with `@` before a place, any other only beside another word of the opinion.
   */
  'states',
  /** Nouns that only say what sort of thing a name is: the `service` of `the relay service`. */
  'sorts',
  /** Words in lines of opposites that neither praise nor blame, whatever the line does. */
  'neutral',
  'good',
  'bad',
  /** `one=1, two=2`. */
  'numbers',
  /** `january=1`. */
  'months',
  /** Units and their names in the table of units: `euro=money, minute=minute`. Money, percent and clock are kinds. */
  'units',
  /** `half past=30, quarter to=-15`: minutes. */
  'pastHours',
  /** `half an=0.5`. */
  'parts',
  /** `and a half`, after a number. */
  'andHalf',
  /** Words that open a clause that negation does not reach into. */
  'clauseWords',
  /** Irregular forms: `went=go`. */
  'irregular',
  /** Words of no other list. A text without blanks is cut at the words that are known. */
  'words',
] as const

/** A language's `words.txt`. */
export type WordSections = Sections<(typeof listNames)[number] | `cue ${CueName}` | `class ${ClassName}`>

/** What a language has besides its words: its script, and how its word forms are recognised. */
export interface Language {
  readonly code: string
  /** Letters that none of the other languages is written with, as in a pattern: `\u4e00-\u9fff`. */
  readonly letters?: string
  /** Words written without spaces between them. */
  readonly spaceless?: true
  /** The verb, and with it the predicate, stands at the end; a word for `from` stands behind its noun. */
  readonly verbLast?: true
  /** Endings by which forms are known: `ing` of gerunds. */
  readonly endings?: Readonly<Partial<Record<WordEnding, string>>>
  /** The noun of a phrase stands last in it: `contact lenses`. */
  readonly headLast?: true
  /** All nouns are capitalised, so a capital marks no name. */
  readonly capitalNouns?: true
  /** Irregular forms from outside `words.txt`: `went` → `go`. */
  readonly irregular?: () => readonly (readonly [form: string, of: string])[]
  readonly stem: (word: string) => string
  /**
   * Endings of words that are forms of others. Without one, a word of the same stem may be another word: `replacement`
   * beside `replaced`.
   */
  readonly forms?: RegExp
  /** The axes on which a word says the opposite of the word inside it: `-=reliabl` of `unreliable`. */
  readonly oppositeOf?: (word: string) => readonly string[]
  /** Negation inside a word: Turkish `sevmiyor`. */
  readonly negatedWord?: (word: string) => boolean
}
