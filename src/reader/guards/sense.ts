import { read } from '../../language/sentence.js'
import { sentencesOf } from '../../language/unanchored.js'
import { namesSaid } from '../../suggest/names.js'
import { heldIn } from '../../text/as-written.js'
import { polarityOf, saysNot } from '../../language/denial.js'
import { labelNamed, labelOf } from '../../language/labels.js'
import { isInstruction } from '../../language/instructions.js'
import { eitherOf } from '../../language/sections.js'
import { isSpaceless, statedBy, statedInLanguage, wholeWords } from '../../language/statements.js'
import { once, whenAsked } from '../../text/once.js'
import {
  alignedWith,
  areOpposed,
  clausesOf,
  isNotYet,
  isOfPlans,
  isPlannedIn,
  tellsInstead,
  leadsToPlans,
  weightOfWords,
  wordsThatSay,
  type Clause,
} from '../clauses.js'
import { leadsOf } from '../evidence.js'
import { literalForm, plainly } from '../plainly.js'
import { isAmong, numbersSaid } from './citation.js'
import { hardWords } from './literal.js'
import type { Guard, GuardedAnswer } from './guard.js'

/** A sentence of the cited lines, denied by itself or by a line that leads to it: `Not supported:` above a list. */
interface SentenceCited {
  readonly text: string
  readonly words: ReadonlySet<string>
  readonly isDenied: boolean
  readonly line: number
}

function sentencesCited(of: GuardedAnswer): SentenceCited[] {
  const { evidence, given, places } = of
  const { vocabulary } = evidence
  return places.flatMap((at, line) => {
    const isLed = [...leadsOf(given, at).map(({ text }) => text), evidence.lines[line]!.under.at(-1)?.title ?? ''].some(
      (lead) => denies(plainly(lead), of),
    )
    return sentencesOf(plainly(given.lines[at]!.text)).map((text): SentenceCited => ({
      text,
      words: new Set(wordsThatSay(text, vocabulary)),
      isDenied: isLed || denies(text, of),
      line,
    }))
  })
}

const denies = (text: string, { evidence: { vocabulary } }: GuardedAnswer): boolean =>
  polarityOf(text).denials > 0 || clausesOf(text, vocabulary).some(({ isDenied }) => isDenied)

/** One text may come from another that has this share of its words. */
const mostApart = 0.5
/** Two texts are nearly the same if each has this share of the other's words. */
const hardlyApart = 0.75

const shareOf = (words: ReadonlySet<string>, within: ReadonlySet<string>): number =>
  words.size === 0 ? 0 : weightOfWords([...words].filter((word) => within.has(word))) / weightOfWords(words)

/**
 * Refuses an answer that affirms what its lines deny, or denies what they affirm. An answer that denies something needs
 * a line or heading that does so too; one that denies nothing needs a source that does not; and none may say the
 * opposite of a sentence with nearly the same words.
 */
export const denialsAgree: Guard = (of) => {
  const { evidence, clauses, words } = of
  const cited = sentencesCited(of)
  const isDenied = clauses.some((clause) => clause.isDenied)
  const left = leftIn(of)
  if (left !== undefined) return left
  const line = ({ line: at }: SentenceCited): number => evidence.lines[at]!.number
  const isSaidDark = cited.some(({ text }) => isDark(text, of)) || evidence.above.some((text) => isDark(text, of))
  const isDenial = (clause: Clause): boolean =>
    clause.isDenied && evidence.clauses.some((other) => shareOf(clause.words, other.words) >= mostApart)
  const isNew = !isSaidDark && !cited.some((each) => each.isDenied) && !evidence.above.some((text) => denies(text, of))
  if (isNew && clauses.some(isDenial) && !tellsInstead(of.answer.text, evidence.vocabulary))
    return 'none of its lines denies anything, and this does: say it as the lines do'
  const [best] = cited.toSorted((a, b) => shareOf(words, b.words) - shareOf(words, a.words))
  if (best && Math.min(shareOf(words, best.words), shareOf(best.words, words)) >= hardlyApart) {
    const told = clausesOf(best.text, evidence.vocabulary)
    const isTurned = clauses.some((clause) => {
      const aligned = alignedWith(clause, told, of.subjects)
      return aligned.length > 0 && aligned.every((other) => areOpposed(clause, other, evidence.vocabulary))
    })
    // Where both deny something, a clause with nearly the same words in both decides whether it is the same thing.
    const isWhole = clauses.some((clause) => {
      const alike = told.filter(
        (other) => Math.min(shareOf(clause.words, other.words), shareOf(other.words, clause.words)) >= hardlyApart,
      )
      return alike.length > 0 && alike.every((other) => areOpposed(clause, other, evidence.vocabulary))
    })
    if (isTurned && (isWhole || !(best.isDenied && isDenied)))
      return `line ${line(best)} says the opposite, or denies what this does not: say it as the line does`
  }
  if (isDenied || clauses.some(({ text }) => isDark(text, of))) return undefined
  const from = cited.filter((each) => shareOf(words, each.words) >= mostApart)
  return from.length > 0 && from.every((each) => each.isDenied && deniesIt(each, of))
    ? `line ${line(from[0]!)} denies it: say it as the line does`
    : undefined
}

/** Whether a sentence's denial is about what an answer says: its clause nearest to the answer is denied. */
function deniesIt({ text }: SentenceCited, of: GuardedAnswer): boolean {
  const { evidence, words } = of
  const told = clausesOf(text, evidence.vocabulary)
  const share = (each: Clause): number => shareOf(each.words, words) * each.words.size
  const [nearest] = told.toSorted((a, b) => share(b) - share(a))
  return nearest === undefined || nearest.isDenied || told.every(({ isDenied }) => !isDenied)
}

/** The objection to words that the lines have only in a denied clause: `B` of `Runs from A, not from B`. */
function leftIn({ answer, evidence, clauses, subjects, literals, bare }: GuardedAnswer): string | undefined {
  if (polarityOf(answer.text).denials > 0) return undefined
  const isLeft = ({ text, line }: Clause): boolean =>
    beginsDenied(text) && !plainly(evidence.lines[line ?? 0]!.text).startsWith(text.trim())
  const [denied, others] = [true, false].map((is) => evidence.clauses.filter((clause) => isLeft(clause) === is))
  if (denied!.length === 0) return undefined
  const holds = (all: readonly Clause[], literal: string): boolean =>
    all.some(({ text }) => heldIn(literalForm(text), literalForm(literal)) !== undefined)
  const numbers = bare.match(/(?<![\p{L}\d.,])\d[\d.,]*\p{L}?(?![\p{L}\d])/gu) ?? []
  const left = [...literals, ...hardWords(bare), ...namesSaid(bare), ...numbers].find(
    (literal) => holds(denied!, literal) && !holds(others!, literal),
  )
  if (left !== undefined) return `its line denies what it says of ${left.slice(0, 60)}, and this does not`
  const onlyDenied = wordsOnlyIn({ clauses, subjects }, denied!, others!)
  return onlyDenied.length > 0
    ? `its line denies what it says of “${onlyDenied.join(', ')}”, and this does not`
    : undefined
}

/** Whether a clause begins with a denial: `not Crunchbase`, `but not to Codex`. */
const beginsDenied = (text: string): boolean => saysNot(text.trim().split(/\s+/).slice(0, 2).join(' '))

const isDark = (text: string, { evidence: { vocabulary } }: GuardedAnswer): boolean =>
  read(text, vocabulary, new Set()).cues.some(({ name }) => name === 'ceased') ||
  wordsThatSay(text, vocabulary).some((word) => vocabulary.word(word).tone < 0)

/** Words of an answer that only the first clauses have and not the others, if they are much of what it says. */
function wordsOnlyIn(
  { clauses, subjects }: Pick<GuardedAnswer, 'clauses' | 'subjects'>,
  some: readonly Clause[],
  others: readonly Clause[],
): string[] {
  const own = new Set(
    clauses.flatMap(({ words }) => [...words]).filter((word) => !subjects.has(word) && !/^\d/.test(word)),
  )
  const isIn = (all: readonly Clause[], word: string): boolean => all.some(({ words }) => words.has(word))
  const only = [...own].filter((word) => isIn(some, word) && !isIn(others, word))
  return only.length > (own.size > 2 ? 1 : 0) && only.length >= mostLeft * own.size ? only : []
}

/** The least share of an answer's words that `wordsOnlyIn` reports. */
const mostLeft = 0.4

/** Refuses an answer that tells as done or so what its lines only plan, wish, ask or leave open. */
export const plansStayPlans: Guard = (of) => {
  const { answer, evidence, clauses } = of
  if (answer.kind === 'opinion') return undefined
  const labels = [labelOf(answer.text), ...(answer.text.match(/[\p{L}\p{M}-]{3,}/gu) ?? []).map(labelNamed)]
  const isToldAsPlan = isPlannedIn(answer.text) || clauses.some(({ isPlanned }) => isPlanned) || labels.some(isNotYet)
  if (isToldAsPlan) return undefined
  const main = mainOf(of).filter(({ text }) => !isAnswered(of, text))
  const lines = main.length > 0 ? main.map(({ line }) => line ?? 0) : evidence.lines.map((_, at) => at)
  const planned = lines.every((at) => isNotYet(evidence.labels[at]) || isUnderPlan(of, at)) ? lines[0] : undefined
  if (planned !== undefined && !isSaidAsSo(of, planned))
    return `line ${evidence.lines[planned]!.number} is of what is planned, wished or open: tell it as that, not as done`
  if (main.length > 0 && main.every(({ isPlanned }) => isPlanned))
    return `line ${evidence.lines[main[0]!.line ?? 0]!.number} speaks of a plan or a question: tell it as that, not as done`
  const [planning, others] = [true, false].map((is) => evidence.clauses.filter(({ text }) => isPlannedIn(text) === is))
  const left = wordsOnlyIn(of, planning!, others!)
  return left.length > 1
    ? `only a plan or a question says “${left.join(', ')}” in its lines: tell it as that, not as done`
    : undefined
}

/** Whether the cited lines answer a question: `Q: which glue? A: wheat paste`. */
function isAnswered({ evidence }: GuardedAnswer, text: string): boolean {
  const at = /[?？]\s*$/.test(text) ? evidence.lines.findIndex((line) => plainly(line.text).includes(text.trim())) : -1
  return at >= 0 && evidence.lines.slice(at + 1).some((line) => !/[?？]\s*$/.test(line.text))
}

/** The source clauses of an answer's first clause that has any. */
function mainOf({ clauses, evidence, subjects }: GuardedAnswer): readonly Clause[] {
  for (const clause of clauses) {
    const aligned = alignedWith(clause, evidence.clauses, subjects)
    if (aligned.length > 0) return aligned
  }
  return []
}

function isUnderPlan({ evidence, places, given }: GuardedAnswer, at: number): boolean {
  if (evidence.labels[at] === 'done') return false
  const leads = leadsOf(given, places[at]!).map(({ text }) => plainly(text))
  const titles = evidence.lines[at]!.under.map(({ title }) => title)
  const near = [...titles.slice(-1), ...leads.filter((lead) => /[:：]\s*$/.test(lead))]
  const heads = leads.filter((lead) => lead.includes('|')).flatMap((lead) => lead.split('|'))
  return near.some(leadsToPlans) || [...titles.slice(-1), ...heads].some(isOfPlans) || titles.some(isPlannedIn)
}

const verbs = whenAsked(() => new RegExp(wholeWords([...statedBy('verbLasts'), ...statedBy('verbHolds')]), 'iu'))

/**
 * Whether an answer repeats, in its words and with a verb, what a task's line states beside the task:
 * `renew the certificate (expires 12 March)`.
 */
function isSaidAsSo({ clauses, evidence, words }: GuardedAnswer, at: number): boolean {
  // A label with one value is no task: `Mail: ada@example.org`.
  const [, value] = /^[^:：]{2,40}[:：]\s+(\S+)$/u.exec(plainly(evidence.lines[at]!.text)) ?? []
  if (value !== undefined && [...words].every((word) => evidence.words.has(word))) return true
  const own = evidence.clauses.filter(({ line }) => line === at)
  return clauses.some(
    (clause) =>
      verbs().test(clause.text) &&
      own.some(
        (other) =>
          verbs().test(other.text) &&
          [...clause.words].every((word) => other.words.has(word) || isAmong(word, evidence.words)),
      ),
  )
}

/** Refuses an answer that tells as so what its lines only guess. */
export const guessesStayGuesses: Guard = (of) => {
  const { answer, clauses } = of
  if (answer.kind === 'opinion' || clauses.some(({ isUnsure }) => isUnsure)) return undefined
  const main = mainOf(of)
  return main.length > 0 && main.every(({ isUnsure }) => isUnsure)
    ? 'its line only guesses: tell it as a guess, or as an opinion of who has it'
    : undefined
}

const wholeIn = once((code: string) => new RegExp(wholeWords(statedInLanguage(code, 'whole')), 'iu'))
const ofAll = /(?<!\d)(\d{1,6})\s?(?:\/|\p{L}{1,3})\s?\1(?!\d)|100\s?%/u

/** Refuses `all` and its like unless the lines say so, count n of n, or are a whole list. */
export const wholesAreWhole: Guard = (of) => {
  const { bare, evidence } = of
  const whole = wholeIn(evidence.vocabulary.code)
  const [said] = whole.exec(bare) ?? []
  if (said === undefined || whole.test(evidence.said) || ofAll.test(evidence.said) || isInstruction(evidence.said))
    return undefined
  if (citesAWholeList(of)) return undefined
  return `no line says “${said}”: name those that it says`
}

const item = /^[\s>]*(?:[-*+•]|\d{1,3}[.)])\s/
const indentOf = (text: string): number => /^[\s>]*/.exec(text)![0].length

/** The items of the list around a line, as indices into the packet's lines; none where the line is no item. */
function listOf({ given: { lines, sections } }: GuardedAnswer, at: number): number[] {
  const { text } = lines[at]!
  if (!item.test(text)) return []
  const depth = indentOf(text)
  const found: number[] = []
  const walk = (step: 1 | -1): void => {
    for (let next = at + step; next >= 0 && next < lines.length && sections[next] === sections[at]; next += step) {
      const other = lines[next]!
      const isItem = item.test(other.text)
      if (other.level !== undefined || indentOf(other.text) < depth || (!isItem && indentOf(other.text) === depth))
        return
      if (isItem && indentOf(other.text) === depth) found.push(next)
    }
  }
  walk(-1)
  walk(1)
  return [...found, at].toSorted((a, b) => a - b)
}

function citesAWholeList(of: GuardedAnswer): boolean {
  const cited = new Set(of.places)
  return of.places.some((at) => {
    const list = listOf(of, at)
    return list.length > 1 && list.every((each) => cited.has(each))
  })
}

/** What separates items in a row: `cost, speed and lock-in`. */
const between = whenAsked(() => {
  const words = eitherOf(statedBy('betweenNames').filter((each) => !isSpaceless(each)))
  return new RegExp(`\\s*[,;，、；]\\s*(?:(?:${words})\\s+)?|\\s+(?:${words})\\s+|[和及]`, 'u')
})
const mostLead = 8

/** `Three reasons: cost, speed and lock-in` → its lead and items. A single item needs a number in the lead. */
function listTold(text: string): { readonly lead: string; readonly items: readonly string[] } | undefined {
  const at = text.search(/[:：]\s/u)
  if (at < 0 || /\d$/.test(text.slice(0, at))) return undefined
  const lead = text.slice(0, at)
  const items = text
    .slice(at + 1)
    .replace(/[.。]$/u, '')
    .split(between())
    .map((each) => each.trim())
    .filter((each) => each !== '')
  return items.length > 1 || /\d/.test(lead) ? { lead, items } : undefined
}

/** Refuses a list named as a whole, by its number or name, that lacks some of its items. */
export const listsAreComplete: Guard = (of) => {
  const { evidence, bare, answer } = of
  const told = listTold(answer.text)
  // A lead that is only a label, as in `Decision: …`, names no list.
  const isLabel = told !== undefined && told.lead.split(/\s+/).length <= 2 && labelNamed(told.lead) !== undefined
  if (told === undefined || isLabel) return undefined
  const { vocabulary } = evidence
  const numbers = numbersSaid({ ...of, bare: told.lead })
  const counted = numbers.filter(
    ({ text, counted: what }) => what !== undefined && told.lead.split(/\s+/).length <= mostLead && bare.includes(text),
  )
  const [number] = counted.flatMap(({ values }) =>
    values.filter((value) => Number.isInteger(value) && value > 1 && value <= 20),
  )
  if (number !== undefined && told.items.length > 1 && told.items.length < number && !namesItsParts(told.items))
    return `it names ${number} and tells ${told.items.length} of them: name all, or those that it tells`
  const words = new Set(wordsThatSay(told.items.join(' '), vocabulary))
  const leadWords = new Set(wordsThatSay(told.lead, vocabulary))
  for (const items of listsOfEvidence(of, leadWords)) {
    const isTold = items.map((each) => {
      const own = wordsThatSay(each, vocabulary)
      return own.length === 0 || own.some((word) => isAmong(word, words))
    })
    const kept = isTold.filter(Boolean).length
    if (kept > 1 && kept < items.length) {
      const missing = items[isTold.indexOf(false)]!.slice(0, 40)
      return `it names a list and leaves out “${missing}”: name all its items, or do not name it as the list`
    }
  }
  return undefined
}

/** Whether the items have numbers of their own, which add up: `50 operatives: 15 Informants, 25 Spies`. */
const namesItsParts = (items: readonly string[]): boolean => items.filter((each) => /^\D{0,3}\d/.test(each)).length > 1

/** The cited lists with nearly the same name as the answer's: items below a lead, or in a row behind one. */
function listsOfEvidence(of: GuardedAnswer, called: ReadonlySet<string>): string[][] {
  const { evidence, places, given } = of
  const isCalled = (lead: string): boolean => {
    const words = new Set(wordsThatSay(lead, evidence.vocabulary))
    return shareOf(words, called) >= mostApart && shareOf(called, words) >= mostApart
  }
  const inRows = evidence.lines.flatMap((line) => {
    const told = listTold(plainly(line.text))
    return told && told.items.length > 2 && isCalled(told.lead) && told.items.every((each) => each.length <= 60)
      ? [[...told.items]]
      : []
  })
  const below = places.flatMap((at) => {
    const first = item.test(given.lines[at]!.text) ? at : at + 1
    if (given.sections[first] !== given.sections[at]) return []
    const list = listOf(of, first)
    if (list.length < 3) return []
    const lead = leadsOf(given, list[0]!)[0]?.text ?? given.lines[list[0]!]!.under.at(-1)?.title ?? ''
    return isCalled(plainly(lead)) ? [list.map((each) => plainly(given.lines[each]!.text))] : []
  })
  return [...inRows, ...below]
}
