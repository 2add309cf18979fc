import { monthNames } from '../model/months.js'

/** Other forms: English names also in three letters, in capitals, and small but for `may`, `march` and `mar`, which are words; Italian ones with a capital. */
function formsOf(language: string, name: string): string[] {
  if (language === 'it') return [name, name[0]!.toUpperCase() + name.slice(1)]
  if (language !== 'en') return [name]
  const forms = [name, name.slice(0, 3), ...(name === 'September' ? ['Sept'] : [])]
  return forms.flatMap((form) => [form, form.toUpperCase(), ...(/^Ma[yr]/.test(form) ? [] : [form.toLowerCase()])])
}

/** Those whose months are no other words of each other, as Turkish `Mart` is. */
const readInText = ['en', 'de', 'it', 'es', 'fr', 'pt', 'nl'] as const

const numbers = new Map(
  readInText.flatMap((language) =>
    monthNames[language].flatMap((name, at) => formsOf(language, name).map((form) => [form, at + 1] as const)),
  ),
)

/** 0 for a word that is no month: no day is in it. */
export const monthNumber = (name: string): number => numbers.get(name.replace('.', '')) ?? 0

/** In every text that names a month. */
export const aMonth = new RegExp(`(?<![A-Za-zà-ü])(?:${[...numbers.keys()].join('|')})`)
