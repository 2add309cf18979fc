import { readRegular } from './files.js'
import { removeFile, writeWhole } from './replace-file.js'

/** Why the last hook could not do its work; it has nobody to tell but the person whose commit scrolls by. */
export interface LastFailure {
  /** `post-commit` … */
  readonly hook: string
  /** ISO 8601, in UTC. */
  readonly at: string
  readonly reason: string
}

const path = '.memory/last-failure.json'

/** Keep it for `memory status`; where not even that can be written, nothing is. */
export function noteFailure(root: string, failure: LastFailure): void {
  try {
    writeWhole(root, path, `${JSON.stringify(failure)}\n`)
  } catch {
    // a folder that cannot be written, or a link in its place
  }
}

export function forgetFailure(root: string): void {
  try {
    removeFile(root, path)
  } catch {
    // the same
  }
}

/** @returns null where the last hook did its work, or the file is not one of ours */
export function lastFailure(root: string): LastFailure | null {
  try {
    const found = JSON.parse(readRegular(root, path, 10_000)?.toString('utf8') ?? 'null') as unknown
    const { hook, at, reason } = Object(found) as Record<string, unknown>
    return typeof hook === 'string' && typeof at === 'string' && typeof reason === 'string'
      ? { hook, at, reason }
      : null
  } catch {
    return null
  }
}
