import { showEditDay, type Anchor, type Assertion, type Words, type Wording } from '../model/assertion.js'
import type { Confidence, FactId } from '../model/fact.js'
import { kinds } from '../model/kind.js'
import { escapeStatement } from './escape.js'
import { leading } from './render-line.js'

/**
 * A person's assertion about a fact as a bullet under `## Curated`.
 *
 * @param known the fact's words in the logs; where others stand here, they follow as `<!-- was: … -->`
 */
export function renderAssertion(assertion: Assertion, known: Words | null): string {
  if (assertion.what === 'rejected') {
    const { fact, opinion, said } = assertion
    return `- not ^${fact} for ^${opinion}${said ? `: ${quoted(said)}` : ''}`
  }
  if (assertion.what === 'judged') {
    const { fact, stance, opinion, said, believed } = assertion
    const words = said ? `: ${quoted(said)}${believed ? ` about ${quoted(believed)}` : ''}` : ''
    return `- ^${fact} ${stance} ^${opinion}${words}`
  }
  const { of, said } = assertion
  const was = isOther(said, known) ? ` <!-- was: ${commented(statement(known))} -->` : ''
  if (assertion.what === 'retired') return `- retired ^${of}${said.text === '' ? '' : `: ${statement(said)}`}${was}`
  return `- ${statement(said, attributesOf(assertion))}${was}`
}

/**
 * One edit of both confidence and words, as one bullet:
 *
 *     - O(c=0.95, of=^k3f9a2c1x7, on=2025-11-29) @Peter: Likes tea <!-- instead of: O @Peter: Loves tea -->
 *
 * @returns undefined where the words do not differ or no fact has the id: then each gets a bullet of its own
 */
export function renderBoth(anchor: Anchor, known: Words | null): string | undefined {
  if (!isOther(anchor.said, known)) return undefined
  return `- ${statement(anchor.said, attributesOf(anchor))} <!-- instead of: ${commented(statement(known))} -->`
}

const isOther = (said: Words, known: Words | null): known is Words =>
  known !== null && statement(known) !== statement(said)

const attributesOf = (edit: Anchor | Wording): string[] =>
  [
    edit.what === 'anchor' ? `c=${exact(edit.confidence)}` : '',
    `of=^${edit.of}`,
    edit.on ? `on=${showEditDay(edit.on)}` : '',
    edit.said.until ? `until=${edit.said.until}` : '',
  ].filter((attribute) => attribute !== '')

/**
 * A person's additions beside the statement of a generated line, as text that is never read as a bullet, heading or
 * fence:
 *
 *     Remark on ^k3f9a2c1x7: <!-- since spring --> [his letter](letter.md)
 */
export const renderRemark = (of: FactId, remarks: readonly string[]): string =>
  `Remark on ^${of}: ${remarks.map((remark) => remark.replaceAll('<!-- ^', '<!-- \\^')).join(' ')}`

/** `O @Peter: Likes tea`, `W(until=2026-01-01) @Peter: Lives in Graz` */
function statement(said: Words, attributes: readonly string[] = said.until ? [`until=${said.until}`] : []): string {
  const bracket = attributes.length > 0 ? `(${attributes.join(', ')})` : ''
  return `${kinds[said.kind].letter}${bracket}${leading(said)} ${escapeStatement(said.text)}`
}

const quoted = (said: Words): string => `"${statement(said).replaceAll('"', '&quot;')}"`

/** A confidence in hundredths, or in thousandths where it needs them: adopting an edit must not round it. */
const exact = (confidence: Confidence): string => (confidence / 1000).toFixed(confidence % 10 === 0 ? 2 : 3)

const commented = (text: string): string => text.replaceAll('-->', '--&gt;')
