import { MemoryError } from '../../model/error.js'
import { inboxAct, type InboxAct, type InboxVerb } from '../../model/inbox.js'
import type { Store } from '../../store/store.js'
import { verdicts, type AnswerVerdict, type JudgeAnswer } from '../curate/judge/answers.js'
import { takeAnswers } from '../curate/judge/judge.js'
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

const isDecision = (verb: InboxVerb): verb is Decision => verb === 'keep' || verb === 'drop'
const isVerdict = (verb: InboxVerb): verb is AnswerVerdict => verdicts.some((name) => name === verb)

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
  const opposed = opposedAmong(store, acts)
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
  const verdictActs = clear.filter(({ verb }) => isVerdict(verb))
  if (verdictActs.length > 0)
    await attempt(verdictActs, async () => {
      const answers = verdictActs.flatMap((act) => pairsOf(act).map((answer) => ({ act, answer })))
      const report = await takeAnswers(
        session,
        store,
        answers.map(({ answer }) => answer),
        options,
      )
      const left = report.untaken.map(({ answer, why }) => ({ ...answers[answer - 1]!.act, why }))
      // An act of several pairs is told once.
      return [...new Map(left.toReversed().map((act) => [inboxAct(act), act])).values()].toReversed()
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
  ids.flatMap((fact, at) => (at % 2 === 0 ? [{ fact, belief: ids[at + 1], verdict: verb as AnswerVerdict }] : []))

/** Whether an error is the answer's fault, and not the workspace's. */
const isOfActs = ({ code }: MemoryError): boolean => code === 'bad-argument' || code === 'not-found'

/** The answers that say different things of one fact, or of one fact and belief: only one of them may be given. */
function opposedAmong(store: Store, acts: readonly InboxAct[]): ReadonlySet<InboxAct> {
  const groups = new Map<string, InboxAct[]>()
  for (const act of acts)
    for (const about of aboutOf(store, act)) groups.set(about, [...(groups.get(about) ?? []), act])
  return new Set([...groups.values()].filter((group) => new Set(group.map(({ verb }) => verb)).size > 1).flat())
}

/** What an answer is about: facts, or pairs of a fact and a belief, whichever of its statements they name. */
const aboutOf = (store: Store, act: InboxAct): readonly string[] =>
  isVerdict(act.verb)
    ? pairsOf(act).map(({ fact, belief = '' }) => `${fact} ${store.opinionOf(belief)?.id ?? belief}`)
    : act.ids
