import { isFactId } from '../model/fact.js'

/** The file of expectations. It is no note and never indexed: the words of an expectation are never an answer. */
export const expectPath = 'memory/expect.yml'

/** A cited line has to be among so many first results, where an expectation does not say. */
export const usualWithin = 5

/** A question, and what recall has to answer: one of `cites` (or `says` in its place), `never` and `nothing`. */
export interface AskExpectation {
  readonly ask: string
  /** The day, month or year whose memory is asked. */
  readonly asOf?: string
  readonly entities?: readonly string[]
  /** Ids (`^k3f9a2c1x7`) and places (`memory/2025-11-27.md#L4`). The first `within` results must have one. */
  readonly cites?: readonly string[]
  /** Ids and places of which none may be told as current: in the first `within` results, else in the whole answer. */
  readonly never?: readonly string[]
  /** The words of such a line; they find it where its id or place no longer leads to it. */
  readonly says?: readonly string[]
  readonly within?: number
  /** Memory has to say that it has nothing on this. */
  readonly nothing?: true
}

/** A belief, and how sure memory has to be of it: 0 to 1, as `memory show` tells it. */
export interface BeliefExpectation {
  /** `^k3f9a2c1x7` */
  readonly belief: string
  readonly says?: readonly string[]
  readonly above?: number
  readonly below?: number
}

export type Expectation = AskExpectation | BeliefExpectation

export type WrittenExpectation = Expectation & {
  /** 1-based */
  readonly line: number
}

/** A part of the file that is no expectation, and why; `line` is 0 for the file as a whole. */
export interface NoExpectation {
  readonly line: number
  readonly message: string
}

export const isAsked = (expectation: Expectation): expectation is AskExpectation => 'ask' in expectation

/** The id in a text, as `^k3f9a2c1x7`: as typed, or as a page's line is cited. */
export const idReferred = (text: string): string | undefined => {
  const [, id = ''] = /^(?:\S.*\.md )?\^?([0-9a-z]{10})$/i.exec(text.trim()) ?? []
  return isFactId(id.toLowerCase()) ? `^${id.toLowerCase()}` : undefined
}

/**
 * The id or place that a text cites, as `^k3f9a2c1x7` or `memory/2025-11-27.md#L4`; undefined where it is neither.
 * Reads `bank/opinions.md ^k3f9a2c1x7` and `…:4`, too.
 */
export function referenceIn(text: string): string | undefined {
  const [, path, line] = /^(?:\.\/)?(.+\.md)(?:#L|:)(\d{1,7})(?:-L?\d{1,7})?$/i.exec(text.trim()) ?? []
  return idReferred(text) ?? (path === undefined ? undefined : `${path}#L${line}`)
}
