import { createRequire } from 'node:module'
import { MemoryError } from '../model/error.js'
import { printable } from '../text/safe-text.js'

/**
 * Loads a package that is there only if somebody installed it beside ours; never one from a workspace's own folder,
 * unless its owner named that folder.
 *
 * @param require finds the package; beside ours where it is left out
 * @throws MemoryError embeddings-failed where it is not installed, or not for this machine
 */
export function optionalPackage(name: string, require = createRequire(import.meta.url)): unknown {
  try {
    return require(name)
  } catch (cause) {
    const isMissing = (cause as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND'
    const why = isMissing ? 'is not installed beside workspace-memory' : `cannot be loaded: ${printable(String(cause))}`
    throw new MemoryError('embeddings-failed', `${name} ${why}: npm install ${name}`, { cause })
  }
}
