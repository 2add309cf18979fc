import type { Language } from '../language.js'
import { germanicStem } from '../stems.js'

export const de = {
  code: 'de',
  letters: '\u00df',
  capitalNouns: true,
  stem: germanicStem,
} as const satisfies Language
