import type { Slot } from '../slot.js'

export const italian: readonly Slot[] = [
  ['home', /^(?:vive|abita|risiede) (?:a|ad|in) (?<value>.+)/i],
  ['work', /^lavora (?:per|presso|da|alla?) (?<value>.+)/i],
  ['name', /^si chiama (?<value>.+)/i],
  ['spouse', /^è sposat[oa] con (?<value>.+)/i],
]
