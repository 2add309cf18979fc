import type { AnchorHeld } from '../../model/anchor.js'
import { MemoryError } from '../../model/error.js'
import type { MinSupport } from '../../model/evidence.js'
import type { FactId } from '../../model/fact.js'
import type { Opinion } from '../../model/opinion.js'
import type { Day } from '../../model/time.js'
import type { Filter } from '../../store/finding.js'
import type { StoredFact } from '../../store/rows.js'
import type { Store } from '../../store/store.js'
import { companyAsOf } from '../company/count.js'
import { misspelt } from './near-names.js'
import { momentGiven, type ParseContext } from './parse-query.js'
import type { RecallOptions } from './query.js'
import type { NotedDays } from './year-meant.js'

export interface AskContext extends ParseContext {
  /** Computes the opinions that these statements form, from all the evidence that a store holds. */
  readonly folded: (store: Store, statements: readonly FactId[]) => Iterable<Opinion>
  /** The least support that an answer needs where the question sets none; `weak` where left out. */
  readonly minSupport?: MinSupport
  /** What became of the code that bullets are about; left out where nobody looks. */
  readonly anchors?: AnchorsOf | undefined
}

/** Looks up, for all bullets of an answer at once, what became of the code that each is about. */
export type AnchorsOf = (facts: readonly StoredFact[]) => (fact: StoredFact) => readonly AnchorHeld[]

/** The memory that is asked: as it is, or as it was. */
export interface AskedStore {
  readonly store: Store
  readonly context: ParseContext
  /** Empty where memory is asked as it is. */
  readonly asOf: { readonly asOf?: Day }
}

/**
 * Memory at the end of a day: it answers like an index without later notes. Undated notes count as from before all
 * days, as they do for beliefs. So do a person's lines on facts without `on=` (retired, no evidence, a pinned
 * confidence). Aliases are today's: they say who is meant, not what is known.
 *
 * @throws MemoryError bad-argument
 */
export function askedAsOf(store: Store, { asOf }: RecallOptions, context: AskContext): AskedStore {
  if (asOf === undefined) return { store, context, asOf: {} }
  const { start, end } = momentGiven('as-of', asOf, context)
  if (start > context.today)
    throw new MemoryError(
      'bad-argument',
      `--as-of takes a day that has come, ${asOf} has not (today is ${context.today}); --on asks what is noted about it`,
    )
  const day = end < context.today ? end : context.today
  const then = storeAsOf(store, day, context.folded)
  return {
    store: then,
    context: {
      ...context,
      today: day,
      known: then.known,
      misspelt: (word) => misspelt(then, word),
      ...notedDays(then),
    },
    asOf: { asOf: day },
  }
}

/** The days that a store has notes of. */
export const notedDays = (store: Store): NotedDays => ({
  notedIn: (window) => store.during({ window }, 1).length > 0,
  lastNoted: () => store.lastNoted(),
})

/** The notice for an answer as of a past day that has results without a day. */
export function undatedNotice(
  { asOf }: AskedStore['asOf'],
  results: readonly { readonly timestamp: Day | null }[],
): string[] {
  const undated = asOf === undefined ? 0 : results.filter(({ timestamp }) => timestamp === null).length
  if (undated === 0) return []
  return [`${undated} of these ${undated === 1 ? 'has' : 'have'} no day, and may have been noted after ${asOf}`]
}

/** A store that reads as if nothing had been noted after a day. */
function storeAsOf(store: Store, day: Day, folded: AskContext['folded']): Store {
  const isBy = (noted: Day | null): boolean => noted === null || noted <= day
  const by = <Dated extends { readonly day: Day | null }>(dated: Dated[]): Dated[] =>
    dated.filter((each) => isBy(each.day))
  const notedBy = (filter: Filter): Filter => ({ ...filter, notedBy: day })
  const counted = new Map<string, number>()
  const asThen = {
    known: (keys) => store.known(keys, day),
    matching: (match, filter, limit) => store.matching(match, notedBy(filter), limit),
    during: (filter, limit) => store.during(notedBy(filter), limit),
    moments: (filter) => store.moments(notedBy(filter)),
    newest: (filter, limit) => store.newest(notedBy(filter), limit),
    placesOf: (ids, filter) => store.placesOf(ids, notedBy(filter)),
    lineCount: () => store.lineCount(day),
    frequency: (match, most) => store.frequency(match, most, day),
    counted: () => counted,
    lastNoted: () => store.lastNoted(day),
    sections: () => store.sections(day),
    holding: (match) => store.holding(match, day),
    lines: (keys) => store.lines(keys).filter(([, , , , , noted]) => isBy(noted)),
    factsOf: (path) => by(store.factsOf(path)),
    factsById: (ids) => by(store.factsById(ids)),
    factsReplacing: (id) => by(store.factsReplacing(id)),
    placesDrawn: (ids) => by(store.placesDrawn(ids)),
    replaced: () => store.replaced(day),
    assertions: {
      ...store.assertions,
      all: (...whats) =>
        store.assertions
          .all(...whats)
          .filter(({ assertion }) => !('on' in assertion) || isBy(assertion.on?.day ?? null)),
    },
    company: companyAsOf(store, isBy),
    opinionOf(statement) {
      const [id] = then.beliefs.opinionsOf([statement])
      return id === undefined ? undefined : then.beliefs.opinion(id)
    },
    beliefs: beliefsAsOf(store, () => then, isBy, folded),
  } satisfies Partial<Store>
  const then: Store = { ...(store satisfies Record<Undecided<keyof typeof asThen>, never>), ...asThen }
  return then
}

/** Members that answer alike as of any day: they name things, take keys found as of that day, or serve no question. */
type SameOnEachDay =
  | 'isOnDisk'
  | 'copy'
  | 'beginPages'
  | 'endings'
  | 'held'
  | 'vectors'
  | 'mirror'
  | 'texts'
  | 'problems'
  | 'noteCount'
  | 'counts'
  | 'dump'
  | 'digest'
  | 'pageFacts'
  | 'pageCandidates'
  | 'notesByYear'
  | 'stale'
  | 'markStale'
  | 'pagesWritten'
  | 'pagesInFlight'
  | 'pageWritten'
  | 'pageLanded'
  | 'factsOfKinds'
  | 'factsWithOwnEnd'
  | 'idsOf'
  | 'statedIds'
  | 'curatedOpinions'
  | 'suggestions'
  | 'anchored'
  | 'factsDrawnFrom'
  | 'drawnAmong'
  | 'drawnUpon'
  | 'notedSince'
  | 'daysNoted'
  | 'openAfter'
  | 'idsAmong'
  | 'idsFoundByMore'
  | 'notedByDay'
  | 'notedByKind'
  | 'notedOn'
  | 'factsOfNobody'
  | 'factsAt'
  | 'labelsBetween'
  | 'factsByKey'
  | 'repeated'
  | 'replacingNothing'
  | 'speakingOfNoBelief'
  | 'mentioned'
  | 'entityPage'
  | 'entityPages'
  | 'spellings'
  | 'mentionedIn'
  | 'mentionCounts'
  | 'mentionsSince'
  | 'statedMentions'
  | 'tellingOf'
  | 'mentionKeys'
  | 'amountOf'
  | 'close'
  | 'lock'
  | 'isInPlace'
  | 'version'
  | 'done'
  | 'keepDone'
  | 'standing'
  | 'standFor'
  | 'write'
  | 'read'
  | 'preview'
  | 'layOver'
  | 'holdsAny'
  | 'files'
  | 'filesAt'
  | 'oids'
  | 'notes'
  | 'setMode'
  | 'clear'
  | 'expectMany'
  | 'settle'
  | 'isScrubDue'
  | 'letScrubBeDue'
  | 'scrub'
  | 'entities'

/** Members of a store on which nothing above decides: any here stops the compiler. */
type Undecided<Decided> = Exclude<keyof Store, Decided | SameOnEachDay>

function beliefsAsOf(
  { beliefs, factsById }: Store,
  then: () => Store,
  isBy: (day: Day | null) => boolean,
  folded: AskContext['folded'],
): Store['beliefs'] {
  const read = new Map<FactId, readonly Opinion[]>()
  /** What an opinion of today was then: nothing, itself, or several opinions that a later statement joined. */
  const formerly = (id: FactId): readonly Opinion[] => {
    const known = read.get(id)
    if (known) return known
    const opinion = beliefs.opinion(id)!
    const later = new Set(factsById(opinion.members).flatMap((fact) => (isBy(fact.day) ? [] : [fact.id])))
    const members = opinion.members.filter((member) => !later.has(member))
    // With a later statement, the ledger also holds what was judged with it, so the others are folded anew.
    const were = later.size === 0 ? [cutBack(opinion, isBy)] : [...folded(then(), members)]
    read.set(id, were)
    return were
  }
  const opinionsWith = (statements: readonly FactId[]): Opinion[] => {
    const asked = new Set(statements)
    return beliefs
      .opinionsOf(statements)
      .flatMap(formerly)
      .filter(({ members }) => members.some((member) => asked.has(member)))
  }
  const opinion = (id: FactId): Opinion | undefined => opinionsWith([id]).find((each) => each.id === id)
  const opinionsOf = (statements: readonly FactId[]): FactId[] => opinionsWith(statements).map(({ id }) => id)
  return {
    ...beliefs,
    opinion,
    opinionsOf,
    statementsOf: (opinions) => opinions.flatMap((id) => opinion(id)?.members ?? []),
    notedDuring: (days) => opinionsOf(beliefs.statementsOf(beliefs.notedDuring(days))),
    endOf: (statement) => opinionsWith([statement])[0],
    retired: () => opinionsWith(beliefs.retired()).flatMap(({ members, retired }) => (retired ? members : [])),
    judgements(opinions) {
      const judgements = beliefs.judgements(opinions)
      const there = new Set(
        then()
          .factsById(judgements.map(({ fact }) => fact))
          .map(({ id }) => id),
      )
      return judgements.filter(({ fact }) => there.has(fact))
    },
  }
}

/**
 * An opinion with the rows of its ledger up to a day; a pin, which has no day, stays as the last row. Fields that only
 * pages show are today's.
 */
function cutBack(opinion: Opinion, isBy: (day: Day | null) => boolean): Opinion {
  const evidence = opinion.evidence.filter(({ day }) => isBy(day))
  // Rows that weaken, contradict or pin leave an opinion's end as it was.
  const deciding = evidence.findLast(
    ({ counts, effect }) => counts && effect !== 'weakens' && effect !== 'contradicts' && effect !== 'pins',
  )
  return {
    ...opinion,
    confidence: evidence.at(-1)!.confidence,
    until: deciding?.effect === 'supersedes' ? deciding.day : null,
    evidence,
  }
}
