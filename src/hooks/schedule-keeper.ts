import type { Schedule } from './schedule-text.js'

/** Names of the programs that can start others at a time of day; the first that works is taken. */
export const keeperNames = ['systemd', 'cron'] as const
export type KeeperName = (typeof keeperNames)[number]

/** A schedule as a keeper has it. */
export interface FoundSchedule {
  /** Undefined where the text can no longer be read. */
  readonly schedule: Schedule | undefined
  /** Whether the text is byte for byte as we write it. */
  readonly isOurs: boolean
  /** When it runs next, in the keeper's words; null where the keeper does not tell. */
  readonly next: string | null
  /** Why it will not run; '' where it will. */
  readonly asleep: string
}

export interface Keeper {
  readonly works: () => Promise<boolean>
  /** What is missing where the keeper does not work. */
  readonly lacks: string
  readonly writes: (schedule: Schedule) => readonly { readonly place: string; readonly text: string }[]
  /** @returns false where everything was there already */
  readonly install: (schedule: Schedule) => Promise<boolean>
  /** @returns the places from which it was removed */
  readonly remove: (workspace: string) => Promise<readonly string[]>
  readonly find: (workspace: string) => Promise<FoundSchedule | undefined>
}
