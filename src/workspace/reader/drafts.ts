import { factId } from '../../model/fact.js'
import { kinds } from '../../model/kind.js'
import type { Day } from '../../model/time.js'
import { restatements } from '../../belief/restated.js'
import { forgottenBy } from '../../pipeline/settings.js'
import { withRetained } from '../../parse/with-retained.js'
import type { AcceptedBullet } from '../../reader/check.js'
import type { ReaderLog } from '../../reader/reader-line.js'
import { renderBullet } from '../../render/render-line.js'
import type { Store } from '../../store/store.js'
import { faultsOf } from '../retain/good-bullet.js'
import { misread } from '../retain/retain.js'
import { readEntries, type ReadEntry } from '../retain/retain-entries.js'
import type { Session } from '../session/session.js'
import type { PacketRead } from './read-packets.js'

/** A bullet that a reader drafted and its lines bear out. */
export interface DraftedBullet {
  /** `- W @Boris: Charges 80 euros an hour` */
  readonly bullet: string
  /** The lines that say it: `memory/2026-02-10.md#L12` */
  readonly cites: string
}

/** One that was refused, twice where it came back. */
export interface RefusedBullet {
  readonly text: string
  readonly path: string
  readonly why: readonly string[]
}

export interface Drafts {
  /** Logs that change, by path. */
  readonly files: ReadonlyMap<string, string>
  readonly drafted: readonly DraftedBullet[]
  readonly refused: readonly RefusedBullet[]
}

/** The logs with what was drafted of them; what stands already in other words, was forgotten, or is no good bullet is not. */
export async function bulletsOfPackets(
  session: Session,
  store: Store,
  done: readonly PacketRead[],
  today: Day,
): Promise<Drafts> {
  const { config } = session.config(store)
  const forgotten = forgottenBy(store.standing()?.settings)
  const restated = restatements(store, () => true)
  const files = new Map<string, string>()
  const drafted: DraftedBullet[] = []
  const refused: RefusedBullet[] = []
  const byLog = new Map<ReaderLog, { readonly line: string; readonly bullet: AcceptedBullet }[]>()
  for (const { log, checked } of done) {
    for (const { answer, reasons } of checked.refused)
      refused.push({ text: answer.text, path: log.path, why: reasons.map(({ why }) => why) })
    for (const bullet of checked.accepted) {
      const entry = entryOf(bullet, log.day)
      const faults = [...misread(entry), ...(await faultsOf(entry, today))]
      if (forgotten.has(factId(entry, log.day)) || restated(entry)) continue
      if (faults.length > 0) refused.push({ text: bullet.text, path: log.path, why: faults })
      else byLog.set(log, [...(byLog.get(log) ?? []), { line: renderBullet(entry), bullet }])
    }
  }
  for (const [log, found] of byLog) {
    // All at once: a log is parsed anew for what is put into it.
    const all = withRetained(log.path, log.text, [...new Set(found.map(({ line }) => line))], config)
    let text = all?.text ?? log.text
    const seen = new Set<string>()
    for (const { line, bullet } of found) {
      if (seen.size === seen.add(line).size) continue
      const made = all ?? withRetained(log.path, text, [line], config)
      if (made) text = made.text
      else refused.push({ text: bullet.text, path: log.path, why: [`${log.path} would be read otherwise with it`] })
      const last = bullet.last > bullet.first ? `-L${bullet.last}` : ''
      if (made) drafted.push({ bullet: line, cites: `${log.path}#L${bullet.first}${last}` })
    }
    if (text !== log.text) files.set(log.path, text)
  }
  return { files, drafted, refused }
}

const entryOf = (
  { text, kind, confidence, entities, was, supports, contradicts }: AcceptedBullet,
  on: Day,
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
    },
  ])[0]!
