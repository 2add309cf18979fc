import type { Language } from '../language.js'
import { germanicStem } from '../stems.js'

export const nl = {
  code: 'nl',
  stem: germanicStem,
} as const satisfies Language
