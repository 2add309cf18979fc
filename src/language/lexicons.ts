import { type Code, codes, languages } from './languages.js'
import type { Language } from './language.js'
import { type Entry, lexicon } from './lexicon.js'
import { readyLines } from './ready-lines.js'
import { memoize } from '../text/memoize.js'
import { lookup, sortedLines } from '../text/sorted-lines.js'
import { type Vocabulary, vocabulary } from './vocabulary.js'

/** A language's vocabulary, made once. */
export const vocabularyIn = memoize((code: string): Vocabulary => {
  const language = languages[code as Code]
  const lines = readyLines(code)
  if (lines === undefined) {
    const made = lexicon(language)
    return vocabulary(language, (word) => made.get(word))
  }
  return vocabulary(
    language,
    lookup(lines, (told) => JSON.parse(told) as Entry),
  )
})

/** The languages that have a word. */
export function speakersOf(word: string): readonly Code[] {
  spoken ??= lookup(readyLines('spoken') ?? sortedLines(spokenIn()), (told) => told.split(',') as Code[])
  return spoken(word) ?? nobody
}

let spoken: ((word: string) => readonly Code[] | undefined) | undefined
const nobody: readonly Code[] = []

function spokenIn(): Map<string, string> {
  const found = new Map<string, Code[]>()
  for (const code of codes) {
    const { functionWords, cues, opposites, states, good, bad, numbers } = languages[code] as Language
    const told = opposites.replace(/^\s*[a-z]+:/gm, '')
    const text = [functionWords, Object.values(cues).join(' '), told, states, good, bad, numbers].join(' ')
    for (const word of new Set(text.match(/[a-z\u00c0-\u024f]{2,}/g)))
      found.set(word, [...(found.get(word) ?? []), code])
  }
  return new Map([...found].map(([word, speakers]) => [word, speakers.join(',')]))
}

/** What `readyLines` will have of the languages. */
export function makeLines(): Map<string, string> {
  const made = codes.map((code): [string, string] => {
    const entries = [...lexicon(languages[code])].map(([word, entry]): [string, string] => [
      word,
      JSON.stringify(entry),
    ])
    return [code, sortedLines(new Map(entries))]
  })
  return new Map([...made, ['spoken', sortedLines(spokenIn())]])
}
