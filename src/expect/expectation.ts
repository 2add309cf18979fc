import { isFactId } from '../model/fact.js'

/** Where expectations stand. No note, so never indexed: words of an expectation are never an answer. */
export const expectPath = 'memory/expect.yml'

/** Results among which a cited line has to be, where an expectation does not say. */
export const usualWithin = 5

/** A question, and what recall has to answer it with: one of `cites` or `says`, `never`, and `nothing`. */
export interface AskExpectation {
  readonly ask: string
  /** The day, month or year whose memory is asked. */
  readonly asOf?: string
  readonly entities?: readonly string[]
  /** Ids (`^k3f9a2c1x7`) and places (`memory/2025-11-27.md#L4`): one of them has to be among the first `within` results. */
  readonly cites?: readonly string[]
  /** Ids and places, none of which may be told as what holds, among the first `within` results or in all of the answer. */
  readonly never?: readonly string[]
  /** The words of such a line, by which it is found where its id or place leads to it no more. */
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

/** An expectation as it stands in the file. */
export type WrittenExpectation = Expectation & {
  /** 1-based */
  readonly line: number
}

/** What stands in the file in place of an expectation; `line` is 0 where it is the file as a whole. */
export interface NoExpectation {
  readonly line: number
  readonly message: string
}

export const isAsked = (expectation: Expectation): expectation is AskExpectation => 'ask' in expectation

/** `^k3f9a2c1x7` of an id, as typed or as a page's line is cited. */
export const idReferred = (text: string): string | undefined => {
  const [, id = ''] = /^(?:\S.*\.md )?\^?([0-9a-z]{10})$/i.exec(text.trim()) ?? []
  return isFactId(id.toLowerCase()) ? `^${id.toLowerCase()}` : undefined
}

/** `^k3f9a2c1x7` or `memory/2025-11-27.md#L4`, of `bank/opinions.md ^k3f9a2c1x7`, `memory/2025-11-27.md#L4` or `…:4`, as answers cite; undefined of anything else. */
export function referenceIn(text: string): string | undefined {
  const [, path, line] = /^(?:\.\/)?(.+\.md)(?:#L|:)(\d{1,7})(?:-L?\d{1,7})?$/i.exec(text.trim()) ?? []
  return idReferred(text) ?? (path === undefined ? undefined : `${path}#L${line}`)
}
