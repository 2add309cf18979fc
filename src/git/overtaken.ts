import { MemoryError } from '../model/error.js'

/** A landing failed because others changed or locked something meanwhile: it may be tried again. */
export class Overtaken extends MemoryError {
  /** Milliseconds after which it makes no sense to try again. */
  readonly patience: number
  constructor(code: 'git-failed' | 'bad-argument', message: string, patience: number) {
    super(code, message)
    this.patience = patience
  }
}

/** Milliseconds to wait for a lock: one that stands for longer belongs to an open editor, or to a dead process. */
export const lockPatience = 3000
/** Milliseconds to try again where others keep committing. */
export const racePatience = 30_000

export const lockedError = (lock: string): Overtaken =>
  new Overtaken(
    'git-failed',
    `another Git command is writing the index, or one was killed: wait for it, or remove ${lock}`,
    lockPatience,
  )
