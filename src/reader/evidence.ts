import { vocabularyOf } from '../language/detect-language.js'
import { labelAlone, labelOf, labelNamed } from '../language/labels.js'
import type { Vocabulary } from '../language/vocabulary.js'
import type { LabelKind } from '../model/label.js'
import type { Day } from '../model/time.js'
import { sentencesOf } from '../language/unanchored.js'
import { clausesOf, wordsThatSay, type Clause } from './clauses.js'
import type { ReaderLine } from './reader-line.js'
import type { ReaderPacket } from './packet.js'
import { plainly } from './plainly.js'

/** The lines that an answer cites, with what is needed to read them. */
export interface CitedEvidence {
  readonly path: string
  readonly day: Day
  readonly lines: readonly ReaderLine[]
  /** Headings above the lines, lines that lead to their lists, and heads of their tables; without marks. */
  readonly above: readonly string[]
  /** The lines and `above` as one text, without marks. */
  readonly said: string
  readonly clauses: readonly Clause[]
  readonly vocabulary: Vocabulary
  /** The content words of `said`. */
  readonly words: ReadonlySet<string>
  /** The label of each line: its own, else that of its list, else that of the nearest heading that is a label. */
  readonly labels: readonly (LabelKind | undefined)[]
}

const indentOf = ({ text }: ReaderLine): number => /^[\s>]*/.exec(text)![0].length
export const isListItem = ({ text }: ReaderLine): boolean => /^[\s>]*(?:[-*+•]|\d{1,3}[.)])\s/.test(text)
export const isTableRow = ({ text }: ReaderLine): boolean => /^\s*\|/.test(text)
const leadsOn = ({ text }: ReaderLine): boolean =>
  /[:：]["”’)*_]*\s*$/.test(text) || labelAlone(plainly(text)) !== undefined

/** The lines of a packet, with the section of each, to find the lines above one. */
export interface PacketLines {
  readonly packet: ReaderPacket
  /** In order; a long line may stand here as several pieces of one number. */
  readonly lines: readonly ReaderLine[]
  /** The index of each line's section. */
  readonly sections: readonly number[]
  readonly languageOf: string
}

export function linesOfPacket(packet: ReaderPacket): PacketLines {
  const lines = packet.sections.flatMap((section) => section.lines)
  const sections = packet.sections.flatMap((section, at) => section.lines.map(() => at))
  const prose = lines.filter(({ isPasted, level }) => !isPasted && level === undefined)
  return { packet, lines, sections, languageOf: (prose.length > 0 ? prose : lines).map(({ text }) => text).join('\n') }
}

/** The lines that lead to a line, nearest first: the lead of its list, the items above it, the head of its table. */
export function leadsOf({ lines, sections }: PacketLines, at: number): ReaderLine[] {
  const found: ReaderLine[] = []
  const line = lines[at]!
  let indent = isListItem(line) ? indentOf(line) : 0
  let inList = isListItem(line)
  let row = isTableRow(line) ? at : -1
  for (let back = at - 1; back >= 0 && sections[back] === sections[at]; back--) {
    const other = lines[back]!
    if (other.level !== undefined) break
    if (row === back + 1 && isTableRow(other) && !lines[row]!.isApart) {
      row = back
      continue
    }
    if (row === back + 1 && row !== at) found.push(lines[row]!)
    // A paragraph behind a list is none of it.
    if (line.isApart && indentOf(line) === 0 && !isListItem(line) && isListItem(other)) break
    if (
      isListItem(other) &&
      (inList || indentOf(line) > indentOf(other)) &&
      indentOf(other) < (inList ? indent : Infinity)
    ) {
      found.push(other)
      indent = indentOf(other)
      inList = true
    } else if (!isListItem(other) && leadsOn(other) && indentOf(other) <= indent) {
      found.push(other)
      if (indentOf(other) === 0) break
    } else if (!isListItem(other) && !inList) break
    else if (!isListItem(other) && indentOf(other) === 0) break
  }
  if (row >= 0 && row !== at && !found.includes(lines[row]!)) found.push(lines[row]!)
  return found
}

/**
 * @param text the answer's text
 * @param places the cited lines, as indices into the packet's lines
 */
export function citedEvidence(text: string, places: readonly number[], given: PacketLines): CitedEvidence {
  const { packet, lines } = given
  const cited = places.map((at) => lines[at]!)
  const vocabulary = vocabularyOf(
    { kind: 'passage', text: given.languageOf, mentions: [] },
    { kind: 'passage', text, mentions: [] },
  )
  const leads = places.map((at) => leadsOf(given, at))
  const titles = cited.flatMap(({ under }) => under.map(({ title }) => title))
  const isCited = new Set(cited)
  const above = [
    ...new Set([...titles, ...leads.flat().flatMap((lead) => (isCited.has(lead) ? [] : [lead.text]))].map(plainly)),
  ]
  const labels = cited.map((line, at) => labelOfLine(line, leads[at]!))
  const clauses = cited.flatMap((line, at) =>
    sentencesOf(plainly(line.text)).flatMap((sentence) =>
      clausesOf(sentence, vocabulary).map((clause) => ({ ...clause, line: at, isPasted: line.isPasted })),
    ),
  )
  const said = [...cited.map((line) => plainly(line.text)), ...above].join('\n')
  return {
    path: packet.path,
    day: packet.day,
    lines: cited,
    above,
    said,
    clauses,
    vocabulary,
    words: new Set(wordsThatSay(said, vocabulary)),
    labels,
  }
}

/** The label of a line. Its own mark, such as `[x]` or `✅`, counts before a heading of open tasks. */
function labelOfLine(line: ReaderLine, leads: readonly ReaderLine[]): LabelKind | undefined {
  const own = labelOf(line.text.trim().replace(/^(?:[-*+•]|\d{1,3}[.)])\s+/, '')) ?? labelOf(line.text)
  if (own !== undefined) return own
  for (const lead of leads) {
    const label = labelAlone(plainly(lead.text)) ?? labelOf(lead.text) ?? labelNamed(plainly(lead.text))
    if (label !== undefined) return label
  }
  for (const { title } of line.under.toReversed()) {
    const label = labelNamed(title) ?? labelOf(title)
    if (label !== undefined) return label
  }
  return undefined
}
