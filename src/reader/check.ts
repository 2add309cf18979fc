import { entityKey } from '../model/entity.js'
import type { FactId } from '../model/fact.js'
import { isBelief, type RetainKind } from '../model/kind.js'
import { sentencesOf } from '../language/unanchored.js'
import { stretches } from '../text/code-span.js'
import { relationNames, type LineRange, type ReaderAnswer, type RelationName } from './answer.js'
import { clausesOf, wordsThatSay } from './clauses.js'
import { citedEvidence, linesOfPacket, type PacketLines } from './evidence.js'
import { citesItsLines } from './guards/citation.js'
import type { GuardedAnswer } from './guards/guard.js'
import { guardNames, guards, type GuardName } from './guards/guards.js'
import { namesGiven } from './guards/names.js'
import { relationsAreGiven, isTwin } from './guards/relations.js'
import { numbersIn } from './numbers.js'
import type { ReaderPacket } from './packet.js'
import { literalForm } from './plainly.js'
import type { ReaderKnown, ReaderName } from './standing.js'

/** A bullet that passed all guards. */
export interface AcceptedBullet {
  /** Its place in the answer, from 1. */
  readonly number: number
  readonly kind: RetainKind
  readonly text: string
  /** Over 0 and under 1; only for an opinion, where the reader gave one. */
  readonly confidence: number | null
  /** Known ones by their own names, not by an alias. */
  readonly entities: readonly string[]
  /** The cited lines in the log, in its order. */
  readonly cites: readonly LineRange[]
  readonly was: FactId | null
  readonly supports: readonly FactId[]
  readonly contradicts: readonly FactId[]
}

export interface RefusedAnswer {
  readonly answer: ReaderAnswer
  /** Every objection, in the order of `guards`. */
  readonly reasons: readonly { readonly code: GuardName | 'twice'; readonly why: string }[]
}

/** A bullet that stands and that the reader found in the log again. Nothing is written, and its lines count as read. */
export interface KnownAlready {
  readonly number: number
  readonly id: FactId
  readonly first: number
  readonly last: number
}

export interface CheckedAnswers {
  readonly accepted: readonly AcceptedBullet[]
  readonly refused: readonly RefusedAnswer[]
  readonly known: readonly KnownAlready[]
}

/** In characters. A longer text is no statement, and is refused without further checks. */
const longestRead = 1000

/** Checks each answer alone, against its lines and what is known; of two that say the same the first is accepted. */
export function checkAnswers(
  answers: readonly ReaderAnswer[],
  packet: ReaderPacket,
  known: ReaderKnown,
): CheckedAnswers {
  const given = linesOfPacket(packet)
  const nameOf = namesBy(known)
  const accepted: AcceptedBullet[] = []
  const refused: RefusedAnswer[] = []
  const already: KnownAlready[] = []
  for (const answer of answers) {
    if (answer.text.length > longestRead) {
      const why = `it has ${answer.text.length} characters: say it in one line`
      refused.push({
        answer: { ...answer, text: answer.text.slice(0, longestRead) },
        reasons: [{ code: 'statement', why }],
      })
      continue
    }
    const of = guardedAnswer(answer, given, known, nameOf)
    const [first, last] = [answer.cites[0]?.first ?? 0, Math.max(0, ...answer.cites.map((range) => range.last))]
    const found = answer.relations.find(({ relation }) => relation === 'known')
    if (found !== undefined && answer.relations.length === 1) {
      const why = citesItsLines(of) ?? relationsAreGiven(of)
      if (why === undefined) already.push({ number: answer.number, id: found.id, first, last })
      else refused.push({ answer, reasons: [{ code: citesItsLines(of) === undefined ? 'relation' : 'citation', why }] })
      continue
    }
    const reasons: RefusedAnswer['reasons'][number][] = reasonsAgainst(of)
    if (reasons.length === 0) {
      const twin = accepted.find((other) => isSaidTwice(of, other))
      if (twin) reasons.push({ code: 'twice', why: `bullet ${twin.number} of this answer says the same` })
    }
    if (reasons.length > 0) refused.push({ answer, reasons })
    else accepted.push(bulletOf(of))
  }
  return { accepted, refused, known: already }
}

/** All objections to an answer. Without cited lines only that one, since the other guards need lines. */
function reasonsAgainst(of: GuardedAnswer): { code: GuardName; why: string }[] {
  const why = guards.citation(of)
  if (why !== undefined) return [{ code: 'citation', why }]
  return guardNames.flatMap((code) => {
    const reason = guards[code](of)
    return reason === undefined ? [] : [{ code, why: reason }]
  })
}

function bulletOf(of: GuardedAnswer): AcceptedBullet {
  const { answer, nameOf } = of
  const { number, kind, text, confidence, relations, cites } = answer
  const idsIn = (relation: RelationName): FactId[] =>
    relations.flatMap((each) => (each.relation === relation ? [each.id] : []))
  const entities = namesGiven(of).map((name) => nameOf(name)?.name ?? name)
  const [was, supports, contradicts] = relationNames.map(idsIn)
  return {
    number,
    kind: kind!,
    text,
    confidence: isBelief(kind!) ? confidence : null,
    entities: [...new Map(entities.map((name) => [entityKey(name), name])).values()],
    cites,
    was: was![0] ?? null,
    supports: supports!,
    contradicts: contradicts!,
  }
}

/** Whether two bullets of one kind have nearly the same words, with the same numbers and names. */
function isSaidTwice(of: GuardedAnswer, other: AcceptedBullet): boolean {
  if (other.kind !== of.answer.kind || !isTwin(of, other)) return false
  const numbersOf = (text: string): string =>
    numbersIn(text, of.evidence.day, of.evidence.vocabulary)
      .map(({ values }) => values.join('/'))
      .toSorted()
      .join(' ')
  const names = (text: string): string => (text.match(/(?<=\s)\p{Lu}[\p{L}\d]+/gu) ?? []).toSorted().join(' ')
  return numbersOf(of.answer.text) === numbersOf(other.text) && names(of.answer.text) === names(other.text)
}

function namesBy({ names }: ReaderKnown): (name: string) => ReaderName | undefined {
  const keyOf = (name: string): string =>
    entityKey(
      name
        .replace(/^@/, '')
        .replaceAll(/[\s_-]+/g, ' ')
        .trim(),
    )
  const by = new Map<string, ReaderName>()
  for (const each of names) for (const form of [...(each.aliases ?? []), each.name]) by.set(keyOf(form), each)
  return (name) => by.get(keyOf(name))
}

const quotedWords = /"([^"]{2,})"|“([^”]{2,})”|«\s?([^»]{2,}?)\s?»|„([^“”]{2,})[“”]|「([^」]{1,})」/gu

function guardedAnswer(
  answer: ReaderAnswer,
  given: PacketLines,
  known: ReaderKnown,
  nameOf: (name: string) => ReaderName | undefined,
): GuardedAnswer {
  const isCited = (number: number): boolean => answer.cites.some(({ first, last }) => first <= number && number <= last)
  const places = given.lines.flatMap(({ number }, at) => (isCited(number) ? [at] : []))
  const evidence = citedEvidence(answer.text, places, given)
  const parts = stretches(answer.text)
  const code = parts.flatMap(({ kind, text }) => (kind === 'code' ? [text.replaceAll('`', '').trim()] : []))
  const prose = parts.map(({ kind, text }) => (kind === 'code' ? ' ' : text)).join('')
  const quoted = [...prose.matchAll(quotedWords)].map((found) =>
    found
      .slice(1)
      .find((each) => each !== undefined)!
      .trim()
      .replace(/[.,;:!?。，]+$/u, ''),
  )
  const bare = prose.replaceAll(quotedWords, ' ')
  const said = `${evidence.said}\n${evidence.path}`
  return {
    answer,
    given,
    known,
    nameOf,
    places,
    evidence,
    literal: literalForm(said),
    evidenceNumbers: numbersIn(evidence.said, evidence.day, evidence.vocabulary),
    bare,
    literals: [...code, ...quoted].filter((each) => each !== ''),
    clauses: sentencesOf(answer.text).flatMap((sentence) => clausesOf(sentence, evidence.vocabulary)),
    words: new Set(wordsThatSay(answer.text, evidence.vocabulary)),
    subjects: new Set(wordsThatSay(answer.entities.join(' ').replaceAll(/[-_.]/g, ' '), evidence.vocabulary)),
  }
}
