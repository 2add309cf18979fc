import type { Slot } from '../slot.js'

export const italianSlots: readonly Slot[] = [
  ['home', /^(?:vive|abita|risiede) (?:a|ad|in) (?<value>.+)/],
  ['work', /^lavora (?:per|presso|da|alla?) (?<value>.+)/],
  ['name', /^si chiama (?<value>.+)/],
  ['spouse', /^è sposat[oa] con (?<value>.+)/],
]

/** Verbs behind which a number is one at a time: `costs 240 euros`. */
export const countedItalian = 'è sono costa paga guadagna pesa prende usa serve dura ha apre chiude beve'
