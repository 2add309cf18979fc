import { sameEdit, isAboutPair } from '../../model/assertion.js'
import { MemoryError } from '../../model/error.js'
import { cite, type Fact, type FactId } from '../../model/fact.js'
import { evidencePath } from '../../model/note.js'
import { assertionsIn } from '../../parse/parse-page.js'
import { withRetained } from '../../parse/with-retained.js'
import { judgedBefore, pairsSaid, withJudged, withLines } from '../../pages/edits/evidence-page.js'
import { withBullet } from '../../pages/edits/retire.js'
import { renderBullet } from '../../render/render-line.js'
import type { Store } from '../../store/store.js'
import { groupBy } from '../../text/grouped.js'
import { once } from '../../text/once.js'
import type { ReadConfig } from '../session/config.js'
import { refuseStaged } from './land.js'
import { landEdits, type Edit } from './land-edits.js'
import type { Session } from '../session/session.js'
import { retainMessage } from './retain-message.js'
import { forgetLanded, waitingBullets, waitingLines, type WaitingLine } from './retained-here.js'

/** A bullet on its way into a log. */
export interface Planned {
  readonly id: FactId
  readonly text: string
  readonly mentions: readonly string[]
  readonly bullet: string
  readonly path: string
  readonly isWritten: boolean
}

/** What a commit is to hold beside all that waits. */
export interface LandingRequest {
  readonly bullets?: readonly Planned[]
  readonly page?: Edit & { readonly message: string }
  /** Whether nothing is asked for but what waits; it is then an error if any of that cannot be committed. */
  readonly isAlone?: boolean
  readonly agent?: string | undefined
}

export interface Landing {
  /** Null where there was nothing to commit. */
  readonly commit: string | null
  /** Bullets that waited, and those that were asked for. */
  readonly bullets: readonly Planned[]
  /** Lines of pages, as they stand there. */
  readonly lines: readonly string[]
  /** Lines of pages that it leaves out: no commit holds a fact that they name, or the page is staged. */
  readonly waiting: readonly string[]
}

/**
 * Commit what is asked for with all that earlier calls of `retain`, `judge` and `retire` left uncommitted, and nothing
 * else of those files. A line waits as long as no commit, nor this one, holds the fact that it is about.
 *
 * @param ask gives what is asked for upon HEAD; called again where others moved HEAD meanwhile
 * @param says the entry in HEAD's reflog
 */
export async function landWithWaiting(
  session: Session,
  store: Store,
  says: string,
  ask: (inHead: (path: string) => string | undefined, head: string) => LandingRequest | Promise<LandingRequest>,
): Promise<Landing> {
  let holds: Omit<Landing, 'commit'> = { bullets: [], lines: [], waiting: [] }
  const commit = await landEdits(
    session,
    store,
    async (inHead, head) => {
      const { bullets: own = [], page, isAlone = false, agent } = await ask(inHead, head)
      const config = session.config(store)
      const ownPaths = new Set([...own.map(({ path }) => path), ...(page ? [page.path] : [])])
      const canLand = (edits: readonly Edit[]): boolean =>
        isAlone || edits.every(({ path }) => ownPaths.has(path)) || landsIn(session, edits, inHead)
      // In the order of their logs, including any that are asked for again.
      const noted = (await waitingBullets(session, store)).map(asPlanned)
      const known = new Set(noted.map(({ id }) => id))
      const inLog = once((path: string) => ({ lands: canLand(editsFor(config, noted, path)) }))
      const waited = noted.filter(({ path }) => inLog(path).lands)
      const bullets = [...waited, ...own.filter(({ id }) => !known.has(id))]
      const ids = new Set(bullets.map(({ id }) => id))
      const isHeld = (id: FactId): boolean => ids.has(id) || store.factsById([id]).length > 0
      const saidIn = once(
        (path: string) => new Set(assertionsIn(path, inHead(path) ?? '').map(({ assertion }) => sameEdit(assertion))),
      )
      const standing = waitingLines(session, textOrNull(inHead)).filter(
        (each) => isDayLine(each.line) || editsIn(each).some((edit) => !saidIn(each.path).has(edit)),
      )
      const isReady = new Set(standing.filter((each) => idsIn(each).every(isHeld)))
      const ready = [...isReady]
      // `judged: DAY` ends all questions about earlier facts, so it does not land while an answer has to wait.
      const isLeft = standing.some((each) => each.path === evidencePath && !isReady.has(each))
      const pages = byPath(ready.filter(({ line }) => !isLeft || !isDayLine(line)))
        .map((each) =>
          pageEdit(
            store,
            each[0]!.path,
            each.map(({ line }) => line),
          ),
        )
        .filter((edit) => canLand([edit]))
      const paths = new Set(pages.map(({ path }) => path))
      const lines = ready.filter(({ path, line }) => paths.has(path) && (!isLeft || !isDayLine(line)))
      const lands = new Set(lines)
      const told = (each: WaitingLine): boolean => !isDayLine(each.line)
      holds = {
        bullets,
        lines: lines.filter(told).map(({ line }) => line),
        waiting: standing.filter((each) => told(each) && !lands.has(each)).map(({ line }) => line),
      }
      return {
        edits: inOne([...(page ? [page] : []), ...editsFor(config, bullets), ...pages]),
        message: await messageOf(page?.message, holds),
        agent,
      }
    },
    says,
  )
  await forgetLanded(session, store)
  return commit === null ? { commit, bullets: [], lines: [], waiting: holds.waiting } : { commit, ...holds }
}

/** HEAD's text of a page; null where it is no text, so that all else can still be committed. */
const textOrNull =
  (inHead: (path: string) => string | undefined) =>
  (path: string): string | null | undefined => {
    try {
      return inHead(path)
    } catch (cause) {
      if (cause instanceof MemoryError && cause.code === 'bad-argument') return null
      throw cause
    }
  }

const isDayLine = (line: string): boolean => line.startsWith('judged: ')

const idsIn = ({ path, line }: WaitingLine): FactId[] =>
  assertionsIn(path, line).flatMap(({ assertion }) =>
    isAboutPair(assertion) ? [assertion.fact, assertion.opinion] : [assertion.of],
  )

const editsIn = ({ path, line }: WaitingLine): string[] =>
  assertionsIn(path, line).map(({ assertion }) => sameEdit(assertion))

const byPath = <T extends { readonly path: string }>(all: readonly T[]): (readonly T[])[] => [
  ...groupBy(all, ({ path }) => path).values(),
]

/** An edit that adds lines to a page, each where it belongs, except those that the page says already. */
function pageEdit(store: Store, path: string, lines: readonly string[]): Edit {
  if (path !== evidencePath) return { path, make: (text) => withCurated(path, text ?? '', lines) }
  const days = lines.filter(isDayLine).map((line) => line.slice('judged: '.length))
  const said = lines.flatMap((line) => pairsSaid(line).map((each) => ({ said: each, line })))
  return {
    path,
    make(text) {
      const made =
        said.length > 0 || days.length > 0 ? withLines(text, said, (id) => store.opinionOf(id)?.id ?? id) : (text ?? '')
      return days.reduce((page, day) => ((judgedBefore(page) ?? '') < day ? withJudged(page, day) : page), made)
    },
  }
}

function withCurated(path: string, page: string, lines: readonly string[]): string {
  const said = new Set(editsIn({ path, line: page }))
  return lines.reduce((made, line) => {
    const edits = editsIn({ path, line }).filter((edit) => !said.has(edit))
    for (const edit of edits) said.add(edit)
    return edits.length > 0 ? withBullet(made, line) : made
  }, page)
}

/** One edit for each file: every edit of a file is given what the one before it made. */
const inOne = (edits: readonly Edit[]): Edit[] =>
  byPath(edits).map((all) => ({
    path: all[0]!.path,
    make: (text) => all.slice(1).reduce((made, { make }) => make(made), all[0]!.make(text)),
  }))

const mostTold = 50

/** @param own the message that was asked for; without one, the message tells what waited */
async function messageOf(own: string | undefined, { bullets, lines }: Omit<Landing, 'commit'>): Promise<string> {
  const told = lines.slice(0, mostTold).map((line) => line.replace(/ <!--.*$/s, ''))
  const more = lines.length > told.length ? [...told, `and ${lines.length - told.length} more`] : told
  const retained = bullets.length > 0 ? await retainMessage(bullets) : undefined
  const alone = retained ?? `memory: land ${lines.length === 1 ? '1 line' : `${lines.length} lines`}\n`
  if (own === undefined) return `${[alone.trimEnd(), ...(more.length > 0 ? [more.join('\n')] : [])].join('\n\n')}\n`
  const [subject = '', ...rest] = own.trimEnd().split('\n\n')
  const bulletsTold = retained?.trimEnd().split('\n').slice(2) ?? []
  const brought = [...bulletsTold, ...more.filter((line) => !own.includes(line))].join('\n')
  return `${[subject, ...(brought === '' ? [] : [brought]), ...rest].join('\n\n')}\n`
}

const asPlanned = (fact: Fact): Planned => ({
  id: fact.id,
  text: fact.text,
  mentions: fact.mentions,
  bullet: renderBullet(fact),
  path: fact.source.path,
  isWritten: true,
})

/** Whether edits can go into a commit: nothing else is staged of their files, and HEAD's versions take them. */
function landsIn(
  { repository }: Session,
  edits: readonly Edit[],
  inHead: (path: string) => string | undefined,
): boolean {
  try {
    for (const { path, make } of edits) refuseStaged(repository, path, new Map([[path, make(inHead(path))]]))
    return true
  } catch (cause) {
    if (cause instanceof MemoryError && cause.code === 'bad-argument') return false
    throw cause
  }
}

/** The edits that write bullets into their logs, one a log; with `only`, the edit of that log. */
export function editsFor(
  { config }: Pick<ReadConfig, 'config'>,
  planned: readonly Planned[],
  only?: string,
): (Edit & Placing)[] {
  const logs = groupBy(planned, ({ path, isWritten }) =>
    isWritten && (only === undefined || path === only) ? path : null,
  )
  return [...logs].map(([path, all]) => {
    const bullets = all.map(({ bullet }) => bullet)
    const added = (text: string | undefined): NonNullable<ReturnType<typeof withRetained>> => {
      const made = withRetained(path, text ?? '', bullets, config)
      if (made) return made
      throw new MemoryError(
        'bad-argument',
        `no bullet can be added to ${path} as it stands, which an open code fence or comment may be the reason of`,
      )
    }
    return {
      path,
      make: (text) => added(text).text,
      places: (text) => new Map(added(text).facts.map(({ id, source }) => [id, cite(source, id)])),
    }
  })
}

interface Placing {
  /** Where each bullet stands in a log once it is there. */
  readonly places: (text: string | undefined) => ReadonlyMap<FactId, string>
}
