import { germanPredicates } from './de/predicates.js'
import { englishPredicates } from './en/predicates.js'
import type { Predicates } from './predicates.js'
import { slottedIn } from './slots.js'
import { anyOf } from './statements.js'
import { whenAsked } from '../text/once.js'

const languages: readonly Predicates[] = [englishPredicates, germanPredicates]

const joints = whenAsked(() => new RegExp(`,? (?:${anyOf('joints')}) |[,;] |[，；、]`, 'giu'))
const pairs: readonly (readonly [open: string, close: string])[] = [
  ['(', ')'],
  ['“', '”'],
  ['„', '“'],
  ['"', '"'],
  ['`', '`'],
]

/**
 * The two statements that one line joins, where both are plain and have a verb of their own. Otherwise undefined: most
 * lines with an `and` say one thing.
 *
 *     Lives in Graz and works as a baker  →  Lives in Graz, works as a baker
 *     Sells and repairs bicycles          →  undefined
 */
export function joinedIn(text: string): readonly [one: string, other: string] | undefined {
  for (const joint of text.matchAll(joints())) {
    const [one, other] = [text.slice(0, joint.index), text.slice(joint.index + joint[0].length)]
    if (isOpen(one)) continue
    const isPlain = ({ opens, follows, holds }: Predicates): boolean =>
      opens.test(one) && follows.test(other) && !holds.test(one)
    if (languages.some(isPlain) || (slottedIn(one) && slottedIn(other))) return [one, other]
  }
  return undefined
}

/** Whether a text ends within quotation marks or brackets. */
const isOpen = (text: string): boolean =>
  pairs.some(([open, close]) =>
    open === close ? text.split(open).length % 2 === 0 : text.lastIndexOf(open) > text.lastIndexOf(close),
  )
