import type { Slot } from '../slot.js'

export const spanish: readonly Slot[] = [
  ['home', /^(?:vive|reside) en (?<value>.+)/],
  ['work', /^trabaja (?:en|para) (?<value>.+)/],
  ['name', /^se llama (?<value>.+)/],
  ['spouse', /^está casad[oa] con (?<value>.+)/],
]
