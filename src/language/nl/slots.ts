import type { Slot } from '../slot.js'

export const dutch: readonly Slot[] = [
  ['home', /^woont in (?<value>.+)/i],
  ['work', /^werkt (?:bij|voor) (?<value>.+)/i],
  ['name', /^heet (?<value>.+)/i],
  ['spouse', /^is getrouwd met (?<value>.+)/i],
]
