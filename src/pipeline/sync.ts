import type { Config } from '../model/config.js'
import type { Fact, FactId } from '../model/fact.js'
import { forgottenBy } from '../model/forgotten.js'
import { roleOf, type Note } from '../model/note.js'
import type { Standing, Store } from '../store/store.js'
import { tellingsOf, type ResolvedAssertion } from '../model/telling.js'
import type { Head } from '../git/git-output.js'
import type { Repository } from '../git/repository.js'
import { believe, believeAnew } from '../belief/believe.js'
import { changeSet, skip, type ChangeSet } from './change-set.js'
import { decode } from '../parse/decode.js'
import { judgeVersion, parserVersion } from '../model/version.js'
import type * as Reading from '../parse/read-note.js'
import { credentialLines } from '../credentials/without.js'
import { inSteps, stepClock, type InStep, type StepOptions } from './in-steps.js'
import { readBlobs, type BlobSource, type ReadFile } from './read-blobs.js'
import { decidedBy, resolveAssertions } from '../belief/resolve.js'
import { forgettingBetween, readOtherwise } from './read-again.js'
import { areLaidOutAlike, areReadAlike, configOf, settingsIn, type ReadsConfig } from './settings.js'
import { pagesShowing, touchedPages } from './touched-pages.js'
import { withoutForgotten } from '../parse/without-forgotten.js'

/** What a sync needs. Effects are passed in as values: the pipeline opens nothing itself. */
export interface SyncContext extends BlobSource, ReadsConfig, StepOptions {
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
  /** Whether the index changed: HEAD's files or settings did, or all rows were made anew. */
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

export const nothingRead = { read: 0, pages: 0, removed: 0, facts: 0, problems: 0, credentials: 0, lost: 0 } as const

/** A sync with more changed notes than this is bulk work, after which the search index is tidied. */
const manyNotes = 500

/**
 * Make the index stand for HEAD.
 *
 *     change set → notes → facts → opinions → index → pages to write
 *
 * Content comes from blobs, and only those whose OID changed are read. What changed is brought in one transaction: a
 * crash leaves the old state or the new one. Where all rows have to be made anew, as for another version of the package,
 * that is done in many (`inSteps`), and nothing is answered from the rows until the last. Opinions are folded again
 * from the first day that a touched fact changes, never adjusted: so syncing in ten steps and rebuilding in one end
 * alike.
 *
 * @throws MemoryError index-busy where another process builds, or `keepGoing` ends the build
 */
export async function sync(context: SyncContext): Promise<SyncReport> {
  const { repository, store } = context
  const standing = store.standing()
  const head = repository.head(standing)
  if (!head) return store.write(() => withoutHead(store))
  const unchanged = { ...head, changed: false, ...nothingRead }
  if (standsFor(context, head, standing) && standing.commit === head.commit) return scrubbed(store, unchanged)
  const brought = await store.write(() => {
    // Asked again within the transaction: another process may have written since.
    const still = store.standing()
    if (standsFor(context, head, still)) {
      store.standFor({ ...still, commit: head.commit })
      return unchanged
    }
    const found = whatChanged(context, head, still)
    return found.isAnew ? undefined : bring(context, head, found)
  })
  if (brought) return scrubbed(store, brought)
  const built = await inSteps(store, context, (inStep) => bringNow(context, head, inStep))
  // A build takes long: HEAD may have moved meanwhile.
  if (built && repository.head()?.commit === head.commit) return scrubbed(store, built)
  return { ...(await sync(context)), changed: true }
}

/** Whether the index stands for HEAD's notes, read and judged by this version. */
const standsFor = (context: SyncContext, head: Head, standing: Standing | undefined): standing is Standing =>
  standing?.tree === head.tree && standing.parser === parserStamp(context) && standing.beliefs === judgeStamp

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
    return head ? bringNow(context, head) : withoutHead(store)
  })
  return scrubbed(store, report)
}

/** Do something with the index as it would be for another tree, such as a branch's, and undo all changes. */
export async function asIf<T>(context: SyncContext, head: Head, work: () => T | Promise<T>): Promise<T> {
  return context.store.preview(async () => {
    await bringNow(context, head)
    return work()
  })
}

/** Make an index in memory, which nobody else asks, stand for any commit. */
export const syncTo = (context: SyncContext, head: Head): Promise<SyncReport> =>
  context.store.write(() => bringNow(context, head))

const parserStamp = (context: SyncContext): string => `${parserVersion}/${context.largestNote}`
const judgeStamp = String(judgeVersion)

function withoutHead(store: Store): SyncReport {
  const removed = store.noteCount()
  const changed = store.standing() !== undefined
  if (changed) store.clear()
  return { commit: null, tree: null, changed, ...nothingRead, removed }
}

const bringNow = (context: SyncContext, head: Head, inStep?: InStep): Promise<SyncReport> =>
  bring(context, head, whatChanged(context, head, context.store.standing()), inStep)

async function bring(
  context: SyncContext,
  head: Head,
  { changes, settings, comparable, isAnew }: TreeChanges,
  inStep: InStep = async (part) => part(),
): Promise<SyncReport> {
  const { store } = context
  const stood = store.standing()
  const forgottenBefore = forgottenBy(stood?.settings)
  const { config } = configOf(context, settings)
  const forgotten = new Set([...forgottenBy(settings), ...(context.forgotten ?? [])])
  const isForgetting = [...forgotten].some((id) => !forgottenBefore.has(id))
  const parse = noteReader(config, forgotten)

  const before = isAnew ? [] : store.assertions.all()
  const notes = store.notes()
  const touched = touchedPages(store, context.fingerprint, !isAnew)
  const wordsGone = isAnew ? new Set<string>() : curatedOn(store, before, changes.gone)
  const standing = { ...head, settings, parser: parserStamp(context) }
  const files = [...changes.changed, ...changes.gone, ...changes.skipped, ...changes.modes].length
  let done = 0
  let missing = false
  let credentials = 0
  const readNote = async ({ file, bytes }: ReadFile): Promise<void> => {
    const decoded = decode(bytes, context.largestNote)
    const note = 'text' in decoded ? await parse(file.path, decoded.text) : undefined
    if (!isAnew && 'text' in decoded && roleOf(file.path) === 'note' && !file.path.startsWith('bank/'))
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
  const treeNow = (): string => (missing ? `part of ${head.tree}` : head.tree)

  const bringNotes = async (): Promise<ResolvedAssertion[]> => {
    await inStep(() => {
      if (!comparable) store.clear()
      if (isForgetting) {
        // The company may have a word that only a forgotten text said.
        store.company.forget()
        store.letScrubBeDue('forgotten')
      }
      if (isAnew) store.standFor({ ...standing, tree: `part of ${head.tree}`, beliefs: '' })
      if (changes.changed.length > manyNotes) store.expectMany()
      for (const path of changes.gone) {
        touched.replacing(path, undefined)
        notes.remove(path)
      }
      for (const file of changes.modes) store.setMode(file.path, file.mode)
      for (const { file, problem } of changes.skipped) {
        touched.replacing(file.path, undefined)
        notes.skip(file, problem)
      }
    })
    for (const batch of readBlobs(context, changes.changed)) {
      for (let at = 0; at < batch.length;) {
        at = await inStep(async () => {
          const isOver = stepClock()
          let next = at
          do await readNote(batch[next++]!)
          while (next < batch.length && !isOver())
          return next
        })
      }
    }
    return inStep(async () => {
      const spoken = await resolveAssertions(store, before)
      findByWordsOf(store, spoken, isAnew ? 'any' : touched.rewritten)
      if (isAnew) {
        store.standFor({ ...standing, tree: treeNow(), beliefs: '' })
        store.keepDone(0)
      }
      return spoken
    })
  }

  const end = (): void => {
    if ((isAnew ? store.noteCount() : changes.changed.length) > manyNotes) {
      store.settle()
      // Rows that came in any order leave SQLite's pages half full: written anew, the file is a fifth smaller.
      store.letScrubBeDue('loose')
    }
    store.standFor({ ...standing, tree: treeNow(), beliefs: judgeStamp })
  }

  if (isAnew) {
    const areNotesThere = comparable && stood?.beliefs === '' && !stood.tree.startsWith('part of ') && files === 0
    if (!areNotesThere) await bringNotes()
    await believeInSteps(context, inStep, () => {
      store.markStale(['all'])
      end()
    })
  } else {
    const spoken = await bringNotes()
    const stale = touched.pages()
    const decided = spoken.flatMap(decidedBy)
    const ids = new Set([...touched.ids, ...decided, ...touched.renamed()])
    const moved = await believe(store, { ids, left: touched.left }, context.progress)
    if (isForgetting) {
      store.texts.prune()
      store.settle() // until segments merge, the search index keeps the words of rows that are gone
    }
    store.markStale([
      ...stale,
      ...(stood && areLaidOutAlike(stood.settings, settings) ? [] : ['all']),
      ...[...moved, ...store.factsById([...decided, ...touched.replaced])].flatMap(pagesShowing),
      ...spoken.flatMap(({ assertion }) => (assertion.said ? pagesShowing(assertion.said) : [])),
    ])
    end()
  }
  return {
    ...head,
    changed: isAnew || files > 0 || stood?.settings !== settings,
    read: changes.changed.length,
    pages: changes.changed.filter(({ path }) => path.startsWith('bank/')).length,
    removed: changes.gone.length,
    facts: touched.facts(),
    problems: touched.problems(),
    credentials,
    lost: wordsGone.size === 0 ? 0 : lostOf(wordsGone, curatedOn(store, store.assertions.all())),
  }
}

/** Computes all beliefs, from where the last process that did so left. @param end what the last step does too */
async function believeInSteps({ store, progress }: SyncContext, inStep: InStep, end: () => void): Promise<void> {
  const believing = believeAnew(store, store.done())
  const step = async (): Promise<boolean> => {
    for (const isOver = stepClock(); !isOver();) {
      const { value, done: isLast } = await believing.next()
      if (isLast) {
        end()
        return true
      }
      store.keepDone(value.done)
      progress?.(value.done, value.total)
    }
    return false
  }
  while (!(await inStep(step)));
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
  /** Whether everything has to be judged: no rows are comparable, or a build of them has not ended. */
  readonly isAnew: boolean
}

/**
 * What a sync must do. Git tells the changes from the indexed tree to HEAD's. Where the indexed tree is gone (pruned)
 * or settings changed, every path is compared instead. Another parser, or other settings of how notes are read, read the
 * same bytes differently, so then no indexed row counts.
 */
function whatChanged(context: SyncContext, head: Head, standing: Standing | undefined): TreeChanges {
  const { repository, store } = context
  const sameParser = standing !== undefined && standing.parser === parserStamp(context)
  const isJudged = standing?.beliefs === judgeStamp
  const between = sameParser ? repository.changes(standing.tree, head.tree) : undefined
  if (sameParser && between && !between.some(({ path }) => roleOf(path) === 'settings')) {
    const indexed = store.filesAt(between.map(({ path }) => path))
    const now = between.flatMap(({ path, now: file }) => (file ? [{ ...file, path }] : []))
    return { changes: changeSet(indexed, now), settings: standing.settings, comparable: true, isAnew: !isJudged }
  }
  const files = repository.files(head.tree)
  const settings = JSON.stringify(settingsIn(repository, files))
  const all = changeSet([], files)
  if (!sameParser || !areReadAlike(context, standing.settings, settings))
    return { changes: all, settings, comparable: false, isAnew: true }
  const forgetting = forgettingBetween(standing.settings, settings, context.forgotten)
  // A build that has not ended has the settings that it began for, and may have rows from before them.
  if (forgetting && !isJudged) return { changes: all, settings, comparable: false, isAnew: true }
  const changes = changeSet(store.files(), files)
  const changed = new Set(changes.changed.map(({ path }) => path))
  const others = all.changed.filter(({ path }) => !changed.has(path))
  const again = forgetting ? readOtherwise(context, forgetting, others) : []
  return {
    changes: { ...changes, changed: [...changes.changed, ...again] },
    settings,
    comparable: true,
    isAnew: !isJudged,
  }
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
 *
 * @param rewritten ids in all these notes; `any` where rows may be new, or of a build that knew other words
 */
function findByWordsOf(
  store: Store,
  spoken: readonly ResolvedAssertion[],
  rewritten: ReadonlySet<FactId> | 'any',
): void {
  const tellings = tellingsOf(store.assertions.all('anchor', 'wording', 'retired'))
  const renamed = spoken.flatMap(({ target, assertion }) =>
    target !== null && assertion.what === 'wording' ? [target] : [],
  )
  const alone = new Set(store.factsById([...tellings.keys()]).flatMap(({ id, of }) => (of === id ? [id] : [])))
  const again =
    rewritten === 'any'
      ? [...tellings.keys(), ...store.idsFoundByMore()]
      : [...tellings.keys()].filter((id) => rewritten.has(id) || alone.has(id))
  store
    .notes()
    .alsoFoundBy([...new Set([...renamed, ...again])], (id) =>
      (tellings.get(id)?.words ?? []).map(({ assertion }) => assertion.said.text).join(' '),
    )
}
