import { safeJsonText } from '../memory/safe-text.js'

export { shown } from '../memory/safe-text.js'

/** One value on one line. */
export const safeJsonLine = (value: unknown): string => safeJsonText(JSON.stringify(value))

export const safeJson = (value: unknown): string => safeJsonText(JSON.stringify(value, null, 2))

export const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`

/** Where there are notes, and nothing in them is retained. */
export const howToRetain =
  'No note has bullets in a "## Retain" section yet. Recall finds every paragraph; a bullet there, e.g. "- W @Peter: Lives in Graz.", is a fact with pages in bank/.'
