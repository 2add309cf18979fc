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
const more = /[,;(，；（]| (?:with|since|and|but|mit|seit|und|con|da|dal|desde|e|y|sinds|en) /iu

/**
 *     Lives in Leipzig, near the park    →  home, leipzig
 *     Uses Helix as the default editor.  →  default editor, helix
 *     Also works at a bakery             →  undefined
 */
function slottedIn(text: string): { readonly slot: string; readonly value: string } | undefined {
  if (text.length > longest) return undefined
  const said = text.trim().replace(/[.!。]$/u, '')
  for (const [name, says] of slots) {
    const found = says.exec(said)?.groups
    const value = found?.['value']!.split(more)[0]!.trim().toLowerCase()
    if (value) return { slot: `${name}${found!['of'] ?? ''}`.toLowerCase(), value }
  }
  return undefined
}

/**
 * Whether two statements about one name fill a place that holds one with two: the later perhaps ends the earlier, for
 * people say `lives in Rotterdam`, not `no longer lives in Leipzig`. Not where either names what the other says.
 */
export function fillOtherwise(a: string, b: string): boolean {
  const [one, other] = [slottedIn(a), slottedIn(b)]
  if (!one || !other || one.slot !== other.slot) return false
  return !a.toLowerCase().includes(other.value) && !b.toLowerCase().includes(one.value)
}
