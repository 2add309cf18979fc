import { once, whenAsked } from '../text/once.js'
import { entriesOf, sectionsOf } from './sections.js'

/** Languages of which it is known how they ask (`questions.txt`), beside English; Chinese is cut by its own (`zh/words.ts`). */
const codes = ['it', 'de', 'es', 'pt', 'fr', 'nl'] as const
export type AskingLanguage = 'en' | (typeof codes)[number]

interface Asking {
  readonly marks: ReadonlySet<string>
  readonly silent: ReadonlySet<string>
}

const asking = whenAsked(() => {
  const of = (code: AskingLanguage): Asking => {
    const { marks, silent } = sectionsOf<'marks' | 'silent'>(`${code}/questions.txt`)
    return { marks: new Set(entriesOf(marks)), silent: new Set(entriesOf(silent)) }
  }
  return { en: of('en'), it: of('it'), de: of('de'), es: of('es'), pt: of('pt'), fr: of('fr'), nl: of('nl') } as const
})

const english = whenAsked(() => new Set(entriesOf(sectionsOf<'common'>('en/questions.txt').common)))

/** One such word may be a name or a slip: of a question that has no other they are this share. */
const share = 1 / 4

/** The language of which a question has the most words that no other has: more than it has English ones, `in` may be either's. */
export function languageAsked(words: readonly string[]): AskingLanguage {
  let [best, most]: [AskingLanguage, number] = ['en', words.filter((word) => english().has(word)).length]
  for (const code of codes) {
    const { marks, silent } = asking()[code]
    const own = words.filter((word) => marks.has(word)).length
    const count = own === 0 ? 0 : own + words.filter((word) => silent.has(word)).length / 2
    if (count > most && (own > 1 || own >= share * words.length)) [best, most] = [code, count]
  }
  return best
}

/** What a question of a language says without meaning it, beside the words that every question leaves out. */
export function isSilent(word: string, code: AskingLanguage): boolean {
  const { marks, silent } = asking()[code]
  return silent.has(word) || marks.has(word)
}

const longestFirst = (phrases: readonly string[]): string => phrases.toSorted((a, b) => b.length - a.length).join('|')
const sectionsAsked = (code: AskingLanguage | 'zh') => sectionsOf<'frames' | 'turns'>(`${code}/questions.txt`)
const behindPhrase = '(?![\\p{L}\\p{N}])[\\s,:：，]*'

const frameOf = once((code: AskingLanguage): RegExp => {
  const frames = new Set([sectionsAsked('en'), sectionsAsked(code)].flatMap((sections) => entriesOf(sections.frames)))
  return new RegExp(`^\\s*(?:${longestFirst([...frames])})${behindPhrase}`, 'iu')
})

const turn = whenAsked(() => {
  const spaced = ['en' as const, ...codes].flatMap((code) => entriesOf(sectionsAsked(code).turns))
  const chinese = longestFirst(entriesOf(sectionsAsked('zh').turns))
  return new RegExp(
    `^(?:.*[.!?,;:\\n]\\s*|\\s*)(?:${longestFirst(spaced)})${behindPhrase}|^.*(?:${chinese})[\\s,:：，]*`,
    'isu',
  )
})

/**
 * A question without the speech before it, and without the words that it begins to ask with:
 *
 *     Long day. What I really want to know is, tell me about Stuart  →  Stuart
 *
 * @param says whether a text has any word that something could be found by
 */
export function withoutAsking(question: string, code: AskingLanguage, says: (text: string) => boolean): string {
  return [turn(), frameOf(code)].reduce((text, form) => {
    const rest = text.replace(form, '')
    return says(rest) ? rest : text
  }, question)
}
