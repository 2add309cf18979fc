import { everyDate } from '../language/dates.js'
import { areOpposites, polarityOf, saysNot } from '../language/denial.js'
import { labelNamed } from '../language/labels.js'
import type { LabelKind } from '../model/label.js'
import { eitherOf } from '../language/sections.js'
import { anyOf, isSpaceless, statedBy, statedInLanguage, wholeWords } from '../language/statements.js'
import { stopWords } from '../language/stop-words.js'
import { speakersOf } from '../language/lexicons.js'
import { read } from '../language/sentence.js'
import type { Vocabulary } from '../language/vocabulary.js'
import { cjkPairs, cjkRuns, withoutCjk } from '../text/cjk.js'
import { foldText } from '../text/folded.js'
import { once, whenAsked } from '../text/once.js'

/** A part of a sentence that makes one statement. */
export interface Clause {
  readonly text: string
  /** Its content words, as lemmas. */
  readonly words: ReadonlySet<string>
  readonly isDenied: boolean
  /** Whether it is about something planned, to be done, asked or wished. */
  readonly isPlanned: boolean
  readonly isUnsure: boolean
  /** The line it stands on, as an index into the cited lines. */
  readonly line?: number
  readonly isPasted?: boolean
}

const leavesIn = once((code: string): RegExp => {
  const leaving = statedInLanguage(code, 'leaves')
  const [spaced, bare] = [leaving.filter((each) => !isSpaceless(each)), leaving.filter(isSpaceless)]
  const sides = [
    ...(spaced.length > 0 ? [`(?<=\\S\\s)(?=(?:${eitherOf(spaced)})(?!\\p{L}))`] : []),
    ...(bare.length > 0 ? [`(?=${eitherOf(bare)})`] : []),
  ]
  return new RegExp(sides.length > 0 ? sides.join('|') : '(?!)', 'iu')
})

/** Whether a text names what something replaces, as with `instead of`. */
export const tellsInstead = (text: string, { code }: Vocabulary): boolean => leavesIn(code).test(text)

const forms = whenAsked(() => {
  return {
    joints: new RegExp(`\\s(?:${eitherOf(statedBy('joints').filter((each) => !isSpaceless(each)))})\\s|[，、]`, 'iu'),
    planned: new RegExp(wholeWords(statedBy('planned')), 'iu'),
    plans: new RegExp(`^[^\\p{L}]*(?:${anyOf('plans')})(?!\\p{L})|(?<!\\p{L})(?:${anyOf('plans')})[^\\p{L}]*$`, 'iu'),
    unsure: new RegExp(wholeWords(statedBy('unsure')), 'iu'),
  }
})

/** Whether a text is a question or speaks of something planned. */
export const isPlannedIn = (text: string): boolean => /[?？؟]\s*$/.test(text) || forms().planned.test(text)

/** Whether a heading, or a line that leads to a list, says that the lines below it are planned. */
export function leadsToPlans(title: string): boolean {
  const bare = title.replace(/\s*[(（][^()（）]*[)）]\s*$/u, '')
  if (/[?？؟]\s*$/.test(bare) || forms().plans.test(bare)) return true
  // A label as the last word counts like a heading that is only a label: `Week objectives`.
  return isNotYet(labelNamed(/[\p{L}\p{M}-]+(?=[^\p{L}]*$)/u.exec(bare)?.[0] ?? ''))
}

/** Whether a heading further up says itself that all below it is planned; a label at its end does not count. */
export const isOfPlans = (title: string): boolean => forms().plans.test(title)

export const isNotYet = (label: LabelKind | undefined): boolean =>
  label === 'open' || label === 'goal' || label === 'wish'

/** Where a clause ends. `0 errors` begins one, as `no errors` does. */
const ends = /(?<=[!?;…])\s+|(?<=[。！？；])|,\s+|\s[—–-]+\s|\s?→\s?|(?<=\s)(?=0\s\p{L})/u

const mostOfLabel = 4

/** Cuts at colons, but not behind a label that denies the rest: `Not working: the pump`. */
function atColons(piece: string): string[] {
  // A colon within a code span is part of the quoted text.
  const parts = piece.split(/(?<!`[^`]{0,80})[:：]\s/u)
  const [label = ''] = parts
  const isDenying = label.split(' ').length <= mostOfLabel && saysNot(label)
  return isDenying ? [piece] : parts
}

/** Text in brackets is a clause of its own, and the sentence goes on behind it. */
const inBrackets = /\s\(([^()]{1,300})\)/gu

/** The most of a sentence that is read, in characters; the rules of a language read no more either. */
const longestSentence = 600

/**
 * The clauses of a sentence. Words behind `instead of` and its like are a clause of their own. Two parts joined by
 * `and` are given together and each alone, since a denial may be meant for one or both.
 */
export function clausesOf(sentence: string, vocabulary: Vocabulary): Clause[] {
  const { joints } = forms()
  const leaves = leavesIn(vocabulary.code)
  const whole = sentence.slice(0, longestSentence)
  const pieces = [whole.replaceAll(inBrackets, ' '), ...[...whole.matchAll(inBrackets)].map(([, inside]) => inside!)]
    .flatMap((piece) => piece.split(ends))
    .flatMap(atColons)
    .flatMap((piece) => piece.split(leaves))
    .flatMap((piece) => atBreaks(piece, vocabulary))
    .flatMap((piece) => {
      const joined = piece.split(joints)
      return joined.length > 1 ? [piece, ...joined] : [piece]
    })
  return pieces.flatMap((piece) => {
    const words = new Set(wordsThatSay(piece, vocabulary))
    return words.size === 0 && !/\d/.test(piece) ? [] : [clauseOf(piece, words, vocabulary)]
  })
}

/** Cuts before words that open a clause of their own, such as `because`. A joint such as `and` does not always. */
function atBreaks(piece: string, vocabulary: Vocabulary): string[] {
  if (vocabulary.spaceless) return [piece]
  const { joints } = forms()
  const words = piece.split(/(?<=\s)(?=\p{L})/u)
  const denies = (at: number): boolean => at >= 0 && polarityOf(words[at]!.trim()).denials === 1
  const opens = words.map(
    (each, at) => at > 0 && vocabulary.word(each.trim().toLowerCase()).breaks && !joints.test(` ${each.trim()} `),
  )
  const parts: string[] = []
  for (const [at, each] of words.entries()) {
    // A denial before the opening word belongs to its clause: `Not because of the weather`.
    const isOpening = opens[at + 1]! && denies(at) ? true : opens[at]! && !denies(at - 1)
    if (isOpening || parts.length === 0) parts.push(each)
    else parts[parts.length - 1] += each
  }
  return parts
}

const none = /(?<![\d.,:/-])0\s\p{L}/u

/** Whether a text is a task: `Investigate the queue`, `Friction: investigate it`. */
const isTask = (text: string, vocabulary: Vocabulary): boolean => {
  const [first = ''] = /[\p{L}\p{M}]+/u.exec(text.replace(/^[^:：]{1,40}[:：]\s/u, '')) ?? []
  const small = first.toLowerCase()
  if (vocabulary.isOf('ask', small) && !vocabulary.isFunctionWord(small)) return true
  // A name and its task: `Mike to swap the token`.
  const isName = /^\p{Lu}/u.test(text) && speakersOf(small).length === 0 && !stopWords.has(small)
  return isName && read(text, vocabulary, new Set()).cues.some(({ name, at }) => name === 'to' && at === 1)
}

/** Any day will do: dates are only removed, so that the month `Mai` is not read as `mai`, Italian for never. */
const anyDay = '2000-01-01'

function withoutMonths(text: string): string {
  let out = text
  for (const { at, length } of everyDate(text, anyDay).toReversed()) out = out.slice(0, at) + out.slice(at + length)
  return out
}

function clauseOf(text: string, words: ReadonlySet<string>, vocabulary: Vocabulary): Clause {
  const { cues } = read(text, vocabulary, new Set())
  return {
    text,
    words,
    // `0 messages produced` is a denial, as `no messages` is.
    isDenied: (polarityOf(withoutMonths(text)).denials + (none.test(text) ? 1 : 0)) % 2 === 1,
    isPlanned: isPlannedIn(text) || cues.some(({ name }) => name === 'ask') || isTask(text, vocabulary),
    isUnsure:
      forms().unsure.test(text) || cues.some(({ name, words: said }) => name === 'hedge' && said.includes('not sure')),
  }
}

const word = /[\p{L}\p{M}\p{N}]+/gu

/** The content words of a text, as lemmas; in Chinese and scripts like it each pair of characters. */
export function wordsThatSay(text: string, vocabulary: Vocabulary): string[] {
  const folded = foldText(text).toLowerCase()
  const apart = withoutCjk(folded).replaceAll(/(?<![\p{L}\d])(\d[\d.,]*)(?=\p{L})/gu, '$1 ')
  const spaced = (apart.match(word) ?? []).filter((each) => each.length > 1 && !stopWords.has(each))
  const said = spaced.filter((each) => !vocabulary.isFunctionWord(each)).map((each) => vocabulary.lemma(each))
  const pairs = cjkRuns(folded).flatMap((run) => cjkPairs(run).filter((pair) => [...pair].length === 2))
  return [...said, ...pairs]
}

/** A word weighs more if no language knows it: it is a name, or the topic itself. */
const weightOf = (each: string): number => (speakersOf(each).length === 0 ? 2 : 1)

export const weightOfWords = (words: Iterable<string>): number => {
  let sum = 0
  for (const each of words) sum += weightOf(each)
  return sum
}

const shared = (a: ReadonlySet<string>, b: ReadonlySet<string>): string[] => [...a].filter((each) => b.has(each))

/** The share of a clause's words, by weight, that another clause needs to be its source. */
const fewestShared = 0.4
/** The same share where they have two words in common besides the subject's name. */
const fewestOfSeveral = 0.25
/** The weight of a word of the subject's name: it stands in many clauses, and hardly tells them apart. */
const ofSubject = 0.25

/**
 * The clauses that a clause was taken from: those that share most of its words.
 *
 * @param subjects words of the names that it is about
 */
export function alignedWith(said: Clause, clauses: readonly Clause[], subjects: ReadonlySet<string>): Clause[] {
  const weigh = (words: Iterable<string>): number => {
    let sum = 0
    for (const each of words) sum += (subjects.has(each) ? ofSubject : 1) * weightOf(each)
    return sum
  }
  const all = weigh(said.words)
  let [best, most] = [[] as Clause[], 0]
  for (const clause of clauses) {
    const weight = weigh(shared(said.words, clause.words))
    const both = shared(said.words, clause.words).filter((each) => !subjects.has(each)).length
    if (weight < (both > 1 ? fewestOfSeveral : fewestShared) * all || weight < most || weight === 0) continue
    if (weight > most) best = []
    best.push(clause)
    most = weight
  }
  // Of equally good ones, those with the fewest other words.
  const least = Math.min(...best.map(({ words }) => words.size))
  return best.filter(({ words }) => words.size <= least + 1)
}

/** Whether two clauses say the opposite: only one of them is denied, or they have words of opposite meaning. */
export function areOpposed(said: Clause, told: Clause, vocabulary: Vocabulary): boolean {
  const own = polarityOf(said.text).words.filter((each) => !polarityOf(told.text).words.includes(each))
  const others = polarityOf(told.text).words.filter((each) => !polarityOf(said.text).words.includes(each))
  const toneOf = (words: readonly string[]): number => words.reduce((sum, each) => sum + vocabulary.word(each).tone, 0)
  const isTurned =
    own.some((one) => others.some((other) => areOpposites(one, other))) || toneOf(own) * toneOf(others) < 0
  if (said.isDenied === told.isDenied) return isTurned
  // One may say by a verb what the other says by a denial, and they agree: `Stopped using QMD`,
  // `does not use QMD any more`.
  const [plain, plainWords] = said.isDenied ? [told, others] : [said, own]
  const isDark = plainWords.some((each) => vocabulary.word(each).tone < 0)
  return !isTurned && !isDark && !read(plain.text, vocabulary, new Set()).cues.some(({ name }) => name === 'ceased')
}
