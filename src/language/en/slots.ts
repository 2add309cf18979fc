import type { Slot } from '../slot.js'

/** `Uses Helix as the default editor`: of each sort of thing one. */
export const englishSlots: readonly Slot[] = [
  ['home', /^(?:now |currently )?(?:lives|living|resides|is based) (?:in|at) (?<value>.+)/],
  ['home', /^(?:has |just |recently )?moved (?:house |away |back )?(?:from .+ )?to (?<value>.+)/],
  ['work', /^(?:now |currently )?works (?:at|for) (?<value>.+)/],
  ['work', /^(?:has |just )?(?:started|got a (?:new )?job|took a (?:new )?job) (?:at|with) (?<value>.+)/],
  ['name', /^is (?:called|named) (?<value>.+)/],
  ['spouse', /^is married to (?<value>.+)/],
  ['superior', /^reports to (?<value>.+)/],
  ['birth', /^was born (?:in|on) (?<value>.+)/],
  ['default', /^uses (?<value>.+) as (?:(?:the|her|his|their|its) )?default(?<of>(?: \p{L}+)?)$/u],
  [
    '',
    /^(?:the )?(?<of>(?:deadline|due date|launch date|release date)(?: (?:for|of) (?:the )?[\p{L} ]+?(?= (?:is|was|has|got|moved|set) ))?) (?:(?:is|was|has been|got) )?(?:(?:moved|postponed|pushed|changed|set|shifted)(?: back| forward)? )?(?:on |to |for |until )?(?!the )(?<value>.+)/u,
  ],
  [
    '',
    /^(?:(?:the|her|his|their|its) )?(?<of>birthday|(?:home )?address|phone number|e-?mail(?: address)?|time ?zone|default \p{L}+) is (?:on |at )?(?<value>.+)/u,
  ],
]

/** Verbs behind which a number is one at a time: `costs 240 euros`. */
export const countedEnglish =
  'is are costs cost charges pays earns weighs takes uses runs needs lasts holds allows opens closes starts employs serves gets keeps has drinks sleeps on'
