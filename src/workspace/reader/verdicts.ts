import { hash } from 'node:crypto'
import { openFacts, shareWords, type OpenFact } from '../../belief/open-pairs.js'
import type { FactId } from '../../model/fact.js'
import { evidencePath } from '../../model/note.js'
import { lineSaying, withLines } from '../../pages/edits/evidence-page.js'
import {
  checkVerdicts,
  verdictRequest,
  verdictSchema,
  verdictsAnswered,
  type AcceptedVerdict,
  type CheckedVerdicts,
  type OpenPairs,
} from '../../reader/verdicts.js'
import { latestOf, saidOn } from '../curate/judge/packets.js'
import { pairSaid } from '../curate/judge/judge.js'
import { pairsAnswered } from '../curate/judge/pairs-answered.js'
import type { Store } from '../../store/store.js'
import { tokenCost } from '../../text/tokens.js'
import { standingOf } from './known-about.js'
import { askEach, type ReadMark, type StageMade, type StagePoint } from './stage.js'

export interface VerdictsTold {
  /** New lines of `bank/evidence.md`. */
  readonly lines: readonly string[]
  /** How many pairs the reader calls unrelated. */
  readonly unrelated: number
  readonly refused: readonly string[]
}

/** How many tokens of facts one request holds at most. */
const mostAsked = 2500

/** The id by which an asked pair is marked as read. It changes with the words, as fact ids do. */
const pairId = (fact: FactId, other: FactId): string => hash('sha256', `verdict ${fact} ${other}`, 'hex').slice(0, 24)

/** Facts since `start`, each with the beliefs and facts that it may bear on: only those that share a word with it. */
export function openPairs({
  store,
  textOf,
  isRead,
  start,
}: Pick<StagePoint, 'store' | 'textOf' | 'isRead' | 'start'>): OpenPairs[] {
  const asStanding = standingOf(store)
  return [...openFacts(store, { since: start }, saidOn(textOf(evidencePath)))].flatMap((open): OpenPairs[] => {
    const [fact] = store.factsById([open.fact.id])
    if (!fact || fact.day === null) return []
    const others = othersOf(store, open).filter(
      (other) => shareWords(fact, other) && !isRead(fact.day!, pairId(fact.id, other.id)),
    )
    return others.length > 0 ? [{ fact: { ...asStanding(fact), day: fact.day }, others: others.map(asStanding) }] : []
  })
}

const othersOf = (store: Store, { beliefs, replaces }: OpenFact) => [
  ...beliefs.map((opinion) => latestOf(store, opinion)),
  ...replaces.flatMap((id) => store.factsById([id])[0] ?? []),
]

/** Asks for verdicts on open pairs, and gives them as lines of `bank/evidence.md`; an unrelated pair needs no line. */
export async function askVerdicts(point: StagePoint): Promise<StageMade<VerdictsTold>> {
  const { session, store, textOf, asker } = point
  const groups = grouped(openPairs(point))
  const accepted: AcceptedVerdict[] = []
  const refused: CheckedVerdicts['refused'][number][] = []
  const marks: ReadMark[] = []
  const stopped = await askEach(
    groups,
    (pairs) => asker.ask({ ...verdictRequest(pairs), schema: verdictSchema }, verdictsAnswered),
    (pairs, { text }) => {
      const checked = checkVerdicts(verdictsAnswered(text).answers, pairs)
      accepted.push(...checked.accepted)
      refused.push(...checked.refused)
      for (const { fact, others } of pairs)
        marks.push(...others.map(({ id }) => ({ day: fact.day!, section: pairId(fact.id, id) })))
    },
    session.progress('Asking what facts do to beliefs'),
  )
  const page = textOf(evidencePath)
  const telling = accepted.filter(({ verdict }) => verdict !== 'unrelated')
  const read = telling.map((each, at) => ({ ...each, number: at + 1, why: each.why === '' ? undefined : each.why }))
  const { pairs, untaken } = pairsAnswered(store, read, saidOn(page))
  const more = pairs.map((each) => ({ said: pairSaid(each), line: lineSaying(pairSaid(each), each.why) }))
  const meantBy = new Map(pairs.flatMap(({ opinion }) => opinion.members.map((member) => [member, opinion.id])))
  const make = (text: string | undefined): string => withLines(text, more, (id) => meantBy.get(id) ?? id)
  const known = new Set((page ?? '').split(/\r?\n/))
  const lines =
    more.length === 0
      ? []
      : make(page)
          .split(/\r?\n/)
          .filter((line) => line.startsWith('- ') && !known.has(line))
  return {
    edits: lines.length > 0 ? [{ path: evidencePath, make }] : [],
    subject: `memory: ${lines.length === 1 ? '1 verdict' : `${lines.length} verdicts`} of ${asker.name}`,
    lines,
    marks,
    told: {
      lines,
      unrelated: accepted.length - telling.length,
      refused: [
        ...refused.map(({ answer, why }) => `^${answer.fact} ${answer.verdict} ^${answer.belief}: ${why}`),
        ...untaken.map(({ fact, belief, why }) => `^${fact} and ^${belief ?? ''}: ${why}`),
      ],
    },
    stopped,
  }
}

function grouped(pairs: readonly OpenPairs[]): OpenPairs[][] {
  const groups: OpenPairs[][] = []
  let tokens = Infinity
  for (const each of pairs) {
    const cost = [each.fact, ...each.others].reduce((sum, { text }) => sum + tokenCost(text) + 16, 0)
    if (tokens + cost > mostAsked) {
      groups.push([])
      tokens = 0
    }
    groups.at(-1)!.push(each)
    tokens += cost
  }
  return groups
}
