import { MemoryError } from '../model/error.js'
import type { Store } from '../store/store.js'

/** Does a part of some work: in the transaction that is open, or in one of its own, which is kept. */
export type InStep = <T>(part: () => T | Promise<T>) => Promise<T>

export interface StepOptions {
  /** Asked between steps: the work ends where this says false, and what was done stays. */
  readonly keepGoing?: (() => boolean | Promise<boolean>) | undefined
  /** Milliseconds to wait for another process that works so; 5000. */
  readonly patience?: number | undefined
}

/**
 * Does work whose parts are transactions of their own, so that it can be cut short. One process at a time does this.
 *
 * @returns undefined where another process has written to the index meanwhile
 * @throws MemoryError index-busy where another process works so, or `keepGoing` said false
 */
export async function inSteps<T>(
  store: Store,
  { keepGoing, patience = 5000 }: StepOptions,
  work: (inStep: InStep) => Promise<T>,
): Promise<T | undefined> {
  // Nobody else asks an index in memory.
  const lock = store.isOnDisk ? store.lock('building', patience) : undefined
  if (lock?.take() === false) throw new MemoryError('index-busy', 'another process is building the index: try again')
  class Overtaken extends Error {}
  try {
    const version = store.version()
    return await work(async (part) => {
      if ((await keepGoing?.()) === false)
        throw new MemoryError('index-busy', 'the index is not built yet: memory sync ends it')
      return store.write(() => {
        if (store.version() !== version) throw new Overtaken()
        return part()
      })
    })
  } catch (cause) {
    if (cause instanceof Overtaken) return undefined
    throw cause
  } finally {
    lock?.release()
  }
}

/**
 * About how long most steps take, in milliseconds: less than anybody waits, and far more than a commit costs. Finding
 * which facts have ended is one step, and folding another: at ten years of logs they take most of a second.
 */
const stepTime = 100

/** Makes a function that says whether a step has gone on for long enough. */
export function stepClock(): () => boolean {
  const start = process.hrtime.bigint() // `performance` would be loaded, 1 ms
  return () => process.hrtime.bigint() - start > stepTime * 1e6
}
