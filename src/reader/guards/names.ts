import { entityKey } from '../../model/entity.js'
import { hasCapitalNouns } from '../../language/detect-language.js'
import { isFirstPerson } from '../../language/first-person.js'
import { speakersOf } from '../../language/lexicons.js'
import { monthNumber } from '../../language/months.js'
import { eitherOf } from '../../language/sections.js'
import { isSpaceless, statedBy } from '../../language/statements.js'
import { stopWords } from '../../language/stop-words.js'
import { namesSaid } from '../../suggest/names.js'
import { heldIn } from '../../text/as-written.js'
import { stretches } from '../../text/code-span.js'
import { whenAsked } from '../../text/once.js'
import { literalForm } from '../plainly.js'
import { isAmong } from './citation.js'
import type { ReaderName } from '../standing.js'
import type { Guard, GuardedAnswer } from './guard.js'

const spokenName = (name: string): string => name.replaceAll(/[-_]/g, ' ')

/** Whether the evidence has a name: as written, word by word, or as part of a longer name. */
function isSaid({ literal: said, evidence }: GuardedAnswer, name: string): boolean {
  const plain = literalForm(spokenName(name))
  if (heldIn(said, plain) !== undefined || heldIn(said, literalForm(name)) !== undefined) return true
  if (isSpaceless(name)) return said.includes(plain)
  const words = plain.split(' ').filter((word) => /[\p{L}\p{N}]/u.test(word))
  return (
    words.length > 0 &&
    words.every(
      (word) =>
        heldIn(said, word) !== undefined ||
        heldIn(said.replaceAll(/[-_]/g, ' '), word) !== undefined ||
        evidence.words.has(evidence.vocabulary.lemma(word)) ||
        (word.length > 5 && isAmong(word, evidence.words)),
    )
  )
}

/** Whether the evidence has a name or an alias of it, or means it as the writer. */
export function isNamedThere(of: GuardedAnswer, name: string): boolean {
  const known = of.nameOf(name)
  const forms = [name, ...(known === undefined ? [] : [known.name, ...(known.aliases ?? [])])]
  return forms.some((form) => isSaid(of, form)) || isWriter(of, name)
}

/** Whether the lines mean the writer of the log: they say `I`, or name no other person. */
function isWriter({ known, evidence, nameOf }: GuardedAnswer, name: string): boolean {
  const keyOf = (each: string): string => entityKey(spokenName(nameOf(each)?.name ?? each))
  if (!(known.writers ?? []).some((writer) => keyOf(writer) === keyOf(name))) return false
  const lines = evidence.lines.map(({ text }) => text).join('\n')
  const persons = known.names.filter(({ kind }) => kind?.toLowerCase() === 'person')
  const isOther = ({ name: own, aliases = [] }: ReaderName): boolean =>
    keyOf(own) !== keyOf(name) && [own, ...aliases].some((form) => heldIn(lines, spokenName(form)) !== undefined)
  return isFirstPerson(lines) || !persons.some(isOther)
}

const verbs = whenAsked(() => {
  const all = (['verbHolds', 'verbLasts', 'verbBecame'] as const).flatMap(statedBy).filter((verb) => !isSpaceless(verb))
  return new RegExp(`^(\\p{Lu}[\\p{L}\\p{M}\\d-]+)(?:['’]s|\\s+(?:${eitherOf(all)}))(?!\\p{L})`, 'u')
})

const isCommonWord = (word: string): boolean => {
  const small = word.toLowerCase()
  return stopWords.has(small) || speakersOf(small).length > 0 || monthNumber(word) > 0
}

const noNames = whenAsked((): ReadonlySet<string> => new Set(statedBy('noNames')))

/**
 * The names in an answer's text: capitalised words within a sentence, known names, mentions, and a first word before a
 * verb such as `lives`. In a language that capitalises all nouns, a capitalised word counts only where the lines have
 * another in its place: `nach Wels` for their `nach Graz`.
 */
function namesOfText({ bare, answer, known, evidence }: GuardedAnswer): string[] {
  const { vocabulary } = evidence
  const isLarge = hasCapitalNouns(bare) || vocabulary.capitalNouns
  const large = isLarge
    ? behindWords(bare).flatMap(({ before, name }) =>
        vocabulary.isFunctionWord(before) && inPlaceOf(evidence.said, before, name) ? [name] : [],
      )
    : namesSaid(bare).filter((name) => !noNames().has(name.toLowerCase()))
  const [, first] = verbs().exec(bare) ?? []
  const forms = known.names.flatMap(({ name, aliases = [] }) => [name, ...aliases])
  const said = forms.filter(
    (form) =>
      form.length > 2 && (/^\p{Lu}/u.test(form) || !isCommonWord(form)) && heldIn(bare, spokenName(form)) === 'exactly',
  )
  return [
    ...large,
    ...(first !== undefined && !isCommonWord(first) ? [first] : []),
    ...said,
    ...mentionedIn(answer.text),
  ]
}

const behindWords = (text: string): { readonly before: string; readonly name: string }[] =>
  [...text.matchAll(/(?<!\p{L})(\p{Ll}+)\s(?=(\p{Lu}[\p{L}\p{M}-]+))/gu)].map(([, before, name]) => ({
    before: before!,
    name: name!,
  }))

/** Whether another name stands in the same place: `nach Wels` where the lines say `nach Graz`. */
const inPlaceOf = (said: string, word: string, name: string): boolean => {
  const there = behindWords(said).filter(({ before }) => before === word)
  return there.length > 0 && there.every((other) => other.name !== name)
}

const mentionedIn = (text: string): string[] =>
  stretches(text).flatMap(({ kind, text: part }) =>
    kind === 'code' ? [] : [...part.matchAll(/(?<![\w@./-])@([\p{L}\p{N}][\p{L}\p{N}_-]*)/gu)].map(([, name]) => name!),
  )

/** Refuses a name in the text that neither the lines nor the headings above them have, by this name or an alias. */
export const namesStand: Guard = (of) => {
  const foreign = namesOfText(of).find((name) => !isNamedThere(of, name))
  return foreign === undefined
    ? undefined
    : `${foreign.slice(0, 60)} is named neither by its lines nor by their headings: cite the line that does, or leave the name out`
}

export const entitiesAreNamed: Guard = (of) => {
  const { entities } = of.answer
  const foreign = entities.find((name) => !isNamedThere(of, name) && !isTopic(of, name))
  return foreign === undefined
    ? undefined
    : `the entity ${foreign.slice(0, 60)} is named by none of its lines: cite the line that names it too, or leave it out`
}

/** The entities of an answer that are names. A plain word is none, and can be found by its text anyway. */
export const namesGiven = (of: GuardedAnswer): readonly string[] =>
  of.answer.entities.filter((name) => of.nameOf(name) !== undefined || !isPlainWord(of, name))

/** Whether a name is a topic of the packet: known with a type, no person, and named in any of its lines. */
function isTopic({ nameOf, given }: GuardedAnswer, name: string): boolean {
  const found = nameOf(name)
  if (found?.kind === undefined || found.kind.toLowerCase() === 'person') return false
  const said = literalForm(given.lines.map(({ text }) => text).join('\n'))
  return [found.name, ...(found.aliases ?? [])].some(
    (form) => heldIn(said, literalForm(spokenName(form))) !== undefined,
  )
}

/** Whether a name in small letters is a plain word: used with an article, in several forms, or known to a language. */
function isPlainWord({ given, evidence }: GuardedAnswer, name: string): boolean {
  if (!/^\p{Ll}[\p{Ll}\p{M}]*$/u.test(name)) return false
  if (isCommonWord(name)) return true
  const all = given.languageOf
  if (new RegExp(`[*\`@_/.]${name}|${name}[*\`_/.]\\w`, 'u').test(all)) return false
  const before = [...all.matchAll(new RegExp(`([\\p{L}]+)\\s+${name}(?![\\p{L}])`, 'giu'))].map(([, word]) =>
    word!.toLowerCase(),
  )
  if (before.some((word) => evidence.vocabulary.isOf('determiner', word))) return true
  const stem = evidence.vocabulary.lemma(name)
  const others = new Set(all.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [])
  return [...others].some((word) => word !== name && evidence.vocabulary.lemma(word) === stem)
}
