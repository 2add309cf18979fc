import { isWord } from '../wordnet/lookup.js'

/** `preferences` → `preference`, `running` → `run`. Where two forms are possible, the one that is a word. */
export function englishStem(word: string): string {
  if (word.length < 4) return word
  const forms = candidates(word)
  return forms.find(isWord) ?? (isWord(word) ? word : (forms.at(-1) ?? word))
}

const vowel = /[aeiouy]/
const endings: readonly (readonly [ending: string, minimum: number])[] = [
  ['ing', 3],
  ['ed', 3],
  ['er', 4],
  ['est', 4],
]

function candidates(word: string): string[] {
  if (word.endsWith('ss')) return []
  // `Taxis` are taxis, an analysis is not several analysi.
  if (word.endsWith('us') || word.endsWith('is')) return [word.slice(0, -1), word]
  if (word.endsWith('ies') || word.endsWith('ied')) return [`${word.slice(0, -3)}y`, word.slice(0, -1)]
  if (/(?:s|x|z|ch|sh|o)es$/.test(word)) return [word.slice(0, -2), word.slice(0, -1)]
  if (word.endsWith('s')) return [word.slice(0, -1)]
  for (const [ending, minimum] of endings) {
    const base = word.slice(0, -ending.length)
    if (!word.endsWith(ending) || base.length < minimum || !vowel.test(base)) continue
    // `bigger`, `better`: a comparative is only undone where what is left is an adjective's length and a word.
    const undoubled = base.at(-1) === base.at(-2) ? [base.slice(0, -1)] : []
    const forms = [...undoubled, `${base}e`, base, ...(base.endsWith('i') ? [`${base.slice(0, -1)}y`] : [])]
    const ordered = /(?:[^aeiou][aeiou][^aeiouwxy]|[cgvsuz])$/.test(base) ? forms : [base, ...forms]
    if (ending === 'er' || ending === 'est') return isWord(word) ? [] : ordered.filter(isWord)
    return [...ordered, undoubled[0] ?? base]
  }
  return []
}

const suffixes = [
  'ational',
  'ization',
  'fulness',
  'iveness',
  'ability',
  'ibility',
  'ation',
  'ition',
  'ment',
  'ness',
  'less',
  'able',
  'ible',
  'ance',
  'ence',
  'tion',
  'sion',
  'ship',
  'ful',
  'ity',
  'ing',
  'ist',
  'ive',
  'ous',
  'al',
  'ly',
  'er',
  'or',
  'ed',
  'ee',
  'ic',
  'y',
  'e',
]
const opposing = ['un', 'dis', 'non', 'mis', 'in', 'im', 'ir', 'il']

/** What words of one family have in common, and whether this one denies it: `unreliable` → `-reli`. */
export function root(word: string): string {
  let sign = ''
  let rest = word
  const prefix = opposing.find((one) => word.startsWith(one) && word.length - one.length >= 4)
  if (prefix && isWord(word.slice(prefix.length))) {
    sign = '-'
    rest = word.slice(prefix.length)
  }
  if (rest.endsWith('less') && rest.length > 7) sign = sign ? '' : '-'
  for (let round = 0; round < 2; round++) {
    const suffix = suffixes.find((one) => rest.endsWith(one) && rest.length - one.length >= 4)
    if (!suffix) break
    rest = rest.slice(0, -suffix.length)
  }
  return sign + rest
}
