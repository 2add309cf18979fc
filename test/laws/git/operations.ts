import { branching } from './branches.js'
import { commits } from './commits.js'
import { edits } from './edits.js'
import { elsewhere } from './elsewhere.js'
import { ours } from './ours.js'
import { rewriting } from './rewriting.js'
import type { Operation } from './world.js'

/** Everything that a history is made of. */
export const operations = {
  ...edits,
  ...commits,
  ...branching,
  ...rewriting,
  ...elsewhere,
  ...ours,
} as const satisfies Record<string, Operation>

export type OperationName = keyof typeof operations
export const operationNames = Object.keys(operations) as OperationName[]
export const operationOf = (name: OperationName): Operation => operations[name]
