import { beginsLabelled, labelAlone, labelNamed, labelOf } from '../language/labels.js'
import type { LabelKind } from '../model/label.js'
import type { Block, Leaf } from './block.js'

/** What stands above a block: its headings, and the label that they or a line above its list give it. */
export interface Under {
  readonly trail: readonly string[]
  readonly label: LabelKind | undefined
}

/** The label of the innermost heading that has one, as `### Root cause` below `## Status`, or `### Fix: nginx`. */
export function nearestLabel(titles: readonly string[]): LabelKind | undefined {
  for (let at = titles.length - 1; at >= 0; at--) {
    const label = labelNamed(titles[at]!) ?? labelOf(titles[at]!)
    if (label !== undefined) return label
  }
  return undefined
}

/** @param above the label that a passage has where it gives none itself */
export function passageLabel(
  text: string,
  kind: Block['kind'] | undefined,
  above: LabelKind | undefined,
): LabelKind | undefined {
  if (kind === 'code') return above
  if (labelAlone(text)) return undefined // it labels what stands below it
  return (kind === 'row' ? labelNamed(text.split(' | ', 1)[0]!) : labelOf(text)) ?? above
}

/**
 * A paragraph cut at the lines that begin with a label, if several do: people put no blank line between them.
 *
 *     **Problem:** twenty blank labels
 *     **Cause:** the roll was in upside down,
 *     and nobody looked
 */
export function labelledParts(block: Leaf, lines: readonly string[]): readonly Leaf[] {
  const { first, last, text } = block
  if (first === last) return [block]
  const below = lines.slice(first, last).map((line) => line.replace(/^[\s>]+/, '').trim())
  const parts: string[][] = [[text.slice(0, Math.max(0, text.length - below.join(' ').length - 1))]]
  for (const line of below)
    if (beginsLabelled(line)) parts.push([line])
    else parts.at(-1)!.push(line)
  const whole = parts.map((part) => part.join(' '))
  const isLabelled = beginsLabelled(whole[0]!)
  // A container's prefix may be more than what is cut off above.
  if (parts.length < (isLabelled ? 2 : 3) || whole.join(' ') !== text) return [block]
  let from = first
  return parts.map((part, at): Leaf => {
    const begins = from
    from += part.length
    return { ...block, text: whole[at]!, first: begins, last: from - 1 }
  })
}
