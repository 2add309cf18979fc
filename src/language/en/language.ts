import type { Language } from '../language.js'
import { irregularEnglish, stemOf } from '../words.js'
import { oppositeOf } from './prefixes.js'

export const en = {
  code: 'en',
  forms: /(?:[^s]s|ed|ing|er|est)$/,
  oppositeOf,
  headLast: true,
  endings: { gerund: 'ing', adverb: 'ly' },
  irregular: irregularEnglish,
  stem: stemOf,
} as const satisfies Language
