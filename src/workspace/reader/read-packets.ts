import { usualModelPatience, type LanguageModel, type ModelReply, type ModelRequest } from '../../ask/language-model.js'
import { MemoryError } from '../../model/error.js'
import { readerAnswers, type ReaderAnswer } from '../../reader/answer.js'
import { tellingWords } from '../../narrative/told-again.js'
import { checkAnswers, type AcceptedBullet, type CheckedAnswers, type RefusedAnswer } from '../../reader/check.js'
import type { ReaderPacket } from '../../reader/packet.js'
import type { ReaderLog } from '../../reader/reader-line.js'
import { readerRequest } from '../../reader/request.js'
import type { ReaderKnown } from '../../reader/standing.js'
import type { Session } from '../session/session.js'
import { halvesOf } from './halves.js'
import type { KeptAnswers } from './kept-answers.js'
import { isCutOff, mostFailures, readerFailure, refuseUnread } from './stage.js'

export interface PacketToRead {
  readonly log: ReaderLog
  readonly packet: ReaderPacket
  readonly about: ReaderKnown
  readonly request: ModelRequest
}

/** A packet that was read. Of its sections, `packet` has only those that were answered to their end. */
export interface PacketRead extends PacketToRead {
  readonly replies: readonly ModelReply[]
  readonly checked: CheckedAnswers
}

interface PacketOutcome {
  readonly read: PacketRead | null
  readonly failure: string | null
  /** How many of its sections wait for the next run, since the answer was cut off twice. */
  readonly left: number
  /** Requests that the next run asks again though they have an answer: the model may have more room by then. */
  readonly anew: readonly ModelRequest[]
}

type Asked = (request: ModelRequest) => Promise<ModelReply>

/**
 * Reads packets, as many at once as the model takes. The outcome is that of reading them in order: after too many
 * failures in a row, later packets do not count. A request that was answered before is not asked again.
 */
export async function readPackets(
  session: Session,
  model: LanguageModel,
  kept: KeptAnswers,
  work: readonly PacketToRead[],
): Promise<{ readonly done: readonly PacketRead[]; readonly stopped: string | null }> {
  const told = progressOf(session, work.length)
  const asked: Asked = async (request) => {
    const before = kept.get(request)
    if (before && before.text !== '') return before
    told.asking()
    const reply = await model.ask(request, usualModelPatience)
    refuseUnread(model, reply, readerAnswers)
    kept.keep(request, reply)
    told.answered(reply)
    return reply
  }
  const outcomes: (PacketOutcome | undefined)[] = []
  let [next, end] = [0, work.length]
  const readOn = async (): Promise<void> => {
    while (next < end) {
      const at = next++
      const outcome = await outcomeOf(work[at]!, model, asked).catch((cause: unknown) => {
        // No other packet is begun; those under way are waited for.
        end = 0
        throw cause
      })
      outcomes[at] = outcome
      end = Math.min(end, endOf(outcomes) ?? end)
      told.ended()
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: Math.min(model.atOnce, work.length) }, readOn))
  for (const each of ended) if (each.status === 'rejected') throw each.reason
  const counted = outcomes.slice(0, end).flatMap((outcome) => outcome ?? [])
  for (const request of counted.flatMap(({ anew }) => anew)) kept.keep(request, { text: '', tokens: null })
  return { done: counted.flatMap(({ read }) => read ?? []), stopped: whyStopped(counted) }
}

/** The number of packets after which the reader is asked no more; undefined while it may go on. */
function endOf(outcomes: readonly (PacketOutcome | undefined)[]): number | undefined {
  let inRow = 0
  for (const [at, outcome] of outcomes.entries()) {
    inRow = outcome !== undefined && outcome.read === null ? inRow + 1 : 0
    if (inRow === mostFailures) return at + 1
  }
  return undefined
}

function whyStopped(outcomes: readonly PacketOutcome[]): string | null {
  const failures = outcomes.flatMap(({ failure }) => failure ?? [])
  const failed = endOf(outcomes) === undefined ? 'the reader failed at some of it: run it again' : failures.at(-1)!
  const left = outcomes.reduce((sum, outcome) => sum + outcome.left, 0)
  const cut = `its answers were cut off: ${left === 1 ? '1 section is' : `${left} sections are`} read the next time, better with more room for an answer`
  const why = [...(failures.length > 0 ? [failed] : []), ...(left > 0 ? [cut] : [])]
  return why.length > 0 ? why.join('; ') : null
}

const isCut = (reply: ModelReply): boolean => isCutOff(reply, readerAnswers)

async function outcomeOf(work: PacketToRead, model: LanguageModel, asked: Asked): Promise<PacketOutcome> {
  const first = await asked(work.request).catch(readerFailure)
  if (first instanceof MemoryError) return { read: null, failure: first.message, left: 0, anew: [] }
  if (isCut(first)) return outcomeOfCut(work, first, model, asked)
  return { read: await mended(work, first, asked), failure: null, left: 0, anew: [] }
}

/** Sends refused bullets back once, with the reasons. */
async function mended(work: PacketToRead, first: ModelReply, asked: Asked): Promise<PacketRead> {
  const { packet, about, request } = work
  const checked = checkAnswers(readerAnswers(first.text).answers, packet, about)
  if (checked.refused.length === 0) return { ...work, replies: [first], checked }
  // If this request fails, the bullets of the first answer still count.
  const again = await asked({ ...request, user: `${request.user}\n\n${refusalsOf(checked)}` }).catch(readerFailure)
  if (again instanceof MemoryError) return { ...work, replies: [first], checked }
  const mends = checkAnswers(readerAnswers(again.text).answers, packet, about)
  const said = new Set(checked.accepted.map(({ text }) => text))
  return {
    ...work,
    replies: [first, again],
    checked: {
      accepted: [...checked.accepted, ...mends.accepted.filter(({ text }) => !said.has(text))],
      known: [...checked.known, ...mends.known],
      refused: notMended(checked.refused, mends),
    },
  }
}

/**
 * The refused bullets that did not come back, mended or as known. Each that came back stands for one of its line: of
 * several, for the one with most of its words.
 */
function notMended(refused: CheckedAnswers['refused'], mends: CheckedAnswers): CheckedAnswers['refused'] {
  const back = [
    ...mends.accepted.map(({ cites, text }) => ({ line: cites[0]!.first, words: tellingWords(text) })),
    ...mends.known.map(({ first }) => ({ line: first, words: new Set<string>() })),
  ]
  const left = [...refused]
  for (const { line, words } of back) {
    const shared = ({ answer }: RefusedAnswer): number =>
      [...tellingWords(answer.text)].filter((word) => words.has(word)).length
    const [nearest] = left
      .filter(({ answer }) => answer.cites.some(({ first }) => first === line))
      .toSorted((a, b) => shared(b) - shared(a))
    if (nearest) left.splice(left.indexOf(nearest), 1)
  }
  return left
}

/**
 * Takes the whole bullets of a cut-off answer, then asks once for each half of the packet, and tells the model which of
 * its bullets are taken. A section counts as read where it was answered to its end.
 */
async function outcomeOfCut(
  work: PacketToRead,
  first: ModelReply,
  model: LanguageModel,
  asked: Asked,
): Promise<PacketOutcome> {
  const { packet, about, request } = work
  const taken = checkAnswers(readerAnswers(first.text).answers, packet, about)
  const replies = [first]
  const parts: CheckedAnswers[] = []
  const anew = [request]
  const halves = halvesOf(packet)
  const unread = new Set(halves ? [] : packet.sections.map(({ id }) => id))
  let failure: string | null = null
  for (const half of halves ?? []) {
    const part = { ...work, packet: half, request: { ...request, ...requestOfHalf(half, about, taken) } }
    const reply = await asked(part.request).catch(readerFailure)
    if (reply instanceof MemoryError) failure = reply.message
    else if (isCut(reply)) anew.push(part.request)
    if (reply instanceof MemoryError || isCut(reply)) half.sections.forEach(({ id }) => unread.add(id))
    if (reply instanceof MemoryError) continue
    const read = isCut(reply) ? partly(part, reply) : await mended(part, reply, asked)
    parts.push(read.checked)
    replies.push(...read.replies)
  }
  const checked = together(taken, parts, packet, about)
  const sections = packet.sections.filter(({ id }) => !unread.has(id))
  const read = { ...work, packet: { ...packet, sections }, replies, checked }
  // After another failure, the bullets taken so far still count.
  if (failure !== null) return { read: isAny(read) ? read : null, failure, left: 0, anew: [] }
  const cutOff = `${model.name} was cut off before a bullet was whole: give it room for a longer answer`
  if (!isAny(read)) return { read: null, failure: cutOff, left: 0, anew }
  return { read, failure: null, left: unread.size, anew: unread.size > 0 ? anew : [] }
}

const isAny = ({ packet, checked }: PacketRead): boolean =>
  packet.sections.length + checked.accepted.length + checked.known.length > 0

/** The whole bullets of a cut-off answer. Refused ones do not go back: their sections are read again. */
const partly = (work: PacketToRead, reply: ModelReply): PacketRead => ({
  ...work,
  replies: [reply],
  checked: checkAnswers(readerAnswers(reply.text).answers, work.packet, work.about),
})

function requestOfHalf(half: ReaderPacket, about: ReaderKnown, { accepted }: CheckedAnswers): Partial<ModelRequest> {
  const request = readerRequest(half, about)
  const lines = half.sections.flatMap((section) => section.lines.map(({ number }) => number))
  const taken = accepted.filter(({ cites }) =>
    cites.some(({ first, last }) => lines.some((line) => first <= line && line <= last)),
  )
  if (taken.length === 0) return request
  const told = [
    'You answered this before, and your answer was cut off. Of these lines this is taken, so leave it out:',
    ...taken.map(({ text }) => `- ${JSON.stringify(text)}`),
  ]
  return { ...request, user: [request.user, '', ...told].join('\n') }
}

/** The bullets of the cut-off answer, and those of its halves that say something else. */
function together(
  taken: CheckedAnswers,
  parts: readonly CheckedAnswers[],
  packet: ReaderPacket,
  about: ReaderKnown,
): CheckedAnswers {
  const accepted = [taken, ...parts]
    .flatMap((part) => part.accepted)
    .map((bullet, at) => ({ ...bullet, number: at + 1 }))
  const { refused } = checkAnswers(accepted.map(asAnswer), packet, about)
  const twice = new Set(
    refused.filter(({ reasons }) => reasons[0]?.code === 'twice').map(({ answer }) => answer.number),
  )
  const known = [taken, ...parts].flatMap((part) => part.known)
  return {
    accepted: accepted.filter(({ number }) => !twice.has(number)),
    known: [...new Map(known.map((each) => [`${each.id} ${each.first}`, each])).values()],
    // Bullets of the cut-off answer that were refused have been asked for again with the halves.
    refused: parts.flatMap((part) => part.refused),
  }
}

const asAnswer = ({ was, supports, contradicts, ...bullet }: AcceptedBullet): ReaderAnswer => ({
  ...bullet,
  relations: [
    ...(was === null ? [] : [{ relation: 'was' as const, id: was }]),
    ...supports.map((id) => ({ relation: 'supports' as const, id })),
    ...contradicts.map((id) => ({ relation: 'contradicts' as const, id })),
  ],
})

const refusalsOf = ({ refused }: CheckedAnswers): string =>
  [
    'You answered this before, and of it these were refused:',
    ...refused.map(
      ({ answer, reasons }) => `- ${JSON.stringify(answer.text)}: ${reasons.map(({ why }) => why).join('; ')}`,
    ),
    'Answer with mended bullets for these alone, in the same form, or {"bullets":[]} where nothing of them holds.',
  ].join('\n')

interface WaitTold {
  readonly asking: () => void
  readonly answered: (reply: ModelReply) => void
  readonly ended: () => void
}

/** Tells a waiting person how far it is: `Reading logs: 12,400 tokens, about 3 min left, packet 4/11`. */
function progressOf({ options: { progress } }: Session, total: number): WaitTold {
  let [tokens, done] = [0, 0]
  // Packets with kept answers come first and take no time: they do not count for the estimate.
  let begun: { readonly at: number; readonly done: number } | undefined
  const tell = (): void => {
    const read = begun === undefined ? 0 : done - begun.done
    const seconds = read === 0 ? 0 : (((performance.now() - begun!.at) / read) * (total - done)) / 1000
    const left = seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.round(seconds / 60)} min`
    const what = [
      ...(tokens > 0 ? [`${tokens.toLocaleString('en')} tokens`] : []),
      ...(read > 0 ? [`about ${left} left`] : []),
      'packet',
    ]
    progress?.(`Reading logs: ${what.join(', ')}`, done, total)
  }
  tell()
  return {
    asking() {
      begun ??= { at: performance.now(), done }
    },
    answered(reply) {
      if (reply.tokens) tokens += reply.tokens.in + reply.tokens.out
    },
    ended() {
      done++
      tell()
    },
  }
}
