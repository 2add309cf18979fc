import type { Rule } from './rule.js'
import { changedOver } from './rules/changed-over.js'
import { counted } from './rules/counted.js'
import { denied } from './rules/denied.js'
import { ended } from './rules/ended.js'
import { opposed } from './rules/opposed.js'
import { restated } from './rules/restated.js'

/** The first that applies decides. What none says is open for whoever reads (`memory judge`). */
export const rules: readonly Rule[] = [restated, denied, ended, changedOver, counted, opposed]
