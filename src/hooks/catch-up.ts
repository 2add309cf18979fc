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
  /** Returns false to end the work early; the remaining pages stay stale. */
  readonly keepGoing?: (() => boolean) | undefined
  /** Whether Git goes on meanwhile. Work then stops once HEAD moves or another operation begins. */
  readonly detached?: boolean | undefined
  /**
   * The operation that has made its last commit, but whose state files Git has not removed yet. It is not waited for,
   * except where a rebase has yet to restore an autostash.
   */
  readonly ended?: 'rebase' | 'merge' | undefined
  /** Milliseconds to wait for other commands that land pages; undefined where this hook lands none. */
  readonly landing?: number | undefined
}

export interface CaughtUp {
  readonly indexed: SyncReport
  readonly pages: ReflectReport | null
  /** How many pages `git diff` shows as changed, and how many it cannot show, since no commit has them. */
  readonly shows: { readonly changed: number; readonly untracked: number }
  /** Whether pages wait for a first `memory reflect`: an old workspace has no bank yet. */
  readonly firstBank: boolean
  /** How many pages wait only until Git restores an autostash. */
  readonly waiting: number
  /** The commit with the pages, or why there is none; null where none was to be made. */
  readonly landed: { readonly commit: string; readonly pages: number } | { readonly why: string } | null
  /** How many of the inbox's ticks in the commit are now done in the working tree, and how many cannot be done. */
  readonly ticks: { readonly done: number; readonly left: number }
  /** Whether nothing is left to do for this tree: no page is stale, and none waits to be landed. */
  readonly settled: boolean
}

/**
 * Write the stale pages, and land them where `bank.onCommit` is `commit`. Pages wait while Git has an operation under
 * way, where the settings say so, and where an old workspace has no bank yet: its first one takes a person's command.
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
  // During a squash, bank/ has the other branch's pages, to be committed with its logs. HEAD's pages would undo that.
  if (repository.squashing()) return none
  if (waitsForFirstBank(session, store)) return { ...none, firstBank: true }
  if (repository.bringsBack()) return { ...none, waiting: store.stale().size }
  const keepGoing = detached ? () => goesOn?.() !== false && repository.isAtRest(commit) : goesOn
  // HEAD's parent is read only if the commit changed nothing but pages. Otherwise a line may be missing because a log
  // in that commit is new; and reading takes 10 ms.
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

/** Whether the inbox may have a tick; a cheap look at a file that most workspaces do not have. */
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
  // A page that was removed before any commit had it leaves nothing to show.
  const gone = store.filesAt(removed).length
  return { changed: written.length - created.length + gone, untracked: untracked.length }
}

/** Land the pages that hooks wrote and no commit has yet, but not a person's edits in them, nor what is staged. */
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
