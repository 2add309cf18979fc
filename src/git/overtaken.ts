import { MemoryError } from '../model/error.js'

/** Landing that others kept from what it was about: it may be tried again. */
export class Overtaken extends MemoryError {
  /** Milliseconds after which trying again has no more sense. */
  readonly patience: number
  constructor(code: 'git-failed' | 'bad-argument', message: string, patience: number) {
    super(code, message)
    this.patience = patience
  }
}

/** Milliseconds: a lock that stands for longer belongs to an open editor, or to nobody any more. */
export const lockPatience = 3000
/** Milliseconds, beside others that commit all the time. */
export const racePatience = 30_000

export const lockedError = (lock: string): Overtaken =>
  new Overtaken(
    'git-failed',
    `another Git command is writing the index, or one was killed: wait for it, or remove ${lock}`,
    lockPatience,
  )
