import { hash } from 'node:crypto'
import { defaultConfig, type Config } from '../model/config.js'
import type { Day } from '../model/time.js'
import { tokenCost } from '../text/tokens.js'
import { readerLines } from './log-lines.js'
import type { HeadingAbove, ReaderLine, ReaderLog } from './reader-line.js'
import { startOf } from '../text/start-of.js'

/** The lines below one heading of a log, or a part of them if they are many. Read, and marked as read, as a whole. */
export interface ReaderSection {
  /** 24 hexadecimal digits of a hash of its headings and text. Its place in the log makes no difference. */
  readonly id: string
  /** The headings above its first line, outermost first. */
  readonly above: readonly HeadingAbove[]
  /** In order, with its own heading. */
  readonly lines: readonly ReaderLine[]
}

/** What a reader is shown at once: some sections of one log. */
export interface ReaderPacket {
  readonly path: string
  readonly day: Day
  readonly sections: readonly ReaderSection[]
  /** Whether the log has further sections. */
  readonly isPart: boolean
  /** The estimate of `tokenCost` for all shown lines with their numbers. */
  readonly tokens: number
}

export const mostPacketTokens = 4000
/** The most of a heading above that is shown, in characters: it only says where lines stand. */
const longestAbove = 200

export interface ReaderPacketOptions {
  /** Sections that are left out: read already, or forgotten. */
  readonly isLeftOut?: (section: ReaderSection) => boolean
  readonly config?: Config
  /** Fewer than `mostPacketTokens`, for a reader with little room. */
  readonly most?: number
}

/** A line as a reader sees it: `12 Moved to Wels.`, or `12> Moved to Wels.` where somebody else said it. */
export const shownLine = ({ number, text, isPasted }: Pick<ReaderLine, 'number' | 'text' | 'isPasted'>): string =>
  `${number}${isPasted ? '>' : ''} ${text}\n`

export const shownHeading = ({ line, level, title }: HeadingAbove): string =>
  `${line} ${'#'.repeat(level)} ${startOf(title, longestAbove)}\n`

const costOf = (line: ReaderLine): number => tokenCost(shownLine(line))
const sumOf = (lines: readonly ReaderLine[]): number => lines.reduce((sum, line) => sum + costOf(line), 0)
const aboveCost = (above: readonly HeadingAbove[]): number =>
  above.reduce((sum, heading) => sum + tokenCost(shownHeading(heading)), 0)

/**
 * A log in packets, in order. It is cut at headings; a long section is cut at blank lines, else between lines; a long
 * line within. Each part of a section shows its headings again, but every other line is shown once.
 */
export function readerPackets(log: ReaderLog, options: ReaderPacketOptions = {}): ReaderPacket[] {
  const { isLeftOut = () => false, config = defaultConfig, most = mostPacketTokens } = options
  const packets: ReaderPacket[] = []
  let open: ReaderSection[] = []
  let tokens = 0
  const close = (): void => {
    if (open.length > 0)
      packets.push({ path: log.path, day: log.day, sections: open, isPart: false, tokens: Math.ceil(tokens) })
    open = []
    tokens = 0
  }
  const sections = readerSections(log, config, most)
  for (const section of sections) {
    if (isLeftOut(section)) continue
    let cost = aboveCost(headingsBefore(open.at(-1), section)) + sumOf(section.lines)
    if (tokens + cost > most) {
      close()
      cost = aboveCost(section.above) + sumOf(section.lines)
    }
    open.push(section)
    tokens += cost
  }
  close()
  return packets.map((packet) => ({ ...packet, isPart: packet.sections.length < sections.length }))
}

/** The headings above a section that were not shown with the section before it. */
export function headingsBefore(before: ReaderSection | undefined, { above }: ReaderSection): readonly HeadingAbove[] {
  const shown = new Set([
    ...(before?.above ?? []).map(({ line }) => line),
    ...(before?.lines ?? []).map(({ number }) => number),
  ])
  return above.filter(({ line }) => !shown.has(line))
}

/** The sections of a log, in order; none where it is empty or has only headings. */
export function readerSections(
  log: ReaderLog,
  config: Config = defaultConfig,
  most: number = mostPacketTokens,
): ReaderSection[] {
  const says = unitsOf(readerLines(log, config)).filter((unit) => unit.some(({ level }) => level === undefined))
  return says.flatMap((unit) =>
    partsOf(unit, most).map((lines) => ({ id: contentId(lines), above: lines[0]!.under, lines })),
  )
}

/** Cuts before each heading, but not between a heading and a deeper one right below it. */
function unitsOf(lines: readonly ReaderLine[]): ReaderLine[][] {
  const units: ReaderLine[][] = []
  for (const line of lines) {
    const last = units.at(-1)
    const before = last?.at(-1)
    const isLed = line.level !== undefined && before?.level !== undefined && line.level > before.level
    if (last && (line.level === undefined || isLed)) last.push(line)
    else units.push([line])
  }
  return units
}

function partsOf(unit: readonly ReaderLine[], most: number): (readonly ReaderLine[])[] {
  // Each part shows its headings again, which leaves less room.
  const roomIn = (lines: readonly ReaderLine[]): number => Math.max(most / 4, most - aboveCost(lines[0]!.under))
  if (sumOf(unit) <= roomIn(unit)) return [unit]
  const parts: ReaderLine[][] = []
  let [open, cost] = [[] as ReaderLine[], 0]
  for (const block of blocksWithin(unit, most / 2)) {
    const more = sumOf(block)
    if (open.length > 0 && cost + more > roomIn(open)) {
      parts.push(open)
      ;[open, cost] = [[], 0]
    }
    open.push(...block)
    cost += more
  }
  return open.length > 0 ? [...parts, open] : parts
}

/** Cuts at blank lines. A block of more than `most` tokens is cut at lines, and a longer line within. */
function blocksWithin(lines: readonly ReaderLine[], most: number): ReaderLine[][] {
  const blocks: ReaderLine[][] = []
  for (const line of lines) {
    const last = blocks.at(-1)
    // A heading stays with the lines below it.
    if (last && (!line.isApart || last.every(({ level }) => level !== undefined))) last.push(line)
    else blocks.push([line])
  }
  return blocks.flatMap((block) =>
    sumOf(block) <= most ? [block] : block.flatMap((line) => piecesOf(line, most).map((piece) => [piece])),
  )
}

const endOfSentence = /(?<=[.!?]["”’)]?\s|[。！？])/u
/** The parts of a long sentence, cut behind blanks where there are any. */
const partOfSentence = /[\s\S]{1,399}(?:\s|$)|[\s\S]{1,400}/gu

/** The pieces of a line of more than `most` tokens, each with the line's number. */
function piecesOf(line: ReaderLine, most: number): ReaderLine[] {
  if (costOf(line) <= most) return [line]
  const pieces: string[] = []
  let [open, cost] = ['', 0]
  const bits = line.text.split(endOfSentence).flatMap((bit) => bit.match(partOfSentence) ?? [])
  for (const bit of bits) {
    const more = tokenCost(bit)
    if (open !== '' && cost + more > most - 8) {
      pieces.push(open)
      ;[open, cost] = ['', 0]
    }
    open += bit
    cost += more
  }
  return [...pieces, open].map((piece) => piece.trimEnd()).map((text) => ({ ...line, text, raw: text }))
}

/** The id of a section. Blank lines, blanks at the ends of lines and the composition of letters do not change it. */
const contentId = (lines: readonly ReaderLine[]): string =>
  hash(
    'sha256',
    JSON.stringify([
      lines[0]!.under.map(({ title }) => title.normalize('NFC').trim()),
      lines.map(({ raw }) => raw.normalize('NFC').trimEnd()),
    ]),
    'hex',
  ).slice(0, 24)
