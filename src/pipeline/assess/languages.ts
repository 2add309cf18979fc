import { de } from './languages/de.js'
import { en } from './languages/en.js'
import { es } from './languages/es.js'
import { it } from './languages/it.js'
import { nl } from './languages/nl.js'
import { tr } from './languages/tr.js'
import { ur } from './languages/ur.js'
import { zh } from './languages/zh.js'
import type { Language } from './language.js'

/** Every language there are cues for. A new one is a file and a row. */
export const languages = { en, zh, it, nl, tr, ur, es, de } as const satisfies Record<string, Language>

export type Code = keyof typeof languages
export const codes = Object.keys(languages) as readonly Code[]
