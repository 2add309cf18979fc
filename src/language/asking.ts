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

const asksIn = once((code: AskingLanguage | 'zh') => sectionsOf<string>(`${code}/asks.txt`))

/** `At the moment` is no moment; of single words (`current`, `latest`) notes have many. */
const ofNow = whenAsked(() => {
  const phrases = ['en' as const, ...codes].flatMap((code) => entriesOf(asksIn(code)['present']))
  return new RegExp(
    `(?<![\\p{L}])(?:${longestFirst(phrases.filter((each) => each.includes(' ')))})(?![\\p{L}]| of )`,
    'giu',
  )
})

/**
 * A question without the speech before it, without the words that it begins to ask with, and without those for now:
 *
 *     Long day. What I really want to know is, tell me about Stuart  →  Stuart
 *
 * @param says whether a text has any word that something could be found by
 */
export function withoutAsking(question: string, code: AskingLanguage, says: (text: string) => boolean): string {
  return [turn(), frameOf(code), ofNow()].reduce((text, form) => {
    const rest = text.replace(form, ' ')
    return says(rest) ? rest : text
  }, question)
}

/** Letters of the languages that are asked in; in small letters, as V8 takes 2 ms to make a pattern of either case. */
const letters = 'a-z\\u00df-\\u024f'
const pattern = (phrases: readonly string[]): string =>
  phrases.length === 0 ? '(?!)' : longestFirst(phrases).replaceAll('^', '').replaceAll('*', `[${letters}]*`)

/**
 * Whether a question in small letters wants a kind of answer, by the words of any language: of a short one it is not known
 * which it is in.
 *
 *     how can i · ^please · prefer* · -怎么了 (which is cut out first)
 */
export const askWords = once((kind: string) => {
  const phrases = ['en' as const, ...codes].flatMap((code) => entriesOf(asksIn(code)[kind]))
  const first = phrases.filter((each) => each.startsWith('^'))
  const anywhere = phrases.filter((each) => !each.startsWith('^'))
  const spaced = new RegExp(
    `(?<![${letters}])(?:${pattern(anywhere)})(?![${letters}])|^[^${letters}]*(?:${pattern(first)})(?![${letters}-])`,
  )
  const chinese = entriesOf(asksIn('zh')[kind])
  const cut = chinese.filter((each) => each.startsWith('-')).map((each) => each.slice(1))
  const begins = chinese.filter((each) => each.startsWith('^')).map((each) => each.slice(1))
  const within = chinese.filter((each) => !/^[-^]/.test(each))
  return (question: string): boolean => {
    if (spaced.test(question)) return true
    const rest = cut.reduce((text, each) => text.replaceAll(each, ' '), question)
    return within.some((each) => rest.includes(each)) || begins.some((each) => rest.startsWith(each))
  }
})

const saysWhat = whenAsked(() => {
  const spoken = ['en' as const, ...codes].map((code) => {
    const of = (section: string): string => longestFirst(entriesOf(asksIn(code)[section]))
    // What ends with an apostrophe goes on with a letter: `l'atelier`.
    const article = (section: string): string => `(?:${of(section)})(?:(?<=')|(?![${letters}]))`
    return { copulas: of('copulas'), after: article('articles'), apposed: article('apposed') }
  })
  const either = (patterns: readonly string[]): string => `(?:${patterns.join('|')})`
  const copula = either(spoken.map(({ copulas }) => copulas))
  const chinese = longestFirst(entriesOf(asksIn('zh')['copulas']))
  return {
    // `is a lab`, `(the lab`, `: a lab`, `, our lab`, `是`
    fully: new RegExp(
      `^(?:${either(spoken.map(({ copulas, after }) => `\\s+(?:${copulas})\\s+${after}`))}|\\s*[(:=—–-]+\\s*${either(spoken.map(({ after }) => after))}|\\s*,\\s*${either(spoken.map(({ apposed }) => apposed))}|\\s*(?:${chinese}))`,
    ),
    partly: new RegExp(`^(?:\\s+${copula}(?![${letters}])|\\s*[(:：（=—–])`),
  }
})

/**
 * How plainly the words behind a name, in small letters, say what it is: 1 of `Hexmark is the lab in Antwerp`, 0.5 of `Hexmark is
 * closed`, 0 of `Hexmark closed`.
 */
export const definedBy = (behind: string): number => {
  const said = behind.replace(/^[*_`"'”’」\])]+/, '').replaceAll('’', "'")
  return saysWhat().fully.test(said) ? 1 : saysWhat().partly.test(said) ? 0.5 : 0
}
