import { join } from 'node:path'
import { MemoryError } from '../../model/error.js'
import type { ImpactFound, PageImpact } from '../../model/impact.js'
import { retainKinds } from '../../model/kind.js'
import { compare } from '../../text/compare.js'
import { linesWithout } from '../../text/lines-without.js'
import { inQuotes } from '../../text/safe-text.js'
import { previewPages } from '../../pages/preview-pages.js'
import { templatesOf } from '../../pipeline/settings.js'
import type { MergeProgram } from '../../git/merged.js'
import { copyOf, type Store } from '../../store/store.js'
import { anchoredLines, type AnchoredLine } from '../anchors/lost-anchors.js'
import { layoutsOf } from '../landing/layouts.js'
import { pagesOfTree } from '../landing/pages-of-tree.js'
import { bringTo } from '../session/at-commit.js'
import { pagesInTree } from '../session/pages-in-tree.js'
import type { Session } from '../session/session.js'
import { differencesBetween } from './beliefs-compared.js'
import { expectationsBetween } from './expectations-between.js'
import { credentialPlaces, linesBrought, type BroughtLine } from './lines-brought.js'
import type { MergeSide, MergeSides } from './sides.js'

export type TreesCompared = Pick<
  ImpactFound,
  'lines' | 'differences' | 'expectations' | 'credentials' | 'names' | 'pages'
> & {
  /** The lines that are new. */
  readonly brought: readonly BroughtLine[]
  /** Bullets of the later tree that may be about code. */
  readonly anchored: readonly AnchoredLine[]
  /** The whole pages of either side, by path; pages that say the same are left out. */
  readonly pageTexts: Readonly<Record<'before' | 'after', ReadonlyMap<string, string>>>
}

/** The program that merges logs and pages: our own merge drivers, as a clone with hooks has them. */
export const mergeProgram = ({ packageRoot, options }: Session): MergeProgram => ({
  program: [process.execPath, join(packageRoot, 'bin/memory-hook.cjs')].map(inQuotes).join(' '),
  environment: options.environment ?? process.env,
})

/** @param store an index in memory, which is brought to the tree `before` and left there */
export async function compareTrees(
  session: Session,
  store: Store,
  trees: Readonly<Record<'before' | 'after', Omit<MergeSide, 'store'>>>,
): Promise<TreesCompared> {
  const { before, after } = trees
  await bringTo(session, store, before.head, before.repository)
  await store.write(() => store.beginPages())
  const copy = copyOf(store, session.repository.ownFolder)
  try {
    await bringTo(session, copy, after.head, after.repository)
    const sides: MergeSides = { before: { ...before, store }, after: { ...after, store: copy } }
    const changes = after.repository.changes(before.head.tree, after.head.tree)
    if (!changes) throw new MemoryError('git-failed', 'Git does not hold what differs between these trees')
    const { come, gone } = linesBrought(after.repository, changes)
    return {
      lines: { come: come.length, gone },
      brought: come,
      anchored: anchoredLines(session.repository, copy),
      differences: differencesBetween(store, copy),
      expectations: await expectationsBetween(session, sides),
      credentials: credentialPlaces(come),
      names: namesBetween(store, copy),
      ...(await pagesBetween(session, sides)),
    }
  } finally {
    copy.close()
  }
}

function namesBetween(before: Store, after: Store): ImpactFound['names'] {
  const [was, now] = [before, after].map((store) => {
    const { canonical, nameOf } = store.entities()
    return new Map(
      store
        .mentionedIn(retainKinds)
        .map(canonical)
        .map((key) => [key, nameOf(key)]),
    )
  })
  const missing = (from: ReadonlyMap<string, string>, among: ReadonlyMap<string, string>): string[] =>
    [...from].flatMap(([key, name]) => (among.has(key) ? [] : name)).toSorted(compare)
  return { come: missing(now!, was!), gone: missing(was!, now!) }
}

/** Compares the pages that reflecting would write on either side; only those that may differ are made. */
async function pagesBetween(
  session: Session,
  { before, after }: MergeSides,
): Promise<Pick<TreesCompared, 'pages' | 'pageTexts'>> {
  const stale = after.store.stale()
  await before.store.write(() => before.store.markStale(stale))
  const [was, now] = [await pagesWhole(session, before), await pagesWhole(session, after)]
  const differing = [...new Set([...was.keys(), ...now.keys()])].filter((path) => was.get(path) !== now.get(path))
  const paths = differing.toSorted(compare)
  const pages = paths.map((path): PageImpact => {
    const [one, other] = [was, now].map((texts) => (texts.get(path) ?? '').split('\n')) as [string[], string[]]
    const isSaid = (line: string): boolean => line.trim() !== ''
    return {
      path,
      come: linesWithout(other, one).filter(isSaid).length,
      gone: linesWithout(one, other).filter(isSaid).length,
    }
  })
  const only = (texts: ReadonlyMap<string, string>): ReadonlyMap<string, string> =>
    new Map(paths.flatMap((path) => (texts.has(path) ? [[path, texts.get(path)!] as const] : [])))
  return { pages, pageTexts: { before: only(was), after: only(now) } }
}

async function pagesWhole(
  session: Session,
  { store, repository, head }: MergeSide,
): Promise<ReadonlyMap<string, string>> {
  const standing = pagesInTree(repository, head.tree)
  const own = templatesOf(repository, store.standing()!.settings)
  const layout = await layoutsOf(own, join(session.packageRoot, 'templates'), 'the package’s')
  const files = pagesOfTree(repository, head.tree, standing)
  const once = session.config(store).config.bank.tell === 'once'
  const made = store.read(() => previewPages({ store, files, layout, once }, 'stale'))
  const whole = new Map([...standing].flatMap(([path, text]) => (text === null ? [] : [[path, text] as const])))
  for (const [path, text] of await made) {
    if (text === null) whole.delete(path)
    else whole.set(path, text)
  }
  return whole
}
