import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { inQuotes } from '../text/safe-text.js'

/**
 * What is wrong where better-sqlite3, which is compiled for one version of Node, is needed and does not load, and what mends
 * it with the Node that asks: a shell may have another one first on its PATH. npm goes on without it where compiling fails.
 *
 * @param root the folder of this package; of a copy in a folder that is thrown away, the one that it was made of
 */
export function moduleNotLoading(root: string, node = process.execPath, version = process.version): string {
  const home = moduleHome(root)
  return home === undefined
    ? 'better-sqlite3 is missing: use Node 22.16 or later, which has SQLite itself, or install this package again where better-sqlite3 can be compiled (docs/start.md)'
    : `better-sqlite3 does not load on this Node, ${version} in ${dirname(node)}: run \`PATH=${inQuotes(dirname(node))}${delimiter}$PATH npm rebuild --prefix ${inQuotes(home)} better-sqlite3\``
}

/**
 * The folder whose `node_modules` holds better-sqlite3; undefined where none does. In any other, ours included, npm says
 * "rebuilt" and does nothing.
 */
function moduleHome(root: string): string | undefined {
  const { resolve } = createRequire(join(root, 'package.json'))
  try {
    return dirname(dirname(dirname(resolve('better-sqlite3/package.json'))))
  } catch {
    return undefined
  }
}
