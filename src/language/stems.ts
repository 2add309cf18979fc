/** The stem that the forms of a German or Dutch word have in common: `gearbeitet`, `arbeitet` → `arbei`. */
export function germanicStem(word: string): string {
  const folded = fold(word)
  const bare = folded.startsWith('ge') && folded.length > 7 ? folded.slice(2) : folded
  return shortened(bare, 5)
}

/** The stem of an Italian or Spanish word: `preferisce`, `preferire` → `prefer`; `puntuale`, `puntuali` → `puntua`. */
export const romanceStem = (word: string): string => shortened(fold(word), 5)

/** The stem of a Turkish word. Endings are added to endings, negation among them: `seviyor`, `sevmiyor` → `sev`. */
export const turkishStem = (word: string): string => {
  const bare = word.replace(/(?:m?[\u0131iu\u00fc]yor|m[ae]z|m[ae]d[\u0131i]|[ae]r|[\u0131iu\u00fc]r)(?:.{0,4})$/, '')
  return bare.length >= 2 && bare.length < word.length ? bare.slice(0, 5) : shortened(word, 4)
}

/** The stem of an Urdu word, whose last letters tell gender, number and case. */
export function urduStem(word: string): string {
  const bare = word.replace(
    /(?:\u0648\u06ba|\u06cc\u06ba|\u06d2|\u06cc|\u0627|\u06c1|\u0646\u0627|\u062a\u0627|\u062a\u06cc|\u062a\u06d2)$/,
    '',
  )
  return bare.length >= 2 ? bare : word
}

const shortened = (word: string, length: number): string =>
  word.length > length ? word.slice(0, length) : word.length > 3 ? word.replace(/[aeiounst]$/, '') : word

const plainLetters: Readonly<Record<string, string>> = {
  '\u00e4': 'a',
  '\u00f6': 'o',
  '\u00fc': 'u',
  '\u00e1': 'a',
  '\u00e0': 'a',
  '\u00e9': 'e',
  '\u00e8': 'e',
  '\u00ed': 'i',
  '\u00ec': 'i',
  '\u00f3': 'o',
  '\u00f2': 'o',
  '\u00fa': 'u',
  '\u00f9': 'u',
  '\u00eb': 'e',
  '\u00ef': 'i',
}

const fold = (word: string): string => word.replace(/[\u00e0-\u00fc]/g, (letter) => plainLetters[letter] ?? letter)
