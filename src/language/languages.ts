import { de } from './de/cues.js'
import { en } from './en/cues.js'
import { es } from './es/cues.js'
import { it } from './it/cues.js'
import { nl } from './nl/cues.js'
import { tr } from './tr/cues.js'
import { ur } from './ur/cues.js'
import { zh } from './zh/cues.js'
import type { Language } from './language.js'

/** Every language there are cues for. A new one is a file and a row (docs/adding/language.md). */
export const languages = { en, zh, it, nl, tr, ur, es, de } as const satisfies Record<string, Language>

export type Code = keyof typeof languages
export const codes = Object.keys(languages) as readonly Code[]
