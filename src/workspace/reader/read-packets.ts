import { usualModelPatience, type LanguageModel, type ModelReply, type ModelRequest } from '../../ask/language-model.js'
import { MemoryError } from '../../model/error.js'
import { readerAnswers } from '../../reader/answer.js'
import { checkAnswers, type CheckedAnswers } from '../../reader/check.js'
import type { ReaderPacket } from '../../reader/packet.js'
import type { ReaderLog } from '../../reader/reader-line.js'
import type { ReaderKnown } from '../../reader/standing.js'
import { printable } from '../../text/safe-text.js'
import type { Session } from '../session/session.js'
import type { KeptAnswers } from './kept-answers.js'

/** A packet that is to be read, with what is asked of it. */
export interface PacketToRead {
  readonly log: ReaderLog
  readonly packet: ReaderPacket
  readonly about: ReaderKnown
  readonly request: ModelRequest
}

/** One that was read. */
export interface PacketRead extends PacketToRead {
  readonly replies: readonly ModelReply[]
  readonly checked: CheckedAnswers
}

/** After as many packets in a row that the reader fails at, it is left alone. */
const mostFailures = 3

/** One after another; what was answered before is not asked again. */
export async function readPackets(
  session: Session,
  model: LanguageModel,
  kept: KeptAnswers,
  work: readonly PacketToRead[],
): Promise<{ readonly done: readonly PacketRead[]; readonly stopped: string | null }> {
  const progress = session.progress('Reading logs')
  const done: PacketRead[] = []
  let [inRow, failures] = [0, 0]
  const asked = async (request: ModelRequest): Promise<ModelReply> => {
    const before = kept.get(request)
    if (before) return before
    const reply = await model.ask(request, usualModelPatience)
    refuseUnread(model, reply)
    kept.keep(request, reply)
    return reply
  }
  for (const [at, each] of work.entries()) {
    try {
      done.push(await readOne(each, asked))
      inRow = 0
    } catch (cause) {
      ifItFailed(cause)
      failures++
      if (++inRow === mostFailures) return { done, stopped: (cause as MemoryError).message }
    }
    progress?.(at + 1, work.length)
  }
  return { done, stopped: failures > 0 ? 'the reader failed at some of it: run it again' : null }
}

/** @throws whatever is no failure of the reader */
function ifItFailed(cause: unknown): undefined {
  if (!(cause instanceof MemoryError) || cause.code !== 'reader-failed') throw cause
  return undefined
}

/** What is no answer, as a notice that its limit is reached, or the beginning of one, is not kept: its lines are not read. */
function refuseUnread(model: LanguageModel, { text }: ModelReply): void {
  const { answers, unreadable } = readerAnswers(text)
  const isCut = unreadable.some(({ why }) => why === 'cut off')
  if (!isCut && (answers.length > 0 || unreadable.length === 0)) return
  const said = printable(text.trim().slice(0, 120))
  throw new MemoryError(
    'reader-failed',
    `${model.name} ${isCut ? 'was cut off' : `gave no bullets: ${said || 'nothing'}`}`,
  )
}

/** What is refused goes back once, with the reasons. */
async function readOne(work: PacketToRead, asked: (request: ModelRequest) => Promise<ModelReply>): Promise<PacketRead> {
  const { packet, about, request } = work
  const first = await asked(request)
  const checked = checkAnswers(readerAnswers(first.text).answers, packet, about)
  if (checked.refused.length === 0) return { ...work, replies: [first], checked }
  // Where that fails, what was taken is taken all the same.
  const again = await asked({ ...request, user: `${request.user}\n\n${refusalsOf(checked)}` }).catch(ifItFailed)
  if (!again) return { ...work, replies: [first], checked }
  const mended = checkAnswers(readerAnswers(again.text).answers, packet, about)
  const said = new Set(checked.accepted.map(({ text }) => text))
  const mends = new Set(mended.accepted.map(({ cites }) => cites[0]!.first))
  return {
    ...work,
    replies: [first, again],
    checked: {
      accepted: [...checked.accepted, ...mended.accepted.filter(({ text }) => !said.has(text))],
      known: [...checked.known, ...mended.known],
      // What came back mended is told no more.
      refused: checked.refused.filter(({ answer }) => !answer.cites.some(({ first: line }) => mends.has(line))),
    },
  }
}

const refusalsOf = ({ refused }: CheckedAnswers): string =>
  [
    'You answered this before, and of it these were refused:',
    ...refused.map(
      ({ answer, reasons }) => `- ${JSON.stringify(answer.text)}: ${reasons.map(({ why }) => why).join('; ')}`,
    ),
    'Answer with mended bullets for these alone, in the same form, or {"bullets":[]} where nothing of them holds.',
  ].join('\n')
