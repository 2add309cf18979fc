import type { Language } from '../language.js'
import { turkishStem } from '../stems.js'

/** `sevmiyor`, `içmez`, `gitmedi`, `yapmayacak`, `olmadı`: the ending that negates a verb. */
const negatedVerb =
  /.{2}(?:m[\u0131iu\u00fc]yor|m[ae]z(?:l[ae]r)?|m[ae]d[\u0131i](?:lar|ler|m)?|m[ae]m[\u0131i]\u015f|m[ae]y[ae]cak|m[ae]y[ae]ce\u011f|m[ae]mak|m[ae]mekt)(?:.{0,3})$/

export const tr = {
  code: 'tr',
  letters: '\u0131\u011f\u015f',
  verbLast: true,
  stem: turkishStem,
  negatedWord: (word: string): boolean => negatedVerb.test(word),
} as const satisfies Language
