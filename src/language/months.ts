/** As a language writes them in the middle of a sentence. */
export const monthNames = {
  en: 'January February March April May June July August September October November December'.split(' '),
  de: 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' '),
  it: 'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre'.split(' '),
  es: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' '),
  fr: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(' '),
} as const satisfies Record<string, readonly string[]>

/** Other forms: English names also in three letters, in capitals, and small but for `may`, `march` and `mar`, which are words; Italian ones with a capital. */
function formsOf(language: string, name: string): string[] {
  if (language === 'it') return [name, name[0]!.toUpperCase() + name.slice(1)]
  if (language !== 'en') return [name]
  const forms = [name, name.slice(0, 3), ...(name === 'September' ? ['Sept'] : [])]
  return forms.flatMap((form) => [form, form.toUpperCase(), ...(/^Ma[yr]/.test(form) ? [] : [form.toLowerCase()])])
}

const numbers = new Map(
  Object.entries(monthNames).flatMap(([language, names]) =>
    names.flatMap((name, at) => formsOf(language, name).map((form) => [form, at + 1] as const)),
  ),
)

/** 0 for a word that is no month: no day is in it. */
export const monthNumber = (name: string): number => numbers.get(name.replace('.', '')) ?? 0

/** In every text that names a month. */
export const aMonth = new RegExp(`(?<![A-Za-zà-ü])(?:${[...numbers.keys()].join('|')})`)
