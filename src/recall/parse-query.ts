import { cjkPairs, cjkRuns, withoutCjk } from '../memory/cjk.js'
import { asMentioned, entityKey, mentionName, mentionsIn, type EntityKey } from '../memory/entity.js'
import { MemoryError } from '../memory/error.js'
import { letterPattern } from '../memory/letters.js'
import { spanOfMoment, type Day, type Span } from '../memory/time.js'
import { askedIn } from './asks.js'
import { entityNamed, type Known } from './entity-named.js'
import { earliest, latest, type Query, type RecallOptions, type Term } from './query.js'
import { stopWords } from './stop-words.js'
import { formsOf, stemOf, wordsOf as foldedWords } from './words.js'

/** Longer questions are cut: FTS5 takes time for each term. */
const mostTerms = 32
const longestTerm = 64
const longestQuestion = 20_000

export interface ParseContext extends Known {
  readonly today: Day
  /** Names of who asks. */
  readonly me: readonly EntityKey[]
  /** The days that a text names, read on a day. */
  readonly daysIn: (text: string, on: Day) => Span | null
}

/**
 * Take a question apart. Never throws for any question; only for options that
 * are no dates.
 *
 *     when did Peter leave  →  terms peter, leave · weighed leave · named peter · asks for a time
 *
 * @throws MemoryError bad-argument
 */
export function parseQuery(question: string, options: RecallOptions, context: ParseContext): Query {
  const text = beginning(question).normalize('NFKC')
  const words = wordsOf(text)
  const runs = cjkRuns(text)
  const content = words.filter((word) => !stopWords.has(word))
  const sought = [...new Set([...(content.length > 0 ? content : words), ...runs.flatMap(cjkTerms)])]
  const terms = sought.slice(0, mostTerms).map(termOf)
  const asks = askedIn(text)
  const me = asks.has('self') || asks.has('doing') ? context.known(context.me) : []
  const { keys, nameStems } = namesIn(text, context)
  const others = terms.filter(({ stem }) => !nameStems.has(stem))
  const weighed = others.length > 0 ? others : terms
  return {
    terms,
    weighed: weighed.filter(({ stem }, at) => weighed.findIndex((one) => one.stem === stem) === at),
    pairs: pairsIn(words, weighed),
    nameStems,
    asks,
    me,
    named: [...new Set([...keys, ...(asks.has('self') ? me.map(context.canonical) : [])])].toSorted(),
    required:
      options.entities && options.entities.length > 0
        ? options.entities.map((name) => entityNamed(name, context))
        : null,
    window: windowOf(options, context.today),
    mentioned: context.daysIn(text, context.today),
    kinds: options.kinds && options.kinds.length > 0 ? options.kinds : null,
    content: content.length > 0 || runs.length > 0,
  }
}

function termOf(word: string): Term {
  const begins = word.endsWith('*')
  const bare = begins ? word.slice(0, -1) : word
  // `foldedWords` takes accents off, as the search index does.
  const stem = begins ? bare : stemOf(foldedWords(bare)[0] ?? bare)
  return { stem, begins, forms: begins ? [word] : formsOf(word) }
}

function pairsIn(words: readonly string[], weighed: readonly Term[]): [Term, Term][] {
  const terms = words.map((word) => weighed.find(({ forms }) => forms.includes(word)))
  return terms.flatMap((term, at): [Term, Term][] => {
    const next = terms[at + 1]
    return term && next ? [[term, next]] : []
  })
}

const wordForm = letterPattern(({ letter, mark }) => `[${letter}${mark}]+`, 'g')
const nameForm = letterPattern(({ letter, mark }) => `[${letter}${mark}][${letter}${mark}_\\-./]*`, 'g')

/** As much of a question as is read, cut behind a word. */
function beginning(question: string): string {
  if (question.length <= longestQuestion) return question
  const cut = question.slice(0, longestQuestion)
  const space = cut.lastIndexOf(' ')
  return space < 0 ? cut : cut.slice(0, space)
}

/** Runs of letters and digits, as the index's tokenizer cuts them. */
function wordsOf(text: string): string[] {
  const folded = withoutCjk(text).toLowerCase()
  return (folded.match(wordForm(folded)) ?? []).map((word) => word.slice(0, longestTerm))
}

/** Pairs of a CJK run; a lone character as the beginning of any pair. */
const cjkTerms = (run: string): string[] => {
  const pairs = cjkPairs(run)
  return pairs.length === 1 ? [`${pairs[0]}*`] : pairs.slice(0, -1)
}

/** Mentions, and runs of up to three words that are the name of an entity; and the stems of the words that named one. */
function namesIn(text: string, context: ParseContext): { keys: EntityKey[]; nameStems: Set<string> } {
  const words = text.slice(0, 2000).match(nameForm(text)) ?? []
  const trimmed = words.slice(0, 64).map((word) => entityKey(mentionName(word)))
  const candidates = new Set(mentionsIn(text).map(entityKey))
  trimmed.forEach((word, at) => {
    if (!stopWords.has(word)) candidates.add(word)
    for (const length of [2, 3]) {
      const phrase = trimmed.slice(at, at + length)
      if (phrase.length === length) for (const name of asMentioned(phrase.join(' '))) candidates.add(name)
    }
  })
  const names = [...candidates]
  const aliases = names.filter((name) => context.canonical(name) !== name)
  const found = [...new Set([...context.known(names), ...aliases])]
  return {
    keys: [...new Set(found.map(context.canonical))],
    nameStems: new Set(found.flatMap((name) => foldedWords(name).map(stemOf))),
  }
}

/** @throws MemoryError bad-argument */
export function momentGiven(name: string, text: string, today: Day): Span {
  const span = spanOfMoment(text, today)
  if (!span)
    throw new MemoryError(
      'bad-argument',
      `--${name} takes a date (2025-11-27, 2025-11, 2025) or an age (7d, 2w, 3mo, 1y), got ${text.slice(0, 40)}`,
    )
  return span
}

function windowOf(options: RecallOptions, today: Day): Span | null {
  const moment = (name: 'since' | 'until' | 'on'): Span | undefined => {
    const text = options[name]
    return text === undefined ? undefined : momentGiven(name, text, today)
  }
  const [since, until, on] = [moment('since'), moment('until'), moment('on')]
  if (on && (since || until))
    throw new MemoryError('bad-argument', '--on names the window by itself: leave out --since and --until')
  if (on) return on
  if (!since && !until) return null
  const window = { start: since?.start ?? earliest, end: until?.end ?? latest }
  if (window.start > window.end)
    throw new MemoryError('bad-argument', `--since ${options.since} is after --until ${options.until}`)
  return window
}
