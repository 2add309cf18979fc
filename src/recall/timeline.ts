import { compare } from '../text/compare.js'
import type { FactId } from '../model/fact.js'
import { retainKinds } from '../model/kind.js'
import { earliest, latest, nameOfSpan, type Day, type Span } from '../model/time.js'
import type { FactKey } from '../store/rows.js'
import type { Store } from '../store/store.js'
import { askedAsOf, undatedNotice, type AskContext } from './question/as-of.js'
import { leadingWithin } from '../text/tokens.js'
import { unknownNames } from './question/entity-named.js'
import { filterOf } from './retrieve/filter.js'
import { parseQuery } from './question/parse-query.js'
import { toldWindow, wholeNumber, type Query, type RecallOptions, type ToldWindow } from './question/query.js'
import { resultsOf, tokensOf, type Result } from './answer/result.js'
import { successorOf, type Successor } from './rank/succession.js'

/** A fact at the time it is about. */
export interface Event extends Result {
  /** `2025-11-27`, or `2025-11` or `2025` where that is all that is known; null where nothing is. */
  readonly when: string | null
  readonly replacedBy?: Successor
}

/** Facts in the order of what happened. */
export interface Timeline {
  /** The day whose memory answers, or the commit, where one was named. */
  readonly asOf?: Day
  readonly window: ToldWindow
  readonly entities: readonly string[]
  /** Oldest first; facts without a time at the end. */
  readonly results: readonly Event[]
  /** How many more pass the filter: older ones, those without a time, and those of days to come. */
  readonly left: number
  readonly notices: readonly string[]
}

const defaultK = 50

interface TimelineMoment {
  readonly key: FactKey
  readonly id: FactId
  readonly start: Day | null
  readonly when: string | null
}

/**
 * The facts that pass a filter, in the order in which they happened: on the days that the words name, else on the day
 * noted. A window also finds a fact by the day noted. Of too many facts the latest are told. Facts about days to come
 * are told only where the window reaches beyond today.
 *
 * @throws MemoryError bad-argument
 */
export function timeline(index: Store, options: RecallOptions, now: AskContext): Timeline {
  const { k = defaultK, budget } = options
  wholeNumber('k', k, 1, 1000)
  const { store, context, asOf } = askedAsOf(index, options, now)
  // Only passages have labels.
  const kinds = options.kinds?.length || options.labels?.length ? options.kinds : retainKinds
  const query = parseQuery('', { ...options, ...(kinds ? { kinds } : {}) }, context)
  const all = momentsOf(store, query, context.today)
  const isAhead = ({ start }: TimelineMoment): boolean => start !== null && start > context.today
  const coming = reachesAhead(query.window, context.today) ? [] : all.filter(isAhead)
  const moments = coming.length > 0 ? all.filter((each) => !isAhead(each)) : all
  const last = moments.slice(0, k)
  const facts = store.factsByKey(last.map(({ key }) => key))
  const asResult = resultsOf(store)
  const events = last.map(({ key, when }): Event => {
    const fact = facts.get(key)!
    const result = asResult(fact)
    const replacedBy = result.until === undefined ? undefined : successorOf(store, fact)
    return { ...result, when, ...(replacedBy ? { replacedBy } : {}) }
  })
  const kept = budget === undefined ? events : leadingWithin(events, tokensOf, budget)
  return {
    ...asOf,
    window: toldWindow(query.window),
    entities: (query.required ?? []).map(store.entities().nameOf),
    results: [...kept.filter(({ when }) => when !== null).toReversed(), ...kept.filter(({ when }) => when === null)],
    left: all.length - kept.length,
    notices: [
      ...unknownNames(store, query),
      ...leftOut(moments, kept.length, options.on === undefined ? (query.window?.start ?? earliest) : null),
      ...toCome(coming),
      ...undatedNotice(asOf, kept),
    ],
  }
}

/** One moment per fact, the latest first; those of one time in the reverse order of the notes; undated ones last. */
function momentsOf(store: Store, query: Query, today: Day): TimelineMoment[] {
  const seen = new Set<FactId>()
  const inOrder = store.moments(filterOf(query, store)).flatMap(({ key, id, start, end, day }): TimelineMoment[] => {
    if (seen.has(id)) return []
    seen.add(id)
    if (start !== null && end !== null && day !== null && isOnlyNoted({ start, end }, day, query.window, today))
      return [{ key, id, start: day, when: day }]
    return [{ key, id, start, when: start === null || end === null ? null : nameOfSpan({ start, end }) }]
  })
  const dated = inOrder.filter(({ when }) => when !== null).toSorted((a, b) => compare(a.when!, b.when!))
  return [...dated.toReversed(), ...inOrder.filter(({ when }) => when === null)]
}

/** Whether a window holds the day on which a fact was noted, but not the days that it is about. */
function isOnlyNoted({ start, end }: Span, day: Day, window: Span | null, today: Day): boolean {
  if (window === null || day < window.start || day > window.end) return false
  const isAhead = start > today && !reachesAhead(window, today)
  return isAhead || start > window.end || end < window.start
}

/** Whether a window may reach beyond today: it has an end of its own, or begins on a day to come. */
const reachesAhead = (window: Span | null, today: Day): boolean =>
  window !== null && (window.end !== latest || window.start > today)

function toCome(coming: readonly TimelineMoment[]): string[] {
  const [last] = coming
  if (last === undefined) return []
  const [are, them] = coming.length === 1 ? ['is', 'it'] : ['are', 'them']
  return [`${coming.length} more ${are} about days to come: --until ${last.start} shows ${them}`]
}

/** @param since the first day that an earlier `--until` may name; null where none may be given */
function leftOut(moments: readonly TimelineMoment[], kept: number, since: Day | null): string[] {
  const rest = moments.slice(kept)
  if (rest.length === 0) return []
  const earlier = rest.filter(({ when }) => when !== null)
  const undated = rest.length - earlier.length
  const told = [
    ...(earlier.length > 0 ? [`${earlier.length} up to ${earlier[0]!.start}`] : []),
    ...(undated > 0 ? [`${undated} undated`] : []),
  ]
  const until = earlier[0]?.start ?? null
  // It has to leave out some of what is told now: of one day, the same facts would be told again.
  const isEarlier =
    until !== null && since !== null && until >= since && moments.slice(0, kept).some(({ start }) => start! > until)
  const more = `${isEarlier ? `--until ${until}, ` : ''}a higher --k or --budget`
  const which = `${kept} of ${kept + rest.length}${kept > 0 ? ', the latest' : ''}`
  return [`${which}; left out: ${told.join(' and ')}; ${more} shows ${rest.length === 1 ? 'it' : 'them'}`]
}
