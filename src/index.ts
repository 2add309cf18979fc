import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { MemoryError } from './memory/error.js'
import type { Config } from './memory/config.js'
import { retainKinds } from './memory/kind.js'
import { showProblem, type Note, type Problem } from './memory/note.js'
import { dayIn, type Day } from './memory/time.js'
import { packageVersion } from './memory/version.js'
import { occurredIn } from './pipeline/parse-dates.js'
import { skip } from './pipeline/change-set.js'
import { decode } from './pipeline/decode.js'
import { uncommittedNotes, type UncommittedFile } from './pipeline/overlay.js'
import { configOf, rebuild, sync, templatesOf, type SyncContext, type SyncReport } from './pipeline/sync.js'
import type { CommittedPages, DeletedLine, PageWrite } from './pipeline/deleted-lines.js'
import type { DiscardReport } from './pipeline/discard-pages.js'
import { retirement, withBullet, type Retirement } from './pipeline/retire.js'
import type { Limits } from './pipeline/limited-pages.js'
import type { PagesContext, PagesReport, Which } from './pipeline/write-pages.js'
import { pagesOf } from './render/pages.js'
import { recall, type Answer } from './recall/recall.js'
import type { ParseContext } from './recall/parse-query.js'
import { recallOptions, type RecallOptions } from './recall/query.js'
import type { BeliefsAnswer } from './recall/belief-changes.js'
import { show } from './recall/show.js'
import type { Timeline } from './recall/timeline.js'
import { fingerprint, uncommittedOid } from './store/rows.js'
import { asMemoryError, isCorrupt, openStore, removeIndex, type Store } from './store/store.js'
import { isOlder, readConfig, type ReadConfig } from './workspace/config.js'
import {
  blobOid,
  holdsFile,
  largestNote,
  readRegular,
  removeFile,
  sweepTemporary,
  temporaryName,
  walk,
  writeWhole,
} from './workspace/files.js'
import type { Repository } from './workspace/git.js'
import { locateRepository, type Whereabouts } from './workspace/locate.js'
import { examinedOf, type Examined } from './examine.js'
import type { Explained } from './explain.js'
import type { LandedOnBranch } from './land-branch.js'
import type { Given, Landed, LandOptions, SummaryOptions } from './land-pages.js'
import { layoutsOf } from './layouts.js'
import { limitsOf, type PageLimits } from './page-limits.js'
import { committedPages, pagesInTree, textOf } from './pages-in-tree.js'
import { statusOf, type Status } from './status.js'
import type { Fault } from './verify.js'

export { MemoryError, type ErrorCode } from './memory/error.js'
export type { Answer, Result } from './recall/recall.js'
export type { RecallOptions } from './recall/query.js'
export type { BeliefChange, BeliefsAnswer } from './recall/belief-changes.js'
export type { Explained as Shown } from './explain.js'
export type { Timeline, Event } from './recall/timeline.js'
export type { SyncReport } from './pipeline/sync.js'
export type { DeletedLine } from './pipeline/deleted-lines.js'
export type { DiscardReport } from './pipeline/discard-pages.js'
export type { Retirement } from './pipeline/retire.js'
export type { PagesReport } from './pipeline/write-pages.js'
export type { Examined } from './examine.js'
export type { Status } from './status.js'
export type { LandedOnBranch } from './land-branch.js'
export type { Landed, LandOptions, SummaryOptions } from './land-pages.js'
export type { PageLimits } from './page-limits.js'
export type { Fault } from './verify.js'
export type { Kind } from './memory/kind.js'
export type { Span } from './memory/time.js'
export { packageVersion } from './memory/version.js'

/** The folder that this package is installed in: `src/` and `dist/` both stand right below it. */
export const packageRoot = join(import.meta.dirname, '..')

export interface OpenOptions extends Partial<Whereabouts> {
  /** What `7d` counts from; the clock is read only where this is left out. */
  readonly now?: Date
  /** Milliseconds to wait for another process that writes the index; 5000. */
  readonly patience?: number
  readonly progress?: (what: string, done: number, total: number) => void
}

/** An older workspace than this gets its first bank from `memory reflect`, not from a hook. */
const mostNotesWithoutBank = 30

interface HowToWrite {
  readonly keepGoing?: (() => boolean) | undefined
  /** What of a person's deletions is told by. */
  readonly committed?: CommittedPages
  readonly deletedIn?: (writes: readonly PageWrite[]) => DeletedLine[]
}

/** What an answer stands for. */
interface Standing {
  /** The commit that the index stands for; null before the first. */
  readonly commit: string | null
  /** Notes whose uncommitted text was searched too. */
  readonly uncommitted: readonly string[]
}

export type RecallAnswer = Answer & Standing
export type LogAnswer = Timeline & Standing

export interface ReflectReport extends PagesReport {
  /** Why no page was written, where the workspace's settings forbid it. */
  readonly refused: string | null
  /** Lines that somebody had deleted, and that are back because the logs still say them. */
  readonly deleted: readonly DeletedLine[]
}

/**
 * Open the memory of a workspace.
 *
 *     const memory = openWorkspace({ workspace: '/home/me/notes' })
 *     const { results } = await memory.recall('what does Peter prefer', { k: 5 })
 *     memory.close()
 *
 * Every verb first makes the index stand for HEAD, so it does not matter
 * whether hooks ran. Results are promises; the work itself is synchronous, as
 * SQLite is, and one workspace does one thing at a time.
 *
 * @throws MemoryError bad-argument | not-a-repository | no-workspace | git-failed
 */
export function openWorkspace(options: OpenOptions = {}): Workspace {
  if (typeof options !== 'object')
    throw new MemoryError('bad-argument', `openWorkspace takes { workspace: '…' }, got ${typeof options}`)
  const environment = options.environment ?? process.env
  return new Workspace(locateRepository({ cwd: process.cwd(), ...options, environment }), options)
}

/** A name that a caller mistyped must not be ignored. */
function checkOptions(verb: string, options: RecallOptions): void {
  const unknown = Object.keys(options).find((name) => !recallOptions.includes(name))
  if (unknown !== undefined)
    throw new MemoryError('bad-argument', `${verb} takes ${recallOptions.join(', ')}, got ${unknown}`)
}

/** What cannot be read here is read from Git. */
function readableNote(root: string, path: string): Buffer | undefined {
  try {
    return readRegular(root, path, largestNote)
  } catch {
    return undefined
  }
}

export class Workspace {
  readonly repository: Repository
  readonly #options: OpenOptions
  #store: Store | undefined
  #last: Promise<unknown> = Promise.resolve()

  constructor(repository: Repository, options: OpenOptions) {
    this.repository = repository
    this.#options = options
  }

  get root(): string {
    return this.repository.root
  }

  /** Make the index stand for HEAD; reads only the blobs that changed. */
  async sync(): Promise<SyncReport> {
    return this.#use(async (store) => sync(this.#syncContext(store, 'Indexing')))
  }

  /** Build the index anew, in one transaction. Writes nothing in `bank/`. */
  async rebuild(): Promise<SyncReport> {
    return this.#use(async (store) => rebuild(this.#syncContext(store, 'Rebuilding')))
  }

  /** Answer a question: the best facts and passages, each with its citation. */
  async recall(question: string, options: RecallOptions = {}): Promise<RecallAnswer> {
    return this.#use(async (store) => {
      await sync(this.#syncContext(store, 'Indexing'))
      checkOptions('recall', options)
      return this.#overlaid(store, options, () => recall(store, question, options, this.#parseContext(store)))
    })
  }

  /** Facts in the order of what happened, oldest first; with the options of `recall`. */
  async log(options: RecallOptions = {}): Promise<LogAnswer> {
    return this.#use(async (store) => {
      await sync(this.#syncContext(store, 'Indexing'))
      checkOptions('log', options)
      const { timeline } = await import('./recall/timeline.js')
      return this.#overlaid(store, options, () => timeline(store, options, this.#parseContext(store)))
    })
  }

  /** What is believed differently since, and why; with the options of `recall`. Stands for the commit. */
  async beliefs(options: RecallOptions = {}): Promise<BeliefsAnswer & Pick<Standing, 'commit'>> {
    return this.#use(async (store) => {
      const { commit } = await sync(this.#syncContext(store, 'Indexing'))
      checkOptions('beliefs', options)
      const { beliefChanges } = await import('./recall/belief-changes.js')
      return { ...(await store.read(() => beliefChanges(store, options, this.#parseContext(store)))), commit }
    })
  }

  /** A fact by id, an entity by name, or what stands at `path#L12`; of an opinion also the commits that changed its line. */
  async show(reference: string): Promise<Explained> {
    return this.#use(async (store) => {
      const { commit } = await sync(this.#syncContext(store, 'Indexing'))
      const { explained, idOnPage } = await import('./explain.js')
      const named = idOnPage(reference, this.#pageFiles().read) ?? reference
      return explained(show(store, named), { store, repository: this.repository, commit })
    })
  }

  /**
   * Write the pages of `bank/` in the working tree: those whose facts changed
   * (`stale`), all, or some. `keepGoing` ends the work early; the rest stays stale.
   *
   * @throws MemoryError not-found where nobody has a name, bad-argument for what is no date
   */
  async reflect(which: 'stale' | 'all' | PageLimits = 'all', keepGoing?: () => boolean): Promise<ReflectReport> {
    return this.#use(async (store) => {
      await sync(this.#syncContext(store, 'Indexing'))
      return this.#writePages(store, typeof which === 'string' ? which : this.#limits(store, which), { keepGoing })
    })
  }

  /** What `reflect` would write in the working tree: path → text, null where a page would go. */
  async preview(limits: PageLimits = {}): Promise<ReadonlyMap<string, string | null>> {
    return this.#use(async (store) => {
      await sync(this.#syncContext(store, 'Indexing'))
      const { reflected } = await import('./pipeline/reflected.js')
      return reflected(await this.#pagesContext(store), this.#limits(store, limits))
    })
  }

  /**
   * Commit the pages that HEAD's logs give, and nothing else, on HEAD's branch;
   * then write them in the working tree. What is edited there stays uncommitted.
   *
   * @throws MemoryError git-failed | bad-argument while Git is in the middle of something, or something in `bank/` is staged
   */
  async commit(options: LandOptions = {}): Promise<Landed & Pick<ReflectReport, 'deleted'>> {
    return this.#use(async (store) => {
      const given = await this.#given(store, options)
      const { landOnHead } = await import('./land-pages.js')
      const { landed, deletedIn } = await landOnHead(given)
      await sync(this.#syncContext(store, 'Indexing'))
      const { deleted } = await this.#writePages(store, given.limits, { deletedIn })
      return { ...landed, deleted }
    })
  }

  /**
   * Build a branch of those pages upon HEAD, for a pull request; `summary` is
   * its body, in Markdown. What people wrote in pages there is taken along.
   * HEAD, index and working tree stay as they are.
   *
   * @throws MemoryError git-failed | bad-argument where the branch is in use or holds anything but pages
   */
  async branch(name: string, options: SummaryOptions = {}): Promise<LandedOnBranch> {
    return this.#use(async (store) => {
      const { landOnBranch } = await import('./land-branch.js')
      return landOnBranch(await this.#given(store, options), name)
    })
  }

  /** The body of a pull request for what reflecting would change of HEAD's pages. */
  async summary(options: SummaryOptions = {}): Promise<string> {
    return this.#use(async (store) => {
      const { planOf } = await import('./land-pages.js')
      const { summarise } = await import('./summarise.js')
      const given = await this.#given(store, options)
      return summarise(given, await planOf(given), [])
    })
  }

  /** Put HEAD's pages back where nothing but generated lines differs. */
  async discard(): Promise<DiscardReport> {
    return this.#use(async (store) => {
      const { tree } = await sync(this.#syncContext(store, 'Indexing'))
      const { discardPages } = await import('./pipeline/discard-pages.js')
      const inHead = pagesInTree(this.repository, tree)
      const standing = walk(this.root, 'bank').filter((path) => /\.md$/i.test(path))
      return discardPages(
        await this.#pagesContext(store),
        inHead,
        [...new Set([...inHead.keys(), ...standing])].toSorted(),
      )
    })
  }

  /**
   * What hooks do: sync, then write the pages that are behind. Pages wait while
   * Git is in the middle of something, where the settings say so, and where an
   * old workspace has no bank yet (its first one is a person's command).
   */
  async catchUp(
    keepGoing?: () => boolean,
  ): Promise<{ indexed: SyncReport; pages: ReflectReport | null; firstBank: boolean }> {
    return this.#use(async (store) => {
      const indexed = await sync(this.#syncContext(store, 'Indexing'))
      const off = this.#config(store).config.bank.onCommit === 'off'
      if (indexed.commit === null || off || this.repository.operation() !== undefined)
        return { indexed, pages: null, firstBank: false }
      if (this.#waitsForFirstBank(store)) return { indexed, pages: null, firstBank: true }
      // A line may have come with a log that was committed beside its page; and asking Git costs a hook 10 ms.
      const pagesAlone = indexed.pages > 0 && indexed.read === indexed.pages
      const committed = committedPages(this.repository, store)
      const known = pagesAlone ? committed : { ...committed, parent: () => new Map<string, null>() }
      return {
        indexed,
        pages: await this.#writePages(store, 'stale', { keepGoing, committed: known }),
        firstBank: false,
      }
    })
  }

  /** How many pages `reflect` would make where the first bank waits for a person's word; null where it does not. */
  async firstBank(): Promise<number | null> {
    return this.#use(async (store) => {
      await sync(this.#syncContext(store, 'Indexing'))
      if (!this.#waitsForFirstBank(store)) return null
      const { canonical } = store.entities()
      const held = retainKinds.filter((kind) => (store.counts().facts[kind] ?? 0) > 0)
      return new Set(held.flatMap(pagesOf)).size + new Set(store.mentionedIn(retainKinds).map(canonical)).size
    })
  }

  #waitsForFirstBank(store: Store): boolean {
    return store.noteCount() > mostNotesWithoutBank && !holdsFile(this.root, 'bank')
  }

  /**
   * Say no to a fact, or to a fact as evidence for an opinion: a bullet under
   * `## Curated` of its page, in the working tree.
   *
   * @throws MemoryError not-found | bad-argument
   */
  async retire(no: Retirement): Promise<{ page: string; bullet: string; written: boolean }> {
    return this.#use(async (store) => {
      await sync(this.#syncContext(store, 'Indexing'))
      const { page, bullet } = retirement(store, no)
      const text = this.#pageFiles().read(page)
      if (typeof text !== 'string')
        throw new MemoryError('not-found', `${page} is not there: memory reflect writes it, commit it first`)
      return { page, bullet, written: writeWhole(this.root, page, withBullet(text, bullet)) }
    })
  }

  /** Hold the pages of the working tree against the index; `strict`: also against what `reflect` would write. */
  async verify(strict = false): Promise<{ pages: number; faults: readonly Fault[] }> {
    return this.#use(async (store) => {
      await sync(this.#syncContext(store, 'Indexing'))
      const { verifyPage } = await import('./verify.js')
      const paths = walk(this.root, 'bank').filter((path) => /\.md$/i.test(path))
      const faults = paths.flatMap((path) => verifyPage(store, path, this.#pageFiles().read(path) ?? ''))
      if (!strict) return { pages: paths.length, faults }
      const { reflected } = await import('./pipeline/reflected.js')
      const would = [...reflected(await this.#pagesContext(store)).keys()]
      const message = 'is not what memory reflect writes here'
      return {
        pages: paths.length,
        faults: [...faults, ...would.map((path): Fault => ({ path, line: 0, level: 'error', message }))],
      }
    })
  }

  async status(): Promise<Status> {
    return this.#use(async (store) => {
      const before = store.standing()
      const { commit, tree } = await sync(this.#syncContext(store, 'Indexing'))
      const { deletedNow } = await import('./deleted-lines.js')
      const pageFiles = [...walk(this.root, 'bank')]
      return statusOf({
        repository: this.repository,
        store,
        commit,
        tree,
        wasBehind: before?.tree !== (tree ?? undefined),
        uncommitted: await this.#parsed(store, this.#uncommitted(store)),
        awaitsFirstBank: this.#waitsForFirstBank(store),
        pageFiles,
        readPage: (path) => readRegular(this.root, path)?.toString('utf8'),
        deleted: deletedNow({
          repository: this.repository,
          context: await this.#pagesContext(store),
          commit,
          tree,
          committed: committedPages(this.repository, store),
          standing: pageFiles.filter((path) => /\.md$/i.test(path)),
        }),
        configWarnings: this.#config(store).warnings,
      })
    })
  }

  /** Look for what no command mends by itself; see `Examined`. Builds a second index to compare with, so it takes as long as a rebuild. */
  async examine(): Promise<Examined> {
    return this.#use(async (store) => {
      const { tree } = await sync(this.#syncContext(store, 'Indexing'))
      return examinedOf({
        files: tree === null ? [] : this.repository.files(tree),
        inWorkingTree: [...walk(this.root, 'memory'), ...walk(this.root, 'bank')],
        read: (path) => readableNote(this.root, path)?.toString('utf8') ?? '',
        repeated: store.repeated(),
        indexDiffers: (await store.read(() => store.digest())) !== (await this.#freshDigest()),
      })
    })
  }

  /** The digest of an index built from nothing, beside the one in use. */
  async #freshDigest(): Promise<string> {
    const folder = join(this.root, '.memory', temporaryName('examine'))
    try {
      const fresh = openStore(folder)
      try {
        await rebuild(this.#syncContext(fresh, 'Comparing'))
        return fresh.digest()
      } finally {
        fresh.close()
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }

  /** SHA-256 over every row of the index, the search index included. */
  async digest(): Promise<string> {
    return this.#use(async (store) => {
      await sync(this.#syncContext(store, 'Indexing'))
      return store.read(() => store.digest())
    })
  }

  /** The index as text, one JSON array a line; see `status --digest`. */
  async dump(print: (line: string) => void): Promise<void> {
    return this.#use(async (store) => {
      await sync(this.#syncContext(store, 'Indexing'))
      await store.read(() => {
        for (const line of store.dump()) print(line)
      })
    })
  }

  /** The configuration in force. */
  async config(): Promise<Config> {
    return this.#use(async (store) => {
      await sync(this.#syncContext(store, 'Indexing'))
      return this.#config(store).config
    })
  }

  close(): void {
    this.#store?.close()
    this.#store = undefined
  }

  /** One thing at a time: a transaction of this connection may span awaits. */
  #use<T>(work: (store: Store) => Promise<T>): Promise<T> {
    const turn = this.#last.then(() => this.#withStore(work))
    this.#last = turn.catch(() => undefined)
    return turn
  }

  /** Run with the index open; where its bytes turn out to be damaged, begin again with an empty one. */
  async #withStore<T>(work: (store: Store) => Promise<T>): Promise<T> {
    const folder = join(this.root, '.memory')
    if (this.#store?.isInPlace() === false) this.close()
    try {
      return await work((this.#store ??= openStore(folder, this.#options.patience)))
    } catch (cause) {
      this.close()
      if (!isCorrupt(cause)) throw asMemoryError(cause, folder)
      removeIndex(folder)
    }
    try {
      return await work((this.#store = openStore(folder, this.#options.patience)))
    } catch (cause) {
      this.close()
      throw asMemoryError(cause, folder)
    }
  }

  #syncContext(store: Store, what: string): SyncContext {
    return {
      repository: this.repository,
      store,
      packageVersion,
      readConfig,
      largestNote,
      readWorkingTree: (path) => readableNote(this.root, path),
      oidOf: blobOid,
      fingerprint,
      progress: this.#progress(what),
    }
  }

  #progress(what: string): ((done: number, total: number) => void) | undefined {
    const { progress } = this.#options
    return progress && ((done, total) => progress(what, done, total))
  }

  #today(config: Config): Day {
    const zone = config.timezone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone
    return dayIn(zone, this.#options.now ?? new Date())
  }

  #parseContext(store: Store): ParseContext {
    const entities = store.entities()
    const today = this.#today(this.#config(store).config)
    return { today, known: store.known, canonical: entities.canonical, daysIn: (text) => occurredIn(text, today) }
  }

  /** From HEAD, as the index keeps it; before the first commit from the working tree. */
  #config(store: Store): ReadConfig {
    const standing = store.standing()
    if (standing) return configOf({ readConfig, packageVersion }, standing.settings)
    return readConfig(readRegular(this.root, '.memory/config.json')?.toString('utf8'), packageVersion)
  }

  #uncommitted(store: Store): UncommittedFile[] {
    const files = {
      walk: (folder: string) => walk(this.root, folder),
      read: (path: string) => readRegular(this.root, path),
      oidOf: blobOid,
    }
    return uncommittedNotes(files, store.files())
  }

  /** Files of the working tree as notes; of one that is no text, why nothing of it is. */
  async #parsed(
    store: Store,
    files: readonly UncommittedFile[],
  ): Promise<(Note | { readonly path: string; readonly problems: readonly Problem[] })[]> {
    if (files.length === 0) return []
    const { parseNote } = await import('./pipeline/parse-note.js')
    const { config } = this.#config(store)
    return files.map(({ path, bytes }) => {
      const decoded = decode(bytes, largestNote)
      return 'text' in decoded
        ? parseNote(path, decoded.text, config)
        : { path, problems: [skip(path, decoded.unreadable)] }
    })
  }

  /** Ask with the uncommitted notes laid over the index, which is left as it was. */
  async #overlaid<T extends { readonly notices: readonly string[] }>(
    store: Store,
    { committed = false }: RecallOptions,
    ask: () => T,
  ): Promise<T & Standing> {
    const answer = (): T & Pick<Standing, 'commit'> => ({ ...ask(), commit: store.standing()?.commit ?? null })
    const files = committed ? [] : this.#uncommitted(store)
    if (files.length === 0) return { ...(await store.read(answer)), uncommitted: [] }
    const read = await this.#parsed(store, files)
    const notes = read.filter((note) => 'facts' in note)
    const notices = read.flatMap((note) => ('facts' in note ? [] : note.problems.map(showProblem)))
    const uncommitted = notes.map(({ path }) => path)
    try {
      return await store.preview(() => {
        for (const note of notes) store.notes().replace({ file: { mode: '100644', oid: uncommittedOid }, note })
        const answered = answer()
        return { ...answered, uncommitted, notices: [...notices, ...answered.notices] }
      })
    } catch (cause) {
      const failure = asMemoryError(cause, 'the index')
      if (isCorrupt(cause) || !(failure instanceof MemoryError) || failure.code === 'bad-argument') throw cause
      const answered = await store.read(answer)
      return {
        ...answered,
        uncommitted: [],
        notices: [...notices, ...answered.notices, `uncommitted notes are left out: ${failure.message}`],
      }
    }
  }

  async #writePages(store: Store, which: Which, how: HowToWrite): Promise<ReflectReport> {
    const refused = this.#refusal(store)
    if (refused !== null)
      return { written: [], created: [], removed: [], damaged: [], behind: store.stale().size, refused, deleted: [] }
    sweepTemporary(this.root)
    const { writePages } = await import('./pipeline/write-pages.js')
    const { deletionsSince, watched } = await import('./pipeline/deleted-lines.js')
    const context = await this.#pagesContext(store)
    const deletedIn = how.deletedIn ?? deletionsSince(context, how.committed ?? committedPages(this.repository, store))
    const { files, writes } = watched(context.files)
    const report = await writePages({ ...context, files, keepGoing: how.keepGoing }, which)
    return { ...report, refused: null, deleted: deletedIn(writes) }
  }

  /** Why this version may write no pages; null where it may. */
  #refusal(store: Store): string | null {
    const { requires } = this.#config(store).config
    if (requires === null || !isOlder(packageVersion, requires)) return null
    return `pages are written by version ${requires} or later, this is ${packageVersion}`
  }

  async #pagesContext(store: Store): Promise<PagesContext> {
    const progress = this.#progress('Writing pages')
    const standing = store.standing()
    const own = standing ? templatesOf(this.repository, standing.settings) : new Map<string, string>()
    return { store, files: this.#pageFiles(), layout: await layoutsOf(own, join(packageRoot, 'templates')), progress }
  }

  /** What landing needs, with the index standing for HEAD. */
  async #given(store: Store, options: SummaryOptions): Promise<Given> {
    const context = this.#syncContext(store, 'Indexing')
    const { commit, tree } = await sync(context)
    const refused = this.#refusal(store)
    if (commit === null || tree === null)
      throw new MemoryError('bad-argument', 'there is no commit yet whose pages could be landed')
    if (refused !== null) throw new MemoryError('bad-config', refused)
    return {
      repository: this.repository,
      environment: this.#options.environment ?? process.env,
      sync: context,
      context: await this.#pagesContext(store),
      committed: committedPages(this.repository, store),
      head: { commit, tree },
      limits: this.#limits(store, options),
      proposeCore: options.proposeCore ?? false,
      links: options.links ?? null,
    }
  }

  #limits(store: Store, limits: PageLimits): Limits | 'all' {
    return limitsOf(store, limits, () => this.#today(this.#config(store).config))
  }

  #pageFiles() {
    return {
      read: (path: string) => textOf(readRegular(this.root, path)),
      write: (path: string, text: string) => writeWhole(this.root, path, text),
      remove: (path: string) => removeFile(this.root, path),
      oidOf: (text: string, like: string) => blobOid(Buffer.from(text), like),
      entityPages: () => walk(this.root, 'bank/entities').filter((path) => /\.md$/i.test(path)),
    }
  }
}
