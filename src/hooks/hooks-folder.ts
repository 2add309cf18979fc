import { existsSync, realpathSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { Repository } from '../git/repository.js'

/**
 * The folder in which Git looks for hooks, and what may be written there:
 *
 * - `own`: the repository's own folder, one for all its worktrees; nobody else sees it.
 * - `tracked`: a folder of the working tree (`core.hooksPath=.githooks`), shared by every clone.
 * - `husky`: husky 9, whose `.husky/_` calls the tracked scripts in `.husky`.
 * - `outside`: somebody's folder for many repositories; refused.
 */
export interface HooksFolder {
  readonly kind: 'own' | 'tracked' | 'husky' | 'outside'
  /** The folder for hooks of ours. */
  readonly path: string
  /** The folder of the hooks that Git runs; it differs from `path` only with husky. */
  readonly git: string
}

export function hooksFolder(repository: Repository): HooksFolder {
  const git = repository.gitPath('hooks')
  const [real, top] = [realPath(git), realPath(repository.top)]
  const shown = relative(top, real)
  if (isInside(real, realPath(repository.commonDir)) || isInside(real, realPath(repository.gitDir)))
    return { kind: 'own', path: git, git }
  if (shown === join('.husky', '_')) return { kind: 'husky', path: join(repository.top, '.husky'), git }
  return { kind: isInside(real, top) ? 'tracked' : 'outside', path: git, git }
}

/** A path with links resolved, as far as it exists. */
function realPath(path: string): string {
  if (existsSync(path)) return realpathSync(path)
  const at = path.lastIndexOf(sep)
  return at <= 0 ? path : join(realPath(path.slice(0, at)), path.slice(at + 1))
}

const isInside = (path: string, folder: string): boolean => path === folder || path.startsWith(folder + sep)
