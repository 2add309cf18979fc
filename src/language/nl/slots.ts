import type { Slot } from '../slot.js'

export const dutchSlots: readonly Slot[] = [
  ['home', /^woont in (?<value>.+)/],
  ['work', /^werkt (?:bij|voor) (?<value>.+)/],
  ['name', /^heet (?<value>.+)/],
  ['spouse', /^is getrouwd met (?<value>.+)/],
]

/** Verbs behind which a number is one at a time: `costs 240 euros`. */
export const countedDutch = 'is zijn kost betaalt verdient weegt neemt gebruikt duurt heeft opent sluit drinkt'
