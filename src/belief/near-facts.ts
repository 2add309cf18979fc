import { entityKey } from '../model/entity.js'
import type { FactId, Statement } from '../model/fact.js'
import { retainKinds } from '../model/kind.js'
import { cosine, lengthOf, unit } from '../model/vector.js'
import { mayRaise } from '../judge/guards.js'
import { layOutPair } from '../judge/judge-pair.js'
import type { StoredFact } from '../store/rows.js'
import type { Store } from '../store/store.js'
import { once } from '../text/once.js'

/** Gives a fact's vector; undefined where it has none. With a model most facts have one, without a model none has. */
export type VectorOf = (id: FactId) => Int8Array | undefined

/** A statement that may not be in any note yet. */
export type StatementWithId = Statement & { readonly id: FactId }

/** How many facts about the same entities, the last noted, are compared: at most, and at least. */
const [mostCompared, fewestCompared] = [200, 8]
/** The error that rounding to bytes adds to an angle. */
const rounding = 0.005
/**
 * By how many standard deviations a near fact stands out from facts about the same entities. An angle alone does not
 * tell: models spread angles differently, and a name before two lines brings them together.
 */
const near = 1.5
const veryNear = 2.5

/** Sorts by nearness to a fact, the nearest first; what has no vector keeps its place. */
export function nearestFirst<T extends { readonly id: FactId }>(
  all: readonly T[],
  to: FactId,
  vectorOf: VectorOf,
): T[] {
  const angleTo = anglesFrom(to, vectorOf)
  const angles = new Map(all.map((each) => [each, angleTo(each.id)]))
  const ordered = all
    .filter((each) => angles.get(each) !== undefined)
    .toSorted((a, b) => angles.get(b)! - angles.get(a)!)
  let at = 0
  return all.map((each) => (angles.get(each) === undefined ? each : ordered[at++]!))
}

/** Finds what is near a statement in meaning, by kept vectors and those just made; nothing where there are none. */
export function nearFacts(
  store: Store,
  vectorOf: VectorOf,
): {
  readonly nearTo: (said: StatementWithId) => (other: FactId) => boolean
  /** The nearest of these facts that may say the same in other words. Never one where only one of the two denies. */
  readonly alike: (said: StatementWithId, among: (fact: StoredFact) => boolean) => StoredFact | undefined
} {
  const { keysOf, canonical } = store.entities()
  const about = once((keys: string) => store.pageFacts(retainKinds, JSON.parse(keys) as string[], mostCompared))
  const sameAs = ({ id, mentions }: StatementWithId): readonly StoredFact[] =>
    mentions.length === 0 || !vectorOf(id)
      ? []
      : about(JSON.stringify(mentions.flatMap((name) => keysOf(canonical(entityKey(name))))))
  const standsOut = (said: StatementWithId): ((other: FactId) => number) => {
    const angleTo = anglesFrom(said.id, vectorOf)
    const others = new Set(sameAs(said).flatMap(({ id }) => (id === said.id ? [] : [id])))
    const angles = [...others].flatMap((id) => angleTo(id) ?? [])
    if (angles.length < fewestCompared) return () => 0
    const mean = angles.reduce((sum, each) => sum + each, 0) / angles.length
    const spread = Math.sqrt(angles.reduce((sum, each) => sum + (each - mean) ** 2, 0) / angles.length)
    return (other) => ((angleTo(other) ?? mean) - mean) / Math.max(rounding, spread)
  }
  return {
    nearTo(said) {
      const by = standsOut(said)
      return (other) => by(other) >= near
    },
    alike(said, among) {
      const by = standsOut(said)
      return sameAs(said)
        .filter(
          (fact) => fact.id !== said.id && by(fact.id) >= veryNear && among(fact) && mayRaise(layOutPair(fact, said)),
        )
        .toSorted((a, b) => by(b.id) - by(a.id))[0]
    },
  }
}

/** How near facts are to one, as the cosine of an angle; undefined where one of the two has no vector. */
export function anglesFrom(to: FactId, vectorOf: VectorOf): (other: FactId) => number | undefined {
  const own = vectorOf(to)
  if (!own || lengthOf(own) === 0) return () => undefined
  const asked = unit(own)
  return (other) => {
    const vector = vectorOf(other)
    return vector?.length === own.length && lengthOf(vector) > 0 ? cosine(asked, vector) : undefined
  }
}
