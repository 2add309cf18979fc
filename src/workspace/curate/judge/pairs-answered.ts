import { cite, isUnkept, unkeptAs, type Fact, type FactId } from '../../../model/fact.js'
import { isBelief } from '../../../model/kind.js'
import { evidencePath } from '../../../model/note.js'
import type { Opinion } from '../../../model/opinion.js'
import { openFacts, type IsSaid, type OpenFact } from '../../../belief/open-pairs.js'
import type { Store } from '../../../store/store.js'
import { refuse, type AnswerVerdict, type ReadAnswer, type Untaken } from './answers.js'
import { latestOf } from './packets.js'

/** An answer about one fact and one belief, with both as the store has them. */
export interface AnsweredPair {
  readonly fact: Fact
  readonly belief: Fact
  /** The belief with its statements; where a world fact may be replaced, that fact alone. */
  readonly opinion: Pick<Opinion, 'id' | 'members'>
  readonly verdict: AnswerVerdict
  readonly why: string | undefined
}

/**
 * The pairs that answers are about, in the order of the answers. A pair that a bullet says already is left out; an
 * answer that memory cannot take now is in `untaken`.
 *
 * @throws MemoryError bad-argument where two answers say different things of the same belief
 */
export function pairsAnswered(
  store: Store,
  read: readonly ReadAnswer[],
  standing: IsSaid,
): { readonly pairs: readonly AnsweredPair[]; readonly untaken: readonly Untaken[] } {
  const facts = new Map(
    store
      .factsById([...new Set(read.flatMap(({ fact, belief }) => (belief === undefined ? [fact] : [fact, belief])))])
      .toReversed()
      .toSorted((a, b) => Number(isUnkept(b)) - Number(isUnkept(a)))
      .map((fact) => [fact.id, fact]),
  )
  const packets = packetsOf(
    store,
    read.flatMap(({ fact, belief }) => (belief === undefined ? (facts.get(fact) ?? []) : [])),
    standing,
  )
  const explicit = new Set(read.flatMap(({ fact, belief }) => (belief === undefined ? [] : [`${fact} ${belief}`])))
  const isOpen = (fact: FactId, { members }: Opinion): boolean =>
    !members.some((member) => explicit.has(`${fact} ${member}`))
  const said = new Map<string, Pick<ReadAnswer, 'number' | 'verdict'>>()
  const overruling = overrulingIn(store)
  const wrong: string[] = []
  const untaken: Untaken[] = []
  const pairs = read.flatMap(({ number, fact: id, belief: believed, verdict, why }): AnsweredPair[] => {
    const no = (message: string): AnsweredPair[] => {
      untaken.push({ answer: number, fact: id, belief: believed ?? null, why: message })
      return []
    }
    const fact = facts.get(id)
    if (!fact) return no(notThere(id))
    if (fact.kind === 'passage') return no(`^${id} is a passage, and evidence is stated by a bullet`)
    if (isUnkept(fact)) return no(`^${id} is ${unkeptAs(fact)}: memory suggest keep ^${id} comes first`)
    if (believed === undefined) {
      const { beliefs = [], replaces = [] } = packets.get(id) ?? {}
      const earlier = store.factsById(replaces.filter((each) => !explicit.has(`${id} ${each}`)))
      return [
        ...beliefs
          .filter((opinion) => isOpen(id, opinion))
          .map((opinion) => ({ fact, belief: latestOf(store, opinion), opinion, verdict, why })),
        ...replaces.flatMap((each) => {
          const belief = earlier.find((one) => one.id === each)
          return belief ? [{ fact, belief, opinion: { id: each, members: [each] }, verdict, why }] : []
        }),
      ]
    }
    const belief = facts.get(believed)
    if (!belief) return no(notThere(believed))
    const opinion = isBelief(belief.kind) ? store.opinionOf(believed) : undefined
    if (!opinion && belief.kind !== 'world')
      return no(`^${believed} is of kind ${belief.kind}: evidence moves beliefs only`)
    if (!opinion) return aboutFact(fact, belief, verdict, why, no)
    if (believed === id) return no(`^${id} is both the fact and the belief`)
    const known = said.get(`${id} ${opinion.id}`)
    if (known !== undefined && known.verdict !== verdict) {
      wrong.push(
        `answer ${number}: says ${verdict} of ^${id} and ^${believed}, and answer ${known.number} says ${known.verdict} of the same belief`,
      )
      return []
    }
    said.set(`${id} ${opinion.id}`, known ?? { number, verdict })
    const above = overruling(id, opinion, verdict)
    if (above !== undefined) return no(above)
    const own = fact.stances.find((each) => opinion.members.includes(each.belief))?.stance
    const says = own ?? (fact.was !== null && opinion.members.includes(fact.was) ? 'replaces' : undefined)
    if (says !== undefined && says !== verdict)
      return no(
        `the bullet at ${cite(fact.source, id)} says that it ${says} ^${believed}: that goes before any line, so change it there`,
      )
    return says === undefined ? [{ fact, belief, opinion, verdict, why }] : []
  })
  refuse(wrong)
  return { pairs, untaken }
}

const notThere = (id: FactId): string =>
  `nothing is called ^${id}: it was changed or taken out since, or never was; ask for what is open again`

/** The pair of an answer about two facts: whether the later one replaces the other. */
function aboutFact(
  fact: Fact,
  earlier: Fact,
  verdict: AnswerVerdict,
  why: string | undefined,
  no: (message: string) => AnsweredPair[],
): AnsweredPair[] {
  if (earlier.id === fact.id) return no(`^${fact.id} is both the fact and what it replaces`)
  if (verdict !== 'replaces' && verdict !== 'unrelated')
    return no(`^${earlier.id} is a fact of the world: another one replaces it or is unrelated to it, got ${verdict}`)
  if (verdict === 'replaces' && (fact.day === null || (earlier.day ?? '') > fact.day))
    return no(`^${fact.id} is not from a later day than ^${earlier.id}: what was noted before replaces nothing`)
  if (fact.was === earlier.id)
    return verdict === 'replaces'
      ? []
      : no(`the bullet at ${cite(fact.source, fact.id)} says was=^${earlier.id}: change it there`)
  return [{ fact, belief: earlier, opinion: { id: earlier.id, members: [earlier.id] }, verdict, why }]
}

function packetsOf(store: Store, of: readonly Fact[], isSaid: IsSaid): ReadonlyMap<FactId, OpenFact> {
  const wanted = new Set(of.map(({ id }) => id))
  const found = new Map<FactId, OpenFact>()
  if (wanted.size === 0) return found
  const days = of.map(({ day }) => day ?? '').toSorted()
  for (const open of openFacts(store, { since: days[0]!, only: wanted }, isSaid)) found.set(open.fact.id, open)
  return found
}

/** Why an answer does not count: a person retired the fact or the belief, or said that the two are unrelated. */
function overrulingIn(store: Store): (fact: FactId, belief: Opinion, verdict: AnswerVerdict) => string | undefined {
  const said = store.assertions.all('retired', 'rejected')
  const retired = new Set(said.flatMap(({ assertion, target }) => (assertion.what === 'retired' ? (target ?? []) : [])))
  const refused = new Map(
    said.flatMap(({ page, line, assertion, target, belief }) =>
      assertion.what === 'rejected' && page !== evidencePath
        ? [[`${target} ${belief}`, `${page}:${line}`] as const]
        : [],
    ),
  )
  return (fact, { id, members, retired: isOver }, verdict) => {
    if (retired.has(fact)) return `^${fact} is retired, and speaks for nothing`
    if (isOver) return `^${id} is retired, and nothing moves it`
    const at = members.flatMap((member) => refused.get(`${fact} ${member}`) ?? [])[0]
    return at === undefined || verdict === 'unrelated'
      ? undefined
      : `${at} says that ^${fact} is no evidence for ^${id}, which goes before any line: delete that first`
  }
}
