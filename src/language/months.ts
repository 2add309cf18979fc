import { monthNames } from '../model/months.js'

/**
 * The forms of a month's name. English has also three letters, capitals, and small letters, but not for `may`, `march`
 * and `mar`, which are words. Italian has also a capital.
 */
function formsOf(language: string, name: string): string[] {
  if (language === 'it') return [name, name[0]!.toUpperCase() + name.slice(1)]
  if (language !== 'en') return [name]
  const forms = [name, name.slice(0, 3), ...(name === 'September' ? ['Sept'] : [])]
  return forms.flatMap((form) => [form, form.toUpperCase(), ...(/^Ma[yr]/.test(form) ? [] : [form.toLowerCase()])])
}

/** Languages whose month names mean nothing else in one another, unlike Turkish `Mart`. */
const readInText = ['en', 'de', 'it', 'es', 'fr', 'pt', 'nl'] as const

const numbers = new Map(
  readInText.flatMap((language) =>
    monthNames[language].flatMap((name, at) => formsOf(language, name).map((form) => [form, at + 1] as const)),
  ),
)

/** The number of a month; 0 for a word that is none, since no day lies in month 0. */
export const monthNumber = (name: string): number => numbers.get(name.replace('.', '')) ?? 0

/** Matches every text that has a month's name. */
export const aMonth = new RegExp(`(?<![A-Za-zà-ü])(?:${[...numbers.keys()].join('|')})`)
