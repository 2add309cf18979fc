import type { Language } from '../language.js'
import { romanceStem } from '../stems.js'

export const it = {
  code: 'it',
  stem: romanceStem,
} as const satisfies Language
