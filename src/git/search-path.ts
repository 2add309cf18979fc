import { existsSync, realpathSync } from 'node:fs'
import { delimiter, dirname, isAbsolute, join, resolve, sep } from 'node:path'

/**
 * A PATH without what leads into a working tree: a commit may have put a `git`
 * there. `npx` and `npm run` put `node_modules/.bin` first, a person may have
 * `.` in it, and an empty word means the current folder too (environ(7)).
 *
 * @param top the working tree; undefined where there is none, so that only what depends on the current folder goes
 * @returns never an empty one, which would mean the current folder
 */
export function searchPath(path: string, top: string | undefined): string {
  const inside = top === undefined ? undefined : realPath(top) + sep
  const outside = path
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && (inside === undefined || !`${realPath(folder)}${sep}`.startsWith(inside)))
  return outside.join(delimiter) || usual
}

/** Where a system's own programs are. */
const usual = ['/usr/bin', '/bin'].join(delimiter)

/** The top of the working tree around a folder. Git would know better, and is what is looked for. */
export function workTreeAround(folder: string): string | undefined {
  for (let at = realPath(resolve(folder)); ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at
    if (at === dirname(at)) return undefined
  }
}

function realPath(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    return path // nothing there, nothing to run
  }
}
