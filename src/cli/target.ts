import type { LocalTarget } from '../hooks/carried.js'
import { join } from 'node:path'
import { packageRoot } from '../index.js'

/** The paths of this installation for its hooks. */
export const target: LocalTarget = {
  node: process.execPath,
  hook: join(packageRoot, 'bin', 'memory-hook.cjs'),
}
