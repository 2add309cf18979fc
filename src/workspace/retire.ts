import { MemoryError } from '../model/error.js'
import {
  givesReason,
  lineThatSays,
  retirement,
  withBullet,
  type No,
  type Retirement,
  type Retiring,
} from '../pages/edits/retire.js'
import type { Store } from '../store/store.js'
import { landEdits } from './land-edits.js'
import type { Opened } from './opened.js'
import { readPage, textOf, type PageText } from './pages-in-tree.js'
import { refuseSecret } from './refuse-secret.js'
import { takeOut } from './retire-uncommitted.js'
import { refuseUncommitted } from './uncommitted.js'

export interface RetireOptions {
  /** Commit the line at once, and nothing else; else it is an edit of the working tree. */
  readonly commit?: boolean | undefined
  /** The program that does it, which the commit says. */
  readonly agent?: string | undefined
}

export interface Retired extends Retiring {
  readonly commit: string | null
  /** Where the bullet stood that no commit held, and that is gone: nobody need be told no. Empty where `page` says it. */
  readonly removed: readonly string[]
  /** Logs of which Git's index holds that bullet still, as it was added there. */
  readonly staged: readonly string[]
}

type Read = (path: string) => PageText | undefined

/**
 * Say no to a fact, or to a fact as evidence for an opinion: a bullet under `## Curated` of its page, in the working tree,
 * or with `commit` as a commit of its own. Where a line says so already, nothing is written. A bullet that no commit holds
 * is taken out of its log instead.
 *
 * @throws MemoryError not-found | bad-argument
 */
export async function retire(opened: Opened, store: Store, no: Retirement, options: RetireOptions): Promise<Retired> {
  const out = no.for === undefined ? await takeOut(opened, store, no.fact) : undefined
  if (!out) return { ...(await sayNo(opened, store, no, options)), removed: [], staged: [] }
  return { ...out, written: out.removed.length > 0, reasonLost: false, commit: null }
}

async function sayNo(
  opened: Opened,
  store: Store,
  no: Retirement,
  { commit = false, agent }: RetireOptions,
): Promise<Retiring & Pick<Retired, 'commit'>> {
  await refuseUncommitted(opened, store, [no.fact, no.for ?? ''])
  const meant = retirement(store, no)
  const { page, bullet } = meant
  await refuseSecret(no.fact, bullet)
  if (commit) {
    let standing: Standing | undefined
    const landed = await landEdits(
      opened,
      store,
      (inHead) => {
        standing = standingIn(meant, inHead)
        // A page that HEAD does not have yet begins with what a person says.
        const make = (text: string | undefined): string => withNo(meant, text ?? '')
        return { edits: standing ? [] : [{ path: page, make }], message: messageFor(no, bullet), agent }
      },
      'memory retire',
    )
    return { ...reportOf(no, meant, standing), written: landed !== null, commit: landed }
  }
  const elsewhere = standingIn(meant, (path) => (path === page ? undefined : readPage(opened.root, path)))
  if (elsewhere) return { ...reportOf(no, meant, elsewhere), commit: null }
  let standing: Standing | undefined
  opened.working(store).change(page, (bytes) => {
    const text = textOf(bytes)
    standing = standingIn(meant, (path) => (path === page ? text : undefined))
    return Buffer.from(withNo(meant, text))
  })
  return { ...reportOf(no, meant, standing), commit: null }
}

/** A line that says it already. */
interface Standing {
  readonly page: string
  readonly line: string
}

function standingIn(meant: No, read: Read): Standing | undefined {
  for (const page of new Set([...meant.others, meant.page])) {
    const text = read(page)
    const line = typeof text === 'string' ? lineThatSays(page, text, meant) : undefined
    if (line !== undefined) return { page, line }
  }
  return undefined
}

function withNo(meant: No, text: PageText | undefined): string {
  const { page, bullet } = meant
  if (typeof text !== 'string')
    throw new MemoryError('not-found', `${page} is not there: memory reflect writes it, commit it first`)
  return lineThatSays(page, text, meant) === undefined ? withBullet(text, bullet) : text
}

const reportOf = ({ why }: Retirement, { page, bullet }: No, standing: Standing | undefined): Retiring => ({
  page: standing?.page ?? page,
  bullet: standing?.line ?? bullet,
  written: standing === undefined,
  reasonLost: standing !== undefined && why !== undefined && !givesReason(standing.line, why),
})

const messageFor = (no: Retirement, bullet: string): string => {
  const [fact, belief] = [no.fact, no.for].map((id) => id?.replace(/^\^?/, '^'))
  return `memory: retire ${fact}${belief === undefined ? '' : ` for ${belief}`}\n\n${bullet}\n`
}
