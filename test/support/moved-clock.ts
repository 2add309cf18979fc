import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkout, type Repo } from './with-repo.js'

/** For `node --require`. */
export const clockOfFile = join(checkout, 'test/support/clock-of-file.cjs')

/** What a process is started with so that its clock is moved. */
export interface MovedClock {
  /** Before the program: `node ...nodeOptions program`. */
  readonly nodeOptions: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  /** From now on it is that moment there: `2026-03-28T23:59:56+01:00`. */
  readonly moveTo: (moment: string) => void
}

/**
 * A clock for real processes, which stands still until it is moved.
 *
 * @param zone for TZ; undefined for the machine's own
 */
export function movedClock(repo: Repo, zone: string | undefined, moment: string): MovedClock {
  const file = repo.path('../moment')
  const moveTo = (to: string): void => writeFileSync(file, to)
  moveTo(moment)
  const all = { ...repo.environment, TZ: zone, MOVED_CLOCK: file }
  const known = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  return {
    nodeOptions: ['--require', clockOfFile],
    environment: Object.fromEntries(known) as Record<string, string>,
    moveTo,
  }
}
