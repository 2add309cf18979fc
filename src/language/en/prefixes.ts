import type { Denials } from '../denials.js'
import { entriesOf, sectionsOf } from '../sections.js'
import { whenAsked } from '../../text/once.js'
import { stemOf } from '../words.js'

const denying = whenAsked(() => {
  const { prefixes }: Denials = sectionsOf('en/denials.txt')
  return new RegExp(`^(?:${entriesOf(prefixes).join('|')})(?=[a-z]{4})`)
})

/**
 * The axis on which a word with a denying prefix stands: `unreliable` → `-=reliabl`. A text that has `reliable` says
 * the opposite.
 */
export function oppositeOf(word: string): readonly string[] {
  const rest = word.replace(denying(), '')
  return rest === word ? [] : [`-=${stemOf(rest)}`]
}
