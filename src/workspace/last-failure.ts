import { closeSync, constants, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readRegular } from '../files/files.js'

/** Why the last hook could not do its work; it has nobody to tell but the person whose commit scrolls by. */
export interface LastFailure {
  /** `post-commit` … */
  readonly hook: string
  /** ISO 8601, in UTC. */
  readonly at: string
  readonly reason: string
}

const name = 'last-failure.json'

/** Keep it in a clone's own folder for `memory status`; where not even that can be written, nothing is. */
export function noteFailure(folder: string, failure: LastFailure): void {
  const { O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW, O_NONBLOCK } = constants
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const descriptor = openSync(join(folder, name), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    try {
      writeFileSync(descriptor, `${JSON.stringify(failure)}\n`) // half of one reads as none
    } finally {
      closeSync(descriptor)
    }
  } catch {
    // a folder that cannot be written, or no file in its place
  }
}

export function forgetFailure(folder: string): void {
  try {
    rmSync(join(folder, name), { force: true })
  } catch {
    // the same
  }
}

/** @returns null where the last hook did its work, or the file is not one of ours */
export function lastFailure(folder: string): LastFailure | null {
  try {
    const found = JSON.parse(readRegular(folder, name, 10_000)?.toString('utf8') ?? 'null') as unknown
    const { hook, at, reason } = Object(found) as Record<string, unknown>
    return typeof hook === 'string' && typeof at === 'string' && typeof reason === 'string'
      ? { hook, at, reason }
      : null
  } catch {
    return null
  }
}
