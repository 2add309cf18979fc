import { join } from 'node:path'
import { MemoryError } from '../../model/error.js'
import type { Impact, ImpactFound, PageImpact } from '../../model/impact.js'
import { retainKinds } from '../../model/kind.js'
import { inQuotes } from '../../text/safe-text.js'
import { compare } from '../../text/compare.js'
import { linesWithout } from '../../text/lines-without.js'
import { previewPages } from '../../pages/preview-pages.js'
import { impactHeadline, renderImpact } from '../../render/impact.js'
import { linkTarget } from '../../render/escape.js'
import { templatesOf } from '../../pipeline/settings.js'
import { withMerged } from '../../git/merged.js'
import type { Head } from '../../git/git-output.js'
import type { Repository } from '../../git/repository.js'
import { copyOf, type Store } from '../../store/store.js'
import { layoutsOf } from '../landing/layouts.js'
import { pagesOfTree } from '../landing/pages-of-tree.js'
import { bringTo } from '../session/at-commit.js'
import type { Opened } from '../session/opened.js'
import { pagesInTree } from '../session/pages-in-tree.js'
import type { Session } from '../session/session.js'
import { differencesBetween } from './beliefs-compared.js'
import { credentialsIn, linesBrought, newWritersOf } from './lines-brought.js'
import { rangeNamed } from './range.js'

export interface ImpactOptions {
  /** What stands in front of a path in the comment, to make links: `https://github.com/me/notes/blob/main`. */
  readonly links?: string | undefined
}

/**
 * What merging one commit into another does to what is believed, known and told.
 *
 * Computed from the trees of the two commits alone: no working tree is looked at, no branch is switched, and the index on
 * the disk stays as it is.
 *
 * @throws MemoryError bad-argument | git-failed
 */
export function impactOf(opened: Opened, named: string | undefined, { links }: ImpactOptions): Promise<Impact> {
  const { session } = opened
  const { repository, options, packageRoot } = session
  const range = rangeNamed(repository, named)
  const { base, head } = range
  const program = [process.execPath, join(packageRoot, 'bin/memory-hook.cjs')].map(inQuotes).join(' ')
  return opened.aside((before) =>
    withMerged(
      repository,
      { base: base.commit, head: head.commit, program, environment: options.environment ?? process.env },
      async (merged) => {
        await bringTo(session, before, base)
        await before.write(() => before.beginPages())
        const after = copyOf(before, repository.ownFolder)
        try {
          await bringTo(session, after, merged.head, merged.repository)
          const sides: Sides = {
            before: { store: before, repository, head: base },
            after: { store: after, repository: merged.repository, head: merged.head },
          }
          const changes = merged.repository.changes(base.tree, merged.head.tree)
          if (!changes) throw new MemoryError('git-failed', 'Git does not hold what differs between these commits')
          const lines = linesBrought(merged.repository, changes)
          const found: ImpactFound = {
            ...range.named,
            baseCommit: base.commit,
            headCommit: head.commit,
            conflicts: merged.conflicts,
            lines: { come: lines.come.length, gone: lines.gone },
            differences: differencesBetween(before, after),
            credentials: credentialsIn(lines.come),
            newWriters: newWritersOf(repository, { base: base.commit, head: head.commit }, lines.come),
            names: namesBetween(before, after),
            pages: await pagesBetween(session, sides),
          }
          return { ...found, headline: impactHeadline(found), comment: renderImpact(found, linksOf(repository, links)) }
        } finally {
          after.close()
        }
      },
    ),
  )
}

/** Paths are told from the workspace, links lead from the top of the repository. */
const linksOf = ({ prefix }: Repository, links: string | undefined): string | null =>
  links === undefined ? null : prefix === '' ? links : `${links}/${linkTarget(prefix)}`

interface Side {
  readonly store: Store
  readonly repository: Repository
  readonly head: Head
}
type Sides = Readonly<Record<'before' | 'after', Side>>

function namesBetween(before: Store, after: Store): Impact['names'] {
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

/** Pages as reflecting would write them on either side; only those are made that may differ. */
async function pagesBetween(session: Session, { before, after }: Sides): Promise<PageImpact[]> {
  const stale = after.store.stale()
  await before.store.write(() => before.store.markStale(stale))
  const [was, now] = [await pagesWhole(session, before), await pagesWhole(session, after)]
  const paths = [...new Set([...was.keys(), ...now.keys()])].filter((path) => was.get(path) !== now.get(path))
  return paths.toSorted(compare).map((path) => {
    const [one, other] = [was, now].map((pages) => (pages.get(path) ?? '').split('\n')) as [string[], string[]]
    const isSaid = (line: string): boolean => line.trim() !== ''
    return {
      path,
      come: linesWithout(other, one).filter(isSaid).length,
      gone: linesWithout(one, other).filter(isSaid).length,
    }
  })
}

async function pagesWhole(session: Session, { store, repository, head }: Side): Promise<ReadonlyMap<string, string>> {
  const standing = pagesInTree(repository, head.tree)
  const own = templatesOf(repository, store.standing()!.settings)
  const layout = await layoutsOf(own, join(session.packageRoot, 'templates'), 'the package’s')
  const files = pagesOfTree(repository, head.tree, standing)
  const made = store.read(() => previewPages({ store, files, layout }, 'stale'))
  const whole = new Map([...standing].flatMap(([path, text]) => (text === null ? [] : [[path, text] as const])))
  for (const [path, text] of await made) {
    if (text === null) whole.delete(path)
    else whole.set(path, text)
  }
  return whole
}
