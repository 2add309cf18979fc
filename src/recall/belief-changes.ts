import type { Wording } from '../memory/assertion.js'
import { compare } from '../memory/compare.js'
import { entityKey } from '../memory/entity.js'
import { MemoryError } from '../memory/error.js'
import { cite, type FactId } from '../memory/fact.js'
import type { Opinion } from '../memory/opinion.js'
import { told, type ResolvedAssertion } from '../memory/telling.js'
import type { Day, Span } from '../memory/time.js'
import type { Store } from '../store/store.js'
import { askedAsOf, type AskContext } from './as-of.js'
import { estimateTokens, leadingWithin } from './budget.js'
import { unknownNames } from './entity-named.js'
import { parseQuery } from './parse-query.js'
import { toldWindow, wholeNumber, type Query, type RecallOptions, type ToldWindow } from './query.js'
import { ledgerOf, type AnswerEvidence } from './result.js'

/** What became of a belief, in the order in which they are told. */
export const changesOfBelief = ['moved', 'new', 'ended', 'retired'] as const

/** A belief that is another one than before the window. */
export interface BeliefChange {
  readonly id: FactId
  readonly change: (typeof changesOfBelief)[number]
  readonly content: string
  readonly entities: readonly string[]
  /** 0 to 1, on the eve of the window; null for a belief that is new. */
  readonly before: number | null
  /** 0 to 1, at the end of the window. */
  readonly after: number
  /** From when on it is believed no more. */
  readonly until?: Day
  /** A person has set its confidence, whatever the evidence. */
  readonly pinned?: true
  /** What moved it in the window, in the order of the ledger; then a person's other words for it (`reworded`). */
  readonly steps: readonly AnswerEvidence[]
  /** How many steps of the window stand before these; `memory show` has them all. */
  readonly earlier: number
}

export interface BeliefsAnswer {
  /** The day whose memory answers, where one was named. */
  readonly asOf?: Day
  readonly window: ToldWindow
  readonly entities: readonly string[]
  /** By what became of them, then the largest change first, then by name. */
  readonly changes: readonly BeliefChange[]
  /** How many more there are. */
  readonly left: number
  readonly notices: readonly string[]
}

const defaultK = 50

/** Of one belief: the latest. */
const mostSteps = 20

/**
 * What is believed differently: every opinion that something noted in the
 * window has moved, founded or ended. Days are those of the notes, and of the
 * lines that a person edited; nothing but the index is asked.
 *
 * @throws MemoryError bad-argument
 */
export function beliefChanges(index: Store, options: RecallOptions, now: AskContext): BeliefsAnswer {
  const { k = defaultK, budget } = options
  wholeNumber('k', k, 1, 1000)
  if (options.kinds?.some((kind) => kind !== 'opinion'))
    throw new MemoryError('bad-argument', 'beliefs are opinions: leave out --kind')
  const { store, context, asOf } = askedAsOf(index, options, now)
  const query = parseQuery('', options, context)
  const reworded = store.assertions
    .all()
    .filter((each): each is Reworded => each.target !== null && each.assertion.what === 'wording')
  const changes = touchedIn(query.window, store, reworded)
    .filter((id) => isAbout(id, query, store))
    .flatMap((id) => changeOf(id, query.window, store, reworded))
    .toSorted(byChange)
  const first = changes.slice(0, k)
  const kept = budget === undefined ? first : leadingWithin(first, tokensOf, budget)
  return {
    ...asOf,
    window: toldWindow(query.window),
    entities: (query.required ?? []).map(store.entities().nameOf),
    changes: kept,
    left: changes.length - kept.length,
    notices: [
      ...unknownNames(store, query),
      ...leftOut(changes.length - kept.length),
      ...retiredOnNoDay(store, query, new Set(changes.map(({ id }) => id))),
    ],
  }
}

const tokensOf = ({ content, steps }: BeliefChange): number =>
  estimateTokens(content) + steps.reduce((sum, { source }) => sum + estimateTokens(source), 0)

function byChange(a: BeliefChange, b: BeliefChange): number {
  const size = ({ before, after }: BeliefChange): number => Math.abs(after - (before ?? 0))
  return (
    changesOfBelief.indexOf(a.change) - changesOfBelief.indexOf(b.change) ||
    size(b) - size(a) ||
    compare(a.entities[0] ?? '', b.entities[0] ?? '') ||
    compare(a.content, b.content) ||
    compare(a.id, b.id)
  )
}

const leftOut = (count: number): string[] =>
  count > 0 ? [`left out: ${count}; a higher --k or --budget shows ${count === 1 ? 'it' : 'them'}`] : []

/** A `retired` line has no day: a window holds only those beliefs that something else was noted of. */
function retiredOnNoDay(store: Store, query: Query, listed: ReadonlySet<FactId>): string[] {
  if (query.window === null) return []
  const more = store.beliefs
    .opinionsOf(store.beliefs.retired())
    .filter((id) => !listed.has(id) && isAbout(id, query, store)).length
  if (more === 0) return []
  return [`left out: ${more} retired, on a day that is not noted; without --since, --until and --on they are listed`]
}

type Reworded = ResolvedAssertion & { readonly assertion: Wording }

function touchedIn(window: Span | null, store: Store, reworded: readonly Reworded[]): FactId[] {
  const spoken = reworded.filter(({ assertion }) => isWithin(assertion.on?.day ?? null, window))
  const ids = [...store.beliefs.notedDuring(window), ...store.beliefs.opinionsOf(spoken.map(({ target }) => target!))]
  return [...new Set(ids)]
}

function isAbout(id: FactId, { required }: Query, store: Store): boolean {
  if (required === null) return true
  const keys = new Set(required.flatMap((key) => store.entities().keysOf(key)))
  return store
    .factsById(store.beliefs.statementsOf([id]))
    .some(({ mentions }) => mentions.some((name) => keys.has(entityKey(name))))
}

const isWithin = (day: Day | null, window: Span | null): boolean =>
  window === null || (day !== null && day >= window.start && day <= window.end)

/** What a window changed of one belief; empty where it is as it was. */
function changeOf(id: FactId, window: Span | null, store: Store, reworded: readonly Reworded[]): BeliefChange[] {
  const opinion = store.beliefs.opinion(id)!
  const { evidence, until, retired } = opinion
  const members = new Set(opinion.members)
  const words = reworded.filter(({ target }) => members.has(target!))
  const inWindow = words.filter(({ assertion }) => isWithin(assertion.on?.day ?? null, window))
  const moving = evidence.filter(({ counts, day }) => counts && isWithin(day, window))
  const pinned = evidence.some(({ effect }) => effect === 'pins')
  const isNew = isWithin(evidence.find(({ effect }) => effect === 'states')!.day, window)
  const ended = until !== null && isWithin(until, window)
  // Nothing that is noted moves a pinned belief.
  if (!isNew && !ended && inWindow.length === 0 && (pinned || moving.length === 0)) return []
  return [
    {
      id,
      change: retired ? 'retired' : ended ? 'ended' : isNew ? 'new' : 'moved',
      ...tellingOf(opinion, words, store),
      before: isNew || window === null ? null : confidenceAt(opinion, (day) => day < window.start),
      after: confidenceAt(opinion, (day) => window === null || day <= window.end),
      ...(ended ? { until } : {}),
      ...(pinned ? { pinned } : {}),
      earlier: Math.max(0, moving.length - mostSteps),
      steps: [
        ...ledgerOf(moving.slice(-mostSteps)),
        ...inWindow.map(({ page, line, assertion }): AnswerEvidence => {
          const timestamp = assertion.on?.day ?? null
          const confidence = confidenceAt(opinion, (day) => timestamp === null || day <= timestamp)
          const source = cite({ path: page, first: line, last: line }, assertion.of)
          return { id: assertion.of, timestamp, effect: 'reworded', confidence, source }
        }),
      ],
    },
  ]
}

/** 0 to 1: what the ledger had come to on the days that are asked about; a pin holds on all of them. */
function confidenceAt({ evidence }: Opinion, isAsked: (day: Day) => boolean): number {
  const row =
    evidence.find(({ effect }) => effect === 'pins') ??
    evidence.findLast(({ day }) => isAsked(day ?? '')) ??
    evidence[0]!
  return Math.round(row.confidence / 10) / 100
}

/** An opinion in its latest words, as its page has them. */
function tellingOf(
  { members }: Opinion,
  words: readonly Reworded[],
  store: Store,
): Pick<BeliefChange, 'content' | 'entities'> {
  const latest = told(store.factsById([members.at(-1)!])[0]!, words)
  const { canonical, nameOf } = store.entities()
  return {
    content: latest.text,
    entities: [...new Set(latest.mentions.map((name) => nameOf(canonical(entityKey(name)))))],
  }
}
