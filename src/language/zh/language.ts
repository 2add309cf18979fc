import type { Language } from '../language.js'

export const zh = {
  code: 'zh',
  letters: '\u4e00-\u9fff',
  spaceless: true,
  stem: (word: string): string => word,
} as const satisfies Language
