import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { inQuotes } from '../text/safe-text.js'

/**
 * Says why better-sqlite3 does not load, and the command that mends it. The module is compiled for one version of Node,
 * so the command names the folder of the Node that asks: a shell may have another one first on its PATH. The module is
 * missing where npm could not compile it, for npm goes on without it.
 *
 * @param root the folder of this package; for a copy that is thrown away, the folder that it was made of
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
