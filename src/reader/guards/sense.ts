import { read } from '../../language/sentence.js'
import { namesSaid } from '../../suggest/names.js'
import { heldIn } from '../../text/as-written.js'
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
  leadsToPlans,
  wordsThatSay,
  type Clause,
} from '../clauses.js'
import { leadsOf } from '../evidence.js'
import { literalForm, plainly } from '../plainly.js'
import { isAmong, numbersSaid } from './citation.js'
import { hardWords } from './literal.js'
import type { Guard, GuardedAnswer } from './guard.js'

/** Where the line that leads to a list denies, each item may be read with it: `Not supported:`. */
function clausesWithLeads({ evidence, given, places }: GuardedAnswer): readonly Clause[] {
  const { vocabulary } = evidence
  const led = places.flatMap((at, line) => {
    const denying = leadsOf(given, at).filter((lead) =>
      clausesOf(plainly(lead.text), vocabulary).some(({ isDenied }) => isDenied),
    )
    const text = plainly(given.lines[at]!.text)
    return denying.flatMap((lead) =>
      clausesOf(`${plainly(lead.text)} ${text}`, vocabulary).map((each) => ({ ...each, line })),
    )
  })
  return [...evidence.clauses, ...led]
}

/** What a line denies is not told as so, nor what it says as denied. */
export const denialsAgree: Guard = (of) => {
  const { evidence, clauses } = of
  const told = clausesWithLeads(of)
  // Of two that are joined where one is denied, each is held by itself.
  const isMixed = (clause: Clause): boolean =>
    clauses.some((other) => other !== clause && clause.text.includes(other.text) && other.isDenied !== clause.isDenied)
  const turned = clauses.find((clause) => {
    if (isMixed(clause)) return false
    const aligned = alignedWith(clause, told, of.subjects)
    return aligned.length > 0 && aligned.every((other) => areOpposed(clause, other, evidence.vocabulary))
  })
  if (turned === undefined) return leftIn(of)
  const line = evidence.lines[alignedWith(turned, told, of.subjects)[0]!.line ?? 0]!
  return `line ${line.number} says the opposite, or denies what this does not: say it as the line does`
}

/** `Runs from A, not from B`: what stands nowhere but where it is denied is not told as so. */
function leftIn(of: GuardedAnswer): string | undefined {
  const { evidence, clauses, literals, bare } = of
  if (clauses.length === 0 || clauses.some(({ isDenied }) => isDenied)) return undefined
  const denied = evidence.clauses.filter(({ isDenied }) => isDenied)
  if (denied.length === 0 || clauses.some(({ text }) => isDark(text, of))) return undefined
  const others = evidence.clauses.filter(({ isDenied }) => !isDenied)
  const holds = (all: readonly Clause[], literal: string): boolean =>
    all.some(({ text }) => heldIn(literalForm(text), literalForm(literal)) !== undefined)
  const numbers = bare.match(/(?<![\p{L}\d.,])\d[\d.,]*\p{L}?(?![\p{L}\d])/gu) ?? []
  const left = [...literals, ...hardWords(bare), ...namesSaid(bare), ...numbers].find(
    (literal) => holds(denied, literal) && !holds(others, literal),
  )
  if (left !== undefined) return `its line denies what it says of ${left.slice(0, 60)}, and this does not`
  const onlyDenied = wordsOnlyIn(of, denied, others)
  return onlyDenied.length > 0
    ? `its line denies what it says of “${onlyDenied.join(', ')}”, and this does not`
    : undefined
}

/** Words of an answer that stand in some clauses and in no other, where they are most of what it says. */
function wordsOnlyIn(
  { clauses, subjects }: GuardedAnswer,
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

/** Of the words of a text so many that stand in denials alone are what it says. */
const mostLeft = 0.4

const isDark = (text: string, { evidence: { vocabulary } }: GuardedAnswer): boolean =>
  read(text, vocabulary, new Set()).cues.some(({ name }) => name === 'ceased') ||
  wordsThatSay(text, vocabulary).some((word) => vocabulary.word(word).tone < 0)

/** What is planned, wished, asked or still open is not told as done or so. */
export const plansStayPlans: Guard = (of) => {
  const { answer, evidence, clauses } = of
  if (answer.kind === 'opinion') return undefined
  const labels = [labelOf(answer.text), ...(answer.text.match(/[\p{L}\p{M}-]{3,}/gu) ?? []).map(labelNamed)]
  const isToldAsPlan = isPlannedIn(answer.text) || clauses.some(({ isPlanned }) => isPlanned) || labels.some(isNotYet)
  if (isToldAsPlan) return undefined
  const main = mainOf(of)
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

/** The clauses of the lines that the first clause of a text that finds any was taken from. */
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
  return [...near, ...heads].some(leadsToPlans) || titles.some(isOfPlans)
}

const verbs = whenAsked(() => new RegExp(wholeWords([...statedBy('verbLasts'), ...statedBy('verbHolds')]), 'iu'))

/** `renew the certificate (expires 12 March)`: what a line states beside its task is so, where it is told in its words and verb. */
function isSaidAsSo({ clauses, evidence, words }: GuardedAnswer, at: number): boolean {
  // `Mail: ada@example.org` is no task.
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

/** What a line only guesses is not told as so. */
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

/** `All` stands in the lines, or they count so many of so many, or a whole list is cited. */
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

/** The items of the list that a line is one of, by their places in the packet; none where it is no item. */
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

/** Of items in a row: `cost, speed and lock-in`. */
const between = whenAsked(() => {
  const words = eitherOf(statedBy('betweenNames').filter((each) => !isSpaceless(each)))
  return new RegExp(`\\s*[,;，、；]\\s*(?:(?:${words})\\s+)?|\\s+(?:${words})\\s+|[和及]`, 'u')
})
const mostLead = 8

/** What a text names by its number or by a colon, with the items that follow: `Three reasons: cost, speed and lock-in`. */
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

/** A list that is named whole, by its number or its name, has all its items. */
export const listsAreComplete: Guard = (of) => {
  const { evidence, bare, answer } = of
  const told = listTold(answer.text)
  if (told === undefined) return undefined
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

/** `50 operatives: 15 Informants, 25 Spies`: parts that have numbers of their own add up, which others look at. */
const namesItsParts = (items: readonly string[]): boolean => items.filter((each) => /^\D{0,3}\d/.test(each)).length > 1

/** The lists of the cited lines that are called as a text calls one: items of lines below a lead, or in a row behind one. */
function listsOfEvidence(of: GuardedAnswer, called: ReadonlySet<string>): string[][] {
  const { evidence, places, given } = of
  const isCalled = (lead: string): boolean => {
    const words = wordsThatSay(lead, evidence.vocabulary)
    return words.length > 0 && [...called].some((word) => words.includes(word))
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
