import { existsSync, lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Repository } from '../git/repository.js'
import { isSame } from './carried.js'
import { hookNames } from './hook-names.js'
import { findShim, shebang } from './shim.js'

/**
 * Why husky must not be started here; '' where it may. It writes into `.husky/_` and has Git run every hook there,
 * whether husky wrote it or a commit did.
 */
export function inHuskysWay(repository: Repository): string {
  const folder = join(repository.top, '.husky')
  for (const name of ['.husky', '.husky/_']) {
    const found = lstatSync(join(repository.top, name), { throwIfNoEntry: false })
    if (found && !found.isDirectory()) return `${name} is no folder: nothing is written through a link`
  }
  if (!existsSync(folder)) return ''
  const alike = [...(repository.carriedIn(repository.top) ?? [])].filter(
    (name) => name !== '.husky' && isSame(join(repository.top, name), folder),
  )
  if (alike.length > 0) return `a commit carries ${alike.join(' and ')}, which is .husky/ on this file system`
  return repository.carriedIn(folder)?.has('_')
    ? 'a commit carries .husky/_, where husky alone writes: Git would run what stands there'
    : ''
}

/**
 * Files that commits have in `.husky/` beside scripts of ours: husky would run them. The part between our marks does
 * not count: it is written anew.
 */
export function othersInHusky(repository: Repository): string[] {
  const folder = join(repository.top, '.husky')
  if (!existsSync(folder)) return []
  const carried = [...(repository.carriedIn(folder) ?? [])].filter((name) => !name.startsWith('.'))
  return carried.filter((name) => existsSync(join(folder, name)) && !isOurs(folder, name)).toSorted()
}

function isOurs(folder: string, name: string): boolean {
  const path = join(folder, name)
  if (!hookNames.some((hook) => hook === name) || !lstatSync(path).isFile()) return false
  const found = findShim(readFileSync(path, 'latin1'))
  return found !== undefined && found.before === shebang && found.after === ''
}
