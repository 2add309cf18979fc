import { expectPath, isAsked, type NoExpectation, type WrittenExpectation } from '../../expect/expectation.js'
import { holdAll, type AskedMemory, type ExpectationHeld } from '../../expect/hold.js'
import { MemoryError } from '../../model/error.js'
import type { RecallOptions } from '../../recall/question/query.js'
import type { Session } from '../session/session.js'
import { expectText } from './expect-text.js'

export interface ExpectOptions {
  /** Which expectation: its number in the file, from 1, or words that it holds; all where left out. */
  readonly only?: string
  /** Compare HEAD's file with what is committed; else both as they stand in the working tree. */
  readonly committed?: boolean
  /** As `recall` takes it. */
  readonly semantic?: NonNullable<RecallOptions['semantic']>
}

export interface Expected {
  readonly path: string
  readonly exists: boolean
  /** In the order of the file; each with the 1-based `line` of its expectation. */
  readonly held: readonly ExpectationHeld<WrittenExpectation>[]
  /** Items of the file that are no expectations; `line` is 0 where the whole file is not read. */
  readonly malformed: readonly NoExpectation[]
  /** How many of `held` hold. */
  readonly ok: number
  readonly failed: number
  readonly notices: readonly string[]
}

export type ExpectationsChosen = Pick<Expected, 'exists' | 'malformed'> & {
  readonly expectations: readonly WrittenExpectation[]
}

/** @throws MemoryError bad-argument where `only` chooses none */
export async function expectationsIn(
  session: Session,
  { only, committed = false }: ExpectOptions,
): Promise<ExpectationsChosen> {
  const found = expectText(session, committed)
  if (found === undefined) return { exists: false, expectations: [], malformed: [] }
  if ('unread' in found)
    return { exists: true, expectations: [], malformed: [{ line: 0, message: `not read: ${found.unread}` }] }
  const { readExpectations } = await import('../../expect/expect-file.js')
  const { expectations, malformed } = readExpectations(found.text)
  if (only === undefined) return { exists: true, expectations, malformed }
  const chosen = expectations.filter((each, at) =>
    /^\d+$/.test(only) ? at + 1 === Number(only) : holdsWords(each, only),
  )
  if (chosen.length === 0)
    throw new MemoryError(
      'bad-argument',
      `no expectation is ${only.slice(0, 60)} or holds it: there are ${expectations.length} in ${expectPath}`,
    )
  return { exists: true, expectations: chosen, malformed: [] }
}

function holdsWords(expectation: WrittenExpectation, words: string): boolean {
  const texts = Object.values(expectation).flat()
  return texts.some((text) => typeof text === 'string' && text.toLowerCase().includes(words.toLowerCase()))
}

/** The questions of expectations: a model is asked for their meaning before the index is asked. */
export const questionsOf = (expectations: readonly WrittenExpectation[]): readonly string[] => [
  ...new Set(expectations.flatMap((each) => (isAsked(each) ? [each.ask] : []))),
]

export function heldAgainst({ exists, expectations, malformed }: ExpectationsChosen, memory: AskedMemory): Expected {
  const held = holdAll(expectations, memory)
  const ok = held.filter(({ holds }) => holds).length
  const notes = held.flatMap(({ note, expectation }) =>
    note === undefined ? [] : [`${expectPath}:${expectation.line}: ${note}`],
  )
  return { path: expectPath, exists, held, malformed, ok, failed: held.length - ok, notices: notes }
}
