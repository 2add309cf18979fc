import { realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'
import type { Repository } from '../git/repository.js'

/** This machine's paths to Node and to our hook program. */
export interface LocalTarget {
  /** The node that installed the hooks; the PATH of a GUI may have none. */
  readonly node: string
  /** The installed package's `bin/memory-hook.cjs`. */
  readonly hook: string
}

/**
 * A place in the working tree from which a hook runs something, as long as no commit has files there: npm fills
 * `node_modules`, but files from a commit would be run by everybody who pulls it.
 */
export interface CarriedPlace {
  /** Its folder: absolute, or `.` for the top of the working tree. */
  readonly folder: string
  /** The entry of that folder: `node_modules`, whose every package could be loaded, or a program. */
  readonly name: string
  /** The path that must not lead, by a link, elsewhere in the working tree; '' where it cannot. */
  readonly holds: string
}

/** The place from which a tracked hook runs us. */
export const trackedPlace: CarriedPlace = {
  folder: '.',
  name: 'node_modules',
  holds: 'node_modules/workspace-memory/bin/memory-hook.cjs',
}

/** The places of this machine's paths in working trees of the repository; none for a global installation. */
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

/** The outermost `node_modules` of a working tree around a file; outside of any, the package's own folder. */
function installedIn(hook: string, tree: string): Omit<CarriedPlace, 'holds'> {
  const at = hook.indexOf(`${sep}node_modules${sep}`, tree.length - 1)
  if (at >= 0) return { folder: hook.slice(0, at) || sep, name: 'node_modules' }
  const root = dirname(dirname(hook))
  return { folder: dirname(root), name: basename(root) }
}

/** Whether a commit has files at a place, as the shim asks too. The file system says which names are the same. */
export function isCarried(repository: Repository, { folder, name, holds }: CarriedPlace): boolean {
  const base = realPath(join(folder === '.' ? repository.top : '', folder))
  const carried = repository.carriedIn(base)
  if (!carried || [...carried].some((other) => isSame(join(base, other), join(base, name)))) return true
  if (holds === '') return false
  const real = realPath(join(holds.startsWith(sep) ? '' : base, holds))
  const trees = [base, realPath(repository.top)]
  return !real.startsWith(join(base, name) + sep) && trees.some((tree) => real.startsWith(tree + sep))
}

/** Whether two names lead to one file or folder; on a file system without case, different ones may. */
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
