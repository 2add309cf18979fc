import type { Slot } from '../slot.js'

/** `Uses Helix as the default editor`: of each sort of thing one. */
export const english: readonly Slot[] = [
  ['home', /^(?:lives|living|resides|is based) (?:in|at) (?<value>.+)/i],
  ['work', /^works (?:at|for) (?<value>.+)/i],
  ['name', /^is (?:called|named) (?<value>.+)/i],
  ['spouse', /^is married to (?<value>.+)/i],
  ['superior', /^reports to (?<value>.+)/i],
  ['birth', /^was born (?:in|on) (?<value>.+)/i],
  ['default', /^uses (?<value>.+) as (?:(?:the|her|his|their|its) )?default(?<of>(?: \p{L}+)?)$/iu],
  [
    '',
    /^(?:(?:the|her|his|their|its) )?(?<of>birthday|(?:home )?address|phone number|e-?mail(?: address)?|time ?zone|default \p{L}+) is (?:on |at )?(?<value>.+)/iu,
  ],
]
