import { stemmer } from 'stemmer'
import { cjkPairs, cjkRuns, withoutCjk } from '../text/cjk.js'
import { foldText } from '../text/folded.js'
import { lately } from '../text/lately.js'
import { isAscii } from '../text/letters.js'
import { pairsOf, sectionsOf } from './sections.js'
import { whenAsked } from '../text/once.js'

/** The irregular forms of a language, each with its base: `went` → `go`. */
const irregularIn = (code: string): [form: string, of: string][] =>
  pairsOf(sectionsOf<'irregular'>(`${code}/irregular.txt`).irregular)

export const irregularEnglish = whenAsked(() => irregularIn('en'))

/** The irregular forms of English and Italian together: the base of one is hardly ever a form of the other. */
const irregular = (): [form: string, of: string][] => [...irregularEnglish(), ...irregularIn('it')]

let base: Map<string, string> | undefined
let forms: Map<string, string[]> | undefined

/** The base of an irregular form, which no rule of endings finds: `went` → `go`. */
function baseOf(word: string): string {
  base ??= new Map(irregular())
  return base.get(word) ?? word
}

/** A word and the irregular forms of the same word: `go` → `go`, `went`, `gone`. */
export function formsOf(word: string): string[] {
  if (!forms) {
    forms = new Map()
    for (const [form, of] of irregular()) {
      forms.set(of, [...(forms.get(of) ?? [of]), form])
    }
  }
  return [...new Set([word, ...(forms.get(baseOf(word)) ?? [])])]
}

/** The stem of a word (Porter 1980, as in the search index). Kept, for a text says few words often. */
export const stemOf: (word: string) => string = lately(20_000, (word) =>
  /^[a-z]+$/.test(word) ? stemmer(baseOf(word)) : word,
)

/** Words of a text: lower case, accents and width folded; a run of Chinese, Japanese or Korean as overlapping pairs. */
export function wordsOf(text: string): string[] {
  if (isAscii(text)) return text.toLowerCase().match(/[a-z0-9]+/g) ?? []
  const whole = foldText(text)
  const spaced = withoutCjk(whole)
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
  return [...(spaced.match(/[\p{L}\p{N}]+/gu) ?? []), ...cjkRuns(whole).flatMap(overlapping)]
}

const overlapping = (run: string): string[] => {
  const pairs = cjkPairs(run)
  return pairs.length === 1 ? pairs : pairs.slice(0, -1)
}
