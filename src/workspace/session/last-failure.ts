import { readRegular } from '../../files/files.js'
import { dropOwn, keepOwn } from '../../files/own-folder.js'

/** Why the last hook could not do its work. It is kept, since what a hook prints scrolls by. */
export interface LastFailure {
  /** `post-commit` … */
  readonly hook: string
  /** ISO 8601, in UTC. */
  readonly at: string
  readonly reason: string
}

const name = 'last-failure.json'

/** Keeps it in a clone's own folder for `memory status`. */
export const noteFailure = (folder: string, failure: LastFailure): void =>
  keepOwn(folder, name, `${JSON.stringify(failure)}\n`) // half of one reads as none

export const forgetFailure = (folder: string): void => dropOwn(folder, name)

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
