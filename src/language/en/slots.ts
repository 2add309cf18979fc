import type { Slot } from '../slot.js'

/** `Uses Helix as the default editor`: of each sort of thing one. */
export const english: readonly Slot[] = [
  ['home', /^(?:now |currently )?(?:lives|living|resides|is based) (?:in|at) (?<value>.+)/i],
  ['home', /^(?:has |just |recently )?moved (?:house |away |back )?(?:from .+ )?to (?<value>.+)/i],
  ['work', /^(?:now |currently )?works (?:at|for) (?<value>.+)/i],
  ['work', /^(?:has |just )?(?:started|got a (?:new )?job|took a (?:new )?job) (?:at|with) (?<value>.+)/i],
  ['name', /^is (?:called|named) (?<value>.+)/i],
  ['spouse', /^is married to (?<value>.+)/i],
  ['superior', /^reports to (?<value>.+)/i],
  ['birth', /^was born (?:in|on) (?<value>.+)/i],
  ['default', /^uses (?<value>.+) as (?:(?:the|her|his|their|its) )?default(?<of>(?: \p{L}+)?)$/iu],
  [
    '',
    /^(?:the )?(?<of>deadline|due date|launch date|release date) (?:(?:is|was|has been|got) )?(?:(?:moved|postponed|pushed|changed|set|shifted)(?: back| forward)? )?(?:on |to |for |until )?(?<value>.+)/iu,
  ],
  [
    '',
    /^(?:(?:the|her|his|their|its) )?(?<of>birthday|(?:home )?address|phone number|e-?mail(?: address)?|time ?zone|default \p{L}+) is (?:on |at )?(?<value>.+)/iu,
  ],
]
