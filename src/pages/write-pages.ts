import type { PageFiles, ReplacedPage, PagePlace } from './page-files.js'
import { entityFileName, entityKey, type EntityKey } from '../model/entity.js'
import { nothingMentioned, type Layout } from '../render/layout.js'
import { kindPages, mostLines, pagePath, pages, type PageName } from '../render/pages.js'
import { renderLine } from '../render/render-line.js'
import { linkTarget } from '../render/escape.js'
import { renderPage } from '../render/render-page.js'
import { retainKinds } from '../model/kind.js'
import { removedPage, seal } from '../model/page.js'
import type { Entities } from '../store/entities.js'
import type { Store } from '../store/store.js'
import { adoptPage } from './edits/adopt-page.js'
import { arrangePage } from './arrange-page.js'
import { isWithin, type Limits } from './limited-pages.js'
import { nameOfPage } from './page-name.js'
import { readPageLine } from '../parse/parse-page.js'
import { opposedOn } from './opposed-beliefs.js'
import { relatedTo } from './related-entities.js'
import { knownOn } from '../belief/resolve.js'
import { mentionedOn } from './mentioned-on.js'
import { shownFacts } from './shown-facts.js'

export interface PagesContext {
  readonly store: Store
  readonly files: PageFiles
  /** Whether pages of kinds leave out the facts that name an entity, since its page shows them. */
  readonly once: boolean
  /** The layout of a page, from the workspace or the package. */
  readonly layout: (name: string) => Layout
  /** By path, the OIDs of the pages that a stash holds. */
  readonly stashed?: (() => ReadonlyMap<string, string>) | undefined
  /** Asked before each page. False stops the work, and the rest stays stale. */
  readonly keepGoing?: (() => boolean) | undefined
  readonly progress?: ((done: number, total: number) => void) | undefined
}

export interface PagesReport {
  readonly written: readonly string[]
  /** Those of the written pages that HEAD does not have. */
  readonly created: readonly string[]
  readonly removed: readonly string[]
  /** Pages left alone because their markers are missing or doubled. */
  readonly damaged: readonly string[]
  /** Pages left out because a stash holds them as last written: a file in their place would stop `git stash pop`. */
  readonly stashed: readonly string[]
  /** Stale pages left for the next run, such as those not reached before the deadline. */
  readonly behind: number
}

/** Which pages to write: those whose facts changed since they were written, all, or those within limits. */
export type Which = 'stale' | 'all' | Limits

type PageRef = { readonly name: Exclude<PageName, 'entity'> } | { readonly name: 'entity'; readonly key: EntityKey }

/** Writes the chosen pages. It reads only the index and the replaced files: the same tree gives the same bytes. */
export async function writePages(context: PagesContext, which: Which): Promise<PagesReport> {
  const { store } = context
  // One read transaction: all pages show the same state of the index, even while another process writes.
  const made = await store.read(() => writeFiles(context, which))
  if (!made) return { written: [], created: [], removed: [], damaged: [], stashed: [], behind: 0 }
  const { behind, written, removed, damaged, stashed } = made
  await noteWritten(store, made)
  const head = new Set(store.filesAt(written).map(({ path }) => path))
  const created = written.filter((path) => !head.has(path))
  return { written, created, removed, damaged, stashed, behind: behind - stashed.length }
}

/** Notes which pages are done, and which of them stand otherwise in HEAD. */
function noteWritten(store: Store, { tree, settled, remaining, inFlight }: WrittenFiles): Promise<void> {
  return store.write(() => {
    // The label of an alias may be the only one that marks its entity's page as stale: it is done when that page is.
    const [entities, left] = [store.entities(), new Set(remaining)]
    const done = settled.filter((label) => ![label, entityPageOf(label, entities)].some((each) => left.has(each)))
    store.pagesWritten(tree, done, remaining)
    const head = new Map(store.filesAt([...inFlight.keys()]).map((file) => [file.path, file.oid]))
    for (const [path, { label, oid }] of inFlight) {
      // A removal is never settled: a stash may bring the page back long after HEAD lacks it.
      if (head.get(path) === oid) store.pageLanded(path)
      else store.pageWritten(path, label, oid)
    }
  })
}

/**
 * Finds the pages that differ from what the index gives, and notes the others as done. Writes no page.
 *
 * @returns how many differ, without the damaged ones, which are left alone
 */
export async function behindNow(context: PagesContext): Promise<number> {
  const { store } = context
  const differing = new Set<string>()
  const compare = (path: string, text: string | null, was: string | undefined): ReplacedPage => {
    if ((was ?? null) !== text) differing.add(path)
    return 'same'
  }
  const files: PageFiles = {
    ...context.files,
    write: (path, text, was) => compare(path, text, was),
    remove: (path, was) => compare(path, null, was),
  }
  const made = await store.read(() => writeFiles({ ...context, files }, 'stale'))
  if (!made) return 0
  const inFlight = new Map([...made.inFlight].filter(([path]) => !differing.has(path)))
  const others = [...made.inFlight].flatMap(([path, { label }]) => (differing.has(path) ? [label] : []))
  const remaining = [...made.remaining, ...others]
  await noteWritten(store, { ...made, remaining, inFlight })
  return made.behind + others.length
}

interface WrittenFiles extends Pick<PagesReport, 'written' | 'removed' | 'damaged' | 'stashed'> {
  readonly tree: string
  readonly settled: readonly string[]
  /** Labels of pages that need more work. */
  readonly remaining: readonly string[]
  /** How many of `remaining` are not damaged. */
  readonly behind: number
  /** By path, what was put into the working tree. */
  readonly inFlight: ReadonlyMap<string, { readonly label: string; readonly oid: string }>
}

/** Writes pages as the index gives them, without noting that they are written. */
export function writeFiles(context: PagesContext, which: Which): WrittenFiles | undefined {
  const { store, files } = context
  const tree = store.standing()?.tree
  if (tree === undefined) return undefined
  const entities = store.entities()
  const lost = lostPages(context)
  const stale = new Set([...store.stale(), ...lost.map(({ page }) => page)])
  const due = stale.has('all') ? allPages(context, entities) : stalePages(stale, entities)
  const limits = typeof which === 'string' ? undefined : which
  const chosen =
    which === 'stale' ? due : allPages(context, entities).filter(limits ? isWithin(store, limits) : () => true)
  // Pages that somebody asks for are written even where a stash holds them.
  const held = which === 'stale' ? heldByStash(context, lost).filter(({ page }) => chosen.includes(page)) : []
  const heldLabels = new Set(held.map(({ page }) => page))
  const labels = chosen.filter((label) => !heldLabels.has(label))
  const named = pageNames(context, entities)

  const written: string[] = []
  const removed: string[] = []
  const damaged: string[] = []
  const alone = new Set<string>()
  const inFlight = new Map<string, { label: string; oid: string }>()
  const looked = new Set<string>()
  let done = 0
  for (const label of labels) {
    if (context.keepGoing?.() === false) break
    const ref = refOf(label)
    const place = ref.name === 'entity' ? named(ref.key) : { path: pagePath(ref.name), title: pages[ref.name].title }
    const { path } = place
    const { made, replaced } = replacePage(context, path, (existing) =>
      makePage(context, entities, ref, place, existing, named),
    )
    context.progress?.(++done, labels.length)
    if (replaced === 'moved') continue
    // A damaged page is left alone and stays stale: whoever mends it may put an older version there.
    if (made.what === 'damaged') {
      damaged.push(path)
      alone.add(label)
    } else {
      looked.add(label)
      if (replaced === 'written') (made.what === 'remove' ? removed : written).push(path)
      inFlight.set(path, { label, oid: made.what === 'remove' ? removedPage : files.oidOf(made.text, tree) })
    }
  }
  const remaining = (limits ? due : chosen).filter((label) => !looked.has(label))
  const behind = remaining.filter((label) => !alone.has(label)).length
  const settled = remaining.length === 0 ? [...labels, ...stale] : [...looked]
  return {
    tree,
    settled,
    remaining,
    behind,
    inFlight,
    written,
    removed,
    damaged,
    stashed: held.map(({ path }) => path),
  }
}

type PageMade = ReturnType<typeof renderPage>

/** How often a page is made anew because somebody saved it meanwhile. After that it waits for the next run. */
const mostTries = 20

function replacePage(
  { files }: PagesContext,
  path: string,
  make: (existing: string | null | undefined) => PageMade,
): { readonly made: PageMade; readonly replaced: ReplacedPage } {
  for (let tries = 1; ; tries++) {
    const existing = files.read(path)
    const made = make(existing)
    const was = existing ?? undefined
    const replaced =
      made.what === 'damaged'
        ? 'same'
        : made.what === 'remove'
          ? files.remove(path, was)
          : files.write(path, made.text, was)
    if (replaced !== 'moved' || tries === mostTries) return { made, replaced }
  }
}

/** A page with more facts than this is long enough without lines from narrative. */
const mostBeside = mostLines - 30

/** The labels of all pages, as the index has them: `page:world`, `entity:peter`; sorted, for a steady order. */
function allPages({ store, files }: PagesContext, entities: Entities): string[] {
  const keys = new Set(store.mentionedIn(retainKinds).map(entities.canonical))
  const committed = new Map(store.entityPages().map(({ path, key }) => [path, key]))
  for (const path of files.entityPages()) {
    const name = nameOfPage(files, path)
    if (committed.has(path) || name === undefined) continue
    // A name that has become an alias may have left a page of its own.
    keys.add(entityKey(name)).add(entities.canonical(entityKey(name)))
  }
  for (const key of committed.values()) keys.add(key)
  return [...kindPages.map((name) => `page:${name}`), ...[...keys].map((key) => `entity:${key}`)].toSorted()
}

/** Labels of stale pages. An alias stands for its entity's page, and for a page of its own that it may have left. */
function stalePages(stale: ReadonlySet<string>, entities: Entities): string[] {
  return [...new Set([...stale].flatMap((label) => [label, entityPageOf(label, entities)]))].toSorted()
}

/** `entity:pete` → `entity:peter`, whose page shows the facts about Pete. */
const entityPageOf = (label: string, entities: Entities): string =>
  label.startsWith(entityLabel) ? entityLabel + entities.canonical(label.slice(entityLabel.length)) : label

const entityLabel = 'entity:'

export function refOf(label: string): PageRef {
  if (label.startsWith(entityLabel)) return { name: 'entity', key: label.slice(entityLabel.length) }
  const name = kindPages.find((page) => `page:${page}` === label)
  if (!name) throw new Error(`no page is labelled ${label}`)
  return { name }
}

interface LostPage {
  readonly path: string
  readonly page: string
  readonly oid: string
}

/** Lost pages that a stash holds as they were last written. Once it is popped, they can be written again. */
function heldByStash({ stashed }: PagesContext, lost: readonly LostPage[]): readonly LostPage[] {
  const inStash = lost.length > 0 ? stashed?.() : undefined
  if (!inStash || inStash.size === 0) return []
  return lost.filter(({ path, oid }) => (inStash.get(path) ?? removedPage) === oid)
}

/** Pages that we wrote and that stand as written neither in HEAD nor in the working tree. */
function lostPages({ store, files }: PagesContext): LostPage[] {
  return store.pagesInFlight().filter(({ path, oid, head }) => {
    if (oid === head) return false
    const text = files.read(path)
    if (text === null) return false
    return (text === undefined ? removedPage : files.oidOf(text, oid)) !== oid
  })
}

/**
 * The path and title of an entity's page: as HEAD has it; else with the spelling of the facts. For an entity without
 * facts the title is that of its page in the working tree or of the one written last, which a stash may hold.
 */
function pageNames(context: PagesContext, entities: Entities): (key: EntityKey) => PagePlace {
  let standing: Map<EntityKey, string> | undefined
  return (key) => {
    const committed = entities.pageOf(key)
    if (committed !== undefined) return { path: committed, title: entities.nameOf(key) }
    standing ??= pagesByKey(context, entities)
    const standingPath = standing.get(key)
    const written = standingPath === undefined ? undefined : nameOfPage(context.files, standingPath)
    const title = entities.isMentioned(key) ? entities.nameOf(key) : (written ?? entities.nameOf(key))
    return { path: standingPath ?? `bank/entities/${entityFileName(title)}.md`, title }
  }
}

function pagesByKey({ store, files }: PagesContext, entities: Entities): Map<EntityKey, string> {
  const found = new Map<EntityKey, string>()
  for (const { page, path } of store.pagesInFlight()) {
    const key = page.slice(entityLabel.length)
    if (page.startsWith(entityLabel) && !entities.isMentioned(key)) found.set(key, path)
  }
  for (const path of files.entityPages()) {
    const name = nameOfPage(files, path)
    if (name !== undefined) found.set(entityKey(name), path)
  }
  return found
}

function makePage(
  context: PagesContext,
  entities: Entities,
  ref: PageRef,
  { path, title }: PagePlace,
  existing: string | null | undefined,
  named: (key: EntityKey) => PagePlace,
): PageMade {
  const { store } = context
  if (existing === null) return { what: 'damaged' }
  const page = pages[ref.name]
  // An alias has no page of its own: its facts stand on its entity's page.
  const merged = ref.name === 'entity' && entities.canonical(ref.key) !== ref.key
  const ofKind = context.once ? 'nobody' : undefined
  const about = ref.name === 'entity' ? (merged ? [] : entities.keysOf(ref.key)) : ofKind
  const { shown, full: more } = shownFacts(store, { kinds: page.kinds, about, limit: mostLines }, path)
  const { groups, full } = arrangePage(shown, page, entities)
  const older = full || more ? store.notesByYear(page.kinds, about) : []
  // Narrative about a name adds to a page but does not begin one.
  const isMade = shown.length > 0 || existing !== undefined
  const mentioned =
    ref.name === 'entity' && !merged && isMade && shown.length <= mostBeside
      ? mentionedOn(store, [title, ...entities.aliasesOf(ref.key)], shown, path)
      : nothingMentioned
  const isEmpty = shown.length === 0 && mentioned.lines.length === 0
  const up = '../'.repeat(path.split('/').length - 1)
  // A page without facts is removed if it is as we wrote it. So its title stays, however a passage spells the name now.
  const name = isEmpty && ref.name === 'entity' ? nameOfPage(context.files, path) : undefined
  const filled = context.layout(page.template)({
    title: name ?? title,
    groups: groups.map((group) => ({ ...group, lines: group.facts.map((fact) => renderLine(fact, path)) })),
    mentioned,
    opposed:
      ref.name === 'entity'
        ? opposedOn(
            store,
            groups.flatMap(({ facts }) => facts),
          )
        : '',
    related:
      ref.name === 'entity' ? relatedTo(ref.key, groups, entities.canonical, named) : context.once ? elsewhere : '',
    older: older.map(({ year, path: note }) => ({ year, link: `${up}${linkTarget(note)}` })),
  })
  const layout = new Set(filled.split('\n'))
  // Only committed edits are adopted: somebody may still be working on any other text.
  const standing =
    existing !== undefined && isInHead(context, path, existing)
      ? adoptPage(path, existing, knownOn(store, path), (line) => layout.has(line))
      : existing
  return renderPage({ filled, empty: isEmpty, existing: standing, readLine: readPageLine })
}

const elsewhere = seal('What is about a name stands on its page alone, in [entities](entities/).')

function isInHead({ store, files }: PagesContext, path: string, text: string): boolean {
  const oid = store.filesAt([path])[0]?.oid
  return oid !== undefined && files.oidOf(text, oid) === oid
}
