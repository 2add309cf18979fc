import type { Fact, Source } from '../model/fact.js'
import { seal } from '../model/page.js'
import { citation } from './render-line.js'
import { escapeStatement, linkTarget } from './escape.js'

export interface ShownMention {
  readonly passage: Pick<Fact, 'id' | 'day'> & { readonly source: Source }
  /** Its words, without label and marks. */
  readonly text: string
  /** Its label, such as `Decision`; empty where it says what something is. */
  readonly label: string
  /** The heading that it needs to be understood; empty where it needs none. */
  readonly under: string
}

/**
 * A sealed line that shows a passage:
 *
 *     - [2026-02-13](../../memory/2026-02-13.md?plain=1#L21) Decision (Lease): Two years from July 1. <!-- 9f3ab210 -->
 */
export function renderMention({ passage, text, label, under }: ShownMention, page: string): string {
  const beside = label !== '' && under !== '' ? ` (${under})` : under
  const head = label !== '' || under !== '' ? `${escapeStatement(`${label}${beside}`)}: ` : ''
  return seal(`- ${citation(passage.source, passage, page)} ${head}${escapeStatement(text)}`)
}

/** A sealed line with links to the first note of each month with more: `More in [2026-02](…) · [2026-01](…)`. */
export function renderMonths(
  months: readonly { readonly month: string; readonly path: string }[],
  page: string,
): string {
  const up = '../'.repeat(page.split('/').length - 1)
  const links = months.map(({ month, path }) => `[${month}](${up}${linkTarget(path)})`)
  return seal(`More in ${links.join(' · ')}`)
}
