import { expectPath, isAsked } from '../../expect/expectation.js'
import { holdAll, type ExpectationHeld } from '../../expect/hold.js'
import type { WrittenExpectation } from '../../expect/expectation.js'
import type { ExpectationImpact } from '../../model/impact.js'
import { countCompany, isCountDue } from '../../recall/company/count.js'
import { memoryIn } from '../expect/ask-store.js'
import { askContext } from '../session/ask-context.js'
import { isRegular, textOf } from '../session/pages-in-tree.js'
import type { Session } from '../session/session.js'
import type { MergeSide, MergeSides } from './sides.js'

/** The expectations of the one side, held against both: what answers otherwise. */
export async function expectationsBetween(
  session: Session,
  { before, after }: MergeSides,
): Promise<ExpectationImpact[]> {
  const text = expectationsIn(after)
  if (text === undefined) return []
  const { readExpectations } = await import('../../expect/expect-file.js')
  const { expectations } = readExpectations(text)
  const [was, now] = [await heldBy(session, before, expectations), await heldBy(session, after, expectations)]
  return now.flatMap(({ expectation, holds, why }, at) => {
    const former = was[at]!
    if (former.holds === holds) return []
    return [
      {
        becomes: holds ? 'mended' : 'broken',
        asked: isAsked(expectation) ? expectation.ask : (expectation.says?.[0] ?? expectation.belief),
        expected: isAsked(expectation) ? (expectation.says?.[0] ?? expectation.cites?.[0] ?? '') : '',
        why: holds ? former.why : why,
        source: `${expectPath}#L${expectation.line}`,
      },
    ]
  })
}

function expectationsIn({ repository, head }: MergeSide): string | undefined {
  const file = repository.files(head.tree, [expectPath]).find(({ path }) => path === expectPath)
  return (file && isRegular(file) ? textOf(repository.blobs([file.oid]).get(file.oid)) : undefined) ?? undefined
}

/** By words alone: what a model of this clone's finds, another clone does not. */
async function heldBy(
  session: Session,
  { store }: MergeSide,
  expectations: readonly WrittenExpectation[],
): Promise<ExpectationHeld<WrittenExpectation>[]> {
  const { recall } = session.config(store).config
  if (isCountDue(store)) await store.write(() => countCompany(store, recall.company))
  return holdAll(expectations, memoryIn(store, askContext(session, store)))
}
