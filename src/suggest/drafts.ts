import type { RetainKind } from '../model/kind.js'
import { onlyFromItsDay, pronounIn } from '../language/unanchored.js'
import { eitherOf } from '../language/sections.js'
import { anyOf, isSpaceless, statedBy, type StatementList, wholeWords } from '../language/statements.js'
import { wordsOf } from '../language/words.js'
import { whenAsked } from '../text/once.js'
import type { Day } from '../model/time.js'
import { statedIn } from './sentences.js'

/** A statement that a passage makes, in the form of a bullet. */
export interface Draft {
  readonly text: string
  readonly kind: RetainKind
  /** 0 to 1; for an opinion only. */
  readonly confidence?: number
  /** The first is the one that the statement is about. */
  readonly entities: readonly string[]
}

/** A passage of a log, and the log's day. */
export interface Drafted {
  readonly text: string
  readonly day: Day
}

/** Known names as narrative writes them, the longest of several: `at` an offset, or anywhere `within` a text. */
export interface Names {
  readonly at: (text: string, place: number) => string | undefined
  readonly within: (text: string) => readonly string[]
  /** The name that a bullet uses for a name written so. */
  readonly called: (written: string) => string
}

const fewestWords = 4
const mostWords = 40

const starts = (pattern: string, flags = 'u'): RegExp => new RegExp(`^(?:${pattern})(?!\\p{L})`, flags)
const holding = (pattern: string): RegExp => new RegExp(`(?<!\\p{L})(?:${pattern})(?!\\p{L})`, 'iu')
/** A pattern for a verb as a whole word; in a script without blanks, anywhere. */
function verbOf(list: StatementList): string {
  const verbs = statedBy(list)
  const spaced = eitherOf(verbs.filter((verb) => !isSpaceless(verb)))
  return [`(?:${spaced})(?![\\p{L}'’])`, ...verbs.filter(isSpaceless)].join('|')
}
const forms = whenAsked(() => {
  const either = (['verbHolds', 'verbLasts', 'verbBecame'] as const).map((list) => `(${verbOf(list)})`).join('|')
  return {
    subject: new RegExp(`^(?:${anyOf('beforeSubject')}) `, 'i'),
    verb: new RegExp(`^(?:'s |’s )?(?:(?:${anyOf('beforeVerb')}) )?(?:${either})`, 'u'),
    done: starts(anyOf('did')),
    unsure: holding(anyOf('unsure')),
    loose: starts(anyOf('loose')),
    open: new RegExp(`(?<!\\p{L})(?:${anyOf('leftOpen')})[.!]?$`, 'iu'),
    ofTheHour: holding(anyOf('ofTheHour')),
    beyond: holding(anyOf('beyond')),
    addressed: new RegExp(wholeWords(statedBy('addressed')), 'iu'),
  }
})
const vague = /(?:[?？]|…|\.\.\.|:)["”’)]?$|^["“”'(]|\||→|`{3}|^\[/u

/**
 * The statements of a passage about known names, each as one bullet that can be understood alone. Made for precision:
 * most sentences give none, and in a language that it does not know, no sentence does.
 */
export function draftsOf({ text, day }: Drafted, names: Names): Draft[] {
  return statedIn(text).flatMap((sentence): Draft[] => {
    const words = wordsOf(sentence).length
    if (words < fewestWords || words > mostWords || vague.test(sentence) || forms().open.test(sentence)) return []
    if (forms().loose.test(sentence) || pronounIn(sentence) || forms().addressed.test(sentence)) return []
    return [...ofSubject(sentence, names, day), ...ofWriter(sentence, names, day)]
  })
}

/** The draft of a sentence about a known name: `Ruth wants oat milk, not almond.` */
function ofSubject(sentence: string, names: Names, day: Day): Draft[] {
  const start = forms().subject.exec(sentence)?.[0].length ?? 0
  const subject = names.at(sentence, start)
  if (subject === undefined) return []
  const rest = sentence.slice(start + subject.length).trimStart()
  const found = forms().verb.exec(rest)
  if (!found || forms().ofTheHour.test(sentence)) return []
  const [whole, held, lasting] = found
  const behind = rest.slice(whole.length)
  if (forms().beyond.test(behind)) return []
  // A state that holds on its day only is not worth a bullet; an event belongs to its day.
  if ((held ?? lasting) !== undefined && onlyFromItsDay(sentence, day) !== undefined) return []
  const entities = called(names, [subject, ...names.within(sentence)])
  const said = closed(sentence)
  if (held === undefined) return [{ text: said, kind: 'world', entities }]
  return [{ text: said, kind: 'opinion', confidence: forms().unsure.test(sentence) ? 0.6 : 0.8, entities }]
}

/** The draft of a sentence that says what the writer did, with a known name in it: `Switched matcalc to pnpm.` */
function ofWriter(sentence: string, names: Names, day: Day): Draft[] {
  if (!forms().done.test(sentence) || onlyFromItsDay(sentence, day) !== undefined) return []
  const entities = called(names, names.within(sentence))
  return entities.length === 0 ? [] : [{ text: closed(sentence), kind: 'experience', entities }]
}

const called = (names: Names, written: readonly string[]): string[] => [...new Set(written.map(names.called))]

/** A sentence without the blank before its final stop. */
const closed = (sentence: string): string => sentence.replace(/\s+([.!])$/, '$1')
