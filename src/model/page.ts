import { createHash } from 'node:crypto'
import { stretches } from '../text/code-span.js'
import type { Confidence, FactId } from './fact.js'
import type { Day } from './time.js'

/**
 * What a line of a page is. The line's own bytes tell it (docs/pages.md):
 *
 *     - O(c=0.80) @Peter: Likes tea · [2025-11-27](../memory/2025-11-27.md?plain=1#L4) <!-- ^k3f9a2c1x7 80 2025-11-27 9f3ab210 -->
 *
 * The comment says what was generated, so a changed confidence, changed words or a strike through the line show without
 * any history.
 */
export type PageLine =
  /** A line as it was generated; no fact is read from it. */
  | { readonly what: 'generated'; readonly id: FactId }
  /** Generated too, but about no single fact: a line with a hash of its own (`seal`). */
  | { readonly what: 'sealed' }
  /** Changed by a person, and kept as it stands. `malformed` says why it cannot be read as a bullet any more. */
  | {
      readonly what: 'edited'
      readonly id: FactId
      readonly fields: readonly EditedField[]
      readonly malformed?: { readonly message: string; readonly hint: string }
    }
  /** A generated line that lost its comment: kept and reported, but no fact is read from it. */
  | { readonly what: 'uncommented' }
  /** `- not ^fact for ^opinion`, `- retired ^id`, `- O(of=^id, on=DAY)`: a person's word about a fact. */
  | { readonly what: 'assertion' }
  /** Any other bullet: a person's. */
  | { readonly what: 'bullet' }
  | { readonly what: 'text' }

/** Whether a line stands as it was generated. */
export const isOurs = ({ what }: PageLine): boolean => what === 'generated' || what === 'sealed'

/**
 * What a person changed in a generated line. `evidence`: what the fact does to a belief. `remark`: words that are
 * neither of the statement nor ours, such as a comment in the line or a link beside its citations.
 */
export type EditedField = 'confidence' | 'wording' | 'evidence' | 'struck' | 'remark'

/** The comment at the end of a generated line. */
export interface LineStamp {
  readonly id: FactId
  /** Hundredths; null where the line has no confidence. */
  readonly confidence: number | null
  readonly updated: Day | null
  /** How many adopted edits of that day are in effect. */
  readonly edits: number
  readonly hash: string
}

/** A page as it stands, cut at the markers of its generated block. */
export interface Page {
  /** Every line, markers included, without its line end. */
  readonly lines: readonly string[]
  /** The same lines with the carriage returns they have: a file may hold both kinds of line ends. */
  readonly raw: readonly string[]
  /** Index of the begin and end marker lines; null where they are missing, doubled or out of order. */
  readonly block: { readonly begin: number; readonly end: number } | null
}

/** Whether a file has a marker of ours, but not one pair of them in order. */
export const hasBrokenMarkers = (text: string): boolean =>
  /<!-- memory:(?:begin|end)/.test(text) && splitPage(text).block === null

/** Stands for the OID of a page that was removed. */
export const removedPage = 'removed'

export const beginMarker = (layout: string): string => `<!-- memory:begin ${layout} -->`
export const endMarker = '<!-- memory:end -->'

const beginForm = /^<!-- memory:begin(?: ([0-9a-f]{8}))? -->\s*$/
const endForm = /^<!-- memory:end -->\s*$/

/** The layout hash in a begin marker; empty where it holds none, undefined for any other line. */
export const readBeginMarker = (line: string): string | undefined => {
  if (!line.startsWith('<!-- memory:')) return undefined
  const match = beginForm.exec(line)
  return match ? (match[1] ?? '') : undefined
}

export function splitPage(text: string): Page {
  const raw = text.split('\n')
  const lines = text.includes('\r')
    ? raw.map((line, at) => (at < raw.length - 1 && line.endsWith('\r') ? line.slice(0, -1) : line))
    : raw
  const begins = placesOf(lines, beginForm)
  const ends = placesOf(lines, endForm)
  const [begin, end] = [begins[0], ends[0]]
  const sound = begins.length === 1 && ends.length === 1 && begin !== undefined && end !== undefined && begin < end
  return { lines, raw, block: sound ? { begin, end } : null }
}

function placesOf(lines: readonly string[], marker: RegExp): number[] {
  const found: number[] = []
  lines.forEach((line, at) => {
    if (line.startsWith('<!-- memory:') && marker.test(line)) found.push(at)
  })
  return found
}

/** The hash of some lines, as eight hex digits. */
export const hashOfLines = (lines: readonly string[]): string =>
  createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 8)

/**
 * A generated line about no single fact, with a hash of itself behind it. The hash in the begin marker need not change
 * with such a line, and a person's edit of it is not taken for ours.
 *
 *     Related: [Anna](Anna.md) · [Benedetta](Benedetta.md) <!-- 9f3ab210 -->
 */
export const seal = (line: string): string => `${line} <!-- ${hashOfLines([line])} -->`

/** Whether a line is sealed and as it was; a formatter may have changed the list marker of one. */
export const isSealed = (line: string): boolean =>
  / <!-- [0-9a-f]{8} -->$/.test(line) &&
  [line, `- ${withoutMarker(line) ?? ''}`].some((each) => seal(each.slice(0, -18)) === each)

/** A bullet's text; undefined for a line that is none. A formatter may have changed the marker we wrote. */
export function withoutMarker(line: string): string | undefined {
  const marker = /^ {0,3}(?:[-+*]|\d{1,9}[.)])[ \t]+(?=\S)/.exec(line)
  return marker ? line.slice(marker[0].length) : undefined
}

/** A person's line about a fact. It is no generated line, even where it quotes one. */
const aboutFact = /^ {0,3}(?:[-+*]|\d{1,9}[.)])[ \t]+(?:(?:not|retired) )?\^[0-9a-z]{10}\b/

const stampForm = /^<!-- \^([0-9a-z]{10}) (\d{1,3}|-) (\d{4}-\d{2}-\d{2}|-)(?:\+(\d+))? ([0-9a-f]{8}) -->/

/** A generated line cut at its comment. */
export interface StampedLine {
  readonly stamp: LineStamp
  /** The line before its comment, with the `~~` behind the comment that closes a strike through the line. */
  readonly body: string
  /** What a person wrote behind the comment. */
  readonly behind: string
}

/** Take a generated line's comment out, wherever a person's edit has left it; undefined for a line without one. */
export function readStamp(line: string): StampedLine | undefined {
  const at = lastOutsideCode(line, '<!-- ^')
  const match = at < 0 || aboutFact.test(line) ? null : stampForm.exec(line.slice(at))
  if (!match) return undefined
  const [, id, confidence, updated, edits, hash] = match
  const stamp: LineStamp = {
    id: id!,
    confidence: confidence === '-' ? null : Number(confidence),
    updated: updated === '-' ? null : updated!,
    edits: Number(edits ?? 0),
    hash: hash!,
  }
  const before = line.slice(0, at).trimEnd()
  const rest = line.slice(at + match[0].length).trim()
  // A comment that was moved to the front has the whole line behind it.
  if (/^\s*(?:[-+*]|\d+[.)])?$/.test(before)) return { stamp, body: `${before} ${rest}`.trim(), behind: '' }
  const closes = before.includes('~~') && rest.startsWith('~~') ? '~~' : ''
  return { stamp, body: before + closes, behind: rest.slice(closes.length).trim() }
}

export const withoutStamps = (text: string): string => (text.includes('<!-- ^') ? text.replace(anyStamp, ' ') : text)

const anyStamp = new RegExp(stampForm.source.slice(1), 'g')

/** The line up to a damaged comment of ours; the whole line where it has none. */
export function withoutRemains(line: string): string {
  const at = lastOutsideCode(line, '<!-- ^')
  return at < 0 ? line : line.slice(0, at).trimEnd()
}

/** The index at which words last stand outside code spans, or -1: a comment shown as code is none. */
function lastOutsideCode(line: string, words: string): number {
  if (!line.includes(words)) return -1
  let found = -1
  let from = 0
  for (const { kind, text } of stretches(line)) {
    const at = kind === 'text' ? text.lastIndexOf(words) : -1
    if (at >= 0) found = from + at
    from += text.length
  }
  return found
}

export function writeStamp(stamp: LineStamp): string {
  const day = `${stamp.updated ?? '-'}${stamp.edits > 0 ? `+${stamp.edits}` : ''}`
  return `<!-- ^${stamp.id} ${stamp.confidence ?? '-'} ${day} ${stamp.hash} -->`
}

/** The sign before a citation: the line moved a belief up or down, or a person set its confidence there. */
export const lineSigns = { up: '+', down: '−', set: '=' } as const
/** The sign before the citation of a line that the words were made of. */
export const sourceSign = '←'

/** Citations (with signs and a sparkline) at the end of a generated line, after the last ` · `. */
const tailForm = /^ · (?:[▁-█]+ ?)?(?:[+−=←]?\[[^\]\n]*\]\([^()\s]*\) ?)*$/u

/** A line cut into its words and its citations; where it has none, all of it is words. */
export function splitTail(body: string): { readonly said: string; readonly tail: string } {
  const at = body.lastIndexOf(' · ')
  const found = at >= 0 && tailForm.test(body.slice(at))
  return found ? { said: body.slice(0, at), tail: body.slice(at) } : { said: body, tail: '' }
}

/** One confidence in hundredths, as a stamp holds it. */
export const hundredths = (confidence: Confidence): number => Math.round(confidence / 10)
