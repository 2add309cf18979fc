import { safeJsonText } from '../memory/safe-text.js'

export { shown } from '../memory/safe-text.js'

/** One value on one line. */
export const safeJsonLine = (value: unknown): string => safeJsonText(JSON.stringify(value))

export const safeJson = (value: unknown): string => safeJsonText(JSON.stringify(value, null, 2))

export const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`
