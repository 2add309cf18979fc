import { hash } from 'node:crypto'
import { isBelief } from '../model/kind.js'
import type { FactId } from '../model/fact.js'
import type { Day } from '../model/time.js'
import { withoutCredentials } from '../credentials/without.js'
import { singleSpaced } from '../text/letters.js'
import { readerAnswers } from './answer.js'
import { checkAnswers, type AcceptedBullet, type RefusedAnswer } from './check.js'
import { shownLine, type ReaderPacket } from './packet.js'
import { fenceMark, quotedAsData, standingShown, type ReaderRequest } from './request.js'
import type { ReaderStanding } from './standing.js'

export interface FactsOfName {
  readonly name: string
  /** The oldest first. */
  readonly facts: readonly (ReaderStanding & { readonly day: Day | null })[]
  readonly summaries: readonly ReaderStanding[]
}

export interface AcceptedSummary {
  readonly text: string
  /** The facts that it rests on, two or more. */
  readonly from: readonly FactId[]
  /** The summary that it replaces. */
  readonly was: FactId | null
}

/** The most summaries of one name: more would be a list of facts again. */
export const mostSummaries = 3

const howToSumUp = `You sum up what a memory holds about one name, as JSON: at most three statements that say what no single line says, such as how it stands now, what several lines come to, what changed and why. ${quotedAsData}
1. A statement is one line, in the language of the lines, understood alone: it names whom it is about.
2. cites: the numbers of the lines that it rests on, "3,7-8", two at least and twelve at most. Names, numbers and dates are those of these lines.
3. Where a later line says otherwise the later one holds. What is planned or only believed is told so. "Not" stays "not".
4. A statement that says anew what a summary says has "was":"^id"; what still holds is not told again. None is an answer: {"bullets":[]}`

const whatToAnswer =
  'Answer with JSON alone: {"bullets":[{"cites":"3,7-8","text":"…","kind":"S","entities":["…"],"was":"^id"}]}. Leave was out where nothing is replaced.'

/** `2026-02-05 Took the night train to Rome (Peter)`; for a belief, its confidence stands behind the names. */
const lineOf = ({ day, text, kind, entities, confidence }: FactsOfName['facts'][number]): string =>
  withoutCredentials(
    singleSpaced(
      `${day ?? 'undated'} ${text} (${entities.join(', ')}${isBelief(kind) && confidence !== undefined ? `; believed, ${confidence.toFixed(2)}` : ''})`,
    ),
  )

/** The facts as the lines of a packet: a summary is checked against them like a bullet against a log. */
function packetOf({ name, facts }: FactsOfName): ReaderPacket {
  const above = [{ line: 0, level: 1, title: name }]
  const lines = facts.map((fact, at) => {
    const text = lineOf(fact)
    return { number: at + 1, text, raw: text, isPasted: false, isApart: false, under: above }
  })
  const last = facts.at(-1)?.day ?? null
  const sections = [{ id: summaryId(name, facts), above, lines }]
  return { path: name, day: last ?? '0001-01-01', sections, isPart: false, tokens: 0 }
}

/** The id of a set of facts to be summed up. Other facts give another id. */
export const summaryId = (name: string, facts: readonly Pick<ReaderStanding, 'id'>[]): string =>
  hash('sha256', JSON.stringify(['summary', name, ...facts.map(({ id }) => id).toSorted()]), 'hex').slice(0, 24)

export function summaryRequest(of: FactsOfName): ReaderRequest {
  const quoted = [
    ...packetOf(of).sections.flatMap(({ lines }) => lines.map(shownLine)),
    ...of.summaries.map((each) => `summary ${standingShown(each)}\n`),
  ].join('')
  const mark = fenceMark(quoted)
  const user = [`about ${singleSpaced(of.name)} ${mark}`, `${quoted}end ${mark}`, whatToAnswer].join('\n')
  return { system: howToSumUp, user }
}

/** The summaries in an answer, three at most, with the refused ones. Never throws. */
export function checkSummaries(
  text: string,
  of: FactsOfName,
): { readonly accepted: readonly AcceptedSummary[]; readonly refused: readonly RefusedAnswer[] } {
  const { answers } = readerAnswers(text)
  const aliases = of.facts.flatMap(({ entities }) => entities)
  const known = {
    names: [...new Set([of.name, ...aliases])].map((name) => ({ name })),
    // Only summaries count as standing: a summary may repeat one of its facts together with another.
    standing: of.summaries,
    isOfFacts: true,
  }
  const { accepted, refused } = checkAnswers(answers, packetOf(of), known)
  const made = accepted.map((bullet) => ({ bullet, from: factsCited(bullet, of) }))
  const good = made.filter(({ from }) => from.length > 1)
  const alone = made.filter((each) => !good.includes(each)).map(({ bullet }) => bullet.number)
  const summaries = new Set(of.summaries.map(({ id }) => id))
  return {
    accepted: good.slice(0, mostSummaries).map(({ bullet, from }) => ({
      text: bullet.text,
      from,
      was: bullet.was !== null && summaries.has(bullet.was) ? bullet.was : null,
    })),
    refused: [
      ...refused,
      ...answers
        .filter(({ number }) => alone.includes(number))
        .map((answer) => ({ answer, reasons: [{ code: 'citation' as const, why: restsOnOne }] })),
    ],
  }
}

const restsOnOne = 'it rests on one line alone: a summary cites two at least'

const factsCited = ({ cites }: AcceptedBullet, { facts }: FactsOfName): FactId[] =>
  facts.filter((_, at) => cites.some(({ first, last }) => first <= at + 1 && at + 1 <= last)).map(({ id }) => id)
