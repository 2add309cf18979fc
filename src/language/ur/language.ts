import type { Language } from '../language.js'
import { urduStem } from '../stems.js'

export const ur = {
  code: 'ur',
  letters: '\u0600-\u06ff',
  verbLast: true,
  stem: urduStem,
} as const satisfies Language
