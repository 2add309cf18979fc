import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { blobOid, largestNote, readRegular } from '../../files/files.js'
import { prepareMemoryFolder } from '../../files/own-folder.js'
import { hindranceOf, indexHindranceOf } from '../../files/unwritable.js'
import type { Compared } from '../../git/index-stats.js'
import type { Repository } from '../../git/repository.js'
import type { Config } from '../../model/config.js'
import { MemoryError } from '../../model/error.js'
import { dayIn, type Day } from '../../model/time.js'
import { packageVersion } from '../../model/version.js'
import type { SeenCommitted } from '../../pipeline/overlay.js'
import { configOf } from '../../pipeline/settings.js'
import { sync, type SyncContext, type SyncReport } from '../../pipeline/sync.js'
import { fingerprint } from '../../store/rows.js'
import {
  asMemoryError,
  copyInMemory,
  emptyInMemory,
  indexName,
  isCorrupt,
  openStore,
  removeIndex,
  type Store,
} from '../../store/store.js'
import { readConfig, type ReadConfig } from './config.js'
import { refuseNoWorkspace } from './find-workspace.js'
import { locateRepository, type Whereabouts } from './locate.js'

export interface OpenOptions extends Partial<Whereabouts> {
  /** What `7d` counts from, and the day that is noted on: a moment that stays, or what tells it anew for each verb; the clock where it is left out. */
  readonly now?: Date | (() => Date)
  /** Milliseconds to wait for another process that writes the index; 5000. */
  readonly patience?: number
  readonly progress?: (what: string, done: number, total: number) => void
  /** Told what somebody should know of how a question was answered, where its answer has no `notices`. */
  readonly notice?: (what: string) => void
  /** Called at each note while the index is brought to HEAD; where it throws, all of that is undone. */
  readonly whileIndexing?: () => void
}

/** A question writes nothing there. */
function prepareWhereItCan(root: string): void {
  try {
    prepareMemoryFolder(root)
  } catch (cause) {
    if (hindranceOf(cause, root) === undefined) throw cause
  }
}

/** What cannot be read here is read from Git. */
export function readableNote(root: string, path: string): Buffer | undefined {
  try {
    return readRegular(root, path, largestNote)
  } catch {
    return undefined
  }
}

/**
 * @param packageRoot where `templates/` is
 * @throws MemoryError not-a-repository | git-failed
 */
export function openedAt(options: OpenOptions, packageRoot: string): Opened {
  const environment = options.environment ?? process.env
  return new Opened(locateRepository({ cwd: process.cwd(), ...options, environment }), options, packageRoot)
}

/** @throws MemoryError bad-argument */
function aMoment(told: unknown): Date {
  if (told instanceof Date && Number.isFinite(told.getTime())) return told
  const got = told instanceof Date || typeof told !== 'object' ? String(told).slice(0, 60) : 'another object'
  throw new MemoryError('bad-argument', `now takes a Date, or a function that gives one, got ${got}`)
}

/** A workspace with its index open, and what the verbs give to the rooms behind them. */
export class Opened {
  readonly repository: Repository
  readonly options: OpenOptions
  readonly seenCommitted: SeenCommitted = new Map()
  compared: Compared | undefined
  /** Where `templates/` is. */
  readonly packageRoot: string
  /** Why the last question could not write the index: `the disk is full`; undefined where it could. */
  hindrance: string | undefined
  #store: Store | undefined
  /** Asked where that cannot be written, and brought to HEAD as that is. */
  #inMemory: Store | undefined
  #isWorkspace = false
  #isClosed = false
  #last: Promise<unknown> = Promise.resolve()
  /** When the verb began whose turn it is: one that goes on past midnight acts on one day. */
  #began: Date | undefined

  constructor(repository: Repository, options: OpenOptions, packageRoot: string) {
    this.repository = repository
    this.options = options
    this.packageRoot = packageRoot
  }

  get root(): string {
    return this.repository.root
  }

  /** From then on every verb is refused. */
  close(): void {
    this.#isClosed = true
    this.#letGo()
    this.#inMemory?.close()
    this.#inMemory = undefined
  }

  #letGo(): void {
    this.#store?.close()
    this.#store = undefined
  }

  /** One thing at a time: a transaction of this connection may span awaits. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(async () => {
      try {
        this.#refuseClosed()
        this.#began = this.#moment()
        return await work()
      } catch (cause) {
        this.#refuseClosed(cause)
        throw cause
      }
    })
    this.#last = turn.catch(() => undefined)
    return turn
  }

  #refuseClosed(cause?: unknown): void {
    if (!this.#isClosed) return
    this.#letGo()
    throw new MemoryError('closed', 'this workspace was closed: open it again with openWorkspace', { cause })
  }

  use<T>(work: (store: Store) => Promise<T>): Promise<T> {
    return this.#inTurn(() => this.#withStore(work, prepareMemoryFolder))
  }

  /** With an index that stands for HEAD. */
  synced<T>(work: (store: Store, report: SyncReport) => Promise<T>): Promise<T> {
    return this.use(async (store) => work(store, await sync(this.syncContext(store))))
  }

  /**
   * For a question, which needs to write nothing: where the index cannot be written, a copy of it in memory is asked, or one
   * that is built there, and the question is told so. Asked again from its start then.
   */
  useToAsk<T>(question: (store: Store, notices: readonly string[]) => Promise<T>): Promise<T> {
    return this.#inTurn(async () => {
      const { ownFolder } = this.repository
      this.hindrance = undefined
      try {
        return await this.#withStore((store) => question(store, []), prepareWhereItCan)
      } catch (cause) {
        const hindrance = cause instanceof MemoryError ? indexHindranceOf(cause, ownFolder) : undefined
        if (hindrance === undefined || this.#isClosed) throw cause
        this.hindrance = hindrance.what
      }
      const ask = (store: Store): Promise<T> => {
        const how = store.standing() ? 'a copy of it' : 'one built'
        return question(store, [`the index cannot be written (${this.hindrance}): answered from ${how} in memory`])
      }
      try {
        return await ask((this.#inMemory ??= copyInMemory(ownFolder)))
      } catch (cause) {
        this.#inMemory?.close()
        this.#inMemory = undefined
        if (!isCorrupt(cause)) throw asMemoryError(cause, ownFolder)
      }
      return ask((this.#inMemory = emptyInMemory(ownFolder)))
    })
  }

  /** The same with an index that stands for HEAD. */
  asked<T>(question: (store: Store, report: SyncReport) => Promise<T>): Promise<T> {
    return this.useToAsk(async (store, notices) => {
      const report = await sync(this.syncContext(store))
      for (const notice of notices) this.options.notice?.(notice)
      return question(store, report)
    })
  }

  /** Run with the index open; where its bytes turn out to be damaged, begin again with an empty one. */
  async #withStore<T>(work: (store: Store) => Promise<T>, prepare: (root: string) => void): Promise<T> {
    const folder = this.repository.ownFolder
    try {
      if (this.#store?.isInPlace() === false) this.#letGo()
      const { here, make, cwd = process.cwd() } = this.options
      if (!this.#isWorkspace && !here && !make) refuseNoWorkspace(this.repository, cwd)
      this.#isWorkspace = true
      prepare(this.root)
      return await work((this.#store ??= await this.#openStore(folder)))
    } catch (cause) {
      this.#letGo()
      if (!isCorrupt(cause)) throw asMemoryError(cause, folder)
    }
    try {
      removeIndex(folder)
      return await work((this.#store = openStore(folder, this.options.patience)))
    } catch (cause) {
      this.#letGo()
      throw asMemoryError(cause, folder)
    }
  }

  async #openStore(folder: string): Promise<Store> {
    const isFirst = !existsSync(join(folder, indexName))
    const store = openStore(folder, this.options.patience)
    if (isFirst && existsSync(join(this.root, '.memory', indexName)))
      (await import('./old-index.js')).removeOldIndex(this.repository)
    return store
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
    return dayIn(config.timezone, this.#began ?? this.#moment())
  }

  #moment(): Date {
    const { now } = this.options
    return typeof now === 'function' ? aMoment(now()) : (now ?? new Date())
  }

  /** From HEAD, as the index keeps it; before the first commit from the working tree. */
  config(store: Store): ReadConfig {
    const standing = store.standing()
    if (standing) return configOf({ readConfig, packageVersion }, standing.settings)
    return readConfig(readRegular(this.root, '.memory/config.json')?.toString('utf8'), packageVersion)
  }
}
