import { once, whenAsked } from '../text/once.js'
import { eitherOf, entriesOf, sectionsOf } from './sections.js'

/** Languages beside English that a question is recognised in, by `questions.txt`. Chinese is cut by `zh/words.ts`. */
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

/** A single word of a language may be a name or a slip: it counts where it is this share of the question's words. */
const share = 1 / 4

/**
 * The language of a question: the one with the most of its words, if that is more than English has. It needs a word
 * that no other language has, since `in` may be of several.
 */
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

/** Whether a question in a language ignores a word, on top of the stop words that every question ignores. */
export function isSilent(word: string, code: AskingLanguage): boolean {
  const { marks, silent } = asking()[code]
  return silent.has(word) || marks.has(word)
}

const languages = ['en' as const, ...codes]
const sectionsAsked = (code: AskingLanguage | 'zh') => sectionsOf<'frames' | 'turns'>(`${code}/questions.txt`)
const asksIn = once((code: AskingLanguage | 'zh') => sectionsOf<string>(`${code}/asks.txt`))

/** The phrases whose fixed parts all stand in a lower-case text. Compiling a pattern of all phrases takes 5 ms. */
const heldIn = (lower: string, phrases: readonly string[]): string[] =>
  phrases.filter((phrase) => phrase.split(/[\^*]/).every((part) => lower.includes(part)))

const framesOf = once((code: AskingLanguage) => [
  ...new Set([sectionsAsked('en'), sectionsAsked(code)].flatMap((sections) => entriesOf(sections.frames))),
])
const turns = whenAsked(() => languages.flatMap((code) => entriesOf(sectionsAsked(code).turns)))
const chineseTurns = whenAsked(() => entriesOf(sectionsAsked('zh').turns))
/**
 * Phrases that mean now, such as `at the moment`: they name no time, and are cut. Single words (`current`, `latest`)
 * stay, since many notes have them.
 */
const forNow = whenAsked(() =>
  languages.flatMap((code) => entriesOf(asksIn(code)['present'])).filter((phrase) => phrase.includes(' ')),
)

const behindPhrase = '(?![\\p{L}\\p{N}])[\\s,:：，]*'

/** Patterns of those parts of a question that do not say what it asks for. */
function* besides(question: string, code: AskingLanguage): Generator<RegExp, void> {
  const lower = question.toLowerCase()
  const turned = heldIn(lower, turns())
  // A line feed stands before the blanks, and is none of them: many in a row would each be read to the end.
  if (turned.length > 0) yield new RegExp(`^(?:.*[.!?,;:\\n])?[^\\S\\n]*(?:${eitherOf(turned)})${behindPhrase}`, 'isu')
  const chinese = heldIn(lower, chineseTurns())
  if (chinese.length > 0) yield new RegExp(`^.*(?:${eitherOf(chinese)})[\\s,:：，]*`, 'su')
  const frames = heldIn(lower, framesOf(code))
  if (frames.length > 0) yield new RegExp(`^\\s*(?:${eitherOf(frames)})${behindPhrase}`, 'iu')
  const now = heldIn(lower, forNow())
  if (now.length > 0) yield new RegExp(`(?<!\\p{L})(?:${eitherOf(now)})(?!\\p{L}| of )`, 'giu')
}

/**
 * A question without the speech before it, its opening words, and phrases that mean now:
 *
 *     Long day. What I really want to know is, tell me about Stuart  →  Stuart
 *
 * @param says whether a text has any word to search for
 */
export function withoutAsking(question: string, code: AskingLanguage, says: (text: string) => boolean): string {
  let text = question
  for (const form of besides(question, code)) {
    const rest = text.replace(form, ' ')
    if (says(rest)) text = rest
  }
  return text
}

const letters = 'a-z\\u00df-\\u024f'

/**
 * Whether a question in small letters asks for a kind of answer. Words of any language count, since the language of a
 * short question is not known. Entries look so:
 *
 *     how can i · ^please · prefer* · -怎么了 (which is cut out first)
 */
export const asksFor = once((kind: string) => {
  const phrases = languages.flatMap((code) => entriesOf(asksIn(code)[kind]))
  const chinese = entriesOf(asksIn('zh')[kind])
  const cut = chinese.filter((each) => each.startsWith('-')).map((each) => each.slice(1))
  const begins = chinese.filter((each) => each.startsWith('^')).map((each) => each.slice(1))
  const within = chinese.filter((each) => !/^[-^]/.test(each))
  return (question: string): boolean => {
    const says = heldIn(question, phrases).some((phrase) => {
      const before = phrase.startsWith('^') ? `^[^${letters}]*` : `(?<![${letters}])`
      const behind = phrase.startsWith('^') ? `(?![${letters}-])` : `(?![${letters}])`
      const words = phrase.replace('^', '').replaceAll('*', `[${letters}]*`)
      return new RegExp(`${before}${words}${behind}`).test(question)
    })
    if (says) return true
    const rest = cut.reduce((text, each) => text.replaceAll(each, ' '), question)
    return within.some((each) => rest.includes(each)) || begins.some((each) => rest.startsWith(each))
  }
})

const saysWhat = whenAsked(() => {
  const spoken = languages.map((code) => {
    const of = (section: string): string => eitherOf(entriesOf(asksIn(code)[section]))
    // An article with an apostrophe stands right before a letter: `l'atelier`.
    const article = (section: string): string => `(?:${of(section)})(?:(?<=')|(?![${letters}]))`
    return { copulas: of('copulas'), after: article('articles'), apposed: article('apposed') }
  })
  const either = (patterns: readonly string[]): string => `(?:${patterns.join('|')})`
  const copula = either(spoken.map(({ copulas }) => copulas))
  const chinese = eitherOf(entriesOf(asksIn('zh')['copulas']))
  return {
    // `is a lab`, `(the lab`, `: a lab`, `, our lab`, `是`
    fully: new RegExp(
      `^(?:${either(spoken.map(({ copulas, after }) => `\\s+(?:${copulas})\\s+${after}`))}|\\s*[(:=—–-]+\\s*${either(spoken.map(({ after }) => after))}|\\s*,\\s*${either(spoken.map(({ apposed }) => apposed))}|\\s*(?:${chinese}))`,
    ),
    partly: new RegExp(`^(?:\\s+${copula}(?![${letters}])|\\s*[(:：（=—–])`),
  }
})

/**
 * How plainly the words behind a name, in small letters, say what it is: 1 for `Hexmark is the lab in Antwerp`, 0.5 for
 * `Hexmark is closed`, 0 for `Hexmark closed`.
 */
export const definedBy = (behind: string): number => {
  const said = behind.replace(/^[*_`"'”’」\])]+/, '').replaceAll('’', "'")
  return saysWhat().fully.test(said) ? 1 : saysWhat().partly.test(said) ? 0.5 : 0
}
