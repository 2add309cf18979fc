import { distance } from 'fastest-levenshtein'
import {
  assertionKey,
  byPrecedence,
  factSpokenOf,
  isAboutPair,
  leadingKeys,
  type Anchor,
  type Assertion,
  type JudgedPair,
  type PlacedAssertion,
  type Rejected,
  type RetiredEdit,
  type Wording,
  type Words,
} from '../model/assertion.js'
import { entityKey, type EntityKey } from '../model/entity.js'
import { factsNamed } from '../model/forgotten.js'
import { isUnkept, normalise, placeCited, type Fact, type FactId } from '../model/fact.js'
import type { ResolvedAssertion } from '../model/telling.js'
import type { Judged, Verdict } from '../model/verdict.js'
import type { Store } from '../store/store.js'
import { inFoldOrder } from './fold.js'

/**
 * Finds the facts that people's assertions speak about in the workspace of now. An id that exists means itself;
 * otherwise the fact is found by its words, since a corrected typo changes an id (docs/pages.md). Where nothing is
 * found, an anchor or wording stands alone: it becomes a fact of its own until something is.
 *
 * @returns the assertions that came, went, or mean another fact than before
 */
export async function resolveAssertions(
  store: Store,
  before: readonly ResolvedAssertion[],
): Promise<ResolvedAssertion[]> {
  const { assertions } = store
  const placed = assertions.all()
  if (placed.length === 0 && before.length === 0) return []
  assertions.dropAlone()
  const named = new Set(placed.flatMap(({ assertion }) => factsNamed(assertion)))
  const there = new Set(store.idsAmong([...named]))
  const finder = [...named].some((id) => !there.has(id)) ? await finding(store) : undefined
  const found = (id: FactId, find: (() => FactId | null) | undefined): FactId | null =>
    there.has(id) ? id : (find?.() ?? null)
  const resolved = placed.map((each): ResolvedAssertion => {
    const { assertion } = each
    const target = found(factSpokenOf(assertion), finder && (() => finder.factMeant(assertion)))
    if (!isAboutPair(assertion)) return { ...each, target, belief: null }
    return { ...each, target, belief: found(assertion.opinion, finder && (() => finder.beliefMeant(assertion))) }
  })
  const alone = new Map<FactId, (PlacedAssertion & { readonly assertion: Anchor | Wording })[]>()
  for (const { target, page, line, assertion } of resolved) {
    if (target !== null || (assertion.what !== 'anchor' && assertion.what !== 'wording')) continue
    alone.set(assertion.of, [...(alone.get(assertion.of) ?? []), { page, line, assertion }])
  }
  for (const each of alone.values()) {
    const { page, line, assertion } = each.toSorted(byPrecedence).at(-1)!
    assertions.standAlone(page, line, assertion)
  }
  const now = resolved.map((each) =>
    each.target === null && alone.has(factSpokenOf(each.assertion))
      ? { ...each, target: factSpokenOf(each.assertion) }
      : each,
  )
  assertions.resolve(
    now.filter(({ target, belief }, at) => target !== placed[at]!.target || belief !== placed[at]!.belief),
  )
  return differences(before, now)
}

function differences(before: readonly ResolvedAssertion[], now: readonly ResolvedAssertion[]): ResolvedAssertion[] {
  const named = (all: readonly ResolvedAssertion[]): Map<string, ResolvedAssertion> => {
    // Of lines about one pair the last one holds, so their order counts and their line numbers do not.
    const pairs = new Map<string, number>()
    const placeOf = ({ line, assertion }: ResolvedAssertion): number => {
      if (!isAboutPair(assertion)) return line
      const pair = factsNamed(assertion).join(' ')
      pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
      return pairs.get(pair)!
    }
    return new Map(
      all.map((each) => [
        JSON.stringify([each.page, placeOf(each), assertionKey(each.assertion), each.target, each.belief]),
        each,
      ]),
    )
  }
  const [old, fresh] = [named(before), named(now)]
  return [
    ...[...old].flatMap(([key, each]) => (fresh.has(key) ? [] : [each])),
    ...[...fresh].flatMap(([key, each]) => (old.has(key) ? [] : [each])),
  ]
}

/** The fact and the belief that an assertion decides something about. */
export const decidedBy = ({ target, belief }: ResolvedAssertion): FactId[] =>
  [target, belief].filter((id) => id !== null)

/** Gives a fact's words in the logs; null where nothing has that id. */
export type LoggedWords = (of: FactId, key: string) => Words | null

/** Looks up the logged words of facts that the assertions of a page speak about. */
export function knownOn(store: Store, page: string): LoggedWords {
  const targets = new Map(
    store.assertions
      .all('anchor', 'wording', 'retired')
      .flatMap((each) => (each.page === page ? [[assertionKey(each.assertion), each.target] as const] : [])),
  )
  return (of, key) => {
    const [fact] = store.factsById([targets.get(key) ?? of])
    return fact === undefined || fact.of === fact.id ? null : fact
  }
}

/**
 * Finds a fact by the words of an assertion: the same words, or else the nearest restatement or typo, of one kind and
 * about the same.
 */
async function finding(store: Store): Promise<{
  factMeant: (assertion: Assertion) => FactId | null
  beliefMeant: (about: Rejected | JudgedPair) => FactId | null
}> {
  const { judgePair } = (await import('../judge/judge-pair.js')) as {
    judgePair: (a: Judged, b: Judged) => Verdict
  }
  const { isSlip } = await import('../judge/slip.js')
  const entities = store.entities()
  const canonical = (words: Words): string =>
    leadingKeys(words)
      .split(' ')
      .map((key) => entities.canonical(key))
      .join(' ')
  const keysIn = (words: Words): EntityKey[] =>
    words.mentions.flatMap((name) => entities.keysOf(entities.canonical(entityKey(name))))

  const isNear = (fact: Fact, words: Words): boolean =>
    judgePair(fact, words).restates || isSlip(normalise(words.text), normalise(fact.text))

  const find = (words: Words): FactId | null => {
    if (words.text === '') return null
    const about = canonical(words)
    const candidates = store.beliefs
      .sharing([words.kind], keysIn(words))
      .filter((fact) => fact.of !== fact.id && canonical(fact) === about)
      .toSorted(inFoldOrder)
    const wanted = normalise(words.text)
    const same = candidates.find((fact) => normalise(fact.text) === wanted)
    if (same) return same.id
    const near = candidates
      .filter((fact) => isNear(fact, words))
      .map((fact) => ({ fact, edits: distance(normalise(fact.text), wanted) }))
      .toSorted((a, b) => a.edits - b.edits || inFoldOrder(a.fact, b.fact))
    return near[0]?.fact.id ?? null
  }
  const atCitation = ({ cites, said }: Anchor | Wording | RetiredEdit): Fact | null => {
    const cited = placeCited(cites ?? '')
    if (!cited) return null
    const shares = (fact: Fact): boolean => {
      const keys = new Set(keysIn(said))
      return said.mentions.length === 0
        ? fact.mentions.length === 0
        : fact.mentions.some((name) => keys.has(entityKey(name)))
    }
    return (
      store
        .factsAt(cited.path, cited.first)
        .find((fact) => fact.kind === said.kind && !isUnkept(fact) && shares(fact)) ?? null
    )
  }
  return {
    factMeant(assertion) {
      if (isAboutPair(assertion)) return assertion.said && find(assertion.said)
      const { said, was } = assertion
      if (was) return find(was) ?? find(said)
      const cited = atCitation(assertion)
      // Of two statements of one belief the cited one is meant: once a typo in it is corrected, it differs from the
      // other.
      if (cited && isNear(cited, said)) return cited.id
      const reworded = assertion.what !== 'retired' && assertion.reworded
      return (reworded ? null : find(said)) ?? cited?.id ?? find(said)
    },
    beliefMeant: (about) => (about.what === 'judged' && about.believed ? find(about.believed) : null),
  }
}
