import { MemoryError } from '../../model/error.js'
import { inboxAct, type InboxAct, type InboxVerb } from '../../model/inbox.js'
import type { Store } from '../../store/store.js'
import type { AnswerVerdict, JudgeAnswer } from '../curate/judge/answers.js'
import { judge } from '../curate/judge/judge.js'
import { retire } from '../curate/retire.js'
import { decide, type Decision } from '../retain/suggest-keep.js'
import type { Session } from '../session/session.js'

export interface ActOptions {
  /** Commit each sort of answer, as its own command does; without it, all are edits of the working tree. */
  readonly commit?: boolean | undefined
  /** The program that answers; the commits name it. */
  readonly agent?: string | undefined
}

export interface InboxTaken {
  /** Answers that are done, now or before. */
  readonly taken: readonly InboxAct[]
  /** Answers that memory, as it stands, cannot take, with why; the others are taken all the same. */
  readonly untaken: readonly UntakenAct[]
}

export interface UntakenAct extends InboxAct {
  readonly why: string
}

/** Answers that exclude each other: of each set, only one may be given about the same facts. */
const oneOf: readonly (readonly InboxVerb[])[] = [
  ['supports', 'weakens', 'contradicts', 'replaces', 'unrelated'],
  ['keep', 'drop'],
]

const isDecision = (verb: InboxVerb): verb is Decision => verb === 'keep' || verb === 'drop'
const isVerdict = (verb: InboxVerb): verb is AnswerVerdict & InboxVerb => oneOf[0]!.includes(verb)

/**
 * Do what was answered, by its command: `judge`, `suggest keep` and `drop`, `retire`. An answer that was done before
 * counts as taken, so that two clones may take the same ticks.
 */
export async function takeActs(
  session: Session,
  store: Store,
  acts: readonly InboxAct[],
  options: ActOptions = {},
): Promise<InboxTaken> {
  const taken: InboxAct[] = []
  const untaken: UntakenAct[] = []
  const opposed = opposedAmong(acts)
  const clear = acts.filter((act) => {
    const isHalf = isVerdict(act.verb) && act.ids.length % 2 === 1
    if (!opposed.has(act) && !isHalf) return true
    const why = isHalf ? 'it names a fact and not what it is about' : 'another answer is ticked too: leave one'
    untaken.push({ ...act, why })
    return false
  })
  const attempt = async (act: readonly InboxAct[], work: () => Promise<readonly UntakenAct[]>): Promise<void> => {
    let missed: readonly UntakenAct[]
    try {
      missed = await work()
    } catch (cause) {
      if (!(cause instanceof MemoryError) || !isOfActs(cause)) throw cause
      missed = act.map((each) => ({ ...each, why: cause.message }))
    }
    untaken.push(...missed)
    const isMissed = new Set(missed.map(inboxAct))
    taken.push(...act.filter((each) => !isMissed.has(inboxAct(each))))
  }
  const verdicts = clear.filter(({ verb }) => isVerdict(verb))
  if (verdicts.length > 0)
    await attempt(verdicts, async () => {
      const answers = verdicts.flatMap((act) => pairsOf(act).map((answer) => ({ act, answer })))
      const report = await judge(
        session,
        store,
        answers.map(({ answer }) => answer),
        options,
      )
      return report.untaken.map(({ answer, why }) => ({ ...answers[answer - 1]!.act, why }))
    })
  // One by one, so that an answer whose fact is gone does not stop the others.
  for (const act of clear) {
    const { verb, ids } = act
    if (isDecision(verb))
      await attempt([act], async () => {
        await decide(session, store, verb, ids, options)
        return []
      })
    else if (verb === 'retire')
      await attempt([act], async () => {
        for (const fact of ids) await retire(session, store, { fact }, options)
        return []
      })
  }
  return { taken, untaken }
}

const pairsOf = ({ verb, ids }: InboxAct): JudgeAnswer[] =>
  ids.flatMap((fact, at) =>
    at % 2 === 0 ? [{ fact, belief: ids[at + 1], verdict: verb as AnswerVerdict & InboxVerb }] : [],
  )

/** Whether an error is the answer's fault, and not the workspace's. */
const isOfActs = ({ code }: MemoryError): boolean => code === 'bad-argument' || code === 'not-found'

function opposedAmong(acts: readonly InboxAct[]): ReadonlySet<InboxAct> {
  const groups = new Map<string, InboxAct[]>()
  for (const act of acts) {
    const group = oneOf.findIndex((verbs) => verbs.includes(act.verb))
    if (group < 0) continue
    const key = `${group} ${act.ids.join(' ')}`
    groups.set(key, [...(groups.get(key) ?? []), act])
  }
  return new Set([...groups.values()].filter((group) => group.length > 1).flat())
}
