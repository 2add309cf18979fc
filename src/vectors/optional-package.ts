import { createRequire } from 'node:module'
import { MemoryError } from '../model/error.js'

/**
 * A package that comes with ours only where somebody installed it beside; never one of a workspace's own folder.
 *
 * @throws MemoryError embeddings-failed where it is not installed
 */
export function optionalPackage(name: string): unknown {
  try {
    return createRequire(import.meta.url)(name)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw cause
    throw new MemoryError('embeddings-failed', `${name} is not installed beside workspace-memory: npm install ${name}`)
  }
}
