import { inboxAct, inboxPath, type InboxAct, type InboxItem, type InboxSort } from '../../model/inbox.js'
import { inboxPage, itemsOn, ticksOn } from '../../pages/inbox-page.js'
import { wholeNumber } from '../../recall/question/query.js'
import type { Store } from '../../store/store.js'
import { textIn } from '../landing/land-edits.js'
import { workingFiles } from '../landing/working-files.js'
import type { Session } from '../session/session.js'
import { readPage, textInHead } from '../session/pages-in-tree.js'
import { lookedUp } from '../session/uncommitted.js'
import { inboxItems, type InboxItems } from './inbox-items.js'
import { takeActs, type ActOptions, type InboxTaken } from './take-ticks.js'

export interface InboxOptions extends ActOptions {
  /** Items of each sort at most; 10 where it is left out, 1 to 1000. */
  readonly most?: number | undefined
  /** Do what is ticked on the page, and take it off the page. */
  readonly take?: boolean | undefined
  /** Write the page in the working tree, also where there is none yet. */
  readonly write?: boolean | undefined
}

export interface Inbox extends InboxTaken {
  readonly items: readonly InboxItem[]
  /** Sorts of which there are more. */
  readonly more: readonly InboxSort[]
  /** What is ticked on the page and not done yet. */
  readonly ticked: readonly InboxAct[]
  readonly written: boolean
}

export const usualInbox = 10
const mostInbox = 1000

/** Where to find more items of a sort than the page shows. */
function whereMore(sort: InboxSort, most: number): string {
  if (sort === 'open' || sort === 'replaced') return 'There are more: `memory judge` asks about each.'
  if (most >= mostInbox) return 'There are more, once some of these are answered.'
  return `There are more: \`memory inbox --most ${most < 100 ? 100 : mostInbox}\`.`
}

/** @throws MemoryError bad-argument where `most` is out of range */
export async function inboxOf(
  session: Session,
  store: Store,
  { most = usualInbox, take = false, write = false, ...options }: InboxOptions,
): Promise<Inbox> {
  wholeNumber('most', most, 1, mostInbox)
  const standing = standingInbox(session) ?? ''
  const ticks = ticksOn(standing)
  const done: InboxTaken = take ? await takeActs(session, store, ticks, options) : { taken: [], untaken: [] }
  const shown = write || take ? Math.max(most, itemsOn(standing)) : most
  const waiting = await waitingAfter(session, store, done, shown)
  const written =
    write || (standing !== '' && done.taken.length > 0) ? writeInbox(session, store, waiting, done, shown) : false
  return { ...done, ...waiting, ticked: withoutDone(ticks, done), written }
}

/** The items that wait after these acts; what was just answered may be uncommitted, and is not asked again. */
async function waitingAfter(session: Session, store: Store, { taken }: InboxTaken, most: number): Promise<InboxItems> {
  const isDone = new Set(taken.map(inboxAct))
  const { items, more } = await lookedUp(session, store, () => inboxItems(session, store, most))
  return { items: items.filter(({ choices }) => !choices.some((choice) => isDone.has(inboxAct(choice)))), more }
}

function withoutDone(ticks: readonly InboxAct[], { taken }: InboxTaken): readonly InboxAct[] {
  const isDone = new Set(taken.map(inboxAct))
  return ticks.filter((tick) => !isDone.has(inboxAct(tick)))
}

const standingInbox = ({ root }: Session): string | undefined => readPage(root, inboxPath) ?? undefined

function writeInbox(
  session: Session,
  store: Store,
  { items, more }: InboxItems,
  done: InboxTaken,
  most: number,
): boolean {
  const rest = Object.fromEntries(more.map((sort) => [sort, whereMore(sort, most)]))
  let changed = false
  workingFiles(session, store).change(inboxPath, (bytes) => {
    const standing = textIn(inboxPath, bytes)
    // What was ticked meanwhile, or cannot be taken yet, stays ticked.
    const made = inboxPage({ items, more: rest }, standing, withoutDone(ticksOn(standing ?? ''), done))
    changed = made !== standing
    return Buffer.from(made)
  })
  return changed
}

/**
 * Do what is ticked both in HEAD and in the working tree. As with an edit of a page that is adopted, the outcome stands
 * in the working tree, where it can be looked at.
 *
 * @returns undefined where nothing is ticked, which takes two reads of a file to tell
 */
export async function adoptTicks(session: Session, store: Store): Promise<InboxTaken | undefined> {
  const page = standingInbox(session) ?? ''
  const standing = ticksOn(page)
  if (standing.length === 0) return undefined
  const inHead = new Set(ticksOn(textInHead(session.repository, inboxPath) ?? '').map(inboxAct))
  const acts = standing.filter((tick) => inHead.has(inboxAct(tick)))
  if (acts.length === 0) return undefined
  const done = await takeActs(session, store, acts)
  const shown = Math.max(usualInbox, itemsOn(page))
  writeInbox(session, store, await waitingAfter(session, store, done, shown), done, shown)
  return done
}
