import { createRequire } from 'node:module'
import { MemoryError } from '../model/error.js'
import { printable } from '../text/safe-text.js'

/**
 * A package that comes with ours only where somebody installed it beside; never one of a workspace's own folder.
 *
 * @throws MemoryError embeddings-failed where it is not installed, or not for this machine
 */
export function optionalPackage(name: string): unknown {
  try {
    return createRequire(import.meta.url)(name)
  } catch (cause) {
    const isMissing = (cause as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND'
    const why = isMissing ? 'is not installed beside workspace-memory' : `cannot be loaded: ${printable(String(cause))}`
    throw new MemoryError('embeddings-failed', `${name} ${why}: npm install ${name}`, { cause })
  }
}
