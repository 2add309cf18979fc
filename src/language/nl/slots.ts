import type { Slot } from '../slot.js'

export const dutch: readonly Slot[] = [
  ['home', /^woont in (?<value>.+)/],
  ['work', /^werkt (?:bij|voor) (?<value>.+)/],
  ['name', /^heet (?<value>.+)/],
  ['spouse', /^is getrouwd met (?<value>.+)/],
]
