import type { Config } from '../memory/config.js'
import { entityKey, type EntityKey, type EntityPage } from '../memory/entity.js'
import type { Fact, FactId } from '../memory/fact.js'
import { forgottenIn, withoutForgotten } from '../memory/forgotten.js'
import { forgottenPath, roleOf, type Note, type TreeFile } from '../memory/note.js'
import { kindPages, pagePath, pagesOf } from '../render/pages.js'
import type { Store } from '../store/store.js'
import { tellingsOf, type ResolvedAssertion } from '../memory/telling.js'
import type { Head } from '../workspace/git-output.js'
import type { Repository } from '../workspace/git.js'
import { believe } from './believe.js'
import { changeSet, skip, type ChangeSet } from './change-set.js'
import { decode } from './decode.js'
import { isSpelled, mentionForgotten } from './doubt.js'
import { parserVersion } from '../memory/version.js'
import { parsePlainNote, type NoteParser } from './read-note.js'
import { readBlobs, type BlobSource } from './read-blobs.js'
import { decidedBy, resolveAssertions } from './resolve.js'

/** What a sync is given. Effects come in as values; the pipeline opens nothing itself. */
export interface SyncContext extends BlobSource {
  readonly repository: Repository
  readonly store: Store
  readonly packageVersion: string
  readonly readConfig: (source: string | undefined, version: string) => { config: Config; warnings: readonly string[] }
  readonly fingerprint: (fact: Fact) => string
  readonly progress?: ((done: number, total: number) => void) | undefined
}

export interface SyncReport {
  /** What the index stands for now; null before the first commit. */
  readonly commit: string | null
  readonly tree: string | null
  /** Whether anything had to be done. */
  readonly changed: boolean
  /** Blobs read: logs and other notes, and pages. */
  readonly read: number
  /** Those among them that are pages of `bank/`. */
  readonly pages: number
  readonly removed: number
  /** Facts (not passages) in what was read. */
  readonly facts: number
  /** Bullets in what was read that are not well formed, or perhaps not as they were meant. */
  readonly problems: number
}

const nothingRead = { read: 0, pages: 0, removed: 0, facts: 0, problems: 0 } as const

/** Beyond this many changed notes a sync is bulk work, worth tidying the search index after. */
const manyNotes = 500

/**
 * Make the index stand for HEAD.
 *
 *     change set → notes → facts → opinions → index → pages to write
 *
 * Content comes from blobs, only those whose OID changed are read, and all of
 * it happens in one transaction: a crash leaves the old state or the new one.
 * Opinions are folded again from the first day that a touched fact changes, never
 * adjusted, so syncing in ten steps and rebuilding in one end alike.
 */
export async function sync(context: SyncContext): Promise<SyncReport> {
  const { repository, store } = context
  const standing = store.standing()
  const head = repository.head(standing?.tree)
  if (!head) return withoutHead(store)
  if (standing && standing.tree === head.tree && standing.parser === parserStamp(context)) {
    if (standing.commit !== head.commit) await store.write(() => store.standFor({ ...standing, commit: head.commit }))
    return scrubbed(store, { ...head, changed: false, ...nothingRead })
  }
  return scrubbed(store, await store.write(() => bring(context, head)))
}

/** What was forgotten is out of the rows; now out of the file as well. What is read meanwhile lets it wait for the next sync. */
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

/**
 * Do something with the index as it would stand for another tree, and forget
 * all of it: what pages would say if a branch's edits were HEAD's.
 */
export async function asIf<T>(context: SyncContext, head: Head, work: () => T | Promise<T>): Promise<T> {
  return context.store.preview(async () => {
    await bring(context, head)
    return work()
  })
}

const parserStamp = (context: SyncContext): string => `${parserVersion}/${context.largestNote}`

function withoutHead(store: Store): SyncReport {
  const removed = store.noteCount()
  const changed = store.standing() !== undefined
  if (changed) store.clear()
  return { commit: null, tree: null, changed, ...nothingRead, removed }
}

async function bring(context: SyncContext, head: Head): Promise<SyncReport> {
  const { store } = context
  const forgottenBefore = forgottenBy(store.standing()?.settings)
  const scrubWasDue = store.isScrubDue()
  const { changes, settings, comparable } = whatChanged(context, head)
  const { config } = configOf(context, settings)
  const forgotten = forgottenBy(settings)
  const parse = noteReader(config, forgotten)

  const before = store.assertions.all()
  const notes = store.notes()
  const touched = touchedPages(store, context.fingerprint, comparable)
  const bulk = changes.changed.length > manyNotes
  if (bulk) store.expectMany()
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
  for (const batch of readBlobs(context, changes.changed)) {
    for (const { file, bytes } of batch) {
      const decoded = decode(bytes, context.largestNote)
      const note = 'text' in decoded ? await parse(file.path, decoded.text) : undefined
      touched.replacing(file.path, note)
      if (note) notes.replace({ file, note })
      else {
        // Without its bytes the file is asked for again next time.
        const oid = bytes === undefined ? '' : file.oid
        missing ||= oid === ''
        notes.skip({ ...file, oid }, skip(file.path, 'unreadable' in decoded ? decoded.unreadable : ''))
      }
      done++
      context.progress?.(done, changes.changed.length)
    }
  }

  // Who shares an entity with whom is another question where names mean something else now.
  const stale = comparable ? touched.pages() : new Set(['all'])
  const spoken = await resolveAssertions(store, before)
  const decided = spoken.flatMap(decidedBy)
  findByWordsOf(store, spoken, touched.rewritten)
  const changed = stale.has('all') ? undefined : new Set([...touched.ids, ...decided])
  const moved = await believe(store, changed, context.progress)
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
  })
  if (scrubWasDue || [...forgotten].some((id) => !forgottenBefore.has(id))) store.letScrubBeDue()
  if (bulk) store.settle()
  return {
    ...head,
    changed: true,
    read: changes.changed.length,
    pages: changes.changed.filter(({ path }) => path.startsWith('bank/')).length,
    removed: changes.gone.length,
    facts: touched.facts(),
    problems: touched.problems(),
  }
}

interface Changed {
  readonly changes: ChangeSet
  readonly settings: string
  /** Whether the rows in the index can stay where nothing changed. */
  readonly comparable: boolean
}

/**
 * What a sync must do, told by Git from the tree that the index stands for to
 * the one HEAD has. Where that tree is gone (pruned), or settings changed, by
 * comparing every path: another parser or other settings read the same bytes
 * differently, and then nothing indexed counts.
 */
function whatChanged(context: SyncContext, head: Head): Changed {
  const { repository, store } = context
  const standing = store.standing()
  const sameParser = standing !== undefined && standing.parser === parserStamp(context)
  const between = sameParser ? repository.changes(standing.tree, head.tree) : undefined
  // An index that came with a commit is somebody else's: its rows are not believed.
  const foreign = between?.some(({ path }) => path.startsWith('.memory/index.')) ?? false
  if (sameParser && between && !foreign && !between.some(({ path }) => roleOf(path) === 'settings')) {
    const indexed = store.filesAt(between.map(({ path }) => path))
    const now = between.flatMap(({ path, now: file }) => (file ? [{ ...file, path }] : []))
    return { changes: changeSet(indexed, now), settings: standing.settings, comparable: true }
  }
  const files = repository.files(head.tree)
  const settings = JSON.stringify(settingsIn(repository, files))
  const comparable = sameParser && !foreign && standing.settings === settings
  if (!comparable) store.clear()
  return { changes: changeSet(store.files(), files), settings, comparable }
}

/** Loads the libraries for notes that are not plain only when the first such note comes. */
function noteReader(config: Config, forgotten: ReadonlySet<FactId>): (path: string, text: string) => Promise<Note> {
  let parser: NoteParser | undefined
  return async (path, text) => {
    const plain = parser ? undefined : parsePlainNote(path, text, config)
    if (plain) return withoutForgotten(plain, forgotten)
    parser ??= (await import('./parse-note.js')).parseNote
    return withoutForgotten(parser(path, text, config), forgotten)
  }
}

/** What a tree says about how to read it and how to lay pages out; the index keeps it beside the rows. */
interface Settings {
  /** The text of `.memory/config.json`; null where there is none. */
  readonly config: string | null
  /** Blobs of `.memory/templates/`, by file name. */
  readonly templates: Readonly<Record<string, string>>
  /** What was forgotten; left out where nothing was. */
  readonly forgotten?: readonly FactId[]
}

const templateFolder = '.memory/templates/'

function settingsIn(repository: Repository, files: readonly TreeFile[]): Settings {
  const settings = files.filter(({ path }) => roleOf(path) === 'settings')
  const config = settings.find(({ path }) => path === '.memory/config.json')
  const templates = settings.filter(({ path }) => path.startsWith(templateFolder))
  const tombstones = settings.find(({ path }) => path === forgottenPath)
  const textOf = ({ oid }: TreeFile): string | null => repository.blobs([oid]).get(oid)?.toString('utf8') ?? null
  const forgotten = tombstones ? forgottenIn(textOf(tombstones) ?? '') : []
  return {
    config: config ? textOf(config) : null,
    templates: Object.fromEntries(templates.map(({ path, oid }) => [path.slice(templateFolder.length), oid])),
    ...(forgotten.length > 0 ? { forgotten } : {}),
  }
}

/** What was forgotten, as an index's settings hold it. */
export const forgottenBy = (settings: string | undefined): ReadonlySet<FactId> =>
  new Set(settings === undefined ? [] : (JSON.parse(settings) as Settings).forgotten)

/** The configuration that an index's settings hold. */
export function configOf(
  { readConfig, packageVersion }: Pick<SyncContext, 'readConfig' | 'packageVersion'>,
  settings: string,
): { config: Config; warnings: readonly string[] } {
  return readConfig((JSON.parse(settings) as Settings).config ?? undefined, packageVersion)
}

/** The workspace's own page layouts, by file name. */
export function templatesOf(repository: Repository, settings: string): Map<string, string> {
  const entries = Object.entries((JSON.parse(settings) as Settings).templates)
  const blobs = repository.blobs(entries.map(([, oid]) => oid))
  return new Map(
    entries.flatMap(([name, oid]) => (blobs.has(oid) ? [[name, blobs.get(oid)!.toString('utf8')] as const] : [])),
  )
}

/** What a person calls a fact finds it too, beside what the logs call it: also where its note was only written anew. */
function findByWordsOf(store: Store, spoken: readonly ResolvedAssertion[], rewritten: ReadonlySet<FactId>): void {
  const tellings = tellingsOf(store.assertions.all())
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

/**
 * Which pages a change of notes touches. A page shows facts with their
 * citations, so it is touched when a fact of its kind or entity comes, goes,
 * changes or moves to another line; and every page is when the alias map or an
 * entity's name changes.
 */
function touchedPages(store: Store, fingerprint: (fact: Fact) => string, comparable: boolean) {
  const pages = new Set<string>()
  const ids = new Set<FactId>()
  const replaced = new Set<FactId>()
  const rewritten = new Set<FactId>()
  const spellings = new Map<EntityKey, Set<string>>()
  let facts = 0
  let problems = 0
  const named: string[] = []
  const touch = (fact: Fact): void => {
    ids.add(fact.id)
    if (fact.was !== null) replaced.add(fact.was)
    for (const page of pagesShowing(fact)) pages.add(page)
    for (const name of fact.mentions) {
      const key = entityKey(name)
      spellings.set(key, (spellings.get(key) ?? new Set()).add(name))
    }
  }
  return {
    ids,
    replaced,
    /** Facts of every note that was replaced, changed or not: their rows are new. */
    rewritten,
    facts: () => facts,
    /** Call when every note is in place: who is known by name is not until then. */
    problems: () => problems + named.filter((name) => isSpelled(store, name)).length,
    /** Call when every note is in place. */
    pages(): ReadonlySet<string> {
      for (const [key, names] of spellings) {
        // Where spellings compete and no page names the entity, the name it is shown by may have changed everywhere.
        const competing = new Set([...names, ...store.spellings(key)]).size > 1
        if (competing && store.entities().pageOf(key) === undefined) pages.add('all')
      }
      return pages
    },
    /** Call before the note at `path` is replaced by `now`, or removed. */
    replacing(path: string, now: Note | undefined): void {
      facts += now?.facts.filter(isFact).length ?? 0
      problems += now?.problems.length ?? 0
      named.push(...(now?.facts ?? []).flatMap((fact) => mentionForgotten(fact) ?? []))
      for (const { id } of now?.facts ?? []) rewritten.add(id)
      if (!comparable) return // there is nothing to compare with: every page is stale
      const before = new Map(
        store
          .factsOf(path)
          .filter(isFact)
          .map((fact) => [fingerprint(fact), fact]),
      )
      for (const fact of now?.facts.filter(isFact) ?? []) if (!before.delete(fingerprint(fact))) touch(fact)
      for (const fact of before.values()) touch(fact)
      const entity = now?.entity ?? null
      // HEAD has other bytes of a page now: whoever wrote them, it is looked at again.
      for (const label of pageLabels(path, [store.entityPage(path), entity])) pages.add(label)
      if (path.startsWith('bank/entities/') && renames(store, path, entity)) pages.add('all')
    },
  }
}

/** `page:world`, `entity:peter`: the pages that show a fact. */
const pagesShowing = (fact: Pick<Fact, 'kind' | 'mentions'>): string[] => [
  ...pagesOf(fact.kind).map((page) => `page:${page}`),
  ...fact.mentions.map((name) => `entity:${entityKey(name)}`),
]

function pageLabels(path: string, entities: readonly (EntityPage | null)[]): string[] {
  if (path.startsWith('bank/entities/'))
    return entities.flatMap((page) => (page ? [`entity:${entityKey(page.name)}`] : []))
  return kindPages.filter((name) => pagePath(name) === path).map((name) => `page:${name}`)
}

const isFact = (fact: Fact): boolean => fact.kind !== 'passage'

/** Whether an entity page's front matter changes what any name means or how it is shown. */
function renames(store: Store, path: string, now: EntityPage | null): boolean {
  const before = store.entityPage(path)
  const aliases = (page: EntityPage | null): string =>
    page && page.aliases.length > 0 ? JSON.stringify([entityKey(page.name), page.aliases]) : ''
  if (aliases(before) !== aliases(now)) return true
  const shown = store.entities()
  return [before, now].some((page) => page !== null && shown.nameOf(entityKey(page.name)) !== (now ?? page).name)
}
