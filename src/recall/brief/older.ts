import { retainKinds } from '../../model/kind.js'
import type { Result } from '../answer/result.js'
import { holdsOn, isPast, newestFirst, type About } from './about.js'
import type { Gathered } from './fit.js'
import { factLine } from './lines.js'
import { narrative } from './narrative.js'

/**
 * What no other section tells: what stands and was labelled as important, then what stands, the newest first; then what is
 * over, with its end; then narrative.
 */
export function older(about: About, told: ReadonlySet<string>): Gathered {
  const { store, asResult, day, ahead, most } = about
  const isTold = ({ path }: { readonly path: string }): boolean => !told.has(path) && !ahead.has(path)
  const facts = newestFirst(retainKinds.flatMap((kind) => store.pageFacts([kind], undefined, most)))
    .filter(({ source, of }) => of === null && isTold(source))
    .map(asResult)
    .filter(({ retired }) => !retired)
  const stands = (fact: Result): boolean => holdsOn(day)(fact) && !isPast(day)(fact)
  const standing = facts.filter(stands).toSorted((a, b) => (b.labels?.importance ?? 0) - (a.labels?.importance ?? 0))
  const passages = newestFirst(store.pageFacts(['passage'], undefined, most)).filter(({ source }) => isTold(source))
  return {
    title: 'Older',
    lines: [
      ...[...standing, ...facts.filter((fact) => !stands(fact))].map((fact) => factLine(about, fact)),
      ...narrative(about, passages),
    ],
    more: 0,
  }
}
