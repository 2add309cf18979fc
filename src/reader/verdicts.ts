import { areOpposed, alignedWith, clausesOf } from './clauses.js'
import { credentialsFound } from '../credentials/without.js'
import { vocabularyOf } from '../language/detect-language.js'
import { idMeant, type FactId } from '../model/fact.js'
import { verdictNames, type Stance } from '../model/stance.js'
import type { Day } from '../model/time.js'
import { singleSpaced } from '../text/letters.js'
import { objectsAnswered, type ObjectsAnswered } from './objects.js'
import { fenceMark, quotedAsData, standingShown, type ReaderRequest } from './request.js'
import type { ReaderStanding } from './standing.js'

/** A fact and what it may bear on: beliefs, and world facts that it may replace. */
export interface OpenPairs {
  readonly fact: ReaderStanding & { readonly day: Day | null }
  readonly others: readonly ReaderStanding[]
}

/** A reader's verdict on one pair, before any check. */
export interface VerdictAnswer {
  readonly fact: FactId
  readonly belief: FactId
  /** A stance, `unrelated`, or anything else that was given. */
  readonly verdict: string
  /** On one line; empty where no reason was given. */
  readonly why: string
}

/** A valid verdict on a pair that was asked about. */
export interface AcceptedVerdict extends VerdictAnswer {
  readonly verdict: Stance | 'unrelated'
}

export interface CheckedVerdicts {
  /** In the order of the questions. Of two verdicts on one pair, the first. */
  readonly accepted: readonly AcceptedVerdict[]
  readonly refused: readonly { readonly answer: VerdictAnswer; readonly why: string }[]
}

const howToJudge = `You hold facts of a memory against what is believed about the same names, and say as JSON what each does to each. ${quotedAsData}
supports: it makes the other more likely so. weakens: it speaks a little against it. contradicts: both cannot be so. replaces: it is what holds from its day on, and the other ends. unrelated: it says nothing about it.
Judge by the words alone. Of what only shares a name or a matter say unrelated, and where in doubt too. A W is replaced or unrelated, nothing else. why: ten words at most.`

const whatToAnswer =
  'Answer with JSON alone, for each pair: {"verdicts":[{"fact":"^id","belief":"^id","verdict":"supports|weakens|contradicts|replaces|unrelated","why":"…"}]}'

export function verdictRequest(pairs: readonly OpenPairs[]): ReaderRequest {
  const quoted = pairs
    .map(({ fact, others }) =>
      [
        `${fact.day ?? 'undated'} ${standingShown(fact)}\n`,
        ...others.map((other) => `    does what to ${standingShown(other)}\n`),
      ].join(''),
    )
    .join('')
  const mark = fenceMark(quoted)
  return { system: howToJudge, user: [`facts ${mark}`, `${quoted}end ${mark}`, whatToAnswer].join('\n') }
}

/** The verdicts in an answer, whatever text stands around them. Never throws. */
export const verdictsAnswered = (text: string): ObjectsAnswered<VerdictAnswer> =>
  objectsAnswered(text, (given) => {
    const { fact, belief, verdict, why } = given
    if (typeof fact !== 'string' || typeof belief !== 'string' || typeof verdict !== 'string') return undefined
    const said = typeof why === 'string' ? singleSpaced(why).trim() : ''
    return { fact: idMeant(fact), belief: idMeant(belief), verdict: verdict.trim().toLowerCase(), why: said }
  })

/** In characters; a longer reason belongs in a log. */
const longestWhy = 200
const isVerdict = (said: string): said is (typeof verdictNames)[number] => verdictNames.some((name) => name === said)

/** Accepts valid verdicts on pairs that were asked about, but no `supports` of a fact that says the opposite. */
export function checkVerdicts(answers: readonly VerdictAnswer[], pairs: readonly OpenPairs[]): CheckedVerdicts {
  const asked = new Map<string, { readonly fact: ReaderStanding; readonly other: ReaderStanding }>(
    pairs.flatMap(({ fact, others }) => others.map((other) => [`${fact.id} ${other.id}`, { fact, other }] as const)),
  )
  const refused: CheckedVerdicts['refused'][number][] = []
  const taken = new Map<string, AcceptedVerdict>()
  for (const answer of answers) {
    const pair = `${answer.fact} ${answer.belief}`
    const of = asked.get(pair)
    const { verdict } = answer
    const why =
      of === undefined
        ? `^${answer.fact.slice(0, 20)} and ^${answer.belief.slice(0, 20)} are no pair that was asked about`
        : !isVerdict(verdict)
          ? `a verdict is one of ${verdictNames.join(', ')}`
          : of.other.kind !== 'opinion' && verdict !== 'replaces' && verdict !== 'unrelated'
            ? `^${answer.belief} is no opinion: it is replaced, or unrelated`
            : verdict === 'supports' && isTurned(of.fact, of.other)
              ? 'the one denies what the other says'
              : undefined
    if (why !== undefined || !isVerdict(verdict)) refused.push({ answer, why: why ?? '' })
    else if (!taken.has(pair)) taken.set(pair, { ...answer, verdict, why: reasonTold(answer.why) })
  }
  return { accepted: [...asked.keys()].flatMap((pair) => taken.get(pair) ?? []), refused }
}

const reasonTold = (why: string): string =>
  credentialsFound(why).length > 0 ? '' : why.replaceAll(/<!--|-->/g, '').slice(0, longestWhy)

function isTurned(fact: ReaderStanding, belief: ReaderStanding): boolean {
  const said = ({ text }: ReaderStanding) => ({ kind: 'opinion', text, mentions: [] }) as const
  const vocabulary = vocabularyOf(said(belief), said(fact))
  const subjects = new Set([...fact.entities, ...belief.entities].map((name) => name.toLowerCase()))
  const [own, others] = [fact, belief].map(({ text }) => clausesOf(text, vocabulary))
  return own!.some((clause) => {
    const aligned = alignedWith(clause, others!, subjects)
    return aligned.length > 0 && aligned.every((other) => areOpposed(clause, other, vocabulary))
  })
}

/** The schema of an answer, for servers that enforce one. */
export const verdictSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['verdicts'],
  properties: {
    verdicts: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['fact', 'belief', 'verdict', 'why'],
        properties: {
          fact: { type: 'string' },
          belief: { type: 'string' },
          verdict: { type: 'string', enum: verdictNames },
          why: { type: 'string' },
        },
      },
    },
  },
} as const
