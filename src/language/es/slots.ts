import type { Slot } from '../slot.js'

export const spanishSlots: readonly Slot[] = [
  ['home', /^(?:vive|reside) en (?<value>.+)/],
  ['work', /^trabaja (?:en|para) (?<value>.+)/],
  ['name', /^se llama (?<value>.+)/],
  ['spouse', /^está casad[oa] con (?<value>.+)/],
]

/** Verbs behind which a number is one at a time: `costs 240 euros`. */
export const countedSpanish = 'es son cuesta cobra paga gana pesa toma usa necesita dura tiene abre cierra bebe'
