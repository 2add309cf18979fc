/** Endings that one noun, adjective or regular verb takes, without accents; the longest that fits is taken off. */
const families: readonly (readonly string[])[] = [
  ['che', 'ca', 'co', 'chi', 'ci'],
  ['ghe', 'ga', 'go', 'ghi', 'gi'],
  ['are', 'ato', 'ata', 'ati', 'ate', 'ava', 'avo', 'iamo', 'ano', 'era', 'ando'],
  ['ere', 'uto', 'uta', 'uti', 'ute', 'eva', 'evo', 'ono', 'endo'],
  ['ire', 'ito', 'ita', 'iti', 'ite', 'iva', 'isce', 'iscono', 'endo'],
]
const vowels = ['a', 'e', 'i', 'o'] as const
/** The fewest letters before an ending; a shorter word would become many. */
const shortest = 3

/**
 * A word and what it would be with other endings: `gatti` → `gatti`, `gatta`,
 * `gatte`, `gatto`. Most of these are no words, and find nothing.
 */
export function italianForms(word: string): string[] {
  const plain = word.normalize('NFKD').replace(/\p{M}+/gu, '')
  if (!/^[a-z]+$/.test(plain)) return [word]
  const family = families
    .flatMap((endings) => endings.map((ending) => ({ ending, endings })))
    .filter(({ ending }) => plain.endsWith(ending) && plain.length - ending.length >= shortest)
    .toSorted((a, b) => b.ending.length - a.ending.length)[0]
  const begins = (ending: string): string => plain.slice(0, plain.length - ending.length)
  const last = plain.at(-1)!
  const swapped =
    (vowels as readonly string[]).includes(last) && plain.length > shortest
      ? vowels.map((vowel) => begins(last) + vowel)
      : []
  const sisters = family
    ? [
        ...family.endings.map((ending) => begins(family.ending) + ending),
        ...(family.ending.length > 2 ? vowels.map((vowel) => begins(family.ending) + vowel) : []),
      ]
    : []
  return [...new Set([word, ...swapped, ...sisters])]
}
