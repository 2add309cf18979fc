import { readRegular } from '../files/files.js'
import { dropOwn } from '../files/own-folder.js'
import { MemoryError } from '../model/error.js'
import { isFactId, placesThatCount, type FactId } from '../model/fact.js'
import { dayIn, spanOfMoment, type Day } from '../model/time.js'
import { resultsOf, type Result } from '../recall/answer/result.js'
import type { Store } from '../store/store.js'
import { groupBy } from '../text/grouped.js'
import { currentReceipts, formerReceipts, largestReceipts, type Receipt } from './note-receipt.js'
import { keepsReceipts, setReceipts } from './session/receipts-setting.js'
import type { Session } from './session/session.js'

export interface ReceiptsOptions {
  /** The first day that is told of: `2025-11-27`, `30d`; 30 days ago where it is left out. */
  readonly since?: string | undefined
  /** Whether to note what sessions are given from now on; false also drops what was noted. */
  readonly keep?: boolean | undefined
}

export interface ReceiptDay {
  readonly day: Day
  readonly briefs: number
  readonly recalls: number
  /** How many of the recalls found nothing. */
  readonly none: number
  /** The tokens of all that was given, estimated. */
  readonly tokens: number
}

/** A line that was given and that no later bullet cites. */
export interface NeverCited extends Pick<Result, 'id' | 'content' | 'source'> {
  /** How often it was given. */
  readonly times: number
}

export interface Receipts {
  /** Whether this clone notes what is given and cited. */
  readonly on: boolean
  readonly since: Day
  /** Days on which something was given, in their order. */
  readonly days: readonly ReceiptDay[]
  readonly sessions: number
  /** How many facts were given, each counted once. */
  readonly given: number
  /** How many of these facts were cited later. */
  readonly cited: number
  /** The other facts that still stand, the most often given first. */
  readonly never: readonly NeverCited[]
}

const mostNever = 1000

function receiptsIn(folder: string): Receipt[] {
  try {
    return [...formerReceipts(folder), currentReceipts].flatMap((name) =>
      (readRegular(folder, name, 2 * largestReceipts)?.toString('utf8') ?? '').split('\n').flatMap(receiptOf),
    )
  } catch {
    return []
  }
}

/** The receipt in a line; none where the line was cut short. */
function receiptOf(line: string): Receipt[] {
  try {
    const { at, session, verb, ids, tokens } = JSON.parse(line) as Record<keyof Receipt, unknown>
    const isWhole =
      typeof at === 'string' &&
      !Number.isNaN(Date.parse(at)) &&
      (typeof session === 'string' || session === null) &&
      (verb === 'recall' || verb === 'brief' || verb === 'retain') &&
      Array.isArray(ids) &&
      ids.every((id) => typeof id === 'string' && isFactId(id)) &&
      typeof tokens === 'number'
    return isWhole ? [{ at, session, verb, ids: ids as FactId[], tokens }] : []
  } catch {
    return []
  }
}

export function receiptsOf(session: Session, store: Store, { since = '30d', keep }: ReceiptsOptions): Receipts {
  const { ownFolder } = session.repository
  if (keep !== undefined) {
    setReceipts(ownFolder, keep)
    if (!keep) for (const name of [...formerReceipts(ownFolder), currentReceipts]) dropOwn(ownFolder, name)
  }
  const { config } = session.config(store)
  const today = session.today(config)
  const from = spanOfMoment(since, today)?.start
  if (from === undefined)
    throw new MemoryError(
      'bad-argument',
      `since takes a day or an age such as 2025-11-27 or 30d, got ${since.slice(0, 40)}`,
    )
  const dayOf = ({ at }: Receipt): Day => dayIn(config.timezone, new Date(at))
  const all = withoutAsked(receiptsIn(ownFolder)).filter((receipt) => dayOf(receipt) >= from)
  const giving = all.filter(({ verb }) => verb !== 'retain')
  const times = new Map<FactId, number>()
  const first = new Map<FactId, string>()
  for (const { ids, at } of giving)
    for (const id of ids) {
      times.set(id, (times.get(id) ?? 0) + 1)
      if (!first.has(id)) first.set(id, at)
    }
  const cited = new Set<FactId>()
  for (const { verb, ids, at } of all)
    if (verb === 'retain')
      for (const id of ids.flatMap((each) => store.opinionOf(each)?.members ?? each))
        if ((first.get(id) ?? '~') <= at) cited.add(id)
  const never = [...times].filter(([id]) => !cited.has(id)).toSorted(([, one], [, other]) => other - one)
  const asResult = resultsOf(store)
  const places = groupBy(store.factsById(never.slice(0, mostNever).map(([id]) => id)), ({ id }) => id)
  return {
    on: keepsReceipts(ownFolder),
    since: from,
    days: [...groupBy(giving, dayOf)]
      .map(([day, receipts]) => {
        const recalls = receipts.filter(({ verb }) => verb === 'recall')
        return {
          day,
          briefs: receipts.length - recalls.length,
          recalls: recalls.length,
          none: recalls.filter(({ ids }) => ids.length === 0).length,
          tokens: receipts.reduce((sum, { tokens }) => sum + tokens, 0),
        }
      })
      .toSorted((one, other) => (one.day < other.day ? -1 : 1)),
    sessions: new Set(all.flatMap(({ session: named }) => named ?? [])).size,
    given: times.size,
    cited: cited.size,
    never: never.slice(0, mostNever).flatMap(([id, many]) => {
      const [fact] = placesThatCount(places.get(id) ?? [])
      if (!fact) return []
      const { content, source } = asResult(fact)
      return [{ id, content, source, times: many }]
    }),
  }
}

/** Without a brief that its session asked for again within a second, cut to fit beside a notice: only that was given. */
const withoutAsked = (all: readonly Receipt[]): Receipt[] =>
  all.filter(({ verb, session, at }, place) => {
    const next = all[place + 1]
    const isAgain = verb === 'brief' && next?.verb === 'brief' && next.session === session
    return !isAgain || session === null || Date.parse(next.at) - Date.parse(at) > 1000
  })
