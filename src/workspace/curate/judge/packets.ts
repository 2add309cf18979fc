import { entityKey } from '../../../model/entity.js'
import { MemoryError } from '../../../model/error.js'
import type { FactId } from '../../../model/fact.js'
import { evidencePath } from '../../../model/note.js'
import type { Opinion } from '../../../model/opinion.js'
import { isDay, type Day } from '../../../model/time.js'
import { nearFacts, nearestFirst, type VectorOf } from '../../../belief/near-facts.js'
import { openFacts, shareWords, type IsSaid, type OpenFact } from '../../../belief/open-pairs.js'
import { judgedBefore, pairsSaid } from '../../../pages/edits/evidence-page.js'
import { resultsOf, type Result } from '../../../recall/answer/result.js'
import type { StoredFact } from '../../../store/rows.js'
import type { Store } from '../../../store/store.js'
import { verdicts, type AnswerVerdict } from './answers.js'
import type { Session } from '../../session/session.js'
import { standingText } from '../../landing/working-files.js'

export interface PacketOptions {
  /** How many facts at most; 20 where it is left out. */
  readonly next?: number | undefined
  /** Ask about facts from this day on, whatever was judged before. */
  readonly since?: Day | undefined
  /** Ask about facts that name this entity, or an alias of it. */
  readonly entity?: string | undefined
}

/** A fact or belief, as a question shows it. */
export type ShownBelief = Pick<Result, 'id' | 'kind' | 'content' | 'entities' | 'timestamp' | 'source'>

/** A fact, with beliefs on which nobody has given its verdict yet. */
export interface Packet {
  readonly fact: ShownBelief
  /** The nearest first, at most twelve. */
  readonly beliefs: readonly (ShownBelief & Pick<Result, 'confidence'>)[]
  /** At most three facts that this one may replace, as nobody has said yet; `replaces` or `unrelated` is the answer. */
  readonly facts: readonly ShownBelief[]
}

/** Near beliefs, at most: nobody reads a longer list beside an answer. */
const mostNear = 5

/** A packet, and at most five of its beliefs: those that share a word with the fact or are near it in meaning. */
export interface NearPacket {
  readonly packet: Packet
  readonly near: readonly FactId[]
}

export interface Packets {
  /** Facts noted before this day are not asked about; null where none was judged yet. */
  readonly judged: Day | null
  readonly packets: readonly Packet[]
  readonly more: boolean
  readonly verdicts: readonly AnswerVerdict[]
}

const usualPackets = 20
const mostPackets = 1000

/** The text of `bank/evidence.md` in the working tree, which may hold answers that no commit has. */
export function standingPage(session: Session, store: Store): string | undefined {
  const text = standingText(session, store, evidencePath)
  if (text === null) throw new MemoryError('bad-argument', `${evidencePath} cannot be read as text: mend it first`)
  return text
}

/** Tells whether a page says anything of a fact and a belief, by the ids that it names. */
export const saidOn = (text: string | undefined): IsSaid => {
  const said = new Set(pairsSaid(text ?? '').map(({ fact, opinion }) => `${fact} ${opinion}`))
  return (fact, belief) => said.has(`${fact} ${belief}`)
}

/** The day up to which a page says that all is judged; null for a day to come: nobody can have judged it. */
export function judgedOn(session: Session, store: Store, text: string | undefined): Day | null {
  const day = judgedBefore(text ?? '')
  return day !== null && day > session.today(session.config(store).config) ? null : day
}

/**
 * The packets that are open: facts for which no bullet, line or rule gives a verdict on the beliefs about the same.
 *
 * @param text the page that says what was judged; the one in the working tree where it is left out
 * @throws MemoryError bad-argument | not-found where nothing is called `entity`
 */
export function packetsOf(
  session: Session,
  store: Store,
  { next = usualPackets, since, entity }: PacketOptions,
  text = standingPage(session, store),
): Packets {
  if (!Number.isInteger(next) || next < 1 || next > mostPackets)
    throw new MemoryError('bad-argument', `next must be a whole number from 1 to ${mostPackets}, got ${next}`)
  if (since !== undefined && !isDay(since))
    throw new MemoryError('bad-argument', `since must be a day, as in 2025-11-27, got ${since}`)
  const judged = judgedOn(session, store, text)
  const open = openFacts(
    store,
    { since: since ?? judged ?? '', about: entity === undefined ? undefined : keysNamed(store, entity) },
    saidOn(text),
  )
  const found: OpenFact[] = []
  for (const each of open) {
    found.push(each)
    if (found.length > next) break
  }
  const asResult = resultsOf(store)
  return {
    judged,
    packets: found.slice(0, next).map((each) => packetOf(store, asResult, each, store.vectors.of)),
    more: found.length > next,
    verdicts,
  }
}

/** How far open facts are counted one by one: each takes looking at the beliefs about its names. */
const mostCounted = 100

/** How many facts are open. From `mostCounted` on, those that name somebody of an earlier belief and that nobody judged. */
export function factsOpen(session: Session, store: Store, text: string | undefined): number {
  const since = judgedOn(session, store, text) ?? ''
  const open = openFacts(store, { since }, saidOn(text))
  let count = 0
  while (count < mostCounted && !open.next().done) count++
  return count < mostCounted ? count : Math.max(count, store.beliefs.unspoken(since))
}

/** The open packets of these facts, committed or not. */
export function packetsFor(session: Session, store: Store, ids: ReadonlySet<FactId>, vectorOf: VectorOf): NearPacket[] {
  const facts = store.factsById([...ids])
  const [first] = facts.flatMap(({ day }) => day ?? []).toSorted()
  if (first === undefined) return []
  const asResult = resultsOf(store)
  const { nearTo } = nearFacts(store, vectorOf)
  // Only stored vectors choose a packet's beliefs, so that an answer about the whole packet finds the same ones.
  const open = openFacts(store, { since: first, only: ids }, saidOn(standingPage(session, store)))
  return [...open].map((each) => {
    const packet = packetOf(store, asResult, each, vectorOf)
    const isMeant = nearTo(each.fact)
    const isNear = ({ id }: ShownBelief): boolean =>
      isMeant(id) || store.factsById([id]).some((belief) => shareWords(each.fact, belief))
    return {
      packet,
      near: packet.beliefs
        .filter(isNear)
        .slice(0, mostNear)
        .map(({ id }) => id),
    }
  })
}

function keysNamed(store: Store, entity: string): readonly string[] {
  const { canonical, keysOf } = store.entities()
  const keys = keysOf(canonical(entityKey(entity.replace(/^@/, '').replaceAll(' ', '-'))))
  if (store.known(keys).length === 0) throw new MemoryError('not-found', `nothing is called ${entity.slice(0, 80)}`)
  return keys
}

function packetOf(
  store: Store,
  asResult: ReturnType<typeof resultsOf>,
  { fact, beliefs, replaces }: OpenFact,
  vectorOf: VectorOf,
): Packet {
  const [first] = store.factsById([fact.id])
  return {
    fact: shownOf(asResult(first!)),
    beliefs: nearestFirst(
      beliefs.map((opinion) => latestOf(store, opinion)),
      fact.id,
      vectorOf,
    ).map((latest) => {
      const result = asResult(latest)
      return { ...shownOf(result), confidence: result.confidence! }
    }),
    facts: replaces.map((id) => shownOf(asResult(store.factsById([id])[0]!))),
  }
}

/** The latest statement of a belief. */
export const latestOf = (store: Store, { members }: Opinion): StoredFact => store.factsById([members.at(-1)!])[0]!

export const shownOf = ({ id, kind, content, entities, timestamp, source }: Result): ShownBelief => ({
  id,
  kind,
  content,
  entities,
  timestamp,
  source,
})
