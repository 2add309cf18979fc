import { withoutCredentials } from '../credentials/without.js'
import { sameEdit, type Anchor, type JudgedPair, type Wording } from '../model/assertion.js'
import { compare } from '../text/compare.js'
import { entityKey } from '../model/entity.js'
import { MemoryError } from '../model/error.js'
import { cite, type FactId } from '../model/fact.js'
import type { Evidence, Opinion } from '../model/opinion.js'
import { tellingThatHolds, type ResolvedAssertion } from '../model/telling.js'
import { lineCue, stances } from '../model/stance.js'
import type { Day, Span } from '../model/time.js'
import type { Writer } from '../model/writer.js'
import type { Store } from '../store/store.js'
import { askedAsOf, type AskContext } from './question/as-of.js'
import { leadingWithin } from '../text/tokens.js'
import { estimateTokens } from './answer/budget.js'
import { unknownNames } from './question/entity-named.js'
import { parseQuery } from './question/parse-query.js'
import { toldWindow, wholeNumber, type Query, type RecallOptions, type ToldWindow } from './question/query.js'
import { ledgerOf, type AnswerEvidence } from './answer/result.js'
import { isBelief } from '../model/kind.js'

/** What a window may have done to a belief, in the order in which an answer tells it. */
export const changesOfBelief = ['moved', 'new', 'ended', 'retired'] as const

/** A belief that differs from what it was before the window. */
export interface BeliefChange {
  readonly id: FactId
  readonly change: (typeof changesOfBelief)[number]
  readonly content: string
  readonly entities: readonly string[]
  /** 0 to 1, on the eve of the window; null for a belief that is new. */
  readonly before: number | null
  /** 0 to 1, at the end of the window. */
  readonly after: number
  /** The day from which on it is believed no more. */
  readonly until?: Day
  /** A person has set its confidence, whatever the evidence. */
  readonly pinned?: true
  /** What moved it in the window, in the order of the ledger; then a person's other words for it (`reworded`). */
  readonly steps: readonly AnswerEvidence[]
  /** How many earlier steps of the window are left out; `memory show` lists them all. */
  readonly earlier: number
}

/** Who committed a person's edit of a generated line, or a person's bullet on a belief, and when. */
export interface BroughtBy extends Writer {
  /** The confidence, 0 to 1, that the edited line had as it was generated; null for a bullet. */
  readonly over: number | null
  /** How many edits of the window came after it. */
  readonly later: number
}

export interface BeliefsAnswer {
  /** The day whose memory answers, or the commit, where one was named. */
  readonly asOf?: Day
  readonly window: ToldWindow
  readonly entities: readonly string[]
  /** Sorted by `change`, then the largest difference first, then by name. */
  readonly changes: readonly BeliefChange[]
  /** How many more there are. */
  readonly left: number
  readonly notices: readonly string[]
}

const defaultK = 50

/** The latest steps of one belief that are shown. */
const mostSteps = 20

/**
 * Every opinion that a note or a person's edit of the window stated, moved or ended. A note counts on its own day, an
 * edit on the day of the edited line and on the day of its commit.
 *
 * @param broughtIn the edits that commits of a window brought, keyed by `sameEdit`
 * @throws MemoryError bad-argument
 */
export function beliefChanges(
  index: Store,
  options: RecallOptions,
  now: AskContext,
  broughtIn: (window: Span) => ReadonlyMap<string, BroughtBy> = () => new Map(),
): BeliefsAnswer {
  const { k = defaultK, budget } = options
  wholeNumber('k', k, 1, 1000)
  if (options.kinds?.some((kind) => !isBelief(kind)))
    throw new MemoryError('bad-argument', 'beliefs are opinions: leave out --kind')
  if (options.origins?.length)
    throw new MemoryError('bad-argument', 'a belief rests on facts of any origin: leave out --origin')
  if (options.labels?.length) throw new MemoryError('bad-argument', 'no belief has a label: leave out --label')
  const { store, context, asOf } = askedAsOf(index, options, now)
  const query = parseQuery('', options, context)
  const brought: ReadonlyMap<string, BroughtBy> =
    asOf.asOf === undefined && query.window ? broughtIn(query.window) : new Map()
  const edits = store.assertions
    .all()
    .flatMap(({ target, ...each }) =>
      target === null ? [] : [{ ...each, target, by: brought.get(sameEdit(each.assertion)) }],
    )
  const changes = touchedIn(query.window, store, edits)
    .filter((id) => isAbout(id, query, store))
    .flatMap((id) => changeOf(id, query.window, store, edits))
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

/** The notice for retired beliefs that are not listed: a `retired` line has no day, so no window holds it. */
function retiredOnNoDay(store: Store, query: Query, listed: ReadonlySet<FactId>): string[] {
  if (query.window === null) return []
  const more = store.beliefs
    .opinionsOf(store.beliefs.retired())
    .filter((id) => !listed.has(id) && isAbout(id, query, store)).length
  if (more === 0) return []
  return [`left out: ${more} retired, on a day that is not noted; without --since, --until and --on they are listed`]
}

/** A person's edit, resolved to a fact; `by` is the commit of the window that brought it, if one did. */
type BroughtEdit = ResolvedAssertion & { readonly target: FactId; readonly by: BroughtBy | undefined }
type Reworded = BroughtEdit & { readonly assertion: Wording }
type Anchored = BroughtEdit & { readonly assertion: Anchor }

const isJudged = (edit: BroughtEdit): edit is BroughtEdit & { readonly assertion: JudgedPair } =>
  edit.assertion.what === 'judged'
const isReworded = (edit: BroughtEdit): edit is Reworded => edit.assertion.what === 'wording'
const isAnchored = (edit: BroughtEdit): edit is Anchored => edit.assertion.what === 'anchor'
const isSaidIn = (window: Span | null, { assertion, by }: Reworded): boolean =>
  by !== undefined || isWithin(assertion.on?.day ?? null, window)

function touchedIn(window: Span | null, store: Store, edits: readonly BroughtEdit[]): FactId[] {
  const spoken = edits.filter((edit) => edit.by !== undefined || (isReworded(edit) && isSaidIn(window, edit)))
  const ids = [
    ...store.beliefs.notedDuring(window),
    ...store.beliefs.opinionsOf(spoken.map(({ target, belief }) => belief ?? target)),
  ]
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

/** What a window changed of one belief; empty where nothing changed. */
function changeOf(id: FactId, window: Span | null, store: Store, edits: readonly BroughtEdit[]): BeliefChange[] {
  const opinion = store.beliefs.opinion(id)!
  const { evidence, until, retired } = opinion
  const members = new Set(opinion.members)
  const own = edits.filter(({ target }) => members.has(target))
  const words = own.filter(isReworded)
  const inWindow = words.filter((each) => isSaidIn(window, each))
  const anchors = own.filter(isAnchored).filter(({ by }) => by)
  const judged = edits.filter(isJudged).filter(({ by, belief }) => by && belief !== null && members.has(belief))
  const broughtBy = (row: Evidence): BroughtBy | undefined =>
    row.effect === 'anchors' || row.effect === 'pins'
      ? anchors.find(({ assertion }) => assertion.confidence === row.confidence && onDay(assertion) === row.day)?.by
      : judged.find(({ page, target, assertion }) => {
          const { fact, effect, cues } = row
          return target === fact && stances[assertion.stance] === effect && cues.includes(lineCue(page))
        })?.by
  const moving = evidence.filter((row) => row.counts && (isWithin(row.day, window) || broughtBy(row) !== undefined))
  const pinned = evidence.some(({ effect }) => effect === 'pins')
  const isNew = isWithin(evidence.find(({ effect }) => effect === 'states')!.day, window)
  const ended = until !== null && isWithin(until, window)
  const retiredNow = retired && own.some(({ assertion, by }) => assertion.what === 'retired' && by)
  const isSet = moving.some((row) => broughtBy(row) && (row.effect === 'pins' || !pinned))
  const isEdited = inWindow.length > 0 || isSet || retiredNow
  // Nothing that is noted moves a pinned belief.
  if (!isNew && !ended && !isEdited && (pinned || moving.length === 0)) return []
  const edited = evidence.findIndex((row) => broughtBy(row) !== undefined && !isWithin(row.day, window))
  const first = anchors.reduce((oldest, each) => (each.by!.later > oldest.by!.later ? each : oldest), anchors[0]!)
  const over = edited < 0 ? null : (first?.by?.over ?? null)
  const eve = edited > 0 ? evidence.slice(0, edited) : evidence
  const before = window && (over ?? confidenceAt(eve, (day) => day < window.start))
  return [
    {
      id,
      change: retired ? 'retired' : ended ? 'ended' : isNew ? 'new' : 'moved',
      ...tellingOf(opinion, words, store),
      before: isNew ? null : before,
      after: confidenceAt(evidence, (day) => window === null || day <= window.end),
      ...(ended ? { until } : {}),
      ...(pinned ? { pinned } : {}),
      earlier: Math.max(0, moving.length - mostSteps),
      steps: [
        ...moving.slice(-mostSteps).flatMap((row) => {
          const by = broughtBy(row)
          return ledgerOf([row]).map((step) => withCommit(step, by))
        }),
        ...inWindow.map(({ page, line, assertion, by }): AnswerEvidence => {
          const timestamp = onDay(assertion)
          const confidence = confidenceAt(evidence, (day) => timestamp === null || day <= timestamp)
          const source = cite({ path: page, first: line, last: line }, assertion.of)
          return withCommit({ id: assertion.of, timestamp, effect: 'reworded', confidence, source }, by)
        }),
      ],
    },
  ]
}

const withCommit = (step: AnswerEvidence, by: BroughtBy | undefined): AnswerEvidence =>
  by ? { ...step, broughtBy: writerIn(by) } : step

const writerIn = ({ over: _over, later: _later, ...writer }: BroughtBy): Writer => writer

const onDay = ({ on }: Anchor | Wording): Day | null => on?.day ?? null

/** The confidence, 0 to 1, at the last row of the ledger on the asked days; a pin holds on all days. */
function confidenceAt(evidence: readonly Evidence[], isAsked: (day: Day) => boolean): number {
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
  const latest = tellingThatHolds(store.factsById([members.at(-1)!])[0]!, words)
  const { canonical, nameOf } = store.entities()
  return {
    content: withoutCredentials(latest.text),
    entities: [...new Set(latest.mentions.map((name) => nameOf(canonical(entityKey(name)))))],
  }
}
