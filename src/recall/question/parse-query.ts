import { cjkPairs, cjkRuns, withoutCjk } from '../../text/cjk.js'
import { asMentioned, entityKey, mentionName, mentionsIn, namePattern, type EntityKey } from '../../model/entity.js'
import { MemoryError } from '../../model/error.js'
import { kindNames } from '../../model/kind.js'
import { labelKinds } from '../../model/label.js'
import { originClasses } from '../../model/origin-class.js'
import { foldText } from '../../text/folded.js'
import { letterPattern } from '../../text/letters.js'
import { earliest, latest, type Day, type Span } from '../../model/time.js'
import { writtenNames } from './as-written.js'
import { askedIn } from './asks.js'
import { isSilentRun, tellingParts } from '../../language/zh/words.js'
import { entityNamed, type KnownName } from './entity-named.js'
import { longName } from './near-names.js'
import { isSilent, languageAsked, withoutAsking, type AskingLanguage } from '../../language/asking.js'
import { italianForms } from '../../language/it/words.js'
import { daysAsked, timeNamed, type DateIn } from '../../language/moments.js'
import { wholeNumber, type Query, type RecallOptions, type Term } from './query.js'
import { yearMeant, type NotedDays } from './year-meant.js'
import { stopWords } from '../../language/stop-words.js'
import { formsOf, stemOf, wordsOf as foldedWords } from '../../language/words.js'

/** Terms of a question at most, and characters of each: a term may be compared with every candidate. */
const mostTerms = 96
const longestTerm = 64
/** How many words of a question are looked up as names, or parts of one. */
const mostNamed = 200
const longestQuestion = 20_000
/** Tokens; more is a mistake. */
const mostBudget = 1e9

export interface ParseContext extends KnownName, NotedDays {
  readonly today: Day
  /** The asker's names. */
  readonly me: readonly EntityKey[]
  /** The one entity whose name is nearly this word; undefined where there is none, or several. */
  readonly misspelt: (word: string) => EntityKey | undefined
  /** The first date that a question writes out, and where. */
  readonly dateIn: DateIn
}

/**
 * Takes a question apart. No question makes it throw; only options do.
 *
 *     when did Peter leave  →  terms peter, leave · weighed leave · named peter · asks for a time
 *
 * @throws MemoryError bad-argument
 */
export function parseQuery(question: string, options: RecallOptions, context: ParseContext): Query {
  if (options.budget !== undefined) wholeNumber('budget', options.budget, 1, mostBudget)
  const whole = foldText(beginning(question))
  const language = languageAsked(wordsOf(whole))
  const text = withoutAsking(whole, language, hasWords)
  const asked = yearMeant((on) => daysAsked(text, on, context.dateIn) ?? undefined, context.today, context)
  const days = asked?.named ?? null
  const { window, isOther } = windowOf(options, context)
  const isTime = days !== null && !hasWords(days.beside)
  // The words of a date (`July 12`) are not searched, since a line of that day need not say them. Words such as
  // `Friday` or `May` are, and so is a date where the question has no other words.
  const inWords = days && (days.isDated && !isTime ? days.beside : days.rest)
  const beside = isTime && days.isNumbers ? '' : inWords !== null && hasWords(inWords) ? inWords : text
  const words = wordsOf(beside)
  const content = words.filter(tellingIn(language))
  const spoken = cjkRuns(beside)
  // Runs that only ask, as in `Tarnwell是什么`, are looked for only where the question has nothing else.
  const telling = spoken.filter((run) => !isSilentRun(run))
  const runs = telling.length > 0 || content.length > 0 ? telling : spoken
  const { keys, nameStems, found, readAs } = namesIn(text, runs, content, context)
  const sought = [
    ...new Set([
      ...(content.length > 0 || isNarrowed(options) ? content : words),
      ...runs.flatMap((run) => tellingParts(run, found)).flatMap(cjkTerms),
    ]),
  ]
  const terms = sought.slice(0, mostTerms).map((word) => termOf(word, language === 'it'))
  const asks = askedIn(whole)
  const me = asks.has('self') || asks.has('doing') ? context.known(context.me) : []
  const others = terms.filter(({ stem }) => !nameStems.has(stem))
  const weighed = others.length > 0 ? others : terms
  return {
    terms,
    weighed: weighed.filter(({ stem }, at) => weighed.findIndex((one) => one.stem === stem) === at),
    nameStems,
    readAs,
    asks,
    me,
    spelt: keys,
    named: [...new Set([...keys, ...(asks.has('self') ? me.map(context.canonical) : [])])].toSorted(),
    required:
      options.entities && options.entities.length > 0
        ? options.entities.map((name) => entityNamed(name, context))
        : null,
    window,
    mentioned: days?.span ?? null,
    isToCome: days !== null && days.span.start > context.today,
    otherYear: isOther ? window : asked?.isOther ? asked.named.span : null,
    kinds: oneOf('kind', kindNames, options.kinds),
    labels: oneOf('label', labelKinds, options.labels),
    origins: oneOf('origin', originClasses, options.origins),
    content: content.length > 0 || runs.length > 0 || isTime,
    isTime,
    written: writtenNames(days?.rest ?? text),
  }
}

/** @throws MemoryError bad-argument where one is none of them: it would leave out everything */
function oneOf<T extends string>(name: string, all: readonly T[], asked: readonly T[] = []): readonly T[] | null {
  const wrong = asked.find((each) => !all.includes(each))
  if (wrong !== undefined)
    throw new MemoryError('bad-argument', `--${name} takes ${all.join(', ')}, got ${wrong.slice(0, 40)}`)
  return asked.length > 0 ? asked : null
}

/** Whether a text says anything that a line could be found by. */
function hasWords(text: string): boolean {
  const words = wordsOf(text)
  const isTelling = tellingIn(languageAsked(words))
  return words.some(isTelling) || cjkRuns(text).some((run) => !isSilentRun(run))
}

const tellingIn =
  (language: AskingLanguage) =>
  (word: string): boolean =>
    !stopWords.has(word) && !isSilent(word, language)

/** Whether the caller's conditions suffice for an answer, though the question has only stop words. */
const isNarrowed = ({
  kinds = [],
  labels = [],
  origins = [],
  entities = [],
  since,
  until,
  on,
}: RecallOptions): boolean =>
  kinds.length + labels.length + origins.length > 0 ||
  entities.length > 0 ||
  [since, until, on].some((day) => day !== undefined)

function termOf(word: string, italian: boolean): Term {
  const begins = word.endsWith('*')
  if (begins) return { stem: word.slice(0, -1), begins, stems: [word.slice(0, -1)], forms: [word] }
  const forms = [...new Set((italian ? italianForms(word) : [word]).flatMap(formsOf))]
  // `foldedWords` takes accents off, as the search index does.
  const stems = forms.map((form) => stemOf(foldedWords(form)[0] ?? form))
  return { stem: stems[0]!, begins, stems: [...new Set(stems)], forms }
}

const wordForm = letterPattern(({ letter, mark }) => `[${letter}${mark}]+`, 'g')
const nameForm = letterPattern((letters) => namePattern(letters), 'g')

/** The first `longestQuestion` characters, cut at a blank where one stands near the end: Chinese may have none. */
function beginning(question: string): string {
  if (question.length <= longestQuestion) return question
  const cut = question.slice(0, longestQuestion)
  const space = cut.lastIndexOf(' ')
  return longestQuestion - space > longestTerm ? cut : cut.slice(0, space)
}

/** Runs of letters and digits, as the index's tokenizer cuts them. */
function wordsOf(text: string): string[] {
  const lower = withoutCjk(text).toLowerCase()
  return (lower.match(wordForm(lower)) ?? []).map((word) => word.slice(0, longestTerm))
}

/** The pairs of characters in a CJK run; a lone character is the beginning of any pair. */
const cjkTerms = (run: string): string[] => {
  const pairs = cjkPairs(run)
  return pairs.length === 1 ? [`${pairs[0]}*`] : pairs.slice(0, -1)
}

/** The entities that a question names, by mentions, runs of up to three words, or near spellings, and their stems. */
function namesIn(
  text: string,
  runs: readonly string[],
  content: readonly string[],
  context: ParseContext,
): { keys: EntityKey[]; nameStems: Set<string>; found: EntityKey[]; readAs: Query['readAs'] } {
  const words = text.slice(0, 2000).match(nameForm(text)) ?? []
  const trimmed = words.slice(0, mostNamed).map((word) => entityKey(mentionName(word)))
  const candidates = new Set(mentionsIn(text).map(entityKey))
  trimmed.forEach((word, at) => {
    if (!stopWords.has(word)) candidates.add(word)
    for (const length of [2, 3]) {
      const phrase = trimmed.slice(at, at + length)
      if (phrase.length === length) for (const name of asMentioned(phrase.join(' '))) candidates.add(name)
    }
  })
  for (const name of piecesOf(runs)) candidates.add(entityKey(name))
  const names = [...candidates]
  const aliases = names.filter((name) => context.canonical(name) !== name)
  const found = [...new Set([...context.known(names), ...aliases])]
  const spelt = new Set(found.flatMap((name) => foldedWords(name)))
  // In a question with capitals, names have them too; a long word is hardly near a name by chance.
  const capitals = new Set(
    words.filter((word) => word !== word.toLowerCase()).map((word) => entityKey(mentionName(word))),
  )
  const isName = (word: string): boolean =>
    !spelt.has(word) && (capitals.size === 0 || capitals.has(word) || word.length >= longName)
  const readAs = [...new Set(content)].slice(0, mostTerms).flatMap((word) => {
    const meant = isName(word) ? context.misspelt(word) : undefined
    return meant === undefined ? [] : [{ word, meant }]
  })
  return {
    keys: [...new Set([...found.map(context.canonical), ...readAs.map(({ meant }) => meant)])],
    found: found.toSorted((a, b) => b.length - a.length),
    nameStems: new Set([...spelt, ...readAs.map(({ word }) => word)].map(stemOf)),
    readAs,
  }
}

/** @throws MemoryError bad-argument */
export function momentGiven(
  name: string,
  text: string,
  { today, dateIn }: Pick<ParseContext, 'today' | 'dateIn'>,
): Span {
  return timeNamed(text, today, dateIn) ?? refuseMoment(name, text)
}

function refuseMoment(name: string, text: string): never {
  throw new MemoryError(
    'bad-argument',
    `--${name} takes a date (2025-11-27, 2025-11, 2025), an age (7d, 2w, 3mo, 1y) or words (last week, around Nov 27)${name === 'as-of' ? ', or a commit (HEAD~3)' : ''}, got ${text.slice(0, 40)}`,
  )
}

/** How many characters are searched for names without blanks around them, and how many such a name may have. */
const mostSearched = 200
const longestName = 6

/** The pieces of CJK runs that could be names: `周婷嫁给谁` → `周婷`, `周婷嫁`, … */
function piecesOf(runs: readonly string[]): string[] {
  let left = mostSearched
  return runs.flatMap((run) => {
    const characters = [...run].slice(0, left)
    left -= characters.length
    return characters.flatMap((_, at) =>
      Array.from({ length: longestName - 1 }, (__, more) => characters.slice(at, at + more + 2).join('')),
    )
  })
}

/** @throws MemoryError bad-argument */
function windowOf(options: RecallOptions, context: ParseContext): { window: Span | null; isOther: boolean } {
  let isOther = false
  const moment = (name: 'since' | 'until' | 'on'): Span | undefined => {
    const text = options[name]
    if (text === undefined) return undefined
    const read = (on: Day): { span: Span } | undefined => {
      const span = timeNamed(text, on, context.dateIn)
      return span && { span }
    }
    const meant = yearMeant(read, context.today, context) ?? refuseMoment(name, text)
    isOther ||= meant.isOther
    return meant.named.span
  }
  const [since, until, on] = [moment('since'), moment('until'), moment('on')]
  if (on && (since || until))
    throw new MemoryError('bad-argument', '--on names the window by itself: leave out --since and --until')
  if (on) return { window: on, isOther }
  if (!since && !until) return { window: null, isOther }
  const window = { start: since?.start ?? earliest, end: until?.end ?? latest }
  if (window.start > window.end)
    throw new MemoryError('bad-argument', `--since ${options.since} is after --until ${options.until}`)
  return { window, isOther }
}
