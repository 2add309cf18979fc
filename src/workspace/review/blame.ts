import { MemoryError } from '../../model/error.js'
import { placesThatCount, type FactId } from '../../model/fact.js'
import {
  meetsGoal,
  type Bisected,
  type Blame,
  type BlameState,
  type BlameStep,
  type BisectGoal,
} from '../../model/blame.js'
import type { PastCommit } from '../../git/git-output.js'
import { resultsOf } from '../../recall/answer/result.js'
import type { Store } from '../../store/store.js'
import { writerOf } from '../curate/history/writers.js'
import type { Opened } from '../session/opened.js'
import { show } from '../../recall/show.js'
import { bringTo } from '../session/at-commit.js'
import { askContext } from '../session/ask-context.js'
import { idOnPage } from '../session/id-on-page.js'
import { readPage } from '../session/pages-in-tree.js'
import type { Session } from '../session/session.js'
import { movers, stateIn, type PastState } from './state-in.js'
import { statesAlong, type StatesByCommit } from './past-states.js'

const mostCommits = 10_000

interface Followed {
  readonly told: Omit<Blame, 'steps'>
  readonly commits: readonly PastCommit[]
  readonly states: StatesByCommit<PastState>
}

export async function blameOf(opened: Opened, reference: string): Promise<Blame> {
  const followed = await follow(opened, reference)
  const moving = followed.commits.filter((commit) => isMoved(followed, commit))
  const steps = moving.map((commit) => stepAt(followed, commit))
  return { ...followed.told, steps: withMerges(followed, steps) }
}

/**
 * The commit since which `goal` holds: goes back from HEAD through parents at which it holds, to the first commit
 * without such a parent. Where it does not hold at HEAD, the last commit at which it did.
 */
export async function bisect(opened: Opened, reference: string, goal: BisectGoal): Promise<Bisected> {
  if (Object.values(goal).every((wanted) => wanted === undefined || wanted === false))
    throw new MemoryError('bad-argument', 'say what to look for: --below 0.5, --above 0.5, --over, --retired or --gone')
  const followed = await follow(opened, reference)
  const { commits, states, told } = followed
  const byName = new Map(commits.map((commit) => [commit.commit, commit]))
  const holds = (commit: string): boolean => {
    const state = states.get(commit)
    return state !== undefined && meetsGoal(goal, state.stands)
  }
  const at = commits.at(-1)
  const stepOf = (commit: PastCommit): BlameStep => withMerges(followed, [stepAt(followed, commit)])[0]!
  if (at === undefined || !holds(at.commit)) {
    const last = commits.findLast(({ commit }) => holds(commit))
    return { ...told, first: null, last: last ? stepOf(last) : null, commits: commits.length }
  }
  let first: PastCommit = at
  const earlier = ({ parents }: PastCommit): string | undefined =>
    parents.find((parent) => byName.has(parent) && holds(parent))
  for (let name = earlier(first); name !== undefined; name = earlier(first)) first = byName.get(name)!
  return { ...told, first: stepOf(first), last: null, commits: commits.length }
}

/** Follows a fact or belief through history; tells it as HEAD has it, else as the last commit that had it. */
async function follow(opened: Opened, reference: string): Promise<Followed> {
  const { session } = opened
  const { repository } = session
  const head = repository.head()
  const commits = head && repository.ancestry(head.commit, mostCommits)
  if (!head) throw new MemoryError('bad-argument', 'there is no commit yet')
  if (!commits) throw new MemoryError('git-failed', 'Git does not hold the older commits here')
  return opened.aside(async (store) => {
    await bringTo(session, store, head)
    const here = factMeant(session, store, reference)
    const states = await statesAlong(session, store, commits, () => stateIn(store, here.ids))
    let told = here.told
    if (told === undefined) {
      const last = commits.findLast(({ commit }) => states.get(commit)?.stands)
      if (last === undefined) throw new MemoryError('not-found', `no commit here ever said ${reference.slice(0, 80)}`)
      await bringTo(session, store, repository.headAt(last.commit))
      told = toldIn(store, here.ids)
    }
    const shallow = repository.shallow()
    const ends = commits.some(({ commit }) => shallow.has(commit))
      ? 'history ends there, this is a shallow clone'
      : commits.length === mostCommits
        ? `only the last ${mostCommits} commits were looked at`
        : null
    const now = states.get(commits.at(-1)?.commit ?? '')?.stands ?? null
    return { told: { ...told!, now, ends }, commits, states }
  })
}

type FollowedFact = Pick<Blame, 'id' | 'kind' | 'content' | 'entities' | 'source'>

/**
 * @returns the ids of the belief's statements, or the fact's; `told` is left out where HEAD does not state it
 * @throws MemoryError not-found | bad-argument
 */
function factMeant(session: Session, store: Store, reference: string): { ids: readonly FactId[]; told?: FollowedFact } {
  const named = idOnPage(reference, (path) => readPage(session.root, path)) ?? reference
  const [, id] = /^\^?([0-9a-z]{10})$/.exec(named.trim()) ?? []
  if (id !== undefined && store.factsById([id]).length === 0) return { ids: [id] }
  const found = show(store, named, askContext(session, store).today)
  const [fact, ...others] = found.what === 'fact' ? [found.fact] : found.what === 'place' ? found.facts : []
  if (!fact || others.length > 0)
    throw new MemoryError('bad-argument', `give one fact or belief by its id or place, got ${reference.slice(0, 80)}`)
  const ids = store.opinionOf(fact.id)?.members ?? [fact.id]
  return { ids, told: toldIn(store, ids)! }
}

function toldIn(store: Store, ids: readonly FactId[]): FollowedFact | undefined {
  const [fact] = placesThatCount(store.factsById(ids.slice(0, 1)))
  const standing = fact ?? placesThatCount(store.factsById(ids))[0]
  if (!standing) return undefined
  const { id, kind, content, entities, source } = resultsOf(store)(standing)
  return { id, kind, content, entities, source }
}

/** Its states at the parents that are followed too; undefined for one whose settings cannot be read. */
const parentsOf = ({ states }: Followed, { parents }: PastCommit): (PastState | undefined)[] =>
  parents.filter((parent) => states.has(parent)).map((parent) => states.get(parent))

/** Whether its state at a commit differs from that at each parent; false where settings cannot be read. */
function isMoved(followed: Followed, commit: PastCommit): boolean {
  const after = followed.states.get(commit.commit)
  if (after === undefined) return false
  const parents = parentsOf(followed, commit)
  if (parents.length === 0) return after.stands !== null
  return parents.every((before) => before !== undefined && !isSame(before.stands, after.stands))
}

/** How it stands at a commit, compared with its first parent. */
function stepAt(followed: Followed, commit: PastCommit): BlameStep {
  const after = followed.states.get(commit.commit)!
  const [before] = parentsOf(followed, commit)
  return {
    ...writerOf(commit),
    subject: commit.subject,
    before: before?.stands ?? null,
    after: after.stands,
    ...movers(before?.rests ?? [], after.rests),
  }
}

const isSame = (one: BlameState | null, other: BlameState | null): boolean =>
  one === null || other === null
    ? one === other
    : one.confidence === other.confidence && one.until === other.until && one.retired === other.retired

/** `Merge pull request #12 from me/topic`, or a squashed `Prefer tea (#12)`, as hosts write them. */
const numberForm = /^Merge pull request #(\d+)\b|\(#(\d+)\)$|^Merged in .*\(pull request #(\d+)\)$/

/** The steps, each with the merge that brought it into HEAD's history, and its pull request. */
function withMerges({ commits }: Followed, steps: readonly BlameStep[]): BlameStep[] {
  const brought = broughtBy(commits)
  return steps.map((step) => {
    const merge = brought.get(step.commit)
    const number = numberForm
      .exec(merge?.subject ?? step.subject)
      ?.slice(1)
      .find((each) => each !== undefined)
    return {
      ...step,
      ...(merge ? { merge: { commit: merge.commit, subject: merge.subject } } : {}),
      ...(number === undefined ? {} : { pullRequest: Number(number) }),
    }
  })
}

/** For each commit off the line of first parents, the first merge on that line that brought it in. */
function broughtBy(commits: readonly PastCommit[]): ReadonlyMap<string, PastCommit> {
  const byName = new Map(commits.map((commit) => [commit.commit, commit]))
  const mainline: PastCommit[] = []
  for (let at = commits.at(-1); at; at = byName.get(at.parents[0] ?? '')) mainline.push(at)
  const onIt = new Set(mainline.map(({ commit }) => commit))
  const brought = new Map<string, PastCommit>()
  for (const merge of mainline.toReversed()) {
    const reached = merge.parents.slice(1)
    for (let name = reached.pop(); name !== undefined; name = reached.pop()) {
      if (onIt.has(name) || brought.has(name)) continue
      brought.set(name, merge)
      reached.push(...(byName.get(name)?.parents ?? []))
    }
  }
  return brought
}
