import { entityKey } from '../memory/entity.js'
import { MemoryError } from '../memory/error.js'
import { cite, type Confidence, type FactId } from '../memory/fact.js'
import type { Kind } from '../memory/kind.js'
import type { Evidence } from '../memory/opinion.js'
import { tellingsOf, told, type Telling } from '../memory/telling.js'
import type { Day, Span } from '../memory/time.js'
import type { StoredFact } from '../store/rows.js'
import type { Store } from '../store/store.js'
import { estimateTokens, withinBudget } from './budget.js'
import { fuse, type Contribution, type Fused } from './fuse.js'
import { parseQuery, type ParseContext } from './parse-query.js'
import { toldWindow, type Query, type RecallOptions, type ToldWindow } from './query.js'
import { retrievers, type Retriever, type RetrieverName } from './retrievers.js'
import { setBack } from './succession.js'

/** One step of an opinion's evidence, as an answer shows it. */
export interface AnswerEvidence {
  readonly id: FactId
  readonly timestamp: string | null
  readonly effect: string
  /** 0 to 1, after this step. */
  readonly confidence: number
  readonly source: string
  /** What the verdict rests on; `memory show` only. */
  readonly cues?: readonly string[]
  /** Set where another fact decided its day, or it is older than the opinion; `memory show` only. */
  readonly ignored?: true
}

/** A fact in an answer. Field names are OpenClaw's and Hindsight's. */
export interface Result {
  readonly id: FactId
  readonly kind: Kind
  readonly origin: string
  /** The day it was noted; null where the note has none. */
  readonly timestamp: string | null
  /** The days it speaks of. */
  readonly occurred?: Span
  readonly entities: readonly string[]
  readonly content: string
  /** `memory/2025-11-27.md#L4`, or for a page `bank/opinions.md ^id`. */
  readonly source: string
  /** Further places that say the same. */
  readonly sources?: readonly string[]
  readonly score: number
  /** Opinions only; 0 to 1. */
  readonly confidence?: number
  readonly evidence?: readonly AnswerEvidence[]
  /** No longer true from this date on. */
  readonly until?: string
  /** A person has retired it. */
  readonly retired?: true
  /** Set where the note's text is not in HEAD. */
  readonly uncommitted?: true
  readonly why: readonly Contribution[]
}

export interface Answer {
  readonly question: string
  /** The window asked for, resolved; null for an end that is open. */
  readonly window: ToldWindow
  readonly entities: readonly string[]
  readonly results: readonly Result[]
  /** What a reader should know, e.g. that a name is unknown, or that uncommitted notes could not be searched. */
  readonly notices: readonly string[]
}

/** Candidates that each retriever may bring. */
const depth = 200

const defaultK = 25

/**
 * Answer a question from the index.
 *
 *     question → query → retrievers → fusion → one per fact → budget → citations
 *
 * Ties break by path, then line, so that the same index always answers in the
 * same order.
 */
export function recall(store: Store, question: string, options: RecallOptions, context: ParseContext): Answer {
  const { k = defaultK } = options
  if (!Number.isInteger(k) || k < 1) throw new MemoryError('bad-argument', `k takes a whole number from 1, got ${k}`)
  const query = parseQuery(question, options, context)
  const found = (Object.entries(retrievers) as [RetrieverName, Retriever][]).map(([name, retriever]) => ({
    name,
    weight: retriever.weight,
    candidates: retriever.find(query, store, depth),
  }))
  const all = fuse(isBare(query) ? [...found, everything(query, store)] : found)
  const candidates = query.content ? all.filter((one) => !onlyFiltered(one, query)) : all
  const facts = store.factsByKey(candidates.map(({ key }) => key))
  const over = overFacts(store, query, context.today)
  const ranked = onePerFact(store, setBack(store, candidates, facts, over), facts).slice(0, k)
  const asResult = resultsOf(store)
  const results = ranked.map(({ fact, fused }) =>
    // Who asks for a time is told what was stated then.
    asResult(query.window === null ? latestStatement(store, fact) : fact, fused),
  )
  const packed = options.budget === undefined ? results : withinBudget(results, tokensOf, options.budget)
  return {
    question,
    window: toldWindow(query.window),
    entities: [...(query.required ?? query.named)].map(store.entities().nameOf),
    results: packed,
    notices: noticesOf(store, query, results, packed, options),
  }
}

/** Why nothing was found, where that has a reason to be told. */
function noticesOf(
  store: Store,
  query: Query,
  results: readonly Result[],
  packed: readonly Result[],
  { budget }: RecallOptions,
): string[] {
  const [best] = results
  return [
    ...unknownNames(store, query),
    ...(best && packed.length === 0 && budget !== undefined
      ? [`the best result takes about ${tokensOf(best)} tokens, the budget is ${budget}`]
      : []),
  ]
}

/** Names that the caller insists on and nothing is called by, each as a sentence. */
export function unknownNames(store: Store, { required }: Query): string[] {
  const entities = store.entities()
  return (required ?? [])
    .filter((key) => store.known(entities.keysOf(key)).length === 0 && entities.pageOf(key) === undefined)
    .map((key) => `nothing is called ${entities.nameOf(key)}`)
}

/** What an answer with this result costs, estimated. */
export const tokensOf = (result: Result): number => estimateTokens(result.content + result.source)

/**
 * Found for nothing but the caller's own window or entity: where the question
 * has words, those conditions narrow what the words find and add nothing to it.
 */
const onlyFiltered = ({ contributions }: Fused, query: Query): boolean =>
  contributions.every(
    ({ retriever }) =>
      (retriever === 'temporal' && query.window !== null) || (retriever === 'entity' && query.required !== null),
  )

/** Facts that are true no more, or retired; but what ended after the time that is asked about was true then. */
function overFacts(store: Store, { window, mentioned }: Query, today: Day): (fact: StoredFact | undefined) => boolean {
  const retired = new Set(
    [...tellingsOf(store.assertions.all())].flatMap(([id, telling]) => (telling.retired ? [id] : [])),
  )
  const ended = new Map(store.beliefs.ended().map(({ fact, until, retired: gone }) => [fact, gone ? '' : until]))
  const replaced = store.replaced()
  const asked = (window ?? mentioned)?.end
  const at = asked === undefined || asked > today ? today : asked
  return (fact) => {
    if (!fact) return false
    const until = ended.get(fact.id) ?? fact.until ?? replaced.get(fact.id) ?? null
    return retired.has(fact.id) || (until !== null && until <= at)
  }
}

/** No words, no names and no days: `recall --kind opinion` lists what passes the filter, newest first. */
const isBare = (query: Query): boolean => query.terms.length === 0 && query.required === null && query.window === null

function everything(
  query: Query,
  store: Store,
): { name: RetrieverName; weight: number; candidates: { key: number; score: number }[] } {
  if (!query.kinds) return { name: 'lexical', weight: 0, candidates: [] }
  const keys = store.newest({ kinds: query.kinds }, depth)
  return { name: 'temporal', weight: 0, candidates: keys.map((key) => ({ key, score: 1 })) }
}

interface Ranked {
  readonly fact: StoredFact
  readonly fused: Fused
}

/** A belief is told as it was stated last; a statement that no commit holds, as it stands. */
function latestStatement(store: Store, fact: StoredFact): StoredFact {
  if (fact.kind !== 'opinion') return fact
  const latest = store.beliefs.statementsOf(store.beliefs.opinionsOf([fact.id])).at(-1)
  return (latest === undefined ? undefined : store.factsById([latest])[0]) ?? fact
}

/** One result per fact and per opinion, whatever the places and statements that tell it; the best of them stands for it. */
function onePerFact(store: Store, candidates: readonly Fused[], facts: ReadonlyMap<number, StoredFact>): Ranked[] {
  const ranked = candidates
    .flatMap((fused): Ranked[] => {
      const fact = facts.get(fused.key)
      return fact ? [{ fact, fused }] : []
    })
    .toSorted(byScoreThenPlace)
  const seen = new Set<FactId>()
  return ranked.filter(({ fact }) => {
    const id = (fact.kind === 'opinion' ? store.beliefs.opinionsOf([fact.id])[0] : undefined) ?? fact.id
    return !seen.has(id) && seen.add(id)
  })
}

function byScoreThenPlace(a: Ranked, b: Ranked): number {
  if (a.fused.score !== b.fused.score) return b.fused.score - a.fused.score
  const [left, right] = [a.fact.source, b.fact.source]
  if (left.path !== right.path) return left.path < right.path ? -1 : 1
  return left.first - right.first || (a.fact.id < b.fact.id ? -1 : 1)
}

/** Facts as results: what a person says of how they are told is asked for once an answer. */
export function resultsOf(store: Store): (fact: StoredFact, fused?: Fused) => Result {
  const otherwise = { tellings: tellingsOf(store.assertions.all()), replaced: store.replaced() }
  return (fact, fused) => resultOf(store, otherwise, fact, fused)
}

interface ToldOtherwise {
  readonly tellings: ReadonlyMap<FactId, Telling>
  readonly replaced: ReadonlyMap<FactId, Day>
}

function resultOf(store: Store, { tellings, replaced }: ToldOtherwise, stored: StoredFact, fused?: Fused): Result {
  const telling = tellings.get(stored.id)
  const opinion = stored.kind === 'opinion' ? store.opinionOf(stored.id) : undefined
  // What a person calls an opinion holds for all its statements.
  const words = opinion?.members.flatMap((member) => tellings.get(member)?.words ?? []) ?? telling?.words
  const fact = told(stored, words)
  const retired = telling?.retired === true || opinion?.retired === true
  const until = opinion?.until ?? fact.until ?? (replaced.get(stored.id) || null)
  const entities = store.entities()
  const names = [...new Set(fact.mentions.map((name) => entities.nameOf(entities.canonical(entityKey(name)))))]
  const places = store.factsById(opinion?.members ?? [stored.id]).map((place) => cite(place.source, place.id))
  const source = cite(fact.source, fact.id)
  const others = places.filter((place) => place !== source)
  return {
    id: fact.id,
    kind: fact.kind,
    origin: fact.origin,
    timestamp: fact.day,
    ...(fact.occurred ? { occurred: fact.occurred } : {}),
    entities: names,
    content: fact.text,
    source,
    ...(others.length > 0 ? { sources: others } : {}),
    score: Math.round((fused?.score ?? 0) * 10_000) / 10_000,
    ...(opinion
      ? {
          confidence: shown(opinion.confidence),
          evidence: opinion.evidence.filter(({ counts }) => counts).map(stepOf),
        }
      : fact.confidence === null
        ? {}
        : { confidence: shown(fact.confidence) }),
    ...(until ? { until } : {}),
    ...(retired ? { retired: true } : {}),
    ...(fact.uncommitted ? { uncommitted: true } : {}),
    why: fused?.contributions ?? [],
  }
}

const stepOf = ({ fact, day, effect, confidence, source }: Evidence): AnswerEvidence => ({
  id: fact,
  timestamp: day,
  effect,
  confidence: shown(confidence),
  source: cite(source, fact),
})

/** Every row of an opinion's ledger, those that moved nothing too. */
export const ledgerOf = (evidence: readonly Evidence[]): AnswerEvidence[] =>
  evidence.map((row) => ({ ...stepOf(row), cues: row.cues, ...(row.counts ? {} : { ignored: true as const }) }))

const shown = (confidence: Confidence): number => Math.round(confidence / 10) / 100
