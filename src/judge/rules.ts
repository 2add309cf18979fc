import type { Rule } from './rule.js'
import { changeRule } from './rules/changed-over.js'
import { countRule } from './rules/counted.js'
import { denialRule } from './rules/denied.js'
import { endRule } from './rules/ended.js'
import { oppositionRule } from './rules/opposed.js'
import { restatementRule } from './rules/restated.js'

/** The first that applies decides. What none says is open for whoever reads (`memory judge`). */
export const rules: readonly Rule[] = [restatementRule, denialRule, endRule, changeRule, countRule, oppositionRule]
