import { realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'
import type { Repository } from '../git/repository.js'

/** This machine's paths to us. */
export interface LocalTarget {
  /** The node that installed it; a PATH in a GUI may have none. */
  readonly node: string
  /** `bin/memory-hook.cjs` of the installed package. */
  readonly hook: string
}

/**
 * A place in the working tree that a hook runs something from: it may, as long
 * as no commit carries anything there. npm fills `node_modules`; a commit that
 * does would be run by everybody who pulls it.
 */
export interface CarriedPlace {
  /** Absolute; or `.`, the top of the working tree. */
  readonly folder: string
  /** What stands in it: `node_modules`, whose every package could be loaded; or a program. */
  readonly name: string
  /** What must not turn out, by a link, to be elsewhere in the working tree; '' where that cannot be. */
  readonly holds: string
}

/** Where a hook that is tracked looks for us. */
export const trackedPlace: CarriedPlace = {
  folder: '.',
  name: 'node_modules',
  holds: 'node_modules/workspace-memory/bin/memory-hook.cjs',
}

/** The places that this machine's paths lead to in a working tree of the repository; none for a global installation. */
export function placesOf(repository: Repository, { node, hook }: LocalTarget): CarriedPlace[] {
  const trees = repository.workTrees().map((tree) => realPath(tree) + sep)
  const inside = (path: string): string | undefined => trees.find((tree) => path.startsWith(tree))
  const places: CarriedPlace[] = []
  const ours = inside(realPath(hook))
  if (ours !== undefined) places.push({ ...installedIn(realPath(hook), ours), holds: hook })
  const nodes = inside(realPath(node))
  if (nodes !== undefined) places.push({ folder: dirname(realPath(node)), name: basename(realPath(node)), holds: '' })
  return places
}

/** The outermost `node_modules` of a working tree that a file lies in; outside of all, the package itself. */
function installedIn(hook: string, tree: string): Omit<CarriedPlace, 'holds'> {
  const at = hook.indexOf(`${sep}node_modules${sep}`, tree.length - 1)
  if (at >= 0) return { folder: hook.slice(0, at) || sep, name: 'node_modules' }
  const root = dirname(dirname(hook))
  return { folder: dirname(root), name: basename(root) }
}

/** Whether a commit carries what stands at a place, as the shim asks it: the file system says which names are one. */
export function isCarried(repository: Repository, { folder, name, holds }: CarriedPlace): boolean {
  const base = realPath(join(folder === '.' ? repository.top : '', folder))
  const carried = repository.carriedIn(base)
  if (!carried || [...carried].some((other) => isSame(join(base, other), join(base, name)))) return true
  if (holds === '') return false
  const real = realPath(join(holds.startsWith(sep) ? '' : base, holds))
  const trees = [base, realPath(repository.top)]
  return !real.startsWith(join(base, name) + sep) && trees.some((tree) => real.startsWith(tree + sep))
}

/** Whether two names lead to one file or folder, as a file system without case may have it. */
export function isSame(path: string, other: string): boolean {
  const [one, two] = [path, other].map((each) => statSync(each, { throwIfNoEntry: false, bigint: true }))
  return one !== undefined && two !== undefined && one.dev === two.dev && one.ino === two.ino
}

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
