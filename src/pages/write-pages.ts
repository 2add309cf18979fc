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
  /** Whether a page of a kind leaves to the pages of names what they tell. */
  readonly once: boolean
  /** The layout of a page, from the workspace or the package. */
  readonly layout: (name: string) => Layout
  /** The OIDs of what a stash would bring back, by path. */
  readonly stashed?: (() => ReadonlyMap<string, string>) | undefined
  /** Asked before each page: false ends the work there, the rest stays stale. */
  readonly keepGoing?: (() => boolean) | undefined
  readonly progress?: ((done: number, total: number) => void) | undefined
}

export interface PagesReport {
  readonly written: readonly string[]
  /** Those among them that HEAD does not have. */
  readonly created: readonly string[]
  readonly removed: readonly string[]
  /** Pages left alone because their markers are missing or doubled. */
  readonly damaged: readonly string[]
  /** Pages that a stash holds as they were written last: a file in their place would keep it from being popped. */
  readonly stashed: readonly string[]
  /** Pages not looked at before the deadline. */
  readonly behind: number
}

/** Pages whose facts changed since they were written, all of them, or all within limits. */
export type Which = 'stale' | 'all' | Limits

/** One page to render: a page of a kind, or an entity's. */
type PageRef = { readonly name: Exclude<PageName, 'entity'> } | { readonly name: 'entity'; readonly key: EntityKey }

/**
 * Write the pages whose facts changed since they were last written, all of
 * them, or some. Reads the index as it stands and the files being replaced, nothing
 * else: the same tree gives the same bytes.
 */
export async function writePages(context: PagesContext, which: Which): Promise<PagesReport> {
  const { store } = context
  // All pages come from one state of the index, whatever another process writes meanwhile.
  const made = await store.read(() => writeFiles(context, which))
  if (!made) return { written: [], created: [], removed: [], damaged: [], stashed: [], behind: 0 }
  const { behind, written, removed, damaged, stashed } = made
  await noteWritten(store, made)
  const head = new Set(store.filesAt(written).map(({ path }) => path))
  const created = written.filter((path) => !head.has(path))
  return { written, created, removed, damaged, stashed, behind: behind - stashed.length }
}

/** Note which pages need no more work, and which of them HEAD does not have as they stand. */
function noteWritten(store: Store, { tree, settled, remaining, inFlight }: WrittenFiles): Promise<void> {
  return store.write(() => {
    // An alias is what its entity's page may be stale by alone: it is done with when that page is.
    const [entities, left] = [store.entities(), new Set(remaining)]
    const done = settled.filter((label) => ![label, entityPageOf(label, entities)].some((each) => left.has(each)))
    store.pagesWritten(tree, done, remaining)
    const head = new Map(store.filesAt([...inFlight.keys()]).map((file) => [file.path, file.oid]))
    for (const [path, { label, oid }] of inFlight) {
      // A removal never lands: a stash may bring the page back long after HEAD lacks it.
      if (head.get(path) === oid) store.pageLanded(path)
      else store.pageWritten(path, label, oid)
    }
  })
}

/**
 * Look which pages do not stand as the index gives them, and note of the others that they do; no page is written.
 *
 * @returns how many; none of those is among them that are left alone
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
  /** Labels that need no more work, and those that the deadline left. */
  readonly settled: readonly string[]
  readonly remaining: readonly string[]
  /** How many of these were not left alone. */
  readonly behind: number
  /** What now stands in the working tree, by path. */
  readonly inFlight: ReadonlyMap<string, { readonly label: string; readonly oid: string }>
}

/** Write pages as the index has them, without noting that they are written. */
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
  // Who asks for pages gets them.
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
    // Left alone, it stays behind: whoever mends it may put an older page there.
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

/** How often a page is made anew because somebody saved it meanwhile; then it waits for the next time. */
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

/** With more facts than these a page is long enough without what narrative says. */
const mostBeside = mostLines - 30

/** Labels as the index notes stale pages: `page:world`, `entity:peter`. Sorted, so that work goes in one order. */
function allPages({ store, files }: PagesContext, entities: Entities): string[] {
  const keys = new Set(store.mentionedIn(retainKinds).map(entities.canonical))
  const committed = new Map(store.entityPages().map(({ path, key }) => [path, key]))
  for (const path of files.entityPages()) {
    const name = nameOfPage(files, path)
    if (committed.has(path) || name === undefined) continue
    // One that is an alias by now has left a page of its own.
    keys.add(entityKey(name)).add(entities.canonical(entityKey(name)))
  }
  for (const key of committed.values()) keys.add(key)
  return [...kindPages.map((name) => `page:${name}`), ...[...keys].map((key) => `entity:${key}`)].toSorted()
}

/** An alias stands for its entity's page, and for the page of its own that it may have left. */
function stalePages(stale: ReadonlySet<string>, entities: Entities): string[] {
  return [...new Set([...stale].flatMap((label) => [label, entityPageOf(label, entities)]))].toSorted()
}

/** `entity:pete` → `entity:peter`, whose page tells of Pete */
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

/** Popped, the stash has them as they were written; the next to write pages goes on from there. */
function heldByStash({ stashed }: PagesContext, lost: readonly LostPage[]): readonly LostPage[] {
  const inStash = lost.length > 0 ? stashed?.() : undefined
  if (!inStash || inStash.size === 0) return []
  return lost.filter(({ path, oid }) => (inStash.get(path) ?? removedPage) === oid)
}

/** Pages that were written, are not in HEAD as written, and are no longer in the working tree as written either. */
function lostPages({ store, files }: PagesContext): LostPage[] {
  return store.pagesInFlight().filter(({ path, oid, head }) => {
    if (oid === head) return false
    const text = files.read(path)
    if (text === null) return false
    return (text === undefined ? removedPage : files.oidOf(text, oid)) !== oid
  })
}

/**
 * Where an entity's page is, and what it is called: as HEAD's pages say, then
 * as the facts spell it, then as a page is called whose facts are all gone,
 * where it stands in the working tree or was written last (a stash may hold it).
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
  // An alias has no page of its own: what it is mentioned in stands on its entity's.
  const merged = ref.name === 'entity' && entities.canonical(ref.key) !== ref.key
  const ofKind = context.once ? 'nobody' : undefined
  const about = ref.name === 'entity' ? (merged ? [] : entities.keysOf(ref.key)) : ofKind
  const { shown, full: more } = shownFacts(store, { kinds: page.kinds, about, limit: mostLines }, path)
  const { groups, full } = arrangePage(shown, page, entities)
  const older = full || more ? store.notesByYear(page.kinds, about) : []
  // Where nobody made a page for it, what narrative says of a name makes none.
  const isMade = shown.length > 0 || existing !== undefined
  const mentioned =
    ref.name === 'entity' && !merged && isMade && shown.length <= mostBeside
      ? mentionedOn(store, [title, ...entities.aliasesOf(ref.key)], shown, path)
      : nothingMentioned
  const isEmpty = shown.length === 0 && mentioned.lines.length === 0
  const up = '../'.repeat(path.split('/').length - 1)
  // A page without facts goes where it is just ours, whatever name a passage may spell meanwhile.
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
  // What HEAD holds too is no edit that somebody is still at.
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
