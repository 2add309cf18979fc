import type { Slot } from '../slot.js'

export const german: readonly Slot[] = [
  ['home', /^(?:wohnt|lebt) in (?<value>.+)/i],
  ['work', /^arbeitet (?:bei|für) (?<value>.+)/i],
  ['name', /^heißt (?<value>.+)/i],
  ['spouse', /^ist mit (?<value>.+) verheiratet/i],
  ['', /^(?:(?:die|der|ihre?|seine?) )?(?<of>geburtstag|adresse|telefonnummer) ist (?:am )?(?<value>.+)/i],
]
