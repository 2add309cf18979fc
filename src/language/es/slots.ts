import type { Slot } from '../slot.js'

export const spanish: readonly Slot[] = [
  ['home', /^(?:vive|reside) en (?<value>.+)/i],
  ['work', /^trabaja (?:en|para) (?<value>.+)/i],
  ['name', /^se llama (?<value>.+)/i],
  ['spouse', /^está casad[oa] con (?<value>.+)/i],
]
