import type { Config } from '../model/config.js'
import type { Fact, FactId } from '../model/fact.js'
import { roleOf, type Note } from '../model/note.js'
import type { Standing, Store } from '../store/store.js'
import { tellingsOf, type ResolvedAssertion } from '../model/telling.js'
import type { Head } from '../git/git-output.js'
import type { Repository } from '../git/repository.js'
import { believe } from '../belief/believe.js'
import { judgeAhead, sayAll } from '../belief/judge-all.js'
import { changeSet, skip, type ChangeSet } from './change-set.js'
import { decode } from '../parse/decode.js'
import { judgeVersion, parserVersion } from '../model/version.js'
import type * as Reading from '../parse/read-note.js'
import { credentialLines } from '../credentials/without.js'
import { readBlobs, type BlobSource } from './read-blobs.js'
import { decidedBy, resolveAssertions } from '../belief/resolve.js'
import { configOf, forgottenBy, settingsIn, type ReadsConfig } from './settings.js'
import { pagesShowing, touchedPages } from './touched-pages.js'
import { withoutForgotten } from '../parse/without-forgotten.js'

/** What a sync needs. Effects are passed in as values: the pipeline opens nothing itself. */
export interface SyncContext extends BlobSource, ReadsConfig {
  readonly repository: Repository
  readonly store: Store
  readonly fingerprint: (fact: Fact) => string
  /** Facts whose words are read from no commit any more, whether or not that commit itself forgets them. */
  readonly forgotten?: ReadonlySet<FactId> | undefined
  readonly progress?: ((done: number, total: number) => void) | undefined
}

export interface SyncReport {
  /** The commit that the index stands for now; null before the first commit. */
  readonly commit: string | null
  readonly tree: string | null
  /** Whether the index changed: HEAD's files did, or all rows were made anew. */
  readonly changed: boolean
  /** How many blobs were read: of notes and of pages. */
  readonly read: number
  /** How many of the blobs read are pages of `bank/`. */
  readonly pages: number
  readonly removed: number
  /** How many facts (not passages) the blobs read have. */
  readonly facts: number
  /** Bullets in what was read that are malformed, or perhaps not as their writer meant them. */
  readonly problems: number
  /** Lines that look like a credential and are new to the index: they are reported when a commit brings them. */
  readonly credentials: number
  /** Entries that people wrote on pages now gone and that no other page has: bullets, judgements, other names. */
  readonly lost: number
}

const nothingRead = { read: 0, pages: 0, removed: 0, facts: 0, problems: 0, credentials: 0, lost: 0 } as const

/** A sync with more changed notes than this is bulk work, after which the search index is tidied. */
const manyNotes = 500

/**
 * Make the index stand for HEAD.
 *
 *     change set → notes → facts → opinions → index → pages to write
 *
 * Content comes from blobs, and only those whose OID changed are read. All of it happens in one transaction: a crash
 * leaves the old state or the new one. The exception is a sync that has to judge everything: it writes rows in one
 * transaction and beliefs in another, so that after an interruption the next sync has less to do (`judgeAhead`). In
 * between, nothing is answered from the rows. Opinions are folded again from the first day that a touched fact changes,
 * never adjusted: so syncing in ten steps and rebuilding in one end alike.
 */
export async function sync(context: SyncContext): Promise<SyncReport> {
  const { repository, store } = context
  const head = repository.head(store.standing())
  if (!head) return store.write(() => withoutHead(store))
  const standing = standingFor(context, head)
  const unchanged = { ...head, changed: false, ...nothingRead }
  if (standing?.commit === head.commit) return scrubbed(store, unchanged)
  const bringing = (how: Bringing) => async (): Promise<SyncReport> => {
    // Asked again within the transaction: another process may have written since.
    const still = standingFor(context, head)
    if (!still) return bring(context, head, how)
    store.standFor({ ...still, commit: head.commit })
    return unchanged
  }
  const report = await store.write(bringing({ rowsAlone: true }))
  const brought = store.standing()
  if (brought?.beliefs !== '') return scrubbed(store, report)
  const isThere = (): boolean => {
    const now = store.standing()
    return now?.tree === brought.tree && now.beliefs === ''
  }
  const step = (work: () => void): Promise<boolean> =>
    store.write(() => {
      if (!isThere()) return false
      work()
      return true
    })
  const isRead = await judgeAhead(store, step, context.progress)
  // Another process was faster, or HEAD moved.
  if (!isRead || repository.head()?.commit !== head.commit) return { ...(await sync(context)), changed: true }
  await store.write(bringing({}))
  return scrubbed(store, report)
}

/** What the index stands for; undefined unless that is HEAD's notes, read and judged by this version. */
function standingFor(context: SyncContext, head: Head): Standing | undefined {
  const standing = context.store.standing()
  const isReadSo = standing?.tree === head.tree && standing.parser === parserStamp(context)
  return isReadSo && standing.beliefs === judgeStamp ? standing : undefined
}

/**
 * Take deleted rows' bytes out of the index file too, where that is due. A reader of the index delays it to the next
 * sync.
 */
function scrubbed(store: Store, report: SyncReport): SyncReport {
  if (store.isScrubDue()) store.scrub()
  return report
}

/** Forget everything and index HEAD again, in one transaction: a reader sees the old rows until it ends. */
export async function rebuild(context: SyncContext): Promise<SyncReport> {
  const { repository, store } = context
  const head = repository.head()
  const report = await store.write(async () => {
    store.clear()
    return head ? bring(context, head) : withoutHead(store)
  })
  return scrubbed(store, report)
}

/** Do something with the index as it would be for another tree, such as a branch's, and undo all changes. */
export async function asIf<T>(context: SyncContext, head: Head, work: () => T | Promise<T>): Promise<T> {
  return context.store.preview(async () => {
    await bring(context, head)
    return work()
  })
}

/** Make an index in memory, which nobody else asks, stand for any commit. `sync` lets others ask while it judges. */
export const syncTo = (context: SyncContext, head: Head): Promise<SyncReport> =>
  context.store.write(() => bring(context, head))

const parserStamp = (context: SyncContext): string => `${parserVersion}/${context.largestNote}`
const judgeStamp = String(judgeVersion)

function withoutHead(store: Store): SyncReport {
  const removed = store.noteCount()
  const changed = store.standing() !== undefined
  if (changed) store.clear()
  return { commit: null, tree: null, changed, ...nothingRead, removed }
}

interface Bringing {
  /**
   * Whether to leave judging for later where everything has to be judged. The rows are then committed alone, and need
   * not be brought again after an interruption.
   */
  readonly rowsAlone?: boolean
}

async function bring(context: SyncContext, head: Head, { rowsAlone = false }: Bringing = {}): Promise<SyncReport> {
  const { store } = context
  const stood = store.standing()
  const isJudged = stood?.beliefs === judgeStamp
  const forgottenBefore = forgottenBy(stood?.settings)
  const scrubWasDue = store.isScrubDue()
  const { changes, settings, comparable } = whatChanged(context, head)
  const { config } = configOf(context, settings)
  const forgotten = new Set([...forgottenBy(settings), ...(context.forgotten ?? [])])
  const parse = noteReader(config, forgotten)

  const before = store.assertions.all()
  const notes = store.notes()
  const touched = touchedPages(store, context.fingerprint, comparable)
  const bulk = changes.changed.length > manyNotes
  if (bulk) store.expectMany()
  const wordsGone = comparable ? curatedOn(store, before, changes.gone) : new Set<string>()
  for (const path of changes.gone) {
    touched.replacing(path, undefined)
    notes.remove(path)
  }
  for (const file of changes.modes) store.setMode(file.path, file.mode)
  for (const { file, problem } of changes.skipped) {
    touched.replacing(file.path, undefined)
    notes.skip(file, problem)
  }
  let done = 0
  let missing = false
  let credentials = 0
  for (const batch of readBlobs(context, changes.changed)) {
    for (const { file, bytes } of batch) {
      const decoded = decode(bytes, context.largestNote)
      const note = 'text' in decoded ? await parse(file.path, decoded.text) : undefined
      if (comparable && 'text' in decoded && roleOf(file.path) === 'note' && !file.path.startsWith('bank/'))
        credentials += credentialLinesBrought(context, file.path, decoded.text)
      touched.replacing(file.path, note)
      if (note) notes.replace({ file, note })
      else {
        // The bytes are missing here: without an OID the file counts as changed, and is asked for again next time.
        const oid = bytes === undefined ? '' : file.oid
        missing ||= oid === ''
        notes.skip({ ...file, oid }, skip(file.path, 'unreadable' in decoded ? decoded.unreadable : ''))
      }
      done++
      context.progress?.(done, changes.changed.length)
    }
  }

  const isForgetting = [...forgotten].some((id) => !forgottenBefore.has(id))
  // The company may have a word that only a forgotten text said.
  if (isForgetting) store.company.forget()
  // A rebuild cannot tell what is newly forgotten: it keeps what was computed from texts, and drops it for texts that
  // are gone.
  if (isForgetting && stood) store.texts.forgetAll()
  const isAnew = !comparable || !isJudged
  const stale = isAnew ? new Set(['all']) : touched.pages()
  const spoken = await resolveAssertions(store, before)
  const decided = spoken.flatMap(decidedBy)
  findByWordsOf(store, spoken, touched.rewritten)
  const ids = isAnew ? [] : [...touched.ids, ...decided, ...touched.renamed()]
  const changed = isAnew ? undefined : { ids: new Set(ids), left: touched.left }
  const isLater = isAnew && rowsAlone
  if (isLater) sayAll(store)
  const moved = isLater ? [] : await believe(store, changed, context.progress)
  store.markStale([
    ...stale,
    ...[...moved, ...store.factsById([...decided, ...touched.replaced])].flatMap(pagesShowing),
    ...spoken.flatMap(({ assertion }) => (assertion.said ? pagesShowing(assertion.said) : [])),
  ])
  store.standFor({
    ...head,
    tree: missing ? `part of ${head.tree}` : head.tree,
    settings,
    parser: parserStamp(context),
    beliefs: isLater ? '' : judgeStamp,
  })
  if (scrubWasDue || isForgetting) store.letScrubBeDue()
  if (bulk) {
    store.settle()
    // Rows that came in any order leave SQLite's pages half full: written anew, the file is a fifth smaller.
    store.letScrubBeDue()
  }
  return {
    ...head,
    changed: isAnew || [changes.changed, changes.gone, changes.skipped, changes.modes].some((some) => some.length > 0),
    read: changes.changed.length,
    pages: changes.changed.filter(({ path }) => path.startsWith('bank/')).length,
    removed: changes.gone.length,
    facts: touched.facts(),
    problems: touched.problems(),
    credentials,
    lost: wordsGone.size === 0 ? 0 : lostOf(wordsGone, curatedOn(store, store.assertions.all())),
  }
}

/** How many new lines of a note look like a credential. The earlier version is read only where some do. */
function credentialLinesBrought({ repository, store }: SyncContext, path: string, text: string): number {
  const lines = credentialLines(text)
  if (lines.length === 0) return 0
  const oid = store.filesAt([path])[0]?.oid ?? ''
  const before = oid === '' ? undefined : repository.blobs([oid]).get(oid)
  const known = new Set(before?.toString('utf8').split(/\r?\n/))
  return lines.filter((line) => !known.has(line)).length
}

const lostOf = (before: ReadonlySet<string>, now: ReadonlySet<string>): number =>
  [...before].filter((said) => !now.has(said)).length

/**
 * What people say on pages, each entry as a string without its location: two pages may hold the same one.
 *
 * @param pages paths of the pages; all where they are left out
 */
function curatedOn(store: Store, said: readonly ResolvedAssertion[], pages?: readonly string[]): Set<string> {
  const isMeant = (path: string): boolean => path.startsWith('bank/') && (pages === undefined || pages.includes(path))
  const paths = pages ?? store.files().map(({ path }) => path)
  return new Set([
    ...said.flatMap(({ page, assertion }) => (isMeant(page) ? [JSON.stringify(assertion)] : [])),
    ...paths
      .filter(isMeant)
      .flatMap((path) => [
        ...store.factsOf(path).flatMap(({ id, of }) => (of === null ? [id] : [])),
        ...(store.entityPage(path)?.aliases ?? []).map((alias) => `alias ${alias}`),
      ]),
  ])
}

interface TreeChanges {
  readonly changes: ChangeSet
  readonly settings: string
  /** Whether the rows in the index can stay where the tree did not change. */
  readonly comparable: boolean
}

/**
 * What a sync must do. Git tells the changes from the indexed tree to HEAD's. Where the indexed tree is gone (pruned)
 * or settings changed, every path is compared instead. Another parser or other settings read the same bytes
 * differently, so then no indexed row counts.
 */
function whatChanged(context: SyncContext, head: Head): TreeChanges {
  const { repository, store } = context
  const standing = store.standing()
  const sameParser = standing !== undefined && standing.parser === parserStamp(context)
  const between = sameParser ? repository.changes(standing.tree, head.tree) : undefined
  if (sameParser && between && !between.some(({ path }) => roleOf(path) === 'settings')) {
    const indexed = store.filesAt(between.map(({ path }) => path))
    const now = between.flatMap(({ path, now: file }) => (file ? [{ ...file, path }] : []))
    return { changes: changeSet(indexed, now), settings: standing.settings, comparable: true }
  }
  const files = repository.files(head.tree)
  const settings = JSON.stringify(settingsIn(repository, files))
  const comparable = sameParser && standing.settings === settings
  if (!comparable) store.clear()
  return { changes: changeSet(store.files(), files), settings, comparable }
}

/** Returns a function that parses notes. Parsers are loaded on demand: for plain notes first, then for others. */
function noteReader(config: Config, forgotten: ReadonlySet<FactId>): (path: string, text: string) => Promise<Note> {
  let read: typeof Reading | undefined
  let parser: Reading.NoteParser | undefined
  return async (path, text) => {
    read ??= await import('../parse/read-note.js')
    const plain = parser ? undefined : read.parsePlainNote(path, text, config)
    if (plain) return withoutForgotten(plain, text, forgotten)
    parser ??= await read.loadedParser()
    return withoutForgotten(parser(path, text, config), text, forgotten)
  }
}

/**
 * Let facts be found by a person's words in `bank/` too, beside the words of the logs. Facts of replaced notes need
 * this again, since their rows are new.
 */
function findByWordsOf(store: Store, spoken: readonly ResolvedAssertion[], rewritten: ReadonlySet<FactId>): void {
  const tellings = tellingsOf(store.assertions.all('anchor', 'wording', 'retired'))
  const renamed = spoken.flatMap(({ target, assertion }) =>
    target !== null && assertion.what === 'wording' ? [target] : [],
  )
  const alone = new Set(store.factsById([...tellings.keys()]).flatMap(({ id, of }) => (of === id ? [id] : [])))
  const again = [...tellings.keys()].filter((id) => rewritten.has(id) || alone.has(id))
  store
    .notes()
    .alsoFoundBy([...new Set([...renamed, ...again])], (id) =>
      (tellings.get(id)?.words ?? []).map(({ assertion }) => assertion.said.text).join(' '),
    )
}
