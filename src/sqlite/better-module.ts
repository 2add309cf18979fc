import { createRequire } from 'node:module'
import { join } from 'node:path'
import type Database from 'better-sqlite3'

/** better-sqlite3, loaded on the first call. The build puts the package's JavaScript in place of this function. */
export function betterModule(): typeof Database {
  const require = createRequire(join(import.meta.dirname, 'better-module.js'))
  return require('better-sqlite3') as typeof Database
}
