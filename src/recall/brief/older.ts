import { retainKinds } from '../../model/kind.js'
import { isImported } from '../../model/origin.js'
import type { StoredFact } from '../../store/rows.js'
import { holdsOn, isOver, newestFirst, type About } from './about.js'
import type { GatheredLines, MemoryLine } from './fit.js'
import { factLine } from './lines.js'
import { narrative } from './narrative.js'

/**
 * What no other section tells: what stands and is said to be important, then what stands, the newest first; then what is
 * over, with its end; then narrative.
 *
 * @param many of facts and passages in all
 * @param told notes that are told whole elsewhere
 */
export function older(about: About, many: number, told: ReadonlySet<string>): GatheredLines {
  return { title: 'Older', lines: olderLines(about, told), many }
}

function* olderLines(about: About, told: ReadonlySet<string>): Generator<MemoryLine> {
  const { store, asResult, day, ahead, most } = about
  // A talk with another program is for a question, and nothing to start with.
  const isTold = ({ source: { path } }: StoredFact): boolean => told.has(path) || ahead.has(path) || isImported(path)
  const facts = newestFirst(retainKinds.flatMap((kind) => store.pageFacts([kind], undefined, most))).filter(
    ({ of, source }) => of === null && !ahead.has(source.path),
  )
  const importance = ({ annotations }: StoredFact): number => annotations?.importance ?? 0
  const standing = facts.filter((fact) => !isOver(about, fact)).toSorted((a, b) => importance(b) - importance(a))
  const doubted = []
  for (const fact of standing) {
    const result = asResult(fact)
    if (holdsOn(day)(result)) yield factLine(about, result)
    else doubted.push(fact)
  }
  for (const fact of newestFirst([...doubted, ...facts.filter((each) => isOver(about, each))])) {
    const result = asResult(fact)
    if (!result.retired) yield factLine(about, result)
  }
  yield* narrative(
    about,
    newestFirst(store.pageFacts(['passage'], undefined, most)).filter((passage) => !isTold(passage)),
  )
}
