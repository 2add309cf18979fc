import type { Slot } from '../slot.js'

export const german: readonly Slot[] = [
  ['home', /^(?:wohnt|lebt) in (?<value>.+)/],
  ['work', /^arbeitet (?:bei|für) (?<value>.+)/],
  ['name', /^heißt (?<value>.+)/],
  ['spouse', /^ist mit (?<value>.+) verheiratet/],
  ['', /^(?:(?:die|der|ihre?|seine?) )?(?<of>geburtstag|adresse|telefonnummer) ist (?:am )?(?<value>.+)/],
]
