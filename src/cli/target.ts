import type { LocalTarget } from '../hooks/carried.js'
import { join } from 'node:path'
import { packageRoot } from '../index.js'

export const target: LocalTarget = {
  node: process.execPath,
  hook: join(packageRoot, 'bin', 'memory-hook.cjs'),
}
