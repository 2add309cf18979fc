import { chinese } from './zh/slots.js'
import { dutch } from './nl/slots.js'
import { english } from './en/slots.js'
import { german } from './de/slots.js'
import { italian } from './it/slots.js'
import { spanish } from './es/slots.js'
import type { Slot } from './slot.js'

const slots: readonly Slot[] = [...english, ...german, ...italian, ...spanish, ...dutch, ...chinese]

/** Longer statements say more than what fills a place. */
const longest = 200
/** Where more is said of it: `Leipzig, near the park`, `Leipzig since May`. */
const more = /[,;(，；（]| (?:with|since|and|but|mit|seit|und|con|da|dal|desde|e|y|sinds|en) /u

/** What fills a place that holds one at a time. */
export interface Slotted {
  readonly slot: string
  readonly value: string
}

/**
 *     Lives in Leipzig, near the park    →  home, leipzig
 *     Uses Helix as the default editor.  →  default editor, helix
 *     Also works at a bakery             →  undefined
 */
export function slottedIn(text: string): Slotted | undefined {
  if (text.length > longest) return undefined
  const said = text
    .normalize('NFC')
    .trim()
    .replace(/[.!。]$/u, '')
    .toLowerCase()
  for (const [name, says] of slots) {
    const found = says.exec(said)?.groups
    const value = found?.['value']!.split(more)[0]!.trim()
    if (value) return { slot: `${name}${found!['of'] ?? ''}`, value }
  }
  return undefined
}
