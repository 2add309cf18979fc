import type { EntityKey } from '../model/entity.js'
import { wordsId, type Fact, type FactId, type WordsId } from '../model/fact.js'
import { evidenceKinds, isBelief } from '../model/kind.js'
import type { Verdict } from '../model/verdict.js'
import type { Reach, Said } from '../store/judgements.js'
import type { Store } from '../store/store.js'
import { once } from '../text/once.js'
import { standingAt, type ByKeys } from './by-keys.js'
import type { Stated } from './fold.js'
import { farthest, judging, keeps, entitiesIn, nearest, offering, placeOf, type Around } from './judge-fact.js'
import { judgeOnce, noVerdict } from './judge-once.js'
import { factsOf } from './opinion-inputs.js'
import { spokenIn, type Spoken } from './outright.js'
import { boundOf, firstBehind } from './outward.js'

export interface JudgedAnew {
  /** Statements with other evidence than before. */
  readonly touched: Set<FactId>
  /** Facts that bear on other words than before, though they did not change. */
  readonly evidence: readonly FactId[]
}

/**
 * Judges changed facts and opinions against all that they may bear on, or that may bear on them.
 *
 * @param facts the facts of `changed` that are still there
 */
export async function judgeChanged(
  store: Store,
  facts: readonly Stated[],
  changed: readonly FactId[],
  progress?: (done: number, total: number) => void,
): Promise<JudgedAnew> {
  const { beliefs } = store
  const { words, were, moved, left } = saidAnew(store, facts, changed)
  const spoken = spokenIn(store)
  const speaking = beliefs.speakingOf(changed, [...moved])
  const parted = partedAnew(store, spoken, { changed: facts, were, speaking, moved })
  const touched = new Set([...words, ...beliefs.forgetEvidence(changed)])
  const now = new Map(facts.map(({ fact }) => [fact.id, fact]))
  for (const id of changed) store.texts.forgetOthers(id, now.has(id) ? wordsId(now.get(id)!) : undefined)
  // Three sorts of facts are asked again: those whose reach ended at moved words, since they may reach others now;
  // those compared with as many as the limit allows; and those with a person's verdict on a changed statement.
  const isChanged = new Set(changed)
  const bounded = [...speaking, ...parted, ...beliefs.forgetWords([...moved]), ...comparing(store, left)]
  const again = [...new Set(bounded)].filter((id) => !isChanged.has(id))
  for (const each of beliefs.forgetEvidence(again)) touched.add(each)

  const asked = [...facts, ...factsOf(again.length > 0 ? store.factsById(again) : []).values()]
  const { entitiesOf, spellings } = entitiesIn(store)
  const saidAbout = once((key: EntityKey) => beliefs.saidAbout(spellings(key)))
  const evidence = new Set(again)
  const stand = [...beliefs.firstSaid([...moved]).values()]
  // Most commits say nothing near an opinion: the judge is not loaded for those.
  const bears = ({ fact }: Stated): boolean =>
    spoken.of(fact).size > 0 ||
    (evidenceKinds.includes(fact.kind) && entitiesOf(fact).some((key) => saidAbout(key).length > 0))
  if (stand.length > 0 || asked.some(bears)) {
    const load = loading(store, asked)
    const factOf = (id: FactId): Fact => load([id]).get(id)!
    const { keysOf, verdict } = await judgeOnce(store, factOf)
    // Facts to which a moved wording is among the nearest, so that it pushes out others; each with the keys it asks
    // for.
    const crowded = new Map<FactId, Iterable<number>>()
    const about = once((key: EntityKey) =>
      offering(saidAbout(key), ({ fact: id, offers }) => offers ?? keysOf(factOf(id)).offers!),
    )
    const around: Around = {
      near: (fact) => {
        if (!evidenceKinds.includes(fact.kind)) return []
        const asks = [...(crowded.get(fact.id) ?? keysOf(fact).asks)]
        return entitiesOf(fact).flatMap((key) => standingAt(about(key), asks))
      },
      verdict,
    }
    const judgeFact = judging(beliefs, spoken, around)
    for (const [at, { fact }] of asked.entries()) {
      progress?.(at + 1, asked.length)
      for (const each of judgeFact(fact)) touched.add(each)
    }

    const done = new Set(asked.map(({ fact }) => fact.id))
    const near = once((key: EntityKey) => beliefs.near(evidenceKinds, spellings(key)).filter(({ id }) => !done.has(id)))
    for (const said of stand) {
      const opinion = factOf(said.fact)
      const met = new Map<FactId, string>()
      for (const entity of entitiesOf(opinion)) {
        const meets = meeting(said, [...keysOf(opinion).offers!], about(entity))
        for (const { id, at, asks: known } of near(entity)) {
          const asks = known ?? keysOf(factOf(id)).asks
          const how = meets(at, asks)
          if (how === 'crowded') crowded.set(id, asks)
          else if (how === 'met') met.set(id, at)
        }
      }
      const within = [...met].filter(([id, at]) => !crowded.has(id) && isWithin(beliefs.reachOf(id), at, said))
      const loaded = load(within.map(([id]) => id))
      for (const [id] of within) {
        const fact = loaded.get(id)!
        const lost = alsoBears(store, spoken, said, fact, verdict(said, fact))
        for (const each of lost) touched.add(each)
        if (lost.length > 0) evidence.add(id)
      }
    }
    // New words push others out of the range of crowded facts. For the words that stay, the verdict is known.
    const judgeAgain = judging(beliefs, spoken, remembering(around, knownOf(beliefs, [...crowded.keys()], moved)))
    for (const each of beliefs.forgetEvidence([...crowded.keys()])) touched.add(each)
    const loaded = load([...crowded.keys()])
    for (const id of crowded.keys()) {
      for (const each of judgeAgain(loaded.get(id)!)) touched.add(each)
      evidence.add(id)
    }
  }
  return { touched: new Set(beliefs.saying([...touched])), evidence: [...evidence] }
}

/**
 * How a fact, given by its place and keys, meets a wording. Undefined where they share no key, or for each shared key
 * `nearest` others are nearer. `crowded` where the wording is among the nearest, and so pushes out another.
 */
function meeting(
  said: Said,
  offers: readonly number[],
  wordings: ByKeys<Said>,
): (place: string, asks: Iterable<number>) => 'met' | 'crowded' | undefined {
  const own = new Set(offers)
  const full = new Map(offers.flatMap((key) => standingAt(wordings, [key]).map((list) => [key, list] as const)))
  for (const [key, list] of full) if (list.length < nearest) full.delete(key)
  return (place, asks) => {
    const back = said.at < place
    let how: 'met' | undefined
    for (const key of asks) {
      if (!own.has(key)) continue
      const bound = full.has(key) ? boundOf(full.get(key)!, place, back, nearest) : undefined
      if (bound === undefined) how = 'met'
      else if (back ? said.at >= bound : said.at <= bound) return 'crowded'
    }
    return how
  }
}

/** Facts that were compared only with the nearest wordings, in a range that holds one of these. */
function comparing({ beliefs }: Store, left: readonly Said[]): FactId[] {
  if (left.length === 0) return []
  const places = left.toSorted((a, b) => (a.at < b.at ? -1 : 1))
  return beliefs.scopes().flatMap(({ fact, since, until }) => {
    const first = places[firstBehind(places, since)]
    return first && first.at <= until ? [fact] : []
  })
}

/**
 * Stores which words each changed opinion says now.
 *
 * @returns `words` that came, went or changed; `were`, what each changed statement said before; `moved`, the words
 *   whose first place changed; `left`, the first places that those had before
 */
function saidAnew(
  { beliefs }: Store,
  facts: readonly Stated[],
  changed: readonly FactId[],
): {
  words: ReadonlySet<WordsId>
  were: ReadonlyMap<FactId, WordsId>
  moved: ReadonlySet<WordsId>
  left: readonly Said[]
} {
  const now = facts.flatMap(({ fact }) =>
    isBelief(fact.kind) ? [{ fact: fact.id, words: wordsId(fact), at: placeOf(fact) }] : [],
  )
  const were = beliefs.wordsOf(changed)
  const words = new Set([...were.values(), ...now.map((said) => said.words)])
  const before = beliefs.firstSaid([...words])
  beliefs.unsay(changed)
  for (const said of now) beliefs.say(said)
  const after = beliefs.firstSaid([...words])
  const moved = new Set([...words].filter((each) => before.get(each)?.at !== after.get(each)?.at))
  return { words, were, moved, left: [...moved].flatMap((each) => before.get(each) ?? []) }
}

interface Speaking {
  readonly changed: readonly Stated[]
  /** The words that changed or deleted statements said before. */
  readonly were: ReadonlyMap<FactId, WordsId>
  /** Other facts with a stated verdict on what changed. */
  readonly speaking: readonly FactId[]
  readonly moved: ReadonlySet<WordsId>
}

/**
 * Statements that have to be compared again. Somebody now says what one of two beliefs does to the other, or no longer
 * says so; that decides whether they may restate each other.
 */
function partedAnew({ beliefs, factsById }: Store, spoken: Spoken, of: Speaking): FactId[] {
  const { changed, were, speaking, moved } = of
  const others = [...factsOf(speaking.length > 0 ? factsById(speaking) : []).values()]
  const said = new Map([...beliefs.wordsOf(speaking), ...were])
  const pair = (one: WordsId, other: WordsId): string => `${one} ${other}`
  const before = beliefs
    .spokenOf([...were.keys(), ...speaking])
    .flatMap(({ fact, words }) => (said.has(fact) ? [pair(said.get(fact)!, words)] : []))
  const now = [...changed, ...others].flatMap(({ fact }) =>
    isBelief(fact.kind) ? [...spoken.of(fact).keys()].map((words) => pair(wordsId(fact), words)) : [],
  )
  const [had, have] = [new Set(before), new Set(now)]
  const parted = [...new Set([...before, ...now])].filter((each) => had.has(each) !== have.has(each))
  return parted.flatMap((each) => {
    const [one, other] = each.split(' ') as [WordsId, WordsId]
    // Moved words are judged again in any case.
    return beliefs.saying(moved.has(one) ? [one] : [one, other])
  })
}

/** The verdict that a rule gave on a fact and words; undefined where none was asked. */
type KnownVerdict = (said: Said, fact: Fact) => Verdict | undefined

/** @param moved words whose verdicts were forgotten */
function knownOf(beliefs: Store['beliefs'], facts: readonly FactId[], moved: ReadonlySet<WordsId>): KnownVerdict {
  const reaches = new Map(facts.map((id) => [id, beliefs.reachOf(id)]))
  const verdicts = new Map(beliefs.judgementsBy(facts).map((each) => [`${each.fact} ${each.words}`, each]))
  return (said, fact) => {
    const isKnown = !moved.has(said.words) && isWithin(reaches.get(fact.id)!, placeOf(fact), said)
    return isKnown ? (verdicts.get(`${fact.id} ${said.words}`) ?? noVerdict) : undefined
  }
}

const remembering = ({ near, verdict }: Around, known: KnownVerdict): Around => ({
  near,
  verdict: (said, fact) => known(said, fact) ?? verdict(said, fact),
})

/**
 * Keeps the verdict of a fact on new words within its reach.
 * @returns words with other evidence than before: these, and those that they push out of reach
 */
function alsoBears({ beliefs }: Store, spoken: Spoken, said: Said, fact: Fact, verdict: Verdict): WordsId[] {
  const own = isBelief(fact.kind) ? wordsId(fact) : undefined
  if (own === said.words || (own !== undefined && spoken.isApart(own, said.words))) return []
  if (!keeps(beliefs, said.words, fact, verdict)) return []
  const place = placeOf(fact)
  const back = said.at < place
  const outright = spoken.of(fact)
  const side = beliefs.bearsOn(fact.id).filter(({ words, at }) => !outright.has(words) && at < place === back)
  const sorted = back ? side.toReversed() : side
  const last = sorted[farthest - 1]
  if (last === undefined) return [said.words]
  const lost = sorted.slice(farthest).map(({ words }) => words)
  for (const words of lost) beliefs.forgetPair(words, fact.id)
  beliefs.reaches(fact.id, { ...beliefs.reachOf(fact.id), [back ? 'since' : 'until']: last.at })
  return [said.words, ...lost]
}

const isWithin = ({ since, until }: Reach, place: string, { at }: Said): boolean =>
  at < place ? since === null || at > since : until === null || at < until

/** Facts by id, each read once. */
function loading(store: Store, known: readonly Stated[]) {
  const loaded = new Map(known.map(({ fact }) => [fact.id, fact]))
  return (wanted: readonly FactId[]): ReadonlyMap<FactId, Fact> => {
    const missing = wanted.filter((id) => !loaded.has(id))
    if (missing.length > 0) for (const { fact } of factsOf(store.factsById(missing)).values()) loaded.set(fact.id, fact)
    return loaded
  }
}
