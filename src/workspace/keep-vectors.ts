import { setTimeout as wait } from 'node:timers/promises'
import { MemoryError, type ErrorCode } from '../model/error.js'
import type { FactId } from '../model/fact.js'
import { smallShare, type Measured } from '../vectors/measure.js'
import { embedNext, sortIn } from './embed.js'
import { embeddingSettings } from './session/embedding-settings.js'
import type { Opened } from './session/opened.js'

/** The part of an `AbortSignal` that is used: a program may be compiled without its type. */
interface EndSignal {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void): void
  removeEventListener?(type: 'abort', listener: () => void): void
}

export interface KeepVectorsOptions {
  /** Ends the work at once. */
  readonly signal?: EndSignal | undefined
  /** Whether it works between questions: on a few lines at once, so that a question waits for no more than these. */
  readonly aside?: boolean | undefined
  /** Awaited before each batch. */
  readonly ready?: (() => Promise<unknown>) | undefined
  /** Called with each batch; and with a failure once, until a batch is made again. */
  readonly told?: ((what: Measured | { readonly failure: string }) => void) | undefined
}

/**
 * Milliseconds between two looks at HEAD, between two batches, and until a failed server is asked again: the first
 * time, and at most, as each wait is twice as long.
 */
const [everySoOften, between, firstRetry, lastRetry] = [1000, 20, 1000, 60_000]

/** Whether an error will not go away by waiting. */
const isFinal = (cause: unknown): boolean =>
  !(cause instanceof MemoryError) ||
  (['bad-argument', 'closed', 'no-workspace', 'not-a-repository', 'unsafe-path'] as ErrorCode[]).includes(cause.code)

export async function keepVectors(opened: Opened, options: KeepVectorsOptions): Promise<void> {
  const end = new AbortController()
  const { signal } = end
  if (options.signal?.aborted) return
  const abort = (): void => end.abort()
  options.signal?.addEventListener('abort', abort)
  const ended = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  const work = follow(opened, { ...options, signal }).catch((cause: unknown) => {
    if (!signal.aborted) throw cause
  })
  try {
    // The end does not wait for the work: a server may let a batch wait for a minute.
    await Promise.race([work, ended])
  } finally {
    options.signal?.removeEventListener?.('abort', abort)
  }
}

async function follow(
  opened: Opened,
  { signal, aside, ready, told }: KeepVectorsOptions & { readonly signal: AbortSignal },
): Promise<void> {
  const pause = (time: number): Promise<unknown> => wait(time, undefined, { signal }).catch(() => undefined)
  let [seen, failures]: [commit: string | null | undefined, number] = [undefined, 0]
  await pause(between)
  while (!signal.aborted) {
    try {
      opened.checkOpen()
      const { repository } = opened.session
      if (!embeddingSettings(repository.ownFolder)) return
      const commit = repository.head()?.commit ?? null
      for (let after: FactId | undefined = commit === seen ? undefined : ''; after !== undefined && !signal.aborted;) {
        await ready?.()
        const made = await embedNext(opened, after, aside ? smallShare : undefined)
        if (made === undefined) return
        failures = 0
        const { last, ...measured } = made
        after = last
        if (measured.made + measured.refused.length > 0) told?.(measured)
        await pause(between)
      }
      if (commit !== seen && !aside) await sortIn(opened)
      seen = commit
      await pause(everySoOften)
    } catch (cause) {
      if (isFinal(cause)) throw cause
      if (failures === 0) told?.({ failure: (cause as MemoryError).message })
      await pause(Math.min(lastRetry, firstRetry * 2 ** failures++))
    }
  }
}
