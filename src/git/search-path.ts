import { existsSync, realpathSync } from 'node:fs'
import { delimiter, dirname, isAbsolute, join, resolve, sep } from 'node:path'

/**
 * A PATH without folders in a working tree, where a commit may have put a `git`. `npx` and `npm run` put
 * `node_modules/.bin` first, a person may have `.` in it, and an empty word means the current folder too (environ(7)).
 *
 * @param top the working tree; undefined where there is none, so that only relative folders are taken out
 * @returns never an empty PATH, which would mean the current folder
 */
export function searchPath(path: string, top: string | undefined): string {
  const inside = top === undefined ? undefined : realPath(top) + sep
  const outside = path
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && (inside === undefined || !`${realPath(folder)}${sep}`.startsWith(inside)))
  return outside.join(delimiter) || usual
}

const usual = ['/usr/bin', '/bin'].join(delimiter)

/** The top of the working tree around a folder, found without Git, since this makes the PATH on which Git is found. */
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
    return path // a folder that does not exist has nothing to run
  }
}
