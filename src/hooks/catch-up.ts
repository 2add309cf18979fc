import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { SyncReport } from '../pipeline/sync.js'
import { isDetached } from '../model/config.js'
import { inboxPath } from '../model/inbox.js'
import { removedPage } from '../model/page.js'
import type { Store } from '../store/store.js'
import type { Session } from '../workspace/session/session.js'
import { keepDetached } from '../workspace/session/detached.js'
import { committedPages, readPage } from '../workspace/session/pages-in-tree.js'
import { waitsForFirstBank, writeBank, type ReflectReport } from '../workspace/landing/reflect.js'

export interface HowToCatchUp {
  /** False ends the work early; the rest stays stale. */
  readonly keepGoing?: (() => boolean) | undefined
  /** Whether Git goes on meanwhile: what it moves on to is left alone. */
  readonly detached?: boolean | undefined
  /**
   * What has made its last commit, though Git takes its own notes away only later: nothing to wait for, but where a
   * rebase has yet to bring back what it put aside.
   */
  readonly ended?: 'rebase' | 'merge' | undefined
  /** Milliseconds to wait for other commands that land, where the settings say that pages are landed; left out, none is. */
  readonly landing?: number | undefined
}

export interface CaughtUp {
  readonly indexed: SyncReport
  readonly pages: ReflectReport | null
  /** What `git diff` shows of them, and what it does not: pages that no commit holds, from earlier times too. */
  readonly shows: { readonly changed: number; readonly untracked: number }
  /** An old workspace has no bank yet. */
  readonly firstBank: boolean
  /** How many pages wait for what Git has yet to bring back, alone. */
  readonly waiting: number
  /** The commit that holds the pages now, or why none does; null where none was to be made. */
  readonly landed: { readonly commit: string; readonly pages: number } | { readonly why: string } | null
  /** How many ticks of the inbox, which the commit brought, are done now in the working tree, and how many cannot be. */
  readonly ticks: { readonly done: number; readonly left: number }
  /** Whether nothing is left to do for this tree: no page is behind, and none waits to be landed. */
  readonly settled: boolean
}

/**
 * Write the pages that are behind what was indexed, and land them where
 * `bank.onCommit` is `commit`. Pages wait while Git is in the middle of
 * something, where the settings say so, and where an old workspace has no
 * bank yet (its first one is a person's command).
 */
export async function catchUp(
  session: Session,
  store: Store,
  indexed: SyncReport,
  { keepGoing: goesOn, detached = false, ended, landing }: HowToCatchUp,
): Promise<CaughtUp> {
  const { repository } = session
  const none = {
    indexed,
    pages: null,
    shows: nothing,
    firstBank: false,
    waiting: 0,
    ticks: noTicks,
    landed: null,
    settled: false,
  }
  const { commit } = indexed
  const { config } = session.config(store)
  const { onCommit } = config.bank
  keepDetached(repository.ownFolder, isDetached(config))
  if (commit === null || onCommit === 'off') return none
  const operation = repository.operation()
  const isOver = operation === undefined || (ended === 'rebase' && operation === 'rebase')
  if (!isOver && operation !== 'merge with a stash to pop') return none
  // What stands in bank/ then is the other branch's, to be committed with its logs; HEAD's pages would undo it.
  if (repository.squashing()) return none
  if (waitsForFirstBank(session, store)) return { ...none, firstBank: true }
  if (repository.bringsBack()) return { ...none, waiting: store.stale().size }
  const keepGoing = detached ? () => goesOn?.() !== false && repository.isAtRest(commit) : goesOn
  // A line may have come with a log that was committed beside its page; and asking Git costs a hook 10 ms.
  const pagesAlone = indexed.pages > 0 && indexed.read === indexed.pages
  const committed = committedPages(repository, store)
  const known = pagesAlone ? committed : { ...committed, parent: () => new Map<string, null>() }
  const ticks = hasTicks(session) ? await ticksAdopted(session, store) : noTicks
  const pages = await writeBank(session, store, 'stale', { keepGoing, committed: known, disputes: indexed.pages > 0 })
  const lands =
    onCommit === 'commit' &&
    !detached &&
    landing !== undefined &&
    pages.refused === null &&
    pages.behind === 0 &&
    isOver &&
    (ended !== 'rebase' || repository.onBranch())
  const landed = lands ? await landInFlight(session, store, landing, ended !== undefined) : null
  const settled =
    pages.refused === null && store.stale().size === 0 && (onCommit !== 'commit' || lands) && !isLeft(landed)
  return { ...none, pages, shows: shownOf(session, store, pages), ticks, landed, settled }
}

/** One look at a file, in most workspaces at one that is not there. */
const hasTicks = ({ root }: Session): boolean =>
  existsSync(join(root, inboxPath)) && /^[ \t]*[-*+] \[[xX]\] /m.test(readPage(root, inboxPath) ?? '')

async function ticksAdopted(session: Session, store: Store): Promise<CaughtUp['ticks']> {
  const { adoptTicks } = await import('../workspace/inbox/inbox.js')
  const adopted = await adoptTicks(session, store)
  return { done: adopted?.taken.length ?? 0, left: adopted?.untaken.length ?? 0 }
}

const noTicks = { done: 0, left: 0 } as const

const isLeft = (landed: CaughtUp['landed']): boolean => landed !== null && 'why' in landed

const nothing = { changed: 0, untracked: 0 } as const

function shownOf({ root }: Session, store: Store, { written, created, removed }: ReflectReport): CaughtUp['shows'] {
  if (written.length + removed.length === 0) return nothing
  const untracked = store
    .pagesInFlight()
    .filter(({ path, oid, head }) => head === null && oid !== removedPage && existsSync(join(root, path)))
  // One that went before any commit held it leaves nothing to show.
  const gone = store.filesAt(removed).length
  return { changed: written.length - created.length + gone, untracked: untracked.length }
}

/** Land the pages that hooks wrote and no commit holds yet. What a person edited there, and what is staged, is theirs to commit. */
async function landInFlight(
  session: Session,
  store: Store,
  patience: number,
  ended: boolean,
): Promise<CaughtUp['landed']> {
  const labels = store
    .pagesInFlight()
    .flatMap(({ page, oid, head }) => (oid === head || (oid === removedPage && head === null) ? [] : [page]))
  if (labels.length === 0) return null
  const { landAndWrite } = await import('../workspace/landing/land-pages.js')
  try {
    const { commit, pages } = await landAndWrite(
      session,
      store,
      {},
      { limits: { labels: new Set(labels) }, patience, ended },
    )
    return commit === null ? null : { commit, pages: pages.length }
  } catch (cause) {
    return { why: cause instanceof Error ? cause.message : String(cause) }
  }
}
