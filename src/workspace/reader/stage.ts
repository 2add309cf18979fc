import type { LanguageModel, ModelReply, ModelRequest } from '../../ask/language-model.js'
import { usualModelPatience } from '../../ask/language-model.js'
import { MemoryError } from '../../model/error.js'
import type { Day } from '../../model/time.js'
import type { ObjectsAnswered } from '../../reader/objects.js'
import type { IsRead } from '../../reader/read-marks.js'
import type { Store } from '../../store/store.js'
import { printable } from '../../text/safe-text.js'
import { tokenCost } from '../../text/tokens.js'
import type { Edit } from '../landing/land-edits.js'
import type { Session } from '../session/session.js'
import type { KeptAnswers } from './kept-answers.js'

/** The input of a stage of reading. The index and `textOf` include what earlier stages made. */
export interface StagePoint {
  readonly session: Session
  readonly store: Store
  readonly textOf: (path: string) => string | undefined
  readonly asker: ModelAsker
  readonly isRead: IsRead
  /** The first and the last day that is asked about. */
  readonly start: Day
  readonly today: Day
}

/** Something that was read or asked. Its id, `section`, changes with its words. */
export interface ReadMark {
  readonly day: Day
  readonly section: string
}

/** The result of a stage. It becomes a commit of its own where it has edits. */
export interface StageMade<Told> {
  readonly edits: readonly Edit[]
  /** The first line of its commit's message. */
  readonly subject: string
  /** A line of that message for each thing that the commit brings. */
  readonly lines: readonly string[]
  /** Tells a reviewer what to do with the commit, in place of the usual hint. */
  readonly hint?: string
  readonly marks: readonly ReadMark[]
  readonly told: Told
  readonly stopped: string | null
}

/** Asks a model, within a budget of tokens. A kept answer is used again, and counts against the budget like a new one. */
export interface ModelAsker {
  readonly name: string
  /** Undefined where no tokens are left for it. */
  readonly ask: <T>(
    request: ModelRequest,
    read: (text: string) => ObjectsAnswered<T>,
  ) => Promise<ModelReply | undefined>
  readonly replies: () => readonly ModelReply[]
}

export const requestCost = ({ system, user }: ModelRequest): number => Math.ceil(tokenCost(system) + tokenCost(user))

/** After this many failed requests in a row, the model is asked no more. */
export const mostFailures = 3

/** @param room how many tokens all requests have at most, estimated */
export function askerOf(model: LanguageModel, kept: KeptAnswers, room: number): ModelAsker {
  const replies: ModelReply[] = []
  let left = room
  let failures: MemoryError[] = []
  const asked = async <T>(request: ModelRequest, read: (text: string) => ObjectsAnswered<T>): Promise<ModelReply> => {
    if (failures.length === mostFailures) throw failures.at(-1)!
    try {
      const reply = await model.ask(request, usualModelPatience)
      refuseUnread(model, reply, read)
      if (isCutOff(reply, read)) throw new MemoryError('reader-failed', `${model.name} was cut off`)
      failures = []
      return reply
    } catch (cause) {
      failures.push(readerFailure(cause))
      throw cause
    }
  }
  return {
    name: model.name,
    async ask(request, read) {
      const cost = requestCost(request)
      if (cost > left) return undefined
      left -= cost
      const before = kept.get(request)
      const reply = before ?? (await asked(request, read))
      if (!before) kept.keep(request, reply)
      replies.push(reply)
      return reply
    },
    replies: () => replies,
  }
}

export const isCutOff = <T>({ text }: ModelReply, read: (text: string) => ObjectsAnswered<T>): boolean =>
  read(text).unreadable.some(({ why }) => why === 'cut off')

/**
 * Refuses a reply that is no answer, such as a notice that a limit is reached. It is not kept, so it is asked again.
 *
 * @throws MemoryError reader-failed
 */
export function refuseUnread<T>(
  { name }: Pick<LanguageModel, 'name'>,
  reply: ModelReply,
  read: (text: string) => ObjectsAnswered<T>,
): void {
  const { answers, unreadable } = read(reply.text)
  if (answers.length > 0 || unreadable.length === 0 || isCutOff(reply, read)) return
  const said = printable(reply.text.trim().slice(0, 120))
  throw new MemoryError('reader-failed', `${name} gave no answer: ${said || 'nothing'}`)
}

/** @throws any other error than a failure of the reader */
export function readerFailure(cause: unknown): MemoryError {
  if (!(cause instanceof MemoryError) || cause.code !== 'reader-failed') throw cause
  return cause
}

/** Asks for each of `asks`; returns the last reason why some are left for the next run, or null where none is. */
export async function askEach<T>(
  asks: readonly T[],
  ask: (each: T) => Promise<ModelReply | undefined>,
  take: (each: T, reply: ModelReply) => void,
  progress: ((done: number, total: number) => void) | undefined,
): Promise<string | null> {
  let stopped: string | null = null
  for (const [at, each] of asks.entries()) {
    try {
      const reply = await ask(each)
      if (!reply) return 'there are no tokens left for the rest of it'
      take(each, reply)
    } catch (cause) {
      stopped = readerFailure(cause).message
    }
    progress?.(at + 1, asks.length)
  }
  return stopped
}
