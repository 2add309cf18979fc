import { openFacts, shareWords, type OpenFact } from '../../belief/open-pairs.js'
import { isUnkept, type FactId } from '../../model/fact.js'
import { inboxSorts, type InboxChoice, type InboxItem, type InboxLine, type InboxSort } from '../../model/inbox.js'
import { evidenceKinds, retainKinds } from '../../model/kind.js'
import { complaint, problemLocation } from '../../model/note.js'
import type { Opinion } from '../../model/opinion.js'
import { addDays } from '../../model/time.js'
import { judgedOn, latestOf, saidOn, standingPage } from '../curate/judge/packets.js'
import { resultsOf } from '../../recall/answer/result.js'
import type { StoredFact } from '../../store/rows.js'
import type { Store } from '../../store/store.js'
import { whenAsked } from '../../text/once.js'
import type { Session } from '../session/session.js'

/** Items that wait for a person, of each sort a limited number. */
export interface InboxItems {
  readonly items: readonly InboxItem[]
  /** Sorts of which there are more than are told. */
  readonly more: readonly InboxSort[]
}

/** Days ahead for which an end is told. */
const soon = 14

type Unsorted = Omit<InboxItem, 'sort'>
type Finder = (session: Session, store: Store, pairs: () => readonly OpenFact[]) => Iterable<Unsorted>

/** The finder of each sort; it is read only as far as its items are shown. */
const finders: Readonly<Record<InboxSort, Finder>> = {
  opposed: opposedIn,
  open: openIn,
  replaced: replacedIn,
  drafted: draftedIn,
  held: heldIn,
  ending: endingIn,
  unclear: (_session, store) =>
    store
      .problems()
      .filter(({ kind }) => kind === 'malformed' || kind === 'doubtful')
      .map((problem) => ({ told: [], note: `${problemLocation(problem)}: ${complaint(problem)}`, choices: [] })),
  proposed: proposedIn,
}

/** The items that wait. Call it within `lookedUp`, so that what waits in the working tree is not asked about again. */
export function inboxItems(session: Session, store: Store, most: number): InboxItems {
  const items: InboxItem[] = []
  const more: InboxSort[] = []
  const pairs = whenAsked(() => openPairs(session, store))
  for (const sort of Object.keys(inboxSorts) as InboxSort[]) {
    let told = 0
    for (const found of finders[sort](session, store, pairs)) {
      if (told === most) {
        more.push(sort)
        break
      }
      items.push({ sort, ...found })
      told++
    }
  }
  return { items, more }
}

const lineTold = (store: Store): ((fact: StoredFact) => InboxLine) => {
  const asResult = resultsOf(store)
  return (fact) => {
    const { id, kind, content, entities, source, confidence } = asResult(fact)
    return { id, kind, content, entities, source, confidence: confidence ?? null }
  }
}

function* opposedIn(_session: Session, store: Store): Generator<Unsorted> {
  const told = lineTold(store)
  for (const pair of store.beliefs.opposed()) {
    const [one, other] = pair.map((id) => store.beliefs.opinion(id)!) as [Opinion, Opinion]
    const speak = [...speaking(one, other), ...speaking(other, one)]
    const [first, second] = [one, other].map((opinion) => latestOf(store, opinion)).toSorted(byDay) as [
      StoredFact,
      StoredFact,
    ]
    yield {
      told: [told(first), told(second)],
      note: '',
      choices: [
        { verb: 'retire', ids: [first.id], label: 'the first holds no more', key: '1' },
        { verb: 'retire', ids: [second.id], label: 'the second does not hold', key: '2' },
        ...(speak.length > 0
          ? [
              {
                verb: 'unrelated' as const,
                ids: speak,
                label: 'both hold: neither speaks against the other',
                key: 'b',
              },
            ]
          : []),
      ],
    }
  }
}

const byDay = (a: StoredFact, b: StoredFact): number => ((a.day ?? '') < (b.day ?? '') ? -1 : 1)

/** Each statement of `one` that speaks against the other belief, followed by that belief's id. */
const speaking = (one: Opinion, against: Opinion): FactId[] =>
  against.evidence.flatMap(({ fact, effect }) =>
    one.members.includes(fact) && (effect === 'contradicts' || effect === 'supersedes') ? [fact, against.id] : [],
  )

const ofBeliefs = (fact: FactId, belief: FactId): InboxChoice[] => [
  { verb: 'supports', ids: [fact, belief], label: 'supports it', key: 's' },
  { verb: 'weakens', ids: [fact, belief], label: 'weakens it', key: 'w' },
  { verb: 'contradicts', ids: [fact, belief], label: 'speaks against it', key: 'c' },
  { verb: 'replaces', ids: [fact, belief], label: 'takes its place', key: 'r' },
  { verb: 'unrelated', ids: [fact, belief], label: 'has nothing to do with it', key: 'u' },
]

/** Pairs that share a word and that no bullet, line or rule decides; `memory judge` asks about others, too. */
function* openIn(_session: Session, store: Store, pairs: () => readonly OpenFact[]): Generator<Unsorted> {
  const told = lineTold(store)
  for (const { fact, beliefs } of pairs()) {
    const [stated] = store.factsById([fact.id])
    for (const belief of beliefs) {
      const latest = latestOf(store, belief)
      if (!shareWords(fact, latest)) continue
      yield { told: [told(latest), told(stated!)], note: '', choices: ofBeliefs(fact.id, latest.id) }
    }
  }
}

/** Days with notes that are read. Older facts are left to `memory judge`: reading all takes seconds. */
const lastDays = 30

/** The open facts of the last days on which something was noted, the newest first. */
function openPairs(session: Session, store: Store): OpenFact[] {
  const page = standingPage(session, store)
  const judged = judgedOn(session, store, page) ?? ''
  const since = store.daysNoted(evidenceKinds, judged).at(-lastDays) ?? judged
  return [...openFacts(store, { since }, saidOn(page))].toReversed()
}

function* replacedIn(_session: Session, store: Store, pairs: () => readonly OpenFact[]): Generator<Unsorted> {
  const told = lineTold(store)
  for (const { fact, replaces } of pairs()) {
    const [stated] = store.factsById([fact.id])
    for (const earlier of store
      .factsById(replaces)
      .filter(({ id }, at, all) => all.findIndex((one) => one.id === id) === at))
      yield {
        told: [told(earlier), told(stated!)],
        note: '',
        choices: [
          { verb: 'replaces', ids: [fact.id, earlier.id], label: 'it did', key: 'r' },
          { verb: 'unrelated', ids: [fact.id, earlier.id], label: 'both hold', key: 'u' },
        ],
      }
  }
}

function draftedIn(_session: Session, store: Store): Unsorted[] {
  const told = lineTold(store)
  const seen = new Set<FactId>()
  return store
    .suggestions()
    .filter(({ id }) => seen.size < seen.add(id).size)
    .map((fact) => ({
      told: [told(fact)],
      note: '',
      choices: [
        { verb: 'keep', ids: [fact.id], label: 'keep', key: 'k' },
        { verb: 'drop', ids: [fact.id], label: 'drop', key: 'd' },
      ],
    }))
}

function heldIn(_session: Session, store: Store): Unsorted[] {
  const told = lineTold(store)
  const seen = new Set<FactId>()
  return store
    .held()
    .filter(({ id }) => seen.size < seen.add(id).size)
    .map((fact) => ({
      told: [told(fact)],
      note: fact.originMark === null ? '' : `origin ${fact.originMark}`,
      choices: [
        { verb: 'keep', ids: [fact.id], label: 'it is so: keep it', key: 'k' },
        { verb: 'retire', ids: [fact.id], label: 'it is not so', key: 'r' },
      ],
    }))
}

function endingIn(session: Session, store: Store): Unsorted[] {
  const told = lineTold(store)
  const today = session.today(session.config(store).config)
  const last = addDays(today, soon)
  const replaced = store.replaced()
  const seen = new Set<FactId>()
  return store
    .openAfter(retainKinds, today)
    .filter(({ id, until }) => until !== null && until <= last && !replaced.has(id) && seen.size < seen.add(id).size)
    .filter((fact) => !isUnkept(fact))
    .map((fact) => ({
      told: [told(fact)],
      note: `ends ${fact.until}; where it goes on, change the day there`,
      choices: [],
    }))
}

/** The branches on which `memory reflect --branch` and its like leave commits for a merge. */
const ours = 'refs/heads/memory/'

function* proposedIn({ repository }: Session): Generator<Unsorted> {
  if (!repository.head()) return
  for (const { name } of repository.refs()) {
    if (!name.startsWith(ours)) continue
    const branch = name.slice('refs/heads/'.length)
    const many = repository.commits(`HEAD..${name}`).length
    if (many === 0) continue
    yield {
      told: [],
      note: `${branch}: ${many === 1 ? '1 commit' : `${many} commits`}, git diff HEAD...${branch}`,
      choices: [],
    }
  }
}
