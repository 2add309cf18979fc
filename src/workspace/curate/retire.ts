import { expectPath } from '../../expect/expectation.js'
import { statOf } from '../../files/files.js'
import { MemoryError } from '../../model/error.js'
import {
  givesReason,
  lineThatSays,
  retirement,
  withBullet,
  type No,
  type Retirement,
  type Retiring,
} from '../../pages/edits/retire.js'
import type { Store } from '../../store/store.js'
import { landWithWaiting, type Landing } from '../landing/land-waiting.js'
import type { Session } from '../session/session.js'
import { readPage, textOf, type PageText } from '../session/pages-in-tree.js'
import { refuseSecret } from '../secrets/refuse-secret.js'
import { notePageLines } from '../landing/retained-here.js'
import { takeOut } from './retire-uncommitted.js'
import { refuseUncommitted } from '../session/uncommitted.js'
import { workingFiles } from '../landing/working-files.js'

export interface RetireOptions {
  /** Commit at once, with all that earlier calls left uncommitted; without it, the line goes into the working tree. */
  readonly commit?: boolean | undefined
  /** The program that retires; the commit names it. */
  readonly agent?: string | undefined
}

export interface Retired extends Retiring {
  readonly commit: string | null
  /** What the commit landed beside the line: bullets and lines of pages that earlier calls had left uncommitted. */
  readonly brought: readonly string[]
  /** Lines of pages that the commit left out: no commit holds a fact that they name. */
  readonly waiting: readonly string[]
  /** Where an uncommitted bullet of the fact was taken out; empty where a line of `page` says no instead. */
  readonly removed: readonly string[]
  /** Logs that still have that bullet in Git's index. */
  readonly staged: readonly string[]
  /** Whether the workspace has expectations; if so, a caller may suggest one about this fact. */
  readonly expecting: boolean
}

type PageReader = (path: string) => PageText | undefined

/**
 * Say no to a fact, or to a fact as evidence for an opinion, by a bullet under `## Curated` of its page: in the working
 * tree, or with `commit` as a commit of its own. Where a line says so already, nothing is written. A fact's bullet that
 * no commit holds is taken out of its log instead.
 *
 * @throws MemoryError not-found | bad-argument
 */
export async function retire(session: Session, store: Store, no: Retirement, options: RetireOptions): Promise<Retired> {
  const out = no.for === undefined ? await takeOut(session, store, no.fact) : undefined
  const expecting = statOf(session.root, expectPath) !== undefined
  if (!out) return { ...(await sayNo(session, store, no, options)), removed: [], staged: [], expecting }
  const { agent, commit } = options
  const landing =
    commit === true ? await landWithWaiting(session, store, 'memory retire', () => ({ agent })) : undefined
  return { ...out, written: out.removed.length > 0, reasonLost: false, expecting, ...landedBeside(landing) }
}

async function sayNo(
  session: Session,
  store: Store,
  no: Retirement,
  { commit = false, agent }: RetireOptions,
): Promise<Retiring & Pick<Retired, 'commit' | 'brought' | 'waiting'>> {
  await refuseUncommitted(session, store, [no.fact, no.for ?? ''])
  const meant = retirement(store, no)
  const { page, bullet } = meant
  await refuseSecret(no, bullet)
  if (commit) {
    let standing: SaidAlready | undefined
    const landing = await landWithWaiting(session, store, 'memory retire', (inHead) => {
      standing = standingIn(meant, inHead)
      // A page that HEAD does not have is begun with this bullet.
      const make = (text: string | undefined): string => withNo(meant, text ?? '')
      return { ...(standing ? {} : { page: { path: page, make, message: messageFor(no, bullet) } }), agent }
    })
    return { ...reportOf(no, meant, standing), ...landedBeside(landing, bullet) }
  }
  const elsewhere = standingIn(meant, (path) => (path === page ? undefined : readPage(session.root, path)))
  if (elsewhere) return { ...reportOf(no, meant, elsewhere), ...landedBeside() }
  let standing: SaidAlready | undefined
  workingFiles(session, store).change(page, (bytes) => {
    const text = textOf(bytes)
    standing = standingIn(meant, (path) => (path === page ? text : undefined))
    const made = withNo(meant, text)
    notePageLines(session, page, text ?? '', made)
    return Buffer.from(made)
  })
  return { ...reportOf(no, meant, standing), ...landedBeside() }
}

interface SaidAlready {
  readonly page: string
  readonly line: string
}

function standingIn(meant: No, read: PageReader): SaidAlready | undefined {
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

/** @param own the line that this call wrote, which is not among those brought */
const landedBeside = (
  { commit, bullets, lines, waiting }: Landing = { commit: null, bullets: [], lines: [], waiting: [] },
  own?: string,
): Pick<Retired, 'commit' | 'brought' | 'waiting'> => ({
  commit,
  brought: [...bullets.map(({ bullet }) => bullet), ...lines.filter((line) => line !== own)],
  waiting,
})

const reportOf = ({ why }: Retirement, { page, bullet }: No, standing: SaidAlready | undefined): Retiring => ({
  page: standing?.page ?? page,
  bullet: standing?.line ?? bullet,
  written: standing === undefined,
  reasonLost: standing !== undefined && why !== undefined && !givesReason(standing.line, why),
})

const messageFor = (no: Retirement, bullet: string): string => {
  const [fact, belief] = [no.fact, no.for].map((id) => id?.replace(/^\^?/, '^'))
  return `memory: retire ${fact}${belief === undefined ? '' : ` for ${belief}`}\n\n${bullet}\n`
}
