import {
  joinedIds,
  statementHash,
  showConfidence,
  type Attributes,
  type Fact,
  type Source,
  type Statement,
} from '../model/fact.js'
import { writeMention } from '../model/entity.js'
import { isBelief, kinds } from '../model/kind.js'
import type { Opinion } from '../model/opinion.js'
import { dayOfPath } from '../model/note.js'
import { hundredths, lineSigns, sourceSign, writeStamp } from '../model/page.js'
import { attributeStances } from '../model/stance.js'
import type { Day } from '../model/time.js'
import { evidenceOf } from './render-evidence.js'
import { escapeStatement, linkLabel, linkTarget } from './escape.js'

/** A fact or opinion as a page shows it: one line. */
export interface ShownFact {
  readonly fact: Fact
  /** The places that state it; of an opinion, those that founded it. */
  readonly sources: readonly Source[]
  readonly opinion: Opinion | undefined
  /** The last day on which anything changed it. */
  readonly updated: Day | null
  /** How many adopted edits of that day are in effect. */
  readonly edits: number
  /** Whether something newer ended it or took its place. */
  readonly superseded: boolean
  /** The place of the words that end it; null where `was=` ends it, or nothing does. */
  readonly endedBy: Source | null
  /** The places that its words were drawn from, as far as they still stand. */
  readonly drawn: readonly Source[]
}

/**
 * A generated line, as docs/pages.md defines it:
 *
 *     - O(c=0.95) @Peter: Prefers tea · [2025-11-27](../memory/2025-11-27.md?plain=1#L4) <!-- ^k3f9a2c1x7 95 2025-11-27 9f3ab210 -->
 */
export function renderLine(
  { fact, sources, opinion, updated, edits, endedBy, drawn }: ShownFact,
  page: string,
): string {
  // A person may have made a plain fact of an opinion, or an opinion of a plain fact.
  const confidence = isBelief(fact.kind) ? (opinion ?? fact).confidence : null
  // The page's heading says that a fact waits, and its sources are linked. `origin=` stands in the log alone, where a
  // person changes it to keep the fact.
  const head = renderBullet({ ...fact, confidence, suggested: [], from: [], originMark: null })
  const stamp = writeStamp({
    id: fact.id,
    confidence: confidence === null ? null : hundredths(confidence),
    updated,
    edits,
    hash: statementHash(fact),
  })
  const cite = (source: Source): string => citation(source, fact, page)
  const end = endedBy ? ` ${lineSigns.down}${cite(endedBy)}` : ''
  const made = drawn.map((source) => ` ${sourceSign}${drawnPlace(source, fact, page)}`).join('')
  return `${head} · ${evidenceOf(sources, opinion, cite)}${end}${made} ${stamp}`
}

/**
 * A statement as a bullet in the grammar. Reading it back gives the same statement.
 *
 *     - O(c=0.95, was=^12m7d97uez) @Peter: Prefers tea
 */
export function renderBullet(said: Statement & Attributes & Pick<Fact, 'confidence'>): string {
  const attributes = [
    said.confidence === null ? '' : `c=${showConfidence(said.confidence)}`,
    said.until ? `until=${said.until}` : '',
    said.was ? `was=^${said.was}` : '',
    ...stancesOf(said),
    said.suggested.length > 0 ? `suggested=${joinedIds(said.suggested)}` : '',
    said.from.length > 0 ? `from=${joinedIds(said.from)}` : '',
    said.at === null ? '' : `at=${said.at}`,
    said.originMark === null ? '' : `origin=${said.originMark}`,
  ]
  const bracket = attributes.filter((attribute) => attribute !== '').join(', ')
  return `- ${kinds[said.kind].letter}${bracket ? `(${bracket})` : ''}${leading(said)} ${escapeStatement(said.text)}`
}

/** The verdicts of a bullet as attributes: `contradicts=^12m7d97uez+^k3f9a2c1x7`. */
const stancesOf = ({ stances }: Attributes): string[] =>
  attributeStances.flatMap((name) => {
    const ids = stances.flatMap(({ stance, belief }) => (stance === name ? [belief] : []))
    return ids.length > 0 ? [`${name}=${joinedIds(ids)}`] : []
  })

/** The names before a statement: ` @Peter @warelay:`. Without names a colon alone, if the text would be misread. */
export function leading({ mentions, leading: count, text }: Statement): string {
  const names = mentions.slice(0, count).map((name) => ` ${writeMention(name)}`)
  return names.length > 0 || /^[@:：(]/.test(text) ? `${names.join('')}:` : ''
}

/** A link to a place that a fact was drawn from; in the fact's own log `[L12](../memory/2025-11-27.md?plain=1#L12)`. */
function drawnPlace(source: Source, fact: Fact, page: string): string {
  const link = citation(source, fact, page)
  return source.path === fact.source.path && !source.path.startsWith('bank/')
    ? link.replace(/^\[[^\]]*\]/, `[L${source.first}]`)
    : link
}

/**
 * A link that works on a Git host: relative, with the line. `plain=1` because a rendered Markdown file has no anchors
 * for lines there. A place in a page has a footnote-like label and no line.
 */
export function citation(source: Source, fact: Pick<Fact, 'id' | 'day'>, page: string): string {
  const up = '../'.repeat(page.split('/').length - 1)
  if (source.path.startsWith('bank/')) return `[^${fact.id}](${up}${linkTarget(source.path)})`
  const name = source.path.slice(source.path.lastIndexOf('/') + 1).replace(/\.md$/i, '')
  const lines = source.last > source.first ? `L${source.first}-L${source.last}` : `L${source.first}`
  return `[${linkLabel(dayOfPath(source.path) ?? fact.day ?? name)}](${up}${linkTarget(source.path)}?plain=1#${lines})`
}
