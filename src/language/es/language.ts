import type { Language } from '../language.js'
import { romanceStem } from '../stems.js'

export const es = {
  code: 'es',
  stem: romanceStem,
} as const satisfies Language
