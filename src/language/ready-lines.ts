import { codes, type Code, languages } from './languages.js'
import { cueNames, type WordSections } from './language.js'
import { lexicon } from './lexicon.js'
import { sectionsOf } from './sections.js'
import { sortedLines } from '../text/sorted-lines.js'

/**
 * A table as sorted lines (see sorted-lines.ts): a language's lexicon by its code, or `spoken`, the languages of each
 * word. `scripts/build.js` writes the tables to files and replaces this module by a reader of those files, so that no
 * commit waits for a table to be made.
 */
export function readyLines(table: string): string {
  if (table === 'spoken') return sortedLines(spokenIn())
  const made = lexicon(languages[table as Code], wordsIn(table))
  return sortedLines(new Map([...made].map(([word, entry]) => [word, JSON.stringify(entry)])))
}

export const tableNames: readonly string[] = [...codes, 'spoken']

const wordsIn = (code: string): WordSections => sectionsOf(`${code}/words.txt`)

function spokenIn(): Map<string, string> {
  const found = new Map<string, Code[]>()
  for (const code of codes) {
    const words = wordsIn(code)
    const told = words.opposites?.replace(/^[a-z]+:/gm, '')
    const cues = cueNames.map((name) => words[`cue ${name}`])
    const text = [words.functionWords, ...cues, told, words.states, words.good, words.bad, words.numbers].join(' ')
    for (const word of new Set(text.match(/[a-z\u00c0-\u024f]{2,}/g)))
      found.set(word, [...(found.get(word) ?? []), code])
  }
  return new Map([...found].map(([word, speakers]) => [word, speakers.join(',')]))
}
