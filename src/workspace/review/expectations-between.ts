import { expectPath, isAsked, type WrittenExpectation } from '../../expect/expectation.js'
import { holdAll, type ExpectationHeld } from '../../expect/hold.js'
import type { ExpectationImpact } from '../../model/impact.js'
import { countCompany, isCountDue } from '../../recall/company/count.js'
import { memoryIn } from '../expect/ask-store.js'
import { expectationsInTree } from '../expect/in-tree.js'
import { askContext } from '../session/ask-context.js'
import type { Session } from '../session/session.js'
import type { MergeSide, MergeSides } from './sides.js'

/**
 * Expectations of the later side that hold on one side only, and those of the earlier side that the later one lacks or
 * cannot read, so that nobody takes one out unseen.
 */
export async function expectationsBetween(
  session: Session,
  { before, after }: MergeSides,
): Promise<ExpectationImpact[]> {
  const [former, expectations] = [await expectationsIn(before), await expectationsIn(after)]
  if (former.length + expectations.length === 0) return []
  const kept = new Set(expectations.map(sayingOf))
  const dropped = former.filter((one) => !kept.has(sayingOf(one)))
  const [was, now] = [await heldBy(session, before, expectations), await heldBy(session, after, expectations)]
  return [
    ...now.flatMap(({ expectation, holds, why }, at) => {
      const earlier = was[at]!
      if (earlier.holds === holds) return []
      return [toldOf(expectation, holds ? 'mended' : 'broken', holds ? earlier.why : why)]
    }),
    ...dropped.map((one) => toldOf(one, 'dropped', 'it is expected no more')),
  ]
}

const sayingOf = ({ line: _moves, ...expectation }: WrittenExpectation): string => JSON.stringify(expectation)

function toldOf(one: WrittenExpectation, becomes: ExpectationImpact['becomes'], why: string): ExpectationImpact {
  return {
    becomes,
    asked: isAsked(one) ? one.ask : (one.says?.[0] ?? one.belief),
    expected: isAsked(one) ? (one.says?.[0] ?? one.cites?.[0] ?? '') : '',
    why,
    source: `${expectPath}#L${one.line}`,
  }
}

const expectationsIn = async ({ repository, head }: MergeSide): Promise<readonly WrittenExpectation[]> =>
  (await expectationsInTree(repository, head.tree))?.expectations ?? []

/** Checks expectations by words alone: the embedding model of this clone may find what that of another does not. */
async function heldBy(
  session: Session,
  { store }: MergeSide,
  expectations: readonly WrittenExpectation[],
): Promise<ExpectationHeld<WrittenExpectation>[]> {
  if (expectations.length === 0) return []
  const { recall } = session.config(store).config
  if (isCountDue(store)) await store.write(() => countCompany(store, recall.company))
  return holdAll(expectations, memoryIn(store, askContext(session, store)))
}
