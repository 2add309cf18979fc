import { isAdrift } from '../model/anchor.js'
import { withoutCredentials } from '../credentials/without.js'
import { MemoryError } from '../model/error.js'
import { evidenceWordOf, supportNeeded, type EvidenceWord } from '../model/evidence.js'
import type { FactId } from '../model/fact.js'
import type { Day, Span } from '../model/time.js'
import type { StoredFact } from '../store/rows.js'
import type { Store } from '../store/store.js'
import { heldIn, phraseOf } from '../text/as-written.js'
import { askedAsOf, undatedNotice, type AskContext } from './question/as-of.js'
import type { AskedKind } from './question/asks.js'
import { withinBudget } from '../text/tokens.js'
import { unknownNames } from './question/entity-named.js'
import { findable } from './rank/line.js'
import type { View } from './rank/features.js'
import type { Overlaps } from './rank/overlap.js'
import { withDoubts } from './answer/otherwise.js'
import { behindLater, isOverBy, overLast, type State } from './answer/over-last.js'
import { snippetOf } from './answer/snippet.js'
import { fuse } from './rank/fuse.js'
import { gather, type Meant } from './rank/gather.js'
import { parseQuery } from './question/parse-query.js'
import {
  hasConditions,
  mostWordings,
  toldWindow,
  usualResults,
  wholeNumber,
  type Query,
  type RecallOptions,
  type ToldWindow,
} from './question/query.js'
import { withContext, type Ranged } from './answer/ranges.js'
import { byScore, rank, type Ranked } from './rank/rank.js'
import { resultsOf, tokensOf, toldOtherwise, type Result, type ToldOtherwise } from './answer/result.js'
import { behindSuccessors, type RankedFact } from './rank/succession.js'
import { supportOf } from './rank/answerability.js'
import { isBelief } from '../model/kind.js'
import { tellingWords } from '../narrative/told-again.js'

/** A question as it was understood. */
export interface Plan {
  /** Stems that lines are scored by; the stems of names only where the question has no other words. */
  readonly words: readonly string[]
  readonly names: readonly string[]
  readonly asks: readonly AskedKind[]
  /** The days it names. */
  readonly days: Span | null
}

export interface Answer {
  readonly question: string
  /** The day whose memory answers, or the commit, where one was named. */
  readonly asOf?: Day
  /** The window asked for, resolved; null for an end that is open. */
  readonly window: ToldWindow
  readonly entities: readonly string[]
  readonly results: readonly Result[]
  readonly plan: Plan
  /** How sure it is that memory holds what was asked for, 0 to 1; null where no question was asked. */
  readonly support: number | null
  readonly evidence: EvidenceWord | null
  /** How many of the nearest lines are left out for too little support; `all` shows them. */
  readonly leftOut: number
  /** What a reader should know, e.g. that a name is unknown, or that uncommitted notes could not be searched. */
  readonly notices: readonly string[]
}

/**
 * Answer a question from the index.
 *
 *     question → query → retrievers → lines, looked at by features → score → one per fact → budget → citations
 *
 * Ties break by path, then line, so that the same index always answers in the same order.
 *
 * @param meant for each wording, how near lines are to it in meaning; empty where no model is asked
 */
export function recall(
  index: Store,
  question: string,
  options: RecallOptions,
  now: AskContext,
  meant: readonly Meant[] = [],
): Answer {
  const { k = usualResults, context: around = 0, also = [] } = options
  // Lines found by meaning alone need share no word with the question, so everything near is shown.
  const { all = options.semantic === 'only' } = options
  const needed = supportNeeded(options.minSupport ?? now.minSupport ?? 'weak')
  wholeNumber('k', k, 1, 1000)
  wholeNumber('context', around, 0, 20)
  if (also.length > mostWordings || !also.every((wording) => wording.trim() !== ''))
    throw new MemoryError('bad-argument', `--also takes up to ${mostWordings} wordings that are not empty`)
  if (also.length > 0 && question.trim() === '')
    throw new MemoryError('bad-argument', '--also words a question again: ask one')
  const { store, context, asOf } = askedAsOf(index, options, now)
  const asked = [question, ...also].map((wording, at): QuestionContext => {
    const query = parseQuery(wording, options, context)
    const gathered = gather(query, store, k, meant[at])
    return { query, view: gathered.view, ranked: rank(gathered) }
  })
  const { query } = asked[0]!
  const otherwise = toldOtherwise(store)
  const at = dayMeant(query, context.today)
  const state = statesOf(store, otherwise, query, at)
  // At least `usualResults` are ordered, so that a smaller `k` gives the same first results.
  const chosen = onePerFact(
    store,
    worthTelling(asked, all),
    Math.max(k, usualResults),
    (fact) => state(fact) !== 'holds',
  )
  const asResult = resultsOf(store, otherwise)
  const held: Overlaps['held'] = (words) => Math.max(...asked.map(({ view }) => view.held(words)))
  const cut = (text: string): Partial<Result> => {
    const snippet = snippetOf(text, held)
    return snippet === null ? {} : { content: snippet, cut: true }
  }
  // With a window, an opinion is told as it was stated then.
  const stated = new Map(
    chosen.map(({ fact }) => [fact.key, query.window === null ? latestStatement(store, fact) : fact]),
  )
  // As of a past day, nobody asks what became of code.
  const anchorsOf = asOf.asOf === undefined ? now.anchors?.([...stated.values()]) : undefined
  const stateAt = ({ fact }: RankedFact): State => {
    const [became, said] = [state(fact), stated.get(fact.key)!]
    return became === 'holds' && isAdrift(anchorsOf?.(said) ?? [], said.at) ? 'adrift' : became
  }
  const told = overLast(chosen, stateAt).map((placed) => {
    const said = stated.get(placed.fact.key)!
    const anchors = anchorsOf?.(said) ?? []
    return { ...asResult(said, placed.one), ...(anchors.length === 0 ? {} : { anchors }), placed }
  })
  const doubted = withDoubts(told)
  const inOrder = (query.asks.has('past') ? doubted : behindLater(doubted, at)).slice(0, k)
  const places = inOrder.map(({ placed }) => placed)
  const resultAt = new Map(inOrder.map(({ placed, ...result }) => [placed.fact.key, result]))
  const ranged: readonly Ranged[] = around === 0 ? places : withContext(store, places, around)
  const results = ranged.map(({ fact, range }): Result => ({
    ...resultAt.get(fact.key)!,
    ...(around === 0 && fact.kind === 'passage' ? cut(withoutCredentials(fact.text)) : {}),
    ...range,
  }))
  const { missing, isNothing } = notWritten(store, asked)
  const over = new Set(chosen.flatMap(({ fact }) => (state(fact) === 'holds' ? [] : [fact.id])))
  const support = supportFor(asked, over, isNothing)
  const isToldAnyway = all || asked.some(asksForAll)
  const leftOut = support !== null && support < needed && !isToldAnyway ? results.length : 0
  const shown = leftOut > 0 ? [] : results
  const packed = options.budget === undefined ? shown : withinBudget(shown, tokensOf, options.budget)
  return {
    question,
    ...asOf,
    window: toldWindow(query.window),
    entities: [...(query.required ?? query.named)].map(store.entities().nameOf),
    plan: {
      words: query.weighed.map(({ stem }) => stem),
      names: query.named.map(store.entities().nameOf),
      asks: [...query.asks],
      days: query.mentioned,
    },
    results: packed,
    support,
    evidence: support === null ? null : evidenceWordOf(support),
    leftOut,
    notices: [
      ...noticesOf(
        store,
        query,
        {
          results: shown,
          packed,
          missing,
        },
        options,
      ),
      ...undatedNotice(asOf, packed),
    ],
  }
}

function noticesOf(
  store: Store,
  query: Query,
  {
    results,
    packed,
    missing,
  }: {
    results: readonly Result[]
    packed: readonly Result[]
    missing: readonly string[]
  },
  { budget }: RecallOptions,
): string[] {
  const [best] = results
  const left = results.length - packed.length
  const { nameOf } = store.entities()
  return [
    ...unknownNames(store, query),
    ...query.readAs.map(({ word, meant }) => `nothing says ${word}: read as ${nameOf(meant)}`),
    ...(query.otherYear ? [`no year is named: read as ${daysTold(query.otherYear)}`] : []),
    ...missing.map((name) => `no line holds ${name}`),
    ...(best && packed.length === 0 && budget !== undefined
      ? [`the best result takes about ${tokensOf(best)} tokens, the budget is ${budget}`]
      : left > 0
        ? [`the budget left out ${left} of ${results.length} results`]
        : []),
  ]
}

const daysTold = ({ start, end }: Span): string => (start === end ? start : `${start} to ${end}`)

/** How many lines are searched for a name as it is written; where more may hold it, it is never called missing. */
const mostLooked = 500

/** Often emphasis and no name: `ALWAYS`, `Mon/Wed/Fri`. An answer that lacks only these is not weaker for it. */
const emphasis = /^\p{Lu}+$|^\p{L}+(?:\/\p{L}+)+$/u

/** The names in the question that no line holds letter by letter; `isNothing` where no name was found that way. */
function notWritten(
  store: Store,
  asked: readonly QuestionContext[],
): { missing: readonly string[]; isNothing: boolean } {
  const names = [...new Set(asked.flatMap(({ query }) => query.written.names))]
  const missing = names.filter((name) => {
    if (asked.some(({ ranked }) => ranked.some(({ line }) => heldIn(line.all(), name) !== undefined))) return false
    const keys = store.matching(phraseOf(name), {}, mostLooked)
    return keys.length < mostLooked && !store.lines(keys).some((row) => heldIn(findable(row), name))
  })
  return { missing, isNothing: missing.length === names.length && names.some((name) => !emphasis.test(name)) }
}

/** One wording of a question, and what it found. */
interface QuestionContext {
  readonly query: Query
  readonly view: View
  readonly ranked: readonly Ranked[]
}

/** Whether a wording has conditions and no words to look for: all that meets the conditions is the answer. */
const asksForAll = ({ query }: QuestionContext): boolean => query.terms.length === 0 && hasConditions(query)

/**
 * A line with a smaller share of the best score matches by chance. Measured on each kind of text, 0.35 costs at most
 * 0.3 points of recall@10; 0.4 costs one kind 2 points.
 */
const leastShare = 0.35

/** All lines found, as one ranking; where the question has words, without those that score 0 or far below the best. */
function worthTelling(asked: readonly QuestionContext[], all: boolean): readonly Ranked[] {
  const ranked = fuse(asked.map((one) => one.ranked))
  if (!asked.some(({ query }) => query.content) || asked.some(asksForAll)) return ranked
  const { query } = asked[0]!
  const least = all ? 0 : leastShare * (ranked[0]?.score ?? 0)
  return ranked.filter((one) => one.score > 0 && one.score >= least && !onlyFiltered(one, query))
}

/** The most support where only facts that are over match, or no name in the question was found: weak evidence. */
const weakAtMost = 0.3

/** The support of the best wording; null where none says what to look for. */
function supportFor(asked: readonly QuestionContext[], over: ReadonlySet<FactId>, isNothing: boolean): number | null {
  const content = asked.filter(({ query }) => query.content)
  if (content.length === 0) return null
  const supports = content.map(({ ranked, view }) => {
    const holding = supportOf(over.size === 0 ? ranked : ranked.filter(({ line }) => !over.has(line.id)), view)
    return over.size === 0 ? holding : Math.max(holding, Math.min(weakAtMost, supportOf(ranked, view)))
  })
  const most = Math.max(...supports)
  return Math.round((isNothing ? Math.min(weakAtMost, most) : most) * 100) / 100
}

/** Whether only the caller's window or entity found a line: such conditions narrow what words find, and add nothing. */
const onlyFiltered = ({ found }: Ranked, query: Query): boolean =>
  found.every(({ by }) => (by === 'temporal' && query.window !== null) || (by === 'entity' && query.required !== null))

/** The day whose state is told: the last of those asked about, today where it asks for none or for days to come. */
function dayMeant({ window, mentioned }: Query, today: Day): Day {
  const asked = (window ?? mentioned)?.end
  return asked === undefined || asked > today ? today : asked
}

/** The state of each fact on a day; for a question about the past, facts that are over count as holding. */
function statesOf(
  store: Store,
  { tellings, replaced }: ToldOtherwise,
  { asks }: Query,
  at: Day,
): (fact: StoredFact) => State {
  return (fact) => {
    const end = isBelief(fact.kind) ? store.beliefs.endOf(fact.id) : undefined
    if (tellings.get(fact.id)?.retired === true || end?.retired === true) return 'retired'
    const until = end?.until ?? fact.until ?? replaced.get(fact.id)
    return isOverBy(at, until, fact.annotations) && !asks.has('past') ? 'over' : 'holds'
  }
}

/** The latest statement of a fact's opinion; the fact itself where it belongs to none, as an uncommitted one. */
function latestStatement(store: Store, fact: StoredFact): StoredFact {
  if (!isBelief(fact.kind)) return fact
  const latest = store.beliefs.statementsOf(store.beliefs.opinionsOf([fact.id])).at(-1)
  return (latest === undefined ? undefined : store.factsById([latest])[0]) ?? fact
}

/** The share of a passage's words that a bullet has to hold to stand for it. */
const leastHeld = 0.6

/** Whether a bullet stands for a passage: it names it in `from`, is of the same day, and holds most of its words. */
function tells({ from, day, text }: StoredFact, passage: StoredFact): boolean {
  if (!from.includes(passage.id) || day === null || day !== passage.day) return false
  const [own, said] = [tellingWords(passage.text), tellingWords(text)]
  return [...own].filter((word) => said.has(word)).length >= leastHeld * own.size
}

/** The best location of each fact or opinion, the first `k`; without passages that a bullet before them stands for. */
function onePerFact(
  store: Store,
  ranked: readonly Ranked[],
  k: number,
  isOver: (fact: StoredFact) => boolean,
): RankedFact[] {
  const among = (candidates: readonly Ranked[]): RankedFact[] => {
    const facts = store.factsByKey(candidates.map(({ line }) => line.key))
    const placed = candidates.map((one) => ({ fact: facts.get(one.line.key)!, one }))
    const ordered = behindSuccessors(store, placed, isOver).toSorted((a, b) => byScore(a.one, b.one))
    const seen = new Set<FactId>()
    const bullets: StoredFact[] = []
    return ordered.filter(({ fact }) => {
      const id = (isBelief(fact.kind) ? store.beliefs.opinionsOf([fact.id])[0] : undefined) ?? fact.id
      if (seen.has(id) || (fact.kind === 'passage' && bullets.some((bullet) => tells(bullet, fact)))) return false
      if (fact.from.length > 0) bullets.push(fact)
      return seen.add(id)
    })
  }
  // Nearly always enough; the rest is read only where the same few facts stand at many places.
  const first = among(ranked.slice(0, 3 * k + 50))
  return (first.length >= k ? first : among(ranked)).slice(0, k)
}
