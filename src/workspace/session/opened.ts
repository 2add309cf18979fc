import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { prepareMemoryFolder } from '../../files/own-folder.js'
import { hindranceOf, indexHindranceOf } from '../../files/unwritable.js'
import { MemoryError } from '../../model/error.js'
import { sync, type SyncReport } from '../../pipeline/sync.js'
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
import { refuseNoWorkspace } from './find-workspace.js'
import { locateRepository } from './locate.js'
import { Session, type OpenOptions } from './session.js'

/** Prepares the workspace's folder where that can be written; a question goes on without. */
function prepareWhereItCan(root: string): void {
  try {
    prepareMemoryFolder(root)
  } catch (cause) {
    if (hindranceOf(cause, root) === undefined) throw cause
  }
}

/** @throws MemoryError not-a-repository | git-failed */
export function openedAt(options: OpenOptions, packageRoot: string): Opened {
  const environment = options.environment ?? process.env
  const repository = locateRepository({ cwd: process.cwd(), ...options, environment })
  return new Opened(new Session(repository, options, packageRoot))
}

/** A workspace with its index open, in which one verb after another has its turn. */
export class Opened {
  readonly session: Session
  #store: Store | undefined
  /** The index in memory that is asked where the store cannot be written; it is brought to HEAD too. */
  #inMemory: Store | undefined
  #isWorkspace = false
  #isClosed = false
  #last: Promise<unknown> = Promise.resolve()

  constructor(session: Session) {
    this.session = session
  }

  /** Closes the index; every verb is refused from then on. */
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

  /** Does one thing at a time: a transaction of this connection may span awaits. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(async () => {
      try {
        this.#refuseClosed()
        this.session.begin()
        return await work()
      } catch (cause) {
        this.#refuseClosed(cause)
        throw cause
      }
    })
    this.#last = turn.catch(() => undefined)
    return turn
  }

  /** @throws MemoryError closed */
  checkOpen(): void {
    this.#refuseClosed()
  }

  #refuseClosed(cause?: unknown): void {
    if (!this.#isClosed) return
    this.#letGo()
    throw new MemoryError('closed', 'this workspace was closed: open it again with openWorkspace', { cause })
  }

  use<T>(work: (store: Store) => Promise<T>): Promise<T> {
    return this.#inTurn(() => this.#withStore(work, prepareMemoryFolder))
  }

  /** Works with an index that stands for HEAD. */
  synced<T>(work: (store: Store, report: SyncReport) => Promise<T>): Promise<T> {
    return this.use(async (store) => work(store, await sync(this.session.syncContext(store))))
  }

  /**
   * Asks a question, which needs to write nothing. Where the index cannot be written, the question begins again with a
   * copy of it in memory, or with one that is built there, and is told so.
   */
  useToAsk<T>(question: (store: Store, notices: readonly string[]) => Promise<T>): Promise<T> {
    return this.#inTurn(async () => {
      const { ownFolder } = this.session.repository
      this.session.hindrance = undefined
      try {
        return await this.#withStore((store) => question(store, []), prepareWhereItCan)
      } catch (cause) {
        const hindrance = cause instanceof MemoryError ? indexHindranceOf(cause, ownFolder) : undefined
        if (hindrance === undefined || this.#isClosed) throw cause
        this.session.hindrance = hindrance.what
      }
      const ask = (store: Store): Promise<T> => {
        const how = store.standing() ? 'a copy of it' : 'one built'
        return question(store, [
          `the index cannot be written (${this.session.hindrance}): answered from ${how} in memory`,
        ])
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

  /** Asks a question as `useToAsk` does, with an index that stands for HEAD. */
  asked<T>(question: (store: Store, report: SyncReport) => Promise<T>): Promise<T> {
    return this.useToAsk(async (store, notices) => {
      const report = await sync(this.session.syncContext(store))
      for (const notice of notices) this.session.options.notice?.(notice)
      return question(store, report)
    })
  }

  /**
   * Works with a copy of the index in memory, or with an empty one where the index cannot be read. Before that, the
   * index on disk is brought to HEAD; during the work it is not locked.
   */
  async aside<T>(work: (store: Store) => Promise<T>): Promise<T> {
    // Otherwise an index of another version would be built anew for each question. Where HEAD cannot be read, the index
    // is copied as it stands.
    await this.asked(() => Promise.resolve()).catch((cause: unknown) => {
      if (!(cause instanceof MemoryError) || cause.code === 'closed' || cause.code === 'no-workspace') throw cause
    })
    return this.#inTurn(async () => {
      this.#checkIsWorkspace()
      const { ownFolder } = this.session.repository
      const within = async (store: Store): Promise<T> => {
        try {
          return await work(store)
        } finally {
          store.close()
        }
      }
      try {
        return await within(copyInMemory(ownFolder))
      } catch (cause) {
        if (!isCorrupt(cause)) throw asMemoryError(cause, ownFolder)
      }
      return within(emptyInMemory(ownFolder))
    })
  }

  /** @throws MemoryError no-workspace */
  #checkIsWorkspace(): void {
    const { here, make, cwd = process.cwd() } = this.session.options
    if (!this.#isWorkspace && !here && !make) refuseNoWorkspace(this.session.repository, cwd)
    this.#isWorkspace = true
  }

  /** Runs with the index open; where its bytes turn out to be damaged, begins again with an empty one. */
  async #withStore<T>(work: (store: Store) => Promise<T>, prepare: (root: string) => void): Promise<T> {
    const folder = this.session.repository.ownFolder
    try {
      if (this.#store?.isInPlace() === false) this.#letGo()
      this.#checkIsWorkspace()
      prepare(this.session.root)
      return await work((this.#store ??= await this.#openStore(folder)))
    } catch (cause) {
      this.#letGo()
      if (!isCorrupt(cause)) throw asMemoryError(cause, folder)
    }
    try {
      removeIndex(folder)
      return await work((this.#store = openStore(folder, this.session.options.patience)))
    } catch (cause) {
      this.#letGo()
      throw asMemoryError(cause, folder)
    }
  }

  async #openStore(folder: string): Promise<Store> {
    const isFirst = !existsSync(join(folder, indexName))
    const store = openStore(folder, this.session.options.patience)
    if (isFirst && existsSync(join(this.session.root, '.memory', indexName)))
      (await import('./old-index.js')).removeOldIndex(this.session.repository)
    return store
  }
}
