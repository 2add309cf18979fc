import { blobOid, largestNote, readRegular } from '../../files/files.js'
import type { Compared } from '../../git/index-stats.js'
import type { Repository } from '../../git/repository.js'
import type { Config } from '../../model/config.js'
import { MemoryError } from '../../model/error.js'
import { dayIn, type Day } from '../../model/time.js'
import { packageVersion } from '../../model/version.js'
import { configOf } from '../../pipeline/settings.js'
import type { SyncContext } from '../../pipeline/sync.js'
import { fingerprint } from '../../store/rows.js'
import type { Store } from '../../store/store.js'
import { readConfig, type ReadConfig } from './config.js'
import type { Whereabouts } from './locate.js'
import { seenNotes, type SeenNotes } from './seen-notes.js'

export interface OpenOptions extends Partial<Whereabouts> {
  /** The moment that `7d` and today count from, or a function called for each verb; by default the clock. */
  readonly now?: Date | (() => Date)
  /** Milliseconds to wait for another process that writes the index; 5000. */
  readonly patience?: number
  readonly progress?: (what: string, done: number, total: number) => void
  /** Called with a notice about how a question was answered, where the answer itself has no `notices`. */
  readonly notice?: (what: string) => void
  /** The session of the agent that asks, which commits and receipts name; `MEMORY_SESSION` where it is left out. */
  readonly session?: string | undefined
  /** Called at each note while the index is brought to HEAD; where it throws, the step that has not ended is undone. */
  readonly whileIndexing?: () => void
}

/** The bytes of a note in the working tree; undefined where they cannot be read, so that Git's are taken. */
export function readableNote(root: string, path: string): Buffer | undefined {
  try {
    return readRegular(root, path, largestNote)
  } catch {
    return undefined
  }
}

/** @throws MemoryError bad-argument */
function aMoment(told: unknown): Date {
  if (told instanceof Date && Number.isFinite(told.getTime())) return told
  const got = told instanceof Date || typeof told !== 'object' ? String(told).slice(0, 60) : 'another object'
  throw new MemoryError('bad-argument', `now takes a Date, or a function that gives one, got ${got}`)
}

/** What a verb works with in its turn. It gives no way to start another turn, which would wait for this one. */
export class Session {
  readonly repository: Repository
  readonly options: OpenOptions
  /** Where `templates/` is. */
  readonly packageRoot: string
  readonly seenNotes: SeenNotes
  compared: Compared | undefined
  /** Why the last question could not write the index: `the disk is full`; undefined where it could. */
  hindrance: string | undefined
  /** When the current verb began: one that goes on past midnight acts on one day. */
  #began: Date | undefined

  constructor(repository: Repository, options: OpenOptions, packageRoot: string) {
    this.repository = repository
    this.options = options
    this.packageRoot = packageRoot
    this.seenNotes = seenNotes(repository.ownFolder)
  }

  get root(): string {
    return this.repository.root
  }

  get agentSession(): string | undefined {
    const { session, environment = process.env } = this.options
    return session ?? (environment['MEMORY_SESSION'] || undefined)
  }

  begin(): void {
    this.#began = this.#moment()
  }

  syncContext(store: Store, what = 'Indexing'): SyncContext {
    const { whileIndexing } = this.options
    const report = this.progress(what)
    return {
      repository: this.repository,
      store,
      packageVersion,
      readConfig,
      largestNote,
      readWorkingTree: (path) => readableNote(this.root, path),
      oidOf: blobOid,
      fingerprint,
      patience: this.options.patience,
      progress: (done, total) => {
        whileIndexing?.()
        report?.(done, total)
      },
    }
  }

  progress(what: string): ((done: number, total: number) => void) | undefined {
    const { progress } = this.options
    return progress && ((done, total) => progress(what, done, total))
  }

  /** The day in the workspace's time zone on which the verb began. */
  today(config: Config): Day {
    return dayIn(config.timezone, this.began)
  }

  /** When the current verb began, or the last one. */
  get began(): Date {
    return this.#began ?? this.#moment()
  }

  #moment(): Date {
    const { now } = this.options
    return typeof now === 'function' ? aMoment(now()) : (now ?? new Date())
  }

  /** The settings of HEAD, as the index keeps them; before the first commit, those of the working tree. */
  config(store: Store): ReadConfig {
    const standing = store.standing()
    if (standing) return configOf({ readConfig, packageVersion }, standing.settings)
    return readConfig(readRegular(this.root, '.memory/config.json')?.toString('utf8'), packageVersion)
  }
}
