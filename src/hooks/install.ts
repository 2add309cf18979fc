import { chmodSync, lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Repository } from '../workspace/git.js'
import { hookNames, type HookName } from './hook-names.js'
import { isShim, shim, type ShimTarget } from './shim.js'

/** What stands where a hook of ours belongs. */
export type HookState =
  | 'active'
  /** Ours, but written by another version or for another place. */
  | 'outdated'
  | 'missing'
  /** Somebody else's hook file. */
  | 'foreign'
  /** `core.hooksPath` leads Git to another folder. */
  | 'elsewhere'
  /** Ours, but Git does not run a file without the executable bit. */
  | 'not executable'

export interface HookReport {
  readonly name: HookName
  readonly path: string
  readonly state: HookState
}

/** Where Git looks for hooks, and whether that is its own folder. */
interface HooksFolder {
  readonly path: string
  readonly own: boolean
}

function hooksFolder(repository: Repository): HooksFolder {
  const path = repository.gitPath('hooks')
  return { path, own: path === join(repository.commonDir, 'hooks') }
}

const prefixOf = (repository: Repository): string => relative(repository.top, repository.root)

/** How every hook of ours stands; reads only. */
export function hookStates(repository: Repository, target: Omit<ShimTarget, 'prefix'>): HookReport[] {
  const folder = hooksFolder(repository)
  return hookNames.map((name) => {
    const path = join(folder.path, name)
    return { name, path, state: stateOf(path, folder, shim(name, { ...target, prefix: prefixOf(repository) })) }
  })
}

function stateOf(path: string, folder: HooksFolder, expected: string): HookState {
  if (!folder.own) return 'elsewhere'
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found) return 'missing'
  if (!found.isFile()) return 'foreign' // a link, perhaps to nowhere: nothing is written through it
  const content = readFileSync(path, 'utf8')
  if (!isShim(content)) return 'foreign'
  if (content !== expected) return 'outdated'
  return (found.mode & 0o111) === 0 ? 'not executable' : 'active'
}

/**
 * Write our shims where nothing of anybody else's stands. Foreign hooks and a
 * foreign `core.hooksPath` are left alone and reported. Safe to repeat.
 */
export function installHooks(repository: Repository, target: Omit<ShimTarget, 'prefix'>): HookReport[] {
  for (const { name, path, state } of hookStates(repository, target)) {
    if (state !== 'missing' && state !== 'outdated' && state !== 'not executable') continue
    mkdirSync(hooksFolder(repository).path, { recursive: true })
    writeFileSync(path, shim(name, { ...target, prefix: prefixOf(repository) }))
    chmodSync(path, 0o755)
  }
  return hookStates(repository, target)
}

/** Remove our shims, and nothing else. */
export function uninstallHooks(repository: Repository, target: Omit<ShimTarget, 'prefix'>): HookReport[] {
  const ours = new Set<HookState>(['active', 'outdated', 'not executable'])
  return hookStates(repository, target).filter(({ path, state }) => {
    if (!ours.has(state)) return false
    rmSync(path)
    return true
  })
}
