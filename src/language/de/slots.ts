import type { Slot } from '../slot.js'

export const germanSlots: readonly Slot[] = [
  ['home', /^(?:wohnt|lebt) in (?<value>.+)/],
  ['work', /^arbeitet (?:bei|für) (?<value>.+)/],
  ['name', /^heißt (?<value>.+)/],
  ['spouse', /^ist mit (?<value>.+) verheiratet/],
  ['', /^(?:(?:die|der|ihre?|seine?) )?(?<of>geburtstag|adresse|telefonnummer) ist (?:am )?(?<value>.+)/],
]

/** Verbs behind which a number is one at a time: `costs 240 euros`. */
export const countedGerman =
  'ist sind kostet kosten zahlt verdient beträgt wiegt nimmt nutzt verwendet braucht dauert hat öffnet schließt beginnt trinkt'
