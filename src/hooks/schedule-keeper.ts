import type { Schedule } from './schedule-text.js'

/** What starts programs at a time of day; the first that works is taken. */
export const keeperNames = ['systemd', 'cron'] as const
export type KeeperName = (typeof keeperNames)[number]

/** A schedule as it stands with a keeper. */
export interface FoundSchedule {
  /** Undefined where what stands there cannot be read any more. */
  readonly schedule: Schedule | undefined
  /** Byte for byte as we write it. */
  readonly isOurs: boolean
  /** When it runs next, where the keeper says so, in its words. */
  readonly next: string | null
  /** Why it would not run; '' where it would. */
  readonly asleep: string
}

export interface Keeper {
  readonly works: () => Promise<boolean>
  /** What is wrong where it does not work. */
  readonly lacks: string
  readonly writes: (schedule: Schedule) => readonly { readonly place: string; readonly text: string }[]
  /** @returns false where everything stood there already */
  readonly install: (schedule: Schedule) => Promise<boolean>
  /** @returns the places that it was taken out of */
  readonly remove: (workspace: string) => Promise<readonly string[]>
  readonly find: (workspace: string) => Promise<FoundSchedule | undefined>
}
