import { entityKey, type EntityKey } from '../model/entity.js'
import { wordsId, type Fact, type FactId, type WordsId } from '../model/fact.js'
import { lately } from '../text/lately.js'
import { once } from '../text/once.js'
import type { Verdict } from '../model/verdict.js'
import type { Kept, Reach, Said } from '../store/judgements.js'
import type { Store } from '../store/store.js'
import type * as judge from '../judge/judge-pair.js'
import type { Keys, Sketch } from '../judge/sketch.js'
import { byKeys, standingAt, type ByKeys, type List } from './by-keys.js'
import type { Stated } from './fold.js'
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

/** Judge everything there is. However much that is, what is held at once is its ids, and what was read lately. */
export async function judgeAll(store: Store, progress?: (done: number, total: number) => void): Promise<void> {
  const { beliefs } = store
  const opinions = store.idsOf(beliefKinds)
  if (opinions.length === 0) return
  const { bytesOf, judgeMet, maySay, metBy, sketchFrom, sketchOf } = await import('../judge/judge-pair.js')
  for (const { fact } of inBatches(store, opinions)) {
    beliefs.say({ fact: fact.id, words: wordsId(fact), at: placeOf(fact) })
    beliefs.keepSketch(fact.id, bytesOf(sketchOf(fact)))
  }
  const { entitiesOf, spellings } = namesIn(store)
  const asRead = readLately()
  const sketched = lately(
    1,
    (fact: Fact): Sketch => {
      const sketch = sketchOf(asRead(fact))
      if (!isBelief(fact.kind)) beliefs.keepSketch(fact.id, bytesOf(sketch))
      return sketch
    },
    ({ id }) => id,
  )
  const stating = lately(textsAtOnce, (id: FactId) => asRead(factsOf(store.factsById([id])).get(id)!.fact))
  const sketchIn = (said: Compact): Sketch => sketchFrom(bytesIn(said), () => stating(said.fact))
  const drawn = lately(sketchesAtOnce, sketchIn)
  const wordings = once((key: EntityKey) => {
    const said = compact(beliefs.saidAbout(spellings(key)))
    return byKeys(said, (each) => sketchIn(each).keys)
  })
  // One fact is held against tens of opinions, and its letters are looked for once.
  const telling = lately(1, asRead)
  const judgeFact = judging<Compact>(store, spokenIn(store), {
    said: (fact) => {
      if (!evidenceKinds.includes(fact.kind)) return []
      const keys = metBy(sketched(fact).keys)
      return entitiesOf(fact).flatMap((key) => standingAt(wordings(key), keys))
    },
    bearing: (near, fact) => {
      if (near.length === 0) return near
      const told = sketched(fact)
      return near.filter((said) => maySay(drawn(said), told))
    },
    verdict: ({ fact: id }, fact) => judgeMet(stating(id), telling(fact)),
  })
  const all = store.idsOf(retainKinds)
  let done = 0
  for (const { fact } of inBatches(store, all)) {
    progress?.(++done, all.length)
    judgeFact(fact)
  }
}

/** Facts come by name, but the second name of one is any. A sketch that was read out is some kilobytes, a text that was read tens. */
const sketchesAtOnce = 2048
const textsAtOnce = 512

/** A wording whose sketch stands among others': of a large workspace all are held, and an array each would be the most of it. */
interface Compact extends Said {
  readonly among: Uint8Array
  readonly from: number
  readonly end: number
}

const bytesIn = ({ among, from, end }: Compact): Uint8Array => among.subarray(from, end)

function compact(said: readonly (Kept & Said)[]): Compact[] {
  const among = new Uint8Array(Buffer.concat(said.map(({ bytes }) => bytes!)))
  let end = 0
  return said.map(({ words, at, fact, bytes }) => {
    const from = end
    end += bytes!.length
    return { words, at, fact, among, from, end }
  })
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
  beliefs.forgetSketches(changed)
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
    const { bytesOf, judgeMet, maySay, metBy, sketchFrom, sketchOf } = await import('../judge/judge-pair.js')
    const keep = (fact: Fact): void => beliefs.keepSketch(fact.id, bytesOf(sketchOf(fact)))
    for (const { fact } of facts) if (evidenceKinds.includes(fact.kind)) keep(fact)
    const load = loading(store, asked)
    const sketched = (id: FactId, { bytes }: Kept): Sketch => {
      const fact = (): Fact => load([id]).get(id)!
      if (bytes !== null) return sketchFrom(bytes, fact)
      keep(fact())
      return sketchOf(fact())
    }
    // Crowded facts, of which the index gives thousands: each sketch read out once.
    const crowded = new Map<FactId, Sketch>()
    const toldBy = (fact: Fact): Sketch => crowded.get(fact.id) ?? sketchOf(fact)
    const about = once((key: EntityKey) =>
      byKeys(
        saidAbout(key).map((said) => ({ ...said, sketch: sketched(said.fact, said) })),
        ({ sketch }) => sketch.keys,
      ),
    )
    const around: Around<Said & { readonly sketch: Sketch }> = {
      said: (fact) =>
        evidenceKinds.includes(fact.kind)
          ? entitiesOf(fact).flatMap((key) => standingAt(about(key), metBy(toldBy(fact).keys)))
          : [],
      bearing: (near, fact) => {
        const told = toldBy(fact)
        const bearing = near.filter(({ sketch }) => maySay(sketch, told))
        load(bearing.map(({ fact: id }) => id))
        return bearing
      },
      verdict: ({ fact: id }, fact) => judgeMet(load([id]).get(id)!, fact),
    }
    const judgeFact = judging(store, spoken, around)
    for (const [at, { fact }] of asked.entries()) {
      progress?.(at + 1, asked.length)
      for (const each of judgeFact(fact)) touched.add(each)
    }

    const done = new Set(asked.map(({ fact }) => fact.id))
    const near = once((key: EntityKey) => beliefs.near(evidenceKinds, spellings(key)).filter(({ id }) => !done.has(id)))
    for (const said of stand) {
      const opinion = load([said.fact]).get(said.fact)!
      const stated = sketchOf(opinion)
      const met = new Map<FactId, string>()
      for (const entity of entitiesOf(opinion)) {
        const meets = meeting(said, stated.keys, metBy, about(entity))
        for (const each of near(entity)) {
          const told = sketched(each.id, each)
          const how = meets(each.at, told)
          if (how === 'crowded') crowded.set(each.id, told)
          else if (how === 'met' && maySay(stated, told)) met.set(each.id, each.at)
        }
      }
      const within = [...met].filter(([id, at]) => !crowded.has(id) && isWithin(beliefs.reachOf(id), at, said))
      const loaded = load(within.map(([id]) => id))
      for (const [id] of within) {
        const fact = loaded.get(id)!
        const lost = alsoBears(store, spoken, said, fact, judgeMet(opinion, fact))
        for (const each of lost) touched.add(each)
        if (lost.length > 0) evidence.add(id)
      }
    }
    // What came in between moves others out of sight; of those that are left it is known what the fact does to them.
    const judgeAgain = judging(store, spoken, remembering(around, knownOf(beliefs, [...crowded.keys()], moved)))
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
 * Whether a fact at a place, of these keys, is compared with a wording: not where it shares none, or only words by which
 * enough others are nearer to it. `crowded` where the wording is one of the nearest, of which there are enough.
 */
function meeting(
  said: Said,
  ownKeys: Keys,
  metBy: typeof judge.metBy,
  wordings: ByKeys<Said>,
): (place: string, sketch: Sketch) => 'met' | 'crowded' | undefined {
  const own = new Set(ownKeys)
  const metIn = new Map(metBy(ownKeys).map((key) => [key, metBy([key]).filter((each) => own.has(each))]))
  const full = new Map(ownKeys.flatMap((key) => standingAt(wordings, [key]).map((list) => [key, list] as const)))
  for (const [key, list] of full) if (list.length < nearest) full.delete(key)
  return (place, sketch) => {
    if (!sketch.isMetBy(metIn)) return undefined
    if (full.size === 0) return 'met'
    const shared = sketch.keys.flatMap((key) => metIn.get(key) ?? [])
    const back = said.at < place
    let how: 'met' | undefined
    for (const key of shared) {
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
type Known = (said: Said, fact: Fact) => Verdict | undefined

/** @param moved words of which it was forgotten */
function knownOf(beliefs: Store['beliefs'], facts: readonly FactId[], moved: ReadonlySet<WordsId>): Known {
  const reaches = new Map(facts.map((id) => [id, beliefs.reachOf(id)]))
  const verdicts = new Map(beliefs.judgementsBy(facts).map((each) => [`${each.fact} ${each.words}`, each]))
  return (said, fact) => {
    const isKnown = !moved.has(said.words) && isWithin(reaches.get(fact.id)!, placeOf(fact), said)
    return isKnown ? (verdicts.get(`${fact.id} ${said.words}`) ?? nothing) : undefined
  }
}

const nothing: Verdict = { effect: 'unrelated', restates: false, strong: false, cues: [] }

const remembering = <S extends Said>({ said, bearing, verdict }: Around<S>, known: Known): Around<S> => ({
  said,
  bearing: (near, fact) => {
    const asked = new Set(
      bearing(
        near.filter((each) => known(each, fact) === undefined),
        fact,
      ),
    )
    return near.filter((each) => asked.has(each) || (known(each, fact) ?? nothing).effect !== 'unrelated')
  },
  verdict: (each, fact) => known(each, fact) ?? verdict(each, fact),
})

interface Around<S extends Said> {
  /** What was said about the entities of a fact and shares a key with it: a list for each, in order. */
  readonly said: (fact: Fact) => readonly List<S>[]
  /** Without most of those to which it does nothing, which costs little to tell. */
  readonly bearing: (near: readonly S[], fact: Fact) => readonly S[]
  /** Of one that is left. */
  readonly verdict: (said: S, fact: Fact) => Verdict
}

/** Judge a fact of which no row is left. @returns the words that it bears on */
function judging<S extends Said>(
  { beliefs }: Store,
  spoken: Spoken,
  { said, bearing, verdict }: Around<S>,
): (fact: Fact) => WordsId[] {
  return (fact) => {
    const own = isBelief(fact.kind) ? wordsId(fact) : undefined
    const outright = spoken.of(fact)
    for (const [words, judgement] of outright) beliefs.judge({ words, fact: fact.id, ...judgement })
    const found = [...outright.keys()]
    const lists = said(fact)
    const place = placeOf(fact)
    const reach = (back: boolean): string | null => {
      let bears = 0
      for (const each of outward(lists, place, back, nearest, (near) => bearing(near, fact))) {
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
function keeps(
  beliefs: Store['beliefs'],
  words: WordsId,
  fact: Fact,
  { effect, strong, restates, cues }: Verdict,
): boolean {
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
