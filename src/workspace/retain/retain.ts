import { MemoryError } from '../../model/error.js'
import { writeMention } from '../../model/entity.js'
import {
  cite,
  factId,
  isHeld,
  isUnkept,
  placeCited,
  placesThatCount,
  showConfidence,
  type FactId,
} from '../../model/fact.js'
import { isBelief } from '../../model/kind.js'
import { forgottenPath } from '../../model/note.js'
import type { Day } from '../../model/time.js'
import { wrongReferences } from '../../belief/ineffective.js'
import { nearFacts, type VectorOf } from '../../belief/near-facts.js'
import { restatements } from '../../belief/restated.js'
import { withLinksAsMentions } from '../../parse/wikilinks.js'
import { forgottenBy } from '../../model/forgotten.js'
import { parseBullet } from '../../parse/parse-bullet.js'
import { renderBullet } from '../../render/render-line.js'
import { resultsOf } from '../../recall/answer/result.js'
import { startOf } from '../../text/start-of.js'
import type { StoredFact } from '../../store/rows.js'
import type { Store } from '../../store/store.js'
import type { Unmeasured } from '../../store/vectors.js'
import { wrongAnchor } from '../anchors/check-anchor.js'
import { faultsOf } from './good-bullet.js'
import { textIn } from '../landing/land-edits.js'
import { editsFor, landWithWaiting, type Planned } from '../landing/land-waiting.js'
import type { Session } from '../session/session.js'
import {
  judgedOn,
  latestOf,
  packetsFor,
  shownOf,
  standingPage,
  type Packet,
  type ShownBelief,
} from '../curate/judge/packets.js'
import { numberEntries, readEntries, refuseBullets, type ReadEntry, type RetainEntry } from './retain-entries.js'
import { noteRetained } from '../landing/retained-here.js'
import { lookedUp } from '../session/uncommitted.js'
import { standingText, workingFiles } from '../landing/working-files.js'

export interface RetainOptions {
  /** Whether to commit, with what earlier calls left uncommitted and nothing else; else the working tree is edited. */
  readonly commit?: boolean | undefined
  /** Whether to write also bullets that are no good ones, or that stand already in other words. */
  readonly asIs?: boolean | undefined
  readonly dryRun?: boolean | undefined
  /** The program that does this, as the commit names it. */
  readonly agent?: string | undefined
}

export interface Retained {
  readonly id: FactId
  /** `- O(c=0.90) @Peter: Prefers tea` */
  readonly bullet: string
  /** `memory/2025-11-27.md#L4`; null where it was not written. */
  readonly source: string | null
  /** The fact that says the same already; a world fact or an observation with no more to say is not written again. */
  readonly twin: ShownBelief | null
  /** A fact that may say the same, by the embedding model; left out where `near` or `mayReplace` has it. */
  readonly alike?: ShownBelief
  /** The beliefs that it may bear on and that have no verdict on it; null where there are none. */
  readonly packet: Packet | null
  /** Ids of the beliefs in `packet` that share a word with it or are near in meaning: the nearest, five at most. */
  readonly near: readonly FactId[]
  /** Facts that it may replace though no rule says so: `was=^id` in its bullet does, or an answer to `judge`. */
  readonly mayReplace: readonly ShownBelief[]
  /** The bullet's day, if judging has passed it: then `judge` lists it only if asked since that day. Else null. */
  readonly since: Day | null
}

/** A fact or belief that has ended, and the bullet that ended it by its words. */
export interface Ended extends ShownBelief {
  readonly by: FactId
}

export interface RetainReport {
  /** In the order that they were given. */
  readonly retained: readonly Retained[]
  /** Bullets that earlier calls had left uncommitted, and that the commit landed too. */
  readonly waited: readonly Pick<Retained, 'id' | 'bullet' | 'source'>[]
  /** Lines of pages that the commit landed too: `judge` and `retire` had left them uncommitted. */
  readonly brought: readonly string[]
  /** Lines of pages that the commit left out, as they name a fact that is in no commit. */
  readonly waiting: readonly string[]
  /** Facts and beliefs that the committed bullets ended, by a rule; of uncommitted bullets nothing is known yet. */
  readonly ended: readonly Ended[]
  readonly written: boolean
  readonly commit: string | null
  /** Whether the commit is on no branch: HEAD is detached, and another checkout would leave the commit behind. */
  readonly detached: boolean
}

interface PlannedEntry extends Planned {
  readonly day: Day
  readonly twin: ShownBelief | null
  readonly alike: ShownBelief | undefined
}

/** Asks the embedding model for vectors of lines that are not written yet; gives none where it cannot be asked. */
export type AskVectors = (lines: readonly Unmeasured[]) => Promise<ReadonlyMap<FactId, Int8Array>>

/**
 * Writes bullets into the logs of their days, below Retain: as an edit of the working tree, or as a commit of its own.
 * Each reads back as what was asked, or nothing is written. The same bullet twice is written once.
 *
 * The commit also holds what earlier calls left uncommitted, so that a piece of work ends as one commit; without a
 * bullet, it holds only that. Other uncommitted lines of those logs, such as a person's, stay out of it.
 */
export async function retain(
  session: Session,
  store: Store,
  entries: readonly RetainEntry[],
  { commit = false, asIs = false, dryRun = false, agent }: RetainOptions,
  askVectors?: AskVectors,
): Promise<RetainReport> {
  const { config } = session.config(store)
  const read = readEntries(config.mentions.wikilinks ? entries.map(withMentions) : entries)
  const today = session.today(config)
  if (!asIs) {
    refuseUnheld(session, store, read)
    await refuseUngood(read, today)
  }
  const plannedBy = (vectorOf: VectorOf): Promise<PlannedEntry[]> =>
    lookedUp(session, store, () => planOf(store, read, { today, asIs, vectorOf }))
  // Refuses first: no model is shown a refused bullet.
  if (askVectors) await plannedBy(store.vectors.of)
  const asked = await askVectors?.(read.map((entry) => ({ ...entry, id: factId(entry, entry.day ?? today) })))
  const vectorOf: VectorOf = (id) => asked?.get(id) ?? store.vectors.of(id)
  const plan = await plannedBy(vectorOf)
  // A bullet that was written before without a commit is committed now.
  const planned = commit ? plan.map((each) => (isUncommitted(store, each) ? { ...each, isWritten: true } : each)) : plan
  const edits = editsFor(session.config(store), planned)
  // Try every edit before anything is written.
  for (const { path, make } of edits) make(textOfLog(session, store, path))
  let written = false
  let landed: string | null = null
  let waited: readonly Planned[] = []
  let brought: readonly string[] = []
  let waiting: readonly string[] = []
  const own = planned.filter(({ isWritten }) => isWritten)
  if (commit && !dryRun) {
    const given = new Set(own.map(({ id }) => id))
    const landing = landWithWaiting(session, store, 'memory retain', () => ({
      bullets: own,
      isAlone: own.length === 0,
      agent,
    }))
    const { commit: made, ...also } = await landing.catch((cause: unknown) => {
      const isLanded = own.every(({ id }) => store.factsById([id]).length > 0)
      throw own.length === 0 || isLanded ? cause : keptUncommitted(cause, () => write(session, store, own))
    })
    landed = made
    written = landed !== null
    waited = also.bullets.filter(({ id }) => !given.has(id))
    brought = also.lines
    waiting = also.waiting
  } else if (!dryRun) written = write(session, store, own)
  const placed = editsFor(session.config(store), [...waited, ...planned])
  const places = new Map(dryRun ? [] : placed.flatMap((edit) => [...edit.places(textOfLog(session, store, edit.path))]))
  const ids = new Set(own.map(({ id }) => id))
  const packets = dryRun ? [] : await lookedUp(session, store, () => packetsFor(session, store, ids, vectorOf))
  const judged = dryRun ? null : judgedOn(session, store, standingPage(session, store))
  const packetOf = new Map(packets.map((each) => [each.packet.fact.id, each]))
  return {
    retained: planned.map(({ id, bullet, twin, alike, day }) => {
      const { packet = null, near = [] } = packetOf.get(id) ?? {}
      const mayReplace = packet?.facts ?? []
      const isAsked = near.some((each) => each === alike?.id) || mayReplace.some((each) => each.id === alike?.id)
      return {
        id,
        bullet,
        source: places.get(id) ?? null,
        twin,
        ...(alike && !isAsked ? { alike } : {}),
        packet,
        near,
        mayReplace,
        since: judged !== null && day < judged ? day : null,
      }
    }),
    waited: waited.map(({ id, bullet }) => ({ id, bullet, source: places.get(id) ?? null })),
    brought,
    waiting,
    ended: landed === null ? [] : endedBy(store, [...ids, ...waited.map(({ id }) => id)]),
    written,
    commit: landed,
    detached: landed !== null && !session.repository.onBranch(),
  }
}

/** What the bullets ended, with its place: the person who retained them may have meant something else. */
function endedBy(store: Store, ids: readonly FactId[]): Ended[] {
  const asResult = resultsOf(store)
  const facts = store.endings.endedBy(ids).map(([id, by]) => ({ stored: store.factsById([id])[0], by }))
  const beliefs = store.beliefs.endedBy(ids).map(([id, by]) => ({ stored: latestOf(store, store.opinionOf(id)!), by }))
  return [...facts, ...beliefs].flatMap(({ stored, by }) => (stored ? [{ ...shownOf(asResult(stored)), by }] : []))
}

/** An entry with its wikilinks as mentions, as they are read back from a log. */
const withMentions = (entry: RetainEntry): RetainEntry =>
  typeof entry?.text === 'string' ? { ...entry, text: withLinksAsMentions(entry.text) } : entry

async function refuseUngood(read: readonly ReadEntry[], today: Day): Promise<void> {
  const wrong: string[] = []
  for (const [at, entry] of read.entries()) {
    const faults = await faultsOf(entry, today)
    if (faults.length > 0)
      wrong.push(numberEntries(at, read.length, `“${startOf(entry.text, 60)}”: ${faults.join(', and ')}`))
  }
  if (wrong.length > 0) refuseBullets([...wrong, 'where that is not so, --as-is (asIs) writes it'])
}

/** @throws MemoryError bad-argument where HEAD lacks the code that a bullet is about */
function refuseUnheld({ repository }: Session, store: Store, read: readonly ReadEntry[]): void {
  const commit = store.standing()?.commit
  refuseBullets(
    read.flatMap(({ at }, nth) => {
      const why = at === null ? undefined : wrongAnchor(repository, commit, at)
      return why === undefined ? [] : [numberEntries(nth, read.length, why)]
    }),
  )
}

function planOf(
  store: Store,
  read: readonly ReadEntry[],
  { today, asIs, vectorOf }: { today: Day; asIs: boolean; vectorOf: VectorOf },
): PlannedEntry[] {
  const wrong: string[] = []
  const forgotten = forgottenBy(store.standing()?.settings)
  const isRetired = retirementsIn(store)
  const isStanding = (fact: StoredFact): boolean => !isUnkept(fact) && !isRetired(fact)
  const restated = restatements(store, isStanding)
  const { alike } = nearFacts(store, vectorOf)
  const asResult = resultsOf(store)
  const given = new Map<FactId, number>()
  const planned = read.map((entry, at): PlannedEntry => {
    const bullet = renderBullet(entry)
    const day = entry.day ?? today
    const id = factId(entry, day)
    const back = forgotten.has(id) ? [`^${id} was forgotten (${forgottenPath}), and would not be indexed`] : []
    const [same = restated(entry)] = placesThatCount(store.factsById([id]))
    const isSaidSo = entry.suggested.length > 0 || (entry.originMark !== null && entry.originMark === same?.originMark)
    const isWaiting = same !== undefined && same.id === id && isUnkept(same) && !isSaidSo
    const waits = isWaiting
      ? [`it is ${isHeld(same) ? 'held' : 'suggested'}: memory suggest keep ^${id} states it`]
      : []
    const stands = same?.id === id ? standsOtherwise(entry, same, isRetired(same)) : []
    const earlier = given.get(id)
    if (earlier === undefined) given.set(id, at)
    const twice = earlier === undefined ? [] : saidOtherwise(entry, read[earlier]!, `bullet ${earlier + 1} states it`)
    const why = [
      ...misread(entry),
      ...wrongReferences(store, entry),
      ...back,
      ...(waits.length > 0 ? waits : stands),
      ...twice,
    ]
    wrong.push(...why.map((each) => numberEntries(at, read.length, each)))
    const twin = same === undefined ? null : shownOf(asResult(same))
    // An opinion or experience told again on another day is evidence; a world fact or observation told again says
    // nothing new.
    const isOfOneTelling = entry.kind === 'world' || entry.kind === 'observation'
    const isAgain = twin !== null && (twin.id === id || (isOfOneTelling && saysMore(entry, same!).length === 0))
    const { text, mentions, kind } = entry
    const other = twin ? undefined : alike({ ...entry, id }, (fact) => fact.kind === kind && isStanding(fact))
    return {
      id,
      text,
      mentions,
      bullet,
      day,
      path: `memory/${day}.md`,
      twin,
      alike: other && shownOf(asResult(other)),
      isWritten: !isAgain || (asIs && twin.id !== id),
    }
  })
  refuseBullets(wrong)
  return planned
}

/** Whether a person said no to a fact, or to the belief that it states. */
export function retirementsIn(store: Store): (fact: StoredFact) => boolean {
  const retired = new Set(store.assertions.all('retired').flatMap(({ target }) => target ?? []))
  return ({ id, kind }) => retired.has(id) || (isBelief(kind) && store.opinionOf(id)?.retired === true)
}

/** What a bullet may say beside its statement. */
type SaidBeside = Pick<ReadEntry, 'until' | 'was' | 'stances' | 'confidence' | 'at'>

/** The attributes of a bullet that the standing line lacks. */
function saysMore(entry: SaidBeside, standing: SaidBeside): string[] {
  const isSaid = (stance: (typeof entry.stances)[number]): boolean =>
    standing.stances.some((each) => each.stance === stance.stance && each.belief === stance.belief)
  return [
    ...(entry.until !== null && entry.until !== standing.until ? [`until=${entry.until}`] : []),
    ...(entry.was !== null && entry.was !== standing.was ? [`was=^${entry.was}`] : []),
    ...entry.stances.flatMap((each) => (isSaid(each) ? [] : [`${each.stance}=^${each.belief}`])),
    ...(entry.confidence !== null && entry.confidence !== standing.confidence
      ? [`c=${showConfidence(entry.confidence)}`]
      : []),
    ...(entry.at !== null && entry.at !== standing.at ? [`at=${entry.at}`] : []),
  ]
}

/** Why a bullet cannot be written again: a statement has one line a day, and that line has to be changed instead. */
function standsOtherwise(entry: ReadEntry, standing: StoredFact, isRetired: boolean): string[] {
  const { source, id } = standing
  const place = cite(source, id)
  if (isRetired) return [`^${id} stands at ${place}, and is retired: delete the line that says so, or give another day`]
  return saidOtherwise(entry, standing, `it stands at ${place}`, 'change that line')
}

/** @param how where it is said already: `it stands at memory/2025-11-27.md#L4` */
function saidOtherwise(entry: SaidBeside, said: SaidBeside, how: string, mend = 'give both as one'): string[] {
  const more = saysMore(entry, said)
  return more.length === 0 ? [] : [`${how} without ${more.join(' and ')}: ${mend}, or give another day`]
}

const isUncommitted = (store: Store, { id, path, twin }: PlannedEntry): boolean =>
  twin !== null && twin.id === id && placeCited(twin.source)?.path === path && store.factsById([id]).length === 0

/** Why a bullet would not read back as it was asked; empty where it would. */
export function misread(entry: ReadEntry): string[] {
  const bullet = renderBullet(entry)
  const parsed = parseBullet(bullet.slice(2))
  if (parsed.what === 'fact') {
    const { text, mentions, leading, kind } = parsed.bullet
    const names = JSON.stringify(mentions.slice(0, leading)) === JSON.stringify(entry.mentions.slice(0, entry.leading))
    if (kind === entry.kind && text === entry.text && names) return []
    const readAs = [...mentions.slice(0, leading).map(writeMention), text].join(' ')
    return [`it would be read as ${JSON.stringify(readAs)}: ${startOf(entry.text, 60)}`]
  }
  return [`no bullet can say it: ${parsed.what === 'malformed' ? parsed.malformed.message : bullet}`]
}

function write(session: Session, store: Store, own: readonly Planned[]): boolean {
  noteRetained(
    session,
    own.map(({ id }) => id),
  )
  const changes = editsFor(session.config(store), own).map(({ path, make }) => ({
    path,
    make: (bytes: Buffer | undefined) => Buffer.from(make(textIn(path, bytes))),
  }))
  return workingFiles(session, store).changeAll(changes).length > 0
}

/** Keeps what cannot be committed as an edit of the working tree, and gives an error that says so. */
function keptUncommitted(cause: unknown, keep: () => void): unknown {
  if (!(cause instanceof MemoryError)) return cause
  try {
    keep()
  } catch {
    return new MemoryError(cause.code, `nothing was written: ${cause.message}`, { cause })
  }
  return new MemoryError(cause.code, `written, not committed: ${cause.message}`, { cause })
}

function textOfLog(session: Session, store: Store, path: string): string | undefined {
  const text = standingText(session, store, path)
  if (text === null) throw new MemoryError('bad-argument', `${path} cannot be read as text: mend it first`)
  return text
}
