import { entityKey, type EntityKey } from '../model/entity.js'
import { wordsId, type Fact, type FactId, type WordsId } from '../model/fact.js'
import { lately } from '../text/lately.js'
import { once } from '../text/once.js'
import type { Verdict } from '../model/verdict.js'
import type { Reach, Said } from '../store/judgements.js'
import type { Store } from '../store/store.js'
import { byKeys, standingAt, type ByKeys, type List } from './by-keys.js'
import type { Stated } from './fold.js'
import { judgeOnce, noVerdict, type Judge } from './judge-once.js'
import { factsOf } from './opinion-inputs.js'
import { boundOf, firstBehind, outward } from './outward.js'
import { spokenIn, type Spoken } from './outright.js'
import { readLately } from './read-lately.js'
import { beliefKinds, evidenceKinds, isBelief, retainKinds } from '../model/kind.js'

/**
 * How many wordings of opinions a fact bears on: of those said before it the
 * last ones, of those said after it the first. In notes that people write it is
 * one or two; where thousands of opinions are nearly alike (`Weighs 81.3 kg`,
 * every day), each would bear on all of them. Only what is said later makes a
 * fact reach other opinions than before, and those are older than it is.
 */
export const farthest = 16

/**
 * How many wordings before a fact, and how many after it, are looked at for each
 * word that they share with it. What shares a rarer word besides is found by
 * that, however far away; where hundreds of opinions share one common word
 * (`Likes …`), each would be looked at beside all of them.
 */
export const nearest = 16

/** What is to be folded again, and why. */
export interface JudgedAnew {
  /** Statements whose words something else is judged to bear on. */
  readonly touched: Set<FactId>
  /** Facts that bear on something else than before, though they did not change. */
  readonly evidence: readonly FactId[]
}

/** So many facts are read from the index at once. */
const batch = 500

/** Facts in turn, as texts that nobody holds on to. */
export function* inBatches(store: Store, ids: readonly FactId[]): Generator<Stated, void> {
  for (let at = 0; at < ids.length; at += batch) {
    const asked = ids.slice(at, at + batch)
    const found = factsOf(store.factsById(asked))
    for (const id of asked) if (found.has(id)) yield found.get(id)!
  }
}

/** Take down who says what, of everything there is, and forget what was judged of it. */
export function sayAll(store: Store): void {
  const { beliefs } = store
  beliefs.forgetAll()
  for (const { fact } of inBatches(store, store.idsOf(beliefKinds)))
    beliefs.say({ fact: fact.id, words: wordsId(fact), at: placeOf(fact) })
}

/** Judge everything there is. However much that is, what is held at once is its ids, and what was read lately. */
export async function judgeAll(store: Store, progress?: (done: number, total: number) => void): Promise<void> {
  const { texts } = store
  const judgeFact = await judgingAll(store, store.beliefs)
  if (!judgeFact) return texts.forgetAll()
  const all = store.idsOf(retainKinds)
  let done = 0
  for (const { fact } of inBatches(store, all)) {
    progress?.(++done, all.length)
    texts.forgetOthers(fact.id, wordsId(fact))
    judgeFact(fact)
  }
  texts.prune()
}

/**
 * Have the judge read all that it will be asked of, some at a time, and keep nothing but what it made of the texts
 * (`judgeOnce`): whenever this is cut short, what was read so far is read.
 *
 * @param write does something in a transaction of its own, where what was said is there still (`sayAll`)
 * @returns whether all of it was read: not where another process has written other rows since
 */
export async function judgeAhead(
  store: Store,
  write: (work: () => void) => Promise<boolean>,
  progress?: (done: number, total: number) => void,
): Promise<boolean> {
  const opinions = store.idsOf(beliefKinds)
  const keepsNothing = { judge: () => {}, reaches: () => {}, compares: () => {} }
  const { keysOf } = await reading(store)
  const each = async (
    ids: readonly FactId[],
    work: (fact: Fact) => void,
    first: number,
    of: number,
  ): Promise<boolean> => {
    for (let at = 0; at < ids.length; at += batch) {
      progress?.(first + at, of)
      const isThere = await write(() => {
        for (const { fact } of inBatches(store, ids.slice(at, at + batch))) work(fact)
      })
      if (!isThere) return false
    }
    return true
  }
  const all = opinions.length > 0 ? store.idsOf(retainKinds) : []
  const steps = opinions.length + all.length
  if (!(await each(opinions, keysOf, 0, steps))) return false
  const judgeFact = await judgingAll(store, keepsNothing)
  return !judgeFact || each(all, judgeFact, opinions.length, steps)
}

/** How everything is judged that stands in the index; undefined where nobody believes anything. */
async function judgingAll(store: Store, kept: Kept): Promise<((fact: Fact) => WordsId[]) | undefined> {
  const { beliefs } = store
  const opinions = store.idsOf(beliefKinds)
  if (opinions.length === 0) return undefined
  const { keysOf, verdict } = await reading(store)
  for (const { fact } of inBatches(store, opinions)) keysOf(fact)
  const { entitiesOf, spellings } = namesIn(store)
  const wordings = once((key: EntityKey) => {
    const said = beliefs.saidAbout(spellings(key))
    return said.length > 0 ? offering(said, ({ offers }) => offers ?? []) : null
  })
  return judging(kept, spokenIn(store), {
    near: (fact) => {
      if (!evidenceKinds.includes(fact.kind)) return []
      const about = entitiesOf(fact).flatMap((key) => wordings(key) ?? [])
      if (about.length === 0) return []
      const asks = [...keysOf(fact).asks]
      return about.flatMap((said) => standingAt(said, asks))
    },
    verdict,
  })
}

/** A judge of which no fact holds what was read of it. */
function reading(store: Store): Promise<Judge> {
  const asRead = readLately()
  const stating = lately(textsAtOnce, (id: FactId) => asRead(factsOf(store.factsById([id])).get(id)!.fact))
  return judgeOnce(store, stating, asRead)
}

/** Facts come by name, but the second name of one is any. A text that was read is tens of kilobytes. */
const textsAtOnce = 512

/** Wordings by what each offers, without the keys themselves: of a large workspace all are held. */
function offering<S extends Said>(all: readonly S[], offersOf: (said: S) => Iterable<number>): ByKeys<Said> {
  const keys = new Map(all.map((said) => [said.words, offersOf(said)]))
  const bare = all.map(({ words, at, fact }): Said => ({ words, at, fact }))
  return byKeys(bare, ({ words }) => [...keys.get(words)!])
}

/**
 * Judge what changed against what it may have to do with.
 *
 * @param facts what is left of `changed`
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
  // What reached these words and no further may reach others now, and so may what was compared with as many as it can be;
  // what somebody says does something to one of their statements is asked again.
  const isChanged = new Set(changed)
  const bounded = [...speaking, ...parted, ...beliefs.forgetWords([...moved]), ...comparing(store, left)]
  const again = [...new Set(bounded)].filter((id) => !isChanged.has(id))
  for (const each of beliefs.forgetEvidence(again)) touched.add(each)

  const asked = [...facts, ...factsOf(again.length > 0 ? store.factsById(again) : []).values()]
  const { entitiesOf, spellings } = namesIn(store)
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
    // Crowded facts, of which the index gives thousands: what each asks for is kept already.
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
    // What came in between moves others out of sight; of those that are left it is known what the fact does to them.
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
 * Whether a fact at a place, that asks for these keys, is compared with a wording: not where the wording offers none of them,
 * or only such by which enough others are nearer to it. `crowded` where the wording is one of the nearest, of which there are
 * enough.
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

/** Facts that were compared with one of these wordings, among more of its like. */
function comparing({ beliefs }: Store, left: readonly Said[]): FactId[] {
  if (left.length === 0) return []
  const places = left.toSorted((a, b) => (a.at < b.at ? -1 : 1))
  return beliefs.scopes().flatMap(({ fact, since, until }) => {
    const first = places[firstBehind(places, since)]
    return first && first.at <= until ? [fact] : []
  })
}

/**
 * Take down who says what now.
 *
 * @returns the words that came, went or changed; what each changed statement said before; the words said first at another
 *   place than before, and the places that they left
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
  /** What those that changed, or went, said before. */
  readonly were: ReadonlyMap<FactId, WordsId>
  /** Others that speak of what changed. */
  readonly speaking: readonly FactId[]
  readonly moved: ReadonlySet<WordsId>
}

/** Statements of two beliefs of which somebody says what the one does to the other, or says it no more: whether they say the same is asked again. */
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
    // What is judged of moved words is judged anew in any case.
    return beliefs.saying(moved.has(one) ? [one] : [one, other])
  })
}

/** What a rule has said that a fact does to words; undefined where nobody has asked. */
type KnownVerdict = (said: Said, fact: Fact) => Verdict | undefined

/** @param moved words of which it was forgotten */
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

interface Around {
  /** What was said about the entities of a fact and offers a key that it asks for: a list for each, in order. */
  readonly near: (fact: Fact) => readonly List<Said>[]
  readonly verdict: (said: Said, fact: Fact) => Verdict
}

/** Where it is kept what a fact does, and how far it was compared. */
type Kept = Pick<Store['beliefs'], 'judge' | 'reaches' | 'compares'>

/** Judge a fact of which no row is left. @returns the words that it bears on */
function judging(beliefs: Kept, spoken: Spoken, { near, verdict }: Around): (fact: Fact) => WordsId[] {
  return (fact) => {
    const own = isBelief(fact.kind) ? wordsId(fact) : undefined
    const outright = spoken.of(fact)
    for (const [words, judgement] of outright) beliefs.judge({ words, fact: fact.id, ...judgement })
    const found = [...outright.keys()]
    const lists = near(fact)
    const place = placeOf(fact)
    const reach = (back: boolean): string | null => {
      let bears = 0
      for (const each of outward(lists, place, back, nearest)) {
        if (each.words === own || outright.has(each.words)) continue
        if (own !== undefined && spoken.isApart(own, each.words)) continue
        if (!keeps(beliefs, each.words, fact, verdict(each, fact))) continue
        found.push(each.words)
        if (++bears === farthest) return each.at
      }
      return null
    }
    const [since, until] = [reach(true), reach(false)]
    if (since !== null || until !== null) beliefs.reaches(fact.id, { since, until })
    const bounds = [true, false].map((back) => lists.flatMap((list) => boundOf(list, place, back, nearest) ?? []))
    if (bounds.some((each) => each.length > 0)) {
      const places = [...bounds.flat(), place].toSorted()
      beliefs.compares(fact.id, { since: places[0]!, until: places.at(-1)! })
    }
    return found
  }
}

/** Keep a verdict. @returns whether there is anything to keep */
function keeps(beliefs: Kept, words: WordsId, fact: Fact, { effect, strong, restates, cues }: Verdict): boolean {
  if (effect === 'unrelated') return false
  beliefs.judge({ words, fact: fact.id, effect, source: 'rule', strong, restates, cues })
  return true
}

/** Words that were not there before, and a fact that they stand within reach of. @returns words that it bears on, or did before these came in between */
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

/** A place in fold order; no two facts share one. */
const placeOf = ({ day, id }: Fact): string => `${day ?? ''} ${id}`

/** Whom facts are about; the key of nobody is empty. */
function namesIn(store: Store) {
  const entities = store.entities()
  return {
    entitiesOf(fact: Fact): EntityKey[] {
      const keys = [...new Set(fact.mentions.map((name) => entities.canonical(entityKey(name))))]
      return keys.length > 0 ? keys : ['']
    },
    spellings: (key: EntityKey): readonly EntityKey[] => (key === '' ? [] : entities.keysOf(key)),
  }
}

/** Facts by id, each read once. */
function loading(store: Store, known: readonly Stated[]) {
  const loaded = new Map(known.map(({ fact }) => [fact.id, fact]))
  return (wanted: readonly FactId[]): ReadonlyMap<FactId, Fact> => {
    const missing = wanted.filter((id) => !loaded.has(id))
    if (missing.length > 0) for (const { fact } of factsOf(store.factsById(missing)).values()) loaded.set(fact.id, fact)
    return loaded
  }
}
