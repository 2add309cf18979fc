import type { Rule } from './rule.js'
import { changeRule } from './rules/changed-over.js'
import { countRule } from './rules/counted.js'
import { denialRule } from './rules/denied.js'
import { endRule } from './rules/ended.js'
import { oppositionRule } from './rules/opposed.js'
import { restatementRule } from './rules/restated.js'

/** All rules; the first that applies decides. Where none does, the pair is open for a reader (`memory judge`). */
export const rules: readonly Rule[] = [restatementRule, denialRule, endRule, changeRule, countRule, oppositionRule]
