import { type Code, languages } from './languages.js'
import type { Entry } from './lexicon.js'
import { readyLines } from './ready-lines.js'
import { memoize } from '../text/memoize.js'
import { whenAsked } from '../text/once.js'
import { lookup } from '../text/sorted-lines.js'
import { type Vocabulary, vocabulary } from './vocabulary.js'

export const vocabularyIn = memoize((code: string): Vocabulary =>
  vocabulary(
    languages[code as Code],
    lookup(readyLines(code), (told) => JSON.parse(told) as Entry),
  ),
)

/** The languages that have a word. */
export const speakersOf = (word: string): readonly Code[] => spoken()(word) ?? nobody

const spoken = whenAsked(() => lookup(readyLines('spoken'), (told) => told.split(',') as Code[]))
const nobody: readonly Code[] = []
