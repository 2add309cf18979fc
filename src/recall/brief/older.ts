import { retainKinds } from '../../model/kind.js'
import { isImported } from '../../model/origin.js'
import type { StoredFact } from '../../store/rows.js'
import { holdsOn, isOver, newestFirst, type About } from './about.js'
import type { GatheredLines, MemoryLine } from './fit.js'
import { factLine } from './lines.js'
import { narrative } from './narrative.js'

/**
 * Everything that no other section tells: facts that hold, important ones first, then the newest; then facts that are
 * over, with their ends; then narrative.
 *
 * @param many how many facts, beliefs and passages there are in all
 * @param told notes that are told whole elsewhere
 */
export function older(about: About, many: number, told: ReadonlySet<string>): GatheredLines {
  return { title: 'Older', lines: olderLines(about, told), many }
}

function* olderLines(about: About, told: ReadonlySet<string>): Generator<MemoryLine> {
  const { store, asResult, day, ahead, most } = about
  // Imported conversations are for questions, not for a brief.
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
