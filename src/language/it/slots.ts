import type { Slot } from '../slot.js'

export const italian: readonly Slot[] = [
  ['home', /^(?:vive|abita|risiede) (?:a|ad|in) (?<value>.+)/],
  ['work', /^lavora (?:per|presso|da|alla?) (?<value>.+)/],
  ['name', /^si chiama (?<value>.+)/],
  ['spouse', /^è sposat[oa] con (?<value>.+)/],
]
