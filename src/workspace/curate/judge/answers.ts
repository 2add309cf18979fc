import { MemoryError } from '../../../model/error.js'
import { idMeant, isFactId, type FactId } from '../../../model/fact.js'
import { verdictNames, type Stance } from '../../../model/stance.js'
import { startOf } from '../../../text/start-of.js'

export const verdicts = verdictNames
export type AnswerVerdict = Stance | 'unrelated'

/** One answer: a fact's verdict on a belief, or that it is unrelated to all beliefs of its packet. */
export interface JudgeAnswer {
  /** An id, with or without `^`. */
  readonly fact: string
  /** An id of any statement of the belief. Only `unrelated` may leave it out: it then holds for all of the packet. */
  readonly belief?: string | undefined
  readonly verdict: AnswerVerdict
  /** The reason, which stands beside the line for people. */
  readonly why?: string | undefined
}

/** An answer that is well formed. */
export interface ReadAnswer {
  /** Its place in the batch, from 1. */
  readonly number: number
  readonly fact: FactId
  readonly belief: FactId | undefined
  readonly verdict: AnswerVerdict
  readonly why: string | undefined
}

/** A well-formed answer that memory, as it stands now, cannot take. */
export interface Untaken {
  /** Its place in the batch, from 1. */
  readonly answer: number
  readonly fact: FactId
  readonly belief: FactId | null
  /** Why it cannot be taken, and what would be right. */
  readonly why: string
}

/** Answers of one batch, at most: a larger one is a mistake. */
export const mostAnswers = 100_000

/**
 * Answers as an agent writes them: a JSON array of them, an object with `answers`, or one JSON object a line.
 *
 * @throws MemoryError bad-argument that names the fault
 */
export function parseAnswers(text: string): JudgeAnswer[] {
  const given = valuesIn(
    text,
    'answers',
    '{"fact": "^12m7d97uez", "belief": "^k3f9a2c1x7", "verdict": "contradicts", "why": "…"}',
  )
  readAnswers(given)
  return given as JudgeAnswer[]
}

/**
 * The values of a batch: a JSON array, an object with an array of this name, or one JSON object a line.
 *
 * @throws MemoryError bad-argument with an example of a right value
 */
export function valuesIn(text: string, name: string, example: string): readonly unknown[] {
  const bare = text.replace(/^\uFEFF/, '')
  const whole = parsed(bare)
  if (Array.isArray(whole)) return whole
  const named = typeof whole === 'object' && whole !== null ? (whole as Readonly<Record<string, unknown>>)[name] : null
  if (Array.isArray(named)) return named
  if (typeof whole === 'object' && whole !== null) return [whole]
  const lines = bare.split(/\r?\n/).map((line) => line.trim())
  const each = lines.flatMap((line, at) => (line === '' ? [] : [{ at, value: parsed(line) }]))
  const wrong = each.find(({ value }) => typeof value !== 'object' || value === null || Array.isArray(value))
  if (each.length === 0 || wrong)
    throw new MemoryError(
      'bad-argument',
      `${name} are a JSON array, or one JSON object a line${wrong ? `; line ${wrong.at + 1} is neither` : ', got nothing'}: ${example}`,
    )
  return each.map(({ value }) => value)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Read a whole batch: where one answer is not well formed, none is taken.
 *
 * @throws MemoryError bad-argument that names each answer that is wrong, by its number from 1
 */
export function readAnswers(given: readonly unknown[]): ReadAnswer[] {
  if (given.length > mostAnswers)
    throw new MemoryError('bad-argument', `a batch holds ${mostAnswers} answers at most, got ${given.length}`)
  const wrong: string[] = []
  const read = given.flatMap((each, at): ReadAnswer[] => {
    const answer = readAnswer(each, at + 1)
    if (typeof answer !== 'string') return [answer]
    wrong.push(`answer ${at + 1}: ${answer}`)
    return []
  })
  refuse(wrong)
  const first = new Map<string, Pick<ReadAnswer, 'number' | 'verdict'>>()
  read.forEach(({ number, fact, belief, verdict }) => {
    const pair = `^${fact}${belief === undefined ? '' : ` and ^${belief}`}`
    const known = first.get(pair)
    if (known && known.verdict !== verdict)
      wrong.push(`answer ${number}: says ${verdict} of ${pair}, and answer ${known.number} says ${known.verdict}`)
    else if (!known) first.set(pair, { number, verdict })
  })
  refuse(wrong)
  return read
}

const mostTold = 20
/** Characters of a reason, at most: a longer one belongs into a log. */
const longestWhy = 500

/** @throws MemoryError bad-argument where anything is wrong: nothing of the batch is taken */
export function refuse(wrong: readonly string[]): void {
  if (wrong.length === 0) return
  const more = wrong.length > mostTold ? [`and ${wrong.length - mostTold} more`] : []
  throw new MemoryError('bad-argument', `no answer was taken: ${[...wrong.slice(0, mostTold), ...more].join('; ')}`)
}

const fields: readonly string[] = ['fact', 'belief', 'verdict', 'why']

/** @returns the answer, or what is wrong with it */
function readAnswer(each: unknown, number: number): ReadAnswer | string {
  if (typeof each !== 'object' || each === null || Array.isArray(each)) return `is no object: ${valueShown(each)}`
  const given = each as Readonly<Record<string, unknown>>
  const unknown = Object.keys(given).find((name) => !fields.includes(name))
  if (unknown !== undefined) return `has no field ${valueShown(unknown)}: the fields are ${fields.join(', ')}`
  // A model writes null for none.
  const [named, why] = [given['belief'] ?? undefined, given['why'] ?? undefined]
  const [fact, belief] = [idGiven(given['fact']), idGiven(named)]
  if (fact === undefined) return `fact must be an id, as in ^12m7d97uez, got ${valueShown(given['fact'])}`
  if (named !== undefined && belief === undefined)
    return `belief must be an id, as in ^k3f9a2c1x7, got ${valueShown(named)}`
  const verdict = verdicts.find((name) => name === given['verdict'])
  if (verdict === undefined) return `verdict must be one of ${verdicts.join(', ')}, got ${valueShown(given['verdict'])}`
  if (belief === undefined && verdict !== 'unrelated')
    return `says ${verdict} of no belief: name it, as in "belief": "^k3f9a2c1x7"`
  if (why !== undefined && typeof why !== 'string') return `why must be text, got ${valueShown(why)}`
  if (why !== undefined && why.length > longestWhy) return `why is ${longestWhy} characters at most, got ${why.length}`
  return { number, fact, belief, verdict, why }
}

export function idGiven(value: unknown): FactId | undefined {
  const id = typeof value === 'string' ? idMeant(value) : ''
  return isFactId(id) ? id : undefined
}

/** A value as a message repeats it. */
export function valueShown(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object'
  return startOf(JSON.stringify(value), 60)
}
