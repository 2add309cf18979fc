import { showEditDay, type Anchor, type Assertion, type Words, type Wording } from '../model/assertion.js'
import type { Confidence, FactId } from '../model/fact.js'
import { kinds } from '../model/kind.js'
import { escapeStatement } from './escape.js'
import { leading } from './render-line.js'

/**
 * What a person said of a fact, as a bullet under `## Curated` that says the
 * same. `known` is what the fact says in the logs: where that is something
 * else it goes along, so that a fact whose id changes is found again.
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
 * A confidence and the words that it is said in, of one edit, as one bullet:
 *
 *     - O(c=0.95, of=^k3f9a2c1x7, on=2025-11-29) @Peter: Likes tea <!-- instead of: O @Peter: Loves tea -->
 *
 * @returns undefined where the words are not other than the fact's, or nothing has its id: then each is a bullet of its own
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
 * What a person wrote into a generated line and what is no part of what it
 * says, as a line of text that no reader takes for a bullet, heading or fence:
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

/** Thousandths where hundredths do not say it: adopting an edit must not round it. */
const exact = (confidence: Confidence): string => (confidence / 1000).toFixed(confidence % 10 === 0 ? 2 : 3)

const commented = (text: string): string => text.replaceAll('-->', '--&gt;')
