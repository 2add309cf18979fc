import { MemoryError } from '../model/error.js'
import type { State } from '../recall/answer/over-last.js'
import { usualResults } from '../recall/question/query.js'
import { isAsked, usualWithin, type AskExpectation, type BeliefExpectation, type Expectation } from './expectation.js'

export interface ToldLine {
  readonly id: string
  /** `memory/2025-11-27.md#L4`, or of a page `bank/opinions.md ^id`. */
  readonly source: string
  readonly content: string
  readonly entities: readonly string[]
  readonly state: State
  /** The day on which it ended, where one is known. */
  readonly until?: string
  /** An opinion's confidence, 0 to 1, in hundredths. */
  readonly confidence?: number
}

/** A line that an expectation is about. */
export interface KnownLine extends ToldLine {
  /** Every id that means this line: for an opinion, the ids of all its statements. */
  readonly ids: readonly string[]
  readonly isBelief: boolean
}

/** Asks a memory: the current one, or another state of it. */
export interface AskedMemory {
  /** @throws MemoryError bad-argument */
  readonly ask: (
    question: string,
    options: { readonly k: number; readonly asOf?: string; readonly entities?: readonly string[] },
  ) => {
    readonly lines: readonly ToldLine[]
    /** Whether memory says that it has nothing on this, or has no result at all. */
    readonly isNothing: boolean
  }
  /** The lines that an id or a place leads to; none where it leads nowhere. */
  readonly find: (reference: string) => readonly KnownLine[]
  /** The lines that say these words and no others; `@Peter: ` before them means lines about Peter. */
  readonly saying: (words: string) => readonly KnownLine[]
}

/** A line that an expectation is about, and where it stands in the answer. */
export interface LineStands {
  readonly id: string
  readonly source: string
  readonly content: string
  readonly state: State
  readonly until?: string
  readonly confidence?: number
  /** 1 for the first result; null where the question does not find it, or none was asked. */
  readonly rank: number | null
}

export interface ExpectationHeld<E extends Expectation = Expectation> {
  readonly expectation: E
  readonly holds: boolean
  /** How the answer differs from what is expected, in words; empty where it holds. */
  readonly why: string
  /** What a person should know although it holds: that nothing has the id any more. */
  readonly note?: string
  /** The lines that it is about, in the order of the answer; empty where they are gone. */
  readonly stands: readonly LineStands[]
  /** The first results, the best first; none for a belief. */
  readonly answer: readonly ToldLine[]
}

/** How many results are searched for a line that is not among the usual ones. */
const furthest = 1000
/** How many results an outcome tells. */
const mostTold = 5

/** Holds a memory against expectations, in their order. One whose question cannot be asked does not hold. */
export const holdAll = <E extends Expectation>(expectations: readonly E[], memory: AskedMemory): ExpectationHeld<E>[] =>
  expectations.map((expectation) => {
    try {
      return {
        expectation,
        ...(isAsked(expectation) ? askedHolds(expectation, memory) : beliefHolds(expectation, memory)),
      }
    } catch (cause) {
      if (!(cause instanceof MemoryError) || cause.code !== 'bad-argument') throw cause
      return { expectation, holds: false, why: cause.message, stands: [], answer: [] }
    }
  })

type Found = Omit<ExpectationHeld, 'expectation'>

function askedHolds(expectation: AskExpectation, memory: AskedMemory): Found {
  const { ask, asOf, entities, within, nothing } = expectation
  const options = { ...(asOf === undefined ? {} : { asOf }), ...(entities ? { entities } : {}) }
  const { lines, isNothing } = memory.ask(ask, { ...options, k: Math.max(usualResults, within ?? 0) })
  const answer = lines.slice(0, mostTold)
  if (nothing) return { holds: isNothing, why: isNothing ? '' : 'it is answered', stands: [], answer }
  const known = linesMeant(expectation, memory)
  const ids = new Set(known.flatMap((line) => line.ids))
  const found = lines.flatMap((line, at) => (ids.has(line.id) ? [{ ...line, rank: at + 1 }] : []))
  if (expectation.never) {
    const told = found.find(({ rank, state }) => state === 'holds' && rank <= (within ?? Infinity))
    return {
      holds: !told,
      why: told ? `it is result ${told.rank}` : '',
      ...(known.length === 0
        ? { note: `${named(expectation)} is nowhere any more: nothing can be answered with it` }
        : {}),
      stands: standsOf(known, found),
      answer,
    }
  }
  const most = within ?? usualWithin
  if (found.some(({ rank, state }) => state === 'holds' && rank <= most))
    return { holds: true, why: '', stands: standsOf(known, found), answer }
  const deeper =
    found.length > 0 || known.length === 0
      ? found
      : memory
          .ask(ask, { ...options, k: furthest })
          .lines.flatMap((line, at) => (at >= lines.length && ids.has(line.id) ? [{ ...line, rank: at + 1 }] : []))
  const stands = standsOf(known, deeper)
  return { holds: false, why: stands[0] ? whyNot(stands[0], most) : `${named(expectation)} is gone`, stands, answer }
}

function whyNot({ state, until, rank }: LineStands, most: number): string {
  if (state !== 'holds') return endOf(state, until)
  if (rank === null) return 'the question does not find it'
  return most === 1 ? `it is result ${rank}` : `it is result ${rank}, not among the first ${most}`
}

const endOf = (state: State, until: string | undefined): string =>
  state === 'retired' ? 'it was retired' : until === undefined ? 'it is over' : `it ended on ${until}`

function beliefHolds(expectation: BeliefExpectation, memory: AskedMemory): Found {
  const { belief, above, below, says = [] } = expectation
  const byId = memory.find(belief)
  const known = byId.length > 0 ? byId : says.flatMap((words) => memory.saying(words)).filter((line) => line.isBelief)
  const stands = standsOf(known, [])
  const [line] = known
  const fails = (why: string): Found => ({ holds: why === '', why, stands, answer: [] })
  if (!line) return fails(`${named(expectation)} is gone`)
  if (!line.isBelief || line.confidence === undefined) return fails('it is no belief')
  // What is over or was retired is not believed, however sure memory was.
  if (line.state !== 'holds') return fails(above === undefined ? '' : endOf(line.state, line.until))
  const is = line.confidence
  if (above !== undefined && is <= above) return fails(`it is ${is.toFixed(2)}`)
  return fails(below !== undefined && is >= below ? `it is ${is.toFixed(2)}` : '')
}

/**
 * The lines that an expectation means, by id or place. Where it has `says`, a place counts only if its line still says
 * those words; a reference that leads nowhere is replaced by lines with those words. For `never` such lines always
 * count: the same words on another day have another id.
 */
function linesMeant({ cites, never, says = [] }: AskExpectation, memory: AskedMemory): readonly KnownLine[] {
  const references = cites ?? never ?? []
  const saying = says.flatMap((words) => memory.saying(words))
  const isSaid = new Set(saying.map(({ id }) => id))
  let isLost = references.length === 0 || never !== undefined
  const found = references.flatMap((reference) => {
    const lines = memory.find(reference)
    const meant = reference.startsWith('^') || says.length === 0 ? lines : lines.filter(({ id }) => isSaid.has(id))
    if (meant.length === 0) isLost = true
    return meant
  })
  const all = isLost ? [...found, ...saying] : found
  return all.filter(({ id }, at) => all.findIndex((other) => other.id === id) === at)
}

function standsOf(
  known: readonly KnownLine[],
  found: readonly (ToldLine & { readonly rank: number })[],
): readonly LineStands[] {
  const stands = known.map((line): LineStands => {
    const at = found.find(({ id }) => line.ids.includes(id))
    const { id, source, content, state, until, confidence } = at ?? line
    return {
      id,
      source,
      content,
      state,
      ...(until === undefined ? {} : { until }),
      ...(confidence === undefined ? {} : { confidence }),
      rank: at?.rank ?? null,
    }
  })
  return stands.toSorted((a, b) => (a.rank ?? Infinity) - (b.rank ?? Infinity) || 0)
}

/** What an expectation calls its lines: `^k3f9a2c1x7`, and the words of `says`. */
const named = (expectation: Expectation): string => {
  const references = isAsked(expectation) ? (expectation.cites ?? expectation.never ?? []) : [expectation.belief]
  return [...references, ...(expectation.says ?? []).map((words) => `“${words.slice(0, 80)}”`)].join(' or ')
}
