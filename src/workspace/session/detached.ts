import { readRegular } from '../../files/files.js'
import { dropOwn, keepOwn } from '../../files/own-folder.js'

/**
 * While the file `detached` exists, the shim of a hook lets Git go on, and keeps what the hook says in `told`:
 *
 *     .git/workspace-memory/detached
 *     .git/workspace-memory/told        memory: indexed 1 note (2 facts), 3 pages changed in bank/ — git diff bank/
 *
 * HEAD's settings decide whether it exists, as the last hook read them: the shim cannot read them without starting
 * Node.
 */
export const detachedName = 'detached'
export const toldName = 'told'

/** The argument, behind Git's own, with which the shim starts a hook that nobody waits for. */
export const detachedFlag = '--detached'

export function keepDetached(folder: string, isDetached: boolean): void {
  if (isDetached) return keepOwn(folder, detachedName, '')
  dropOwn(folder, detachedName)
  dropOwn(folder, toldName)
}

/** What the last detached hook said; null where Git waits for hooks, or it had nothing to say. */
export function lastTold(folder: string): string | null {
  try {
    return readRegular(folder, toldName, 10_000)?.toString('utf8').trim() || null
  } catch {
    return null // not there, or no file
  }
}
