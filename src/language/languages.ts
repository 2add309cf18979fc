import { de } from './de/language.js'
import { en } from './en/language.js'
import { es } from './es/language.js'
import { it } from './it/language.js'
import { nl } from './nl/language.js'
import { tr } from './tr/language.js'
import { ur } from './ur/language.js'
import { zh } from './zh/language.js'
import type { Language } from './language.js'

/** Every language that the judge has words of. A new one is a folder and a row (docs/adding/language.md). */
export const languages = { en, zh, it, nl, tr, ur, es, de } as const satisfies Record<string, Language>

export type Code = keyof typeof languages
export const codes = Object.keys(languages) as readonly Code[]
