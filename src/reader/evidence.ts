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

/** The lines that an answer cites, and what they are read with. */
export interface CitedEvidence {
  readonly path: string
  readonly day: Day
  readonly lines: readonly ReaderLine[]
  /** Headings above the lines, the lines that lead to their lists, and heads of their tables; without marks. */
  readonly above: readonly string[]
  /** The lines and what stands above them, as one text without marks. */
  readonly said: string
  readonly clauses: readonly Clause[]
  readonly vocabulary: Vocabulary
  /** The words of the lines and of what stands above them. */
  readonly words: ReadonlySet<string>
  /** What each line is labelled as: by itself, by its list, or by the nearest heading that is a label. */
  readonly labels: readonly (LabelKind | undefined)[]
}

const indentOf = ({ text }: ReaderLine): number => /^[\s>]*/.exec(text)![0].length
const isItem = ({ text }: ReaderLine): boolean => /^[\s>]*(?:[-*+•]|\d{1,3}[.)])\s/.test(text)
const isRow = ({ text }: ReaderLine): boolean => /^\s*\|/.test(text)
const leadsOn = ({ text }: ReaderLine): boolean =>
  /[:：]["”’)*_]*\s*$/.test(text) || labelAlone(plainly(text)) !== undefined

/** Where each line of a packet stands, to find what is above one. */
export interface PacketLines {
  readonly packet: ReaderPacket
  /** In order; a long line may stand there in several pieces of one number. */
  readonly lines: readonly ReaderLine[]
  /** Of each line the section that it is in. */
  readonly sections: readonly number[]
  readonly languageOf: string
}

export function linesOfPacket(packet: ReaderPacket): PacketLines {
  const lines = packet.sections.flatMap((section) => section.lines)
  const sections = packet.sections.flatMap((section, at) => section.lines.map(() => at))
  const prose = lines.filter(({ isPasted, level }) => !isPasted && level === undefined)
  return { packet, lines, sections, languageOf: (prose.length > 0 ? prose : lines).map(({ text }) => text).join('\n') }
}

/** The lines that lead to one: of its list, of the items that it stands under, of its table; the nearest first. */
export function leadsOf({ lines, sections }: PacketLines, at: number): ReaderLine[] {
  const found: ReaderLine[] = []
  const line = lines[at]!
  let indent = isItem(line) ? indentOf(line) : 0
  let inList = isItem(line)
  let row = isRow(line) ? at : -1
  for (let back = at - 1; back >= 0 && sections[back] === sections[at]; back--) {
    const other = lines[back]!
    if (other.level !== undefined) break
    if (row === back + 1 && isRow(other)) {
      row = back
      continue
    }
    if (row === back + 1) found.push(lines[row]!)
    if (
      isItem(other) &&
      (inList || indentOf(line) > indentOf(other)) &&
      indentOf(other) < (inList ? indent : Infinity)
    ) {
      found.push(other)
      indent = indentOf(other)
      inList = true
    } else if (!isItem(other) && leadsOn(other) && indentOf(other) <= indent) {
      found.push(other)
      if (indentOf(other) === 0) break
    } else if (!isItem(other) && !inList) break
    else if (!isItem(other) && indentOf(other) === 0) break
  }
  if (row >= 0 && row !== at && !found.includes(lines[row]!) && isRow(lines[row]!)) found.push(lines[row]!)
  return found
}

/** What is known of the places that an answer cites: which of the packet's lines they are. */
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

/** `[x]` and `✅` count before a heading of what is open. */
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
