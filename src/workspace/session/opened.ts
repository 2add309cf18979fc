import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { prepareMemoryFolder } from '../../files/own-folder.js'
import { hindranceOf, indexHindranceOf } from '../../files/unwritable.js'
import { MemoryError } from '../../model/error.js'
import { settingsIn } from '../../pipeline/settings.js'
import { nothingRead, sync, type SyncReport } from '../../pipeline/sync.js'
import {
  asMemoryError,
  copyInMemory,
  emptyInMemory,
  indexName,
  isBusy,
  isCorrupt,
  openOtherStore,
  openStore,
  removeIndex,
  removeOthers,
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

/** An index that stands for a commit, and what is to be told of it. */
export interface Basis {
  readonly store: Store
  readonly report: SyncReport
  readonly notices: readonly string[]
}

/** For how many milliseconds a question goes on with making its own index where another can answer. */
const askingTime = 500

/** For how many milliseconds the index of another version is kept after it was last written: two may be in use. */
const othersTime = 24 * 3600 * 1000

/** A workspace with its index open, in which one verb after another has its turn. */
export class Opened {
  readonly session: Session
  #store: Store | undefined
  /** The index in memory that is asked where the store cannot be written; it is brought to HEAD too. */
  #inMemory: Store | undefined
  /** The index of another version, which answers until this version's is built, and the commit that it was held against. */
  #other: { readonly store: Store; readonly checked: string } | undefined
  /** What a build in the background waits for while nobody asks. */
  #idle: NodeJS.Immediate | undefined
  #isWorkspace = false
  #isClosed = false
  #last: Promise<unknown> = Promise.resolve()
  /** How many turns have not ended. */
  #turns = 0

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
    this.#letGoOfOther()
  }

  /** Does one thing at a time: a transaction of this connection may span awaits. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    this.#turns++
    // Whoever asks waits for the build to make way, so the process may not end before.
    this.#idle?.ref()
    const turn = this.#last.then(async () => {
      try {
        this.#refuseClosed()
        this.session.begin()
        return await work()
      } catch (cause) {
        this.#refuseClosed(cause)
        throw cause
      } finally {
        this.#turns--
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

  /** Asks a question that is not to wait for a build, as `asked` does (`brought`). */
  askedAtOnce<T>(question: (store: Store, report: SyncReport) => Promise<T>): Promise<T> {
    return this.useToAsk(async (own, notices) => {
      const { store, report, notices: more } = await this.brought(own)
      for (const notice of [...notices, ...more]) this.session.options.notice?.(notice)
      return question(store, report)
    })
  }

  /**
   * Brings the index to HEAD. Where it has to be made anew, as after an update of the package, and the index of another
   * version is there, it is built for a moment only, which the next question goes on from, and the other answers.
   */
  async brought(store: Store): Promise<Basis> {
    const context = this.session.syncContext(store)
    const isBuilt = !store.isOnDisk || store.standing()?.beliefs
    if (isBuilt) this.#letGoOfOther()
    const other = isBuilt ? undefined : this.#otherIndex()
    if (!other) return { store, report: await sync(context), notices: [] }
    const start = performance.now()
    const keepGoing = (): boolean => performance.now() - start < askingTime
    try {
      return { store, report: await sync({ ...context, patience: 0, keepGoing }), notices: [] }
    } catch (cause) {
      if (!isBusy(cause) && !(cause instanceof MemoryError && cause.code === 'index-busy')) throw cause
      const { commit, tree } = other.standing()!
      const notice = `as of ${commit.slice(0, 7)}, from the index of another version of this package: this one's is not built yet; memory sync ends that`
      this.#goOnBuilding()
      return { store: other, report: { commit, tree, changed: false, ...nothingRead }, notices: [notice] }
    }
  }

  /** Builds on while nobody asks, as in a server. This keeps no process from ending. */
  #goOnBuilding(): void {
    const isIdle = async (): Promise<boolean> => {
      await new Promise<void>((resolve) => {
        this.#idle = setImmediate(resolve)
        if (this.#turns === 1) this.#idle.unref()
      })
      return this.#turns === 1
    }
    const build = (store: Store): Promise<unknown> =>
      sync({ ...this.session.syncContext(store), patience: 0, keepGoing: isIdle })
    // Where this fails, or a question comes, that question goes on from there, and tells why it cannot.
    setTimeout(() => void this.use(build).catch(() => undefined), 0).unref()
  }

  /** The index of another version that stands for a commit and holds nothing that HEAD's notes forget. */
  #otherIndex(): Store | undefined {
    const { repository } = this.session
    const head = repository.head()
    if (!head) return undefined
    if (this.#other?.checked === head.commit) return this.#other.store
    this.#letGoOfOther()
    const forgotten = settingsIn(repository, repository.files(head.tree)).forgotten ?? []
    if (forgotten.length > 0 && !removeOthers(repository.ownFolder, { forgotten })) return undefined
    const store = openOtherStore(repository.ownFolder, 0)
    if (store?.standing()?.beliefs) this.#other = { store, checked: head.commit }
    else store?.close()
    return this.#other?.store
  }

  #letGoOfOther(): void {
    this.#other?.store.close()
    this.#other = undefined
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
      removeOthers(folder)
      return await work((this.#store = openStore(folder, this.session.options.patience)))
    } catch (cause) {
      this.#letGo()
      throw asMemoryError(cause, folder)
    }
  }

  async #openStore(folder: string): Promise<Store> {
    const isFirst = !existsSync(join(folder, indexName))
    const store = openStore(folder, this.session.options.patience)
    if (store.standing()?.beliefs) removeOthers(folder, { before: Date.now() - othersTime })
    if (isFirst && existsSync(join(this.session.root, '.memory', 'index.sqlite')))
      (await import('./old-index.js')).removeOldIndex(this.session.repository)
    return store
  }
}
