import type { Config } from '../../model/config.js'
import { MemoryError } from '../../model/error.js'
import { entityKey } from '../../model/entity.js'
import { cite, factId, type FactId, type Statement } from '../../model/fact.js'
import { kinds } from '../../model/kind.js'
import type { Day } from '../../model/time.js'
import { restatements } from '../../belief/restated.js'
import { sayingOf, tellingWords } from '../../narrative/told-again.js'
import { parseNote } from '../../parse/parse-note.js'
import { withRetained } from '../../parse/with-retained.js'
import { forgottenBy } from '../../model/forgotten.js'
import type { LineRange } from '../../reader/answer.js'
import type { AcceptedBullet } from '../../reader/check.js'
import type { ReaderLog } from '../../reader/reader-line.js'
import { renderBullet } from '../../render/render-line.js'
import { once } from '../../text/once.js'
import { faultsOf } from '../retain/good-bullet.js'
import { misread } from '../retain/retain.js'
import { readEntries, type ReadEntry } from '../retain/retain-entries.js'
import { newNames, type NewName } from './new-names.js'
import type { PacketRead } from './read-packets.js'
import type { StageMade, StagePoint } from './stage.js'

/** A bullet drafted by a reader and supported by the lines that it cites. */
export interface DraftedBullet {
  /** `- W(from=^k3f9a2c1x7) @Boris: Charges 80 euros an hour` */
  readonly bullet: string
  /** The lines that say it: `memory/2026-02-10.md#L12` */
  readonly cites: string
}

export interface RefusedBullet {
  readonly text: string
  readonly path: string
  readonly why: readonly string[]
}

export interface BulletsTold {
  readonly drafted: readonly DraftedBullet[]
  readonly refused: readonly RefusedBullet[]
  readonly newNames: readonly NewName[]
  readonly ids: readonly FactId[]
}

/** How many ids a bullet's `from=` has at most: nobody follows a longer list. */
const mostDrawn = 4

interface ReaderDraft {
  readonly log: ReaderLog
  readonly accepted: AcceptedBullet
  readonly entry: ReadEntry
}

/**
 * Adds the drafted bullets to their logs, each below the log's Retain heading. Leaves out bullets that are already
 * stated in other words, were forgotten, are no good bullets, or say what a draft of an earlier packet says.
 *
 * @param logs the logs in which mentions of a new name are counted
 */
export async function draftBullets(
  { session, store, today, asker }: StagePoint,
  done: readonly PacketRead[],
  logs: readonly ReaderLog[],
): Promise<StageMade<BulletsTold>> {
  const { config } = session.config(store)
  const forgotten = forgottenBy(store.standing()?.settings)
  const restated = restatements(store, () => true)
  const isTold = toldBefore()
  for (const log of new Set(done.map((each) => each.log)))
    for (const fact of parseNote(log.path, log.text, config).facts)
      if (fact.kind !== 'passage') isTold(fact, `at ${cite(fact.source, fact.id)}`)
  const refused: RefusedBullet[] = []
  const names = newNames(store, logs)
  const passagesOf = once(({ path, text }: ReaderLog) =>
    parseNote(path, text, config).facts.filter(({ kind }) => kind === 'passage'),
  )
  const drawnFrom = (log: ReaderLog, { cites, text }: AcceptedBullet): FactId[] => {
    const isCited = ({ first, last }: LineRange): boolean =>
      cites.some((range) => range.first <= last && first <= range.last)
    const said = tellingWords(text)
    const shared = (passage: string): number => [...tellingWords(passage)].filter((word) => said.has(word)).length
    const cited = passagesOf(log).filter(({ source }) => isCited(source))
    const nearest = new Set(cited.toSorted((a, b) => shared(b.text) - shared(a.text)).slice(0, mostDrawn))
    return [...new Set(cited.filter((each) => nearest.has(each)).map(({ id }) => id))]
  }
  const drafts: ReaderDraft[] = []
  const placeById = new Map<FactId, string>()
  for (const { log, checked } of done) {
    for (const { answer, reasons } of checked.refused)
      refused.push({ text: answer.text, path: log.path, why: reasons.map(({ why }) => why) })
    for (const accepted of checked.accepted) {
      const entry = entryOf(names.asMentioned(accepted), log.day, drawnFrom(log, accepted))
      const id = factId(entry, log.day)
      const faults = [...misread(entry), ...(await faultsOf(entry, today))]
      if (forgotten.has(id) || restated(entry)) continue
      const place = `from ${placeOf(log, accepted)}`
      const before = isTold(entry, place) ?? placeById.get(id)
      if (before !== undefined) faults.push(`it says the same as the bullet ${before}`)
      if (faults.length > 0) refused.push({ text: accepted.text, path: log.path, why: faults })
      else {
        drafts.push({ log, accepted, entry })
        placeById.set(id, place)
      }
    }
  }
  const byLog = new Map<ReaderLog, ReaderDraft[]>()
  for (const draft of drafts) byLog.set(draft.log, [...(byLog.get(draft.log) ?? []), draft])
  const fitting = [...byLog].flatMap(([log, all]): ReaderDraft[] => {
    const whole = withRetained(log.path, log.text, [...new Set(all.map(({ entry }) => renderBullet(entry)))], config)
    if (whole) return all
    // One by one, so that a bullet that breaks the log does not cost the others.
    let { text } = log
    return all.filter(({ entry, accepted }) => {
      const made = withRetained(log.path, text, [renderBullet(entry)], config)
      if (made) text = made.text
      else refused.push({ text: accepted.text, path: log.path, why: [`${log.path} would be read otherwise with it`] })
      return made !== undefined
    })
  })
  const drafted = fitting.map(({ log, accepted, entry }): DraftedBullet => ({
    bullet: renderBullet(entry),
    cites: placeOf(log, accepted),
  }))
  const lines = drafted.map(({ bullet, cites }) => `${bullet} (${cites})`)
  return {
    edits: [...new Set(fitting.map(({ log }) => log))].map(({ path, text: read }) => {
      const bullets = [
        ...new Set(fitting.filter(({ log }) => log.path === path).map(({ entry }) => renderBullet(entry))),
      ]
      return { path, make: (text = read) => retainedIn(path, text, bullets, config) }
    }),
    subject: `memory: ${lines.length === 1 ? '1 bullet' : `${lines.length} bullets`} read from logs by ${asker.name}`,
    lines,
    marks: done.flatMap(({ log, packet }) => packet.sections.map(({ id }) => ({ day: log.day, section: id }))),
    told: {
      drafted,
      refused,
      newNames: names.told(),
      ids: fitting.map(({ entry, log }) => factId(entry, log.day)),
    },
    stopped: null,
  }
}

/** @throws MemoryError bad-argument where the log cannot take the bullets, such as below an open fence */
export function retainedIn(path: string, text: string, bullets: readonly string[], config: Config): string {
  const made = withRetained(path, text, bullets, config)
  if (made) return made.text
  throw new MemoryError(
    'bad-argument',
    `${path} would be read otherwise with bullets in it: look for an open fence or comment`,
  )
}

/** The place of a bullet's lines, `memory/2026-02-10.md#L12-L14`; the first range where there are several. */
function placeOf({ path }: ReaderLog, { cites }: AcceptedBullet): string {
  const { first, last } = cites[0]!
  return `${path}#L${first}${last > first ? `-L${last}` : ''}`
}

const entryOf = (
  { text, kind, confidence, entities, was, supports, contradicts }: AcceptedBullet,
  on: Day,
  from: readonly FactId[],
): ReadEntry =>
  readEntries([
    {
      text,
      kind: kinds[kind].letter,
      ...(confidence === null ? {} : { confidence }),
      entities,
      on,
      ...(was === null ? {} : { was }),
      ...(supports.length > 0 ? { supports } : {}),
      ...(contradicts.length > 0 ? { contradicts } : {}),
      from,
    },
  ])[0]!

/**
 * Two bullets say the same if one has all words of the other, which are this much of its own and no fewer numbers, and
 * both or neither deny it. `Painted green` and `painted red` each have a word that the other lacks.
 */
const same = 0.8

/**
 * Finds an earlier bullet that says the same of the same names, a draft or one that stands: logs repeat in the evening
 * what they told before. Gives the earlier one's place.
 */
function toldBefore(): (entry: Pick<Statement, 'kind' | 'mentions' | 'text'>, place: string) => string | undefined {
  const before: {
    readonly kind: string
    readonly names: ReadonlySet<string>
    readonly words: ReadonlySet<string>
    readonly isDenied: boolean
    readonly place: string
  }[] = []
  return ({ kind, mentions, text }, place) => {
    const { words, isDenied } = sayingOf(text)
    const names = new Set(mentions.map(entityKey))
    const twin = before.find(
      (other) =>
        other.kind === kind &&
        kind !== 'experience' &&
        other.isDenied === isDenied &&
        (names.size === 0 || other.names.size === 0 || [...names].some((name) => other.names.has(name))) &&
        isSame(words, other.words),
    )
    if (twin) return twin.place
    before.push({ kind, names, words, isDenied, place })
    return undefined
  }
}

function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const [fewer, more] = one.size < other.size ? [one, other] : [other, one]
  // `Is on` and `Is off` have no words that tell.
  if (fewer.size === 0 || fewer.size < same * more.size || [...fewer].some((word) => !more.has(word))) return false
  return ![...more].some((word) => !fewer.has(word) && /\d/.test(word))
}
