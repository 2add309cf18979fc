import type { Slot } from '../slot.js'

export const chineseSlots: readonly Slot[] = [
  ['home', /^住在(?<value>.+)/],
  ['work', /^在(?<value>.+?)(?:工作|上班)/],
  ['name', /^(?:名叫|叫做?)(?<value>.+)/],
]
