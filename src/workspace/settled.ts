import { closeSync, constants, openSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * For which tree a hook has done all there is to do: the index stands for it, and no page is behind. A hook's shim reads it,
 * and starts nothing of ours where a commit changes none of what we read:
 *
 *     .git/workspace-memory/settled    0aa9e8540c5f2b9d6f0c…
 *
 * It is no truth: a command asks Git what HEAD is whatever stands here, and without it a hook does as it would.
 */
export const settledName = 'settled'

/** @param tree undefined where something is left to do */
export function noteSettled(folder: string, tree: string | undefined): void {
  const path = join(folder, settledName)
  const { O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW, O_NONBLOCK } = constants
  try {
    if (tree === undefined) return rmSync(path, { force: true })
    const descriptor = openSync(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    try {
      writeFileSync(descriptor, `${tree}\n`) // half of one names no tree
    } finally {
      closeSync(descriptor)
    }
  } catch {
    // a folder that cannot be written, or no file in its place
  }
}
