import { isAboutPair, type Assertion } from '../../model/assertion.js'
import { compare } from '../../text/compare.js'
import { splitPage } from '../../model/page.js'
import { once } from '../../text/once.js'
import type { Markers, MergedText } from '../../git/merge-text.js'
import { withCurated, wouldJoin } from './curated.js'
import { mergeLines } from './evidence-page.js'
import { isSound, leftInBlock, placesLeft, type ReadLine, type Sound } from './left-by-hand.js'
import { isInbox, mergedInbox } from '../inbox-page.js'
import { assertionsIn, insideFence, readPageLine } from '../../parse/parse-page.js'

export interface Merging {
  readonly text: (base: string, ours: string, theirs: string) => MergedText
  readonly markers: Markers
}

type Three<T> = readonly [base: T, ours: T, theirs: T]

/**
 * Merges two versions of one page. Neither logs nor index are read, for they are not merged yet; the next regeneration
 * renews the generated lines.
 *
 * - Outside the block, text is merged three ways, by line; assertions (`not`, `retired`, `of=`) are merged as a set.
 * - The block is ours, with the lines that a person left in either version. A line of the base that one side deleted
 *   goes.
 *
 * A conflict is only where both sides changed the same words outside the block, or the same field of one line
 * differently. Where a version is no page of ours, all three are merged as text, and lines about a fact and a belief as
 * a set.
 */
export function mergePage(base: string, ours: string, theirs: string, merging: Merging): MergedText {
  if (ours === theirs || base === theirs) return { text: ours, conflict: false }
  if (base === ours) return { text: theirs, conflict: false }
  if (isInbox(ours) && isInbox(theirs)) return mergedInbox([base, ours, theirs], merging.text)
  // Without a base both sides began the page anew: all that either has is new.
  const [was, mine, other] = [base === '' ? noPage : splitPage(base), splitPage(ours), splitPage(theirs)]
  if (!isSound(was) || !isSound(mine) || !isSound(other)) {
    const hasMarkers = [base, ours, theirs].some((text) => text.includes('<!-- memory:'))
    return (hasMarkers ? undefined : mergeLines(base, ours, theirs, merging.text)) ?? merging.text(base, ours, theirs)
  }

  const three: Three<Sound> = [was, mine, other]
  const begin = mine.raw[mine.block.begin]!
  // The three share most of their lines, so each line is read once.
  const read: ReadLine = once(readPageLine)
  const disputed = disputedIn(three, read)
  return join([
    mergeHead(merging, three),
    whole([begin]),
    mergeBlock(merging, three, begin.endsWith('\r') ? '\r' : '', disputed, read),
    whole([mine.raw[mine.block.end]!]),
    mergeTail(
      merging,
      three.map((page) => page.raw.slice(page.block.end + 1)) as unknown as Three<readonly string[]>,
      disputed,
      read,
    ),
  ])
}

/** Lines added by both sides that disagree about a fact: edits in the block, or bullets behind it. */
function disputedIn(three: Three<Sound>, read: ReadLine): ReadonlySet<string> {
  const [before, ours, theirs] = three.map((page) =>
    page === noPage ? [] : [...leftInBlock(page, read), ...assertionsBehind(page, read)],
  ) as unknown as Three<readonly string[]>
  const added = (side: readonly string[], other: readonly string[]): string[] => {
    const known = new Set([...before, ...other])
    return side.filter((line) => !known.has(line))
  }
  return conflicts(added(ours, theirs), added(theirs, ours))
}

function assertionsBehind({ lines, block }: Sound, read: ReadLine): string[] {
  const tail = lines.slice(block.end + 1)
  const fenced = insideFence(tail)
  return tail.filter((line, at) => !fenced[at] && read(line).what === 'assertion')
}

const noPage: Sound = { lines: [], raw: [], block: { begin: 0, end: 0 } }

interface MergedLines {
  readonly lines: readonly string[]
  readonly conflict: boolean
}

const whole = (lines: readonly string[]): MergedLines => ({ lines, conflict: false })

const join = (parts: readonly MergedLines[]): MergedText => ({
  text: parts.flatMap(({ lines }) => lines).join('\n'),
  conflict: parts.some(({ conflict }) => conflict),
})

/** Merges the lines before the block, each with its line end. */
function mergeHead({ text }: Merging, three: Three<Sound>): MergedLines {
  const [base, ours, theirs] = three.map(({ raw, block }) =>
    raw
      .slice(0, block.begin)
      .map((line) => `${line}\n`)
      .join(''),
  ) as unknown as Three<string>
  const merged = text(base, ours, theirs)
  return { lines: merged.text.split('\n').slice(0, -1), conflict: merged.conflict }
}

/** Merges the lines behind the block, each with the line end before it: so the end of the last line is merged too. */
function mergeBehind({ text }: Merging, three: Three<readonly string[]>): MergedLines {
  const [base, ours, theirs] = three.map((lines) =>
    lines.map((line) => `\n${line}`).join(''),
  ) as unknown as Three<string>
  const merged = text(base, ours, theirs)
  // Every line has a line feed before it, unless a conflict covers the very first one.
  const lines = (merged.text.startsWith('\n') ? merged.text.slice(1) : merged.text).split('\n')
  return { lines: merged.text === '' ? [] : lines, conflict: merged.conflict }
}

/** A conflict marked as Git does. */
const marked = ({ ours, theirs, size }: Markers, mine: readonly string[], other: readonly string[]): string[] => [
  `${'<'.repeat(size)} ${ours}`,
  ...mine,
  '='.repeat(size),
  ...other,
  `${'>'.repeat(size)} ${theirs}`,
]

/** Our block with every line in its place, then the lines that they added, in their order. */
function mergeBlock(
  { markers }: Merging,
  three: Three<Sound>,
  eol: string,
  disputes: ReadonlySet<string>,
  read: ReadLine,
): MergedLines {
  const [before, ours, theirs] = three.map((page) =>
    page === noPage ? [] : leftInBlock(page, read),
  ) as unknown as Three<readonly string[]>
  const [was, had, have] = [new Set(before), new Set(ours), new Set(theirs)]
  const mine = three[1].lines.slice(three[1].block.begin + 1, three[1].block.end)
  const standing = new Set(mine)
  const gone = new Set(before.filter((line) => !had.has(line) || !have.has(line)))
  const added = theirs.filter((line) => !was.has(line))
  const disputed = new Set([...ours, ...added].filter((line) => disputes.has(line)))
  // A bullet that both added stands once; lines of text may repeat, as fences do.
  const isTwice = (line: string): boolean => standing.has(line) && read(line).what !== 'text'
  const lines = [
    ...mine.filter((line) => !disputed.has(line) && !(gone.has(line) && had.has(line))),
    ...keptApart(
      three[2],
      added.filter((line) => !disputed.has(line) && !isTwice(line)),
      read,
    ),
  ]
  if (disputed.size > 0) {
    const of = (side: readonly string[]): string[] => side.filter((line) => disputed.has(line))
    lines.push(...marked(markers, of(ours), of(added)))
  }
  return { lines: lines.map((line) => line + eol), conflict: disputed.size > 0 }
}

/** The chosen lines of theirs. A blank line goes before one that would now continue a bullet that it was apart from. */
function keptApart(theirs: Sound, chosen: readonly string[], read: ReadLine): string[] {
  const wanted = new Set(chosen)
  let above = -1
  return placesLeft(theirs, read).flatMap((at) => {
    const line = theirs.lines[at]!
    if (!wanted.has(line)) return []
    const apart = above >= 0 && above !== at - 1 && wouldJoin(theirs.lines[above]!, line)
    above = at
    return apart ? ['', line] : [line]
  })
}

/** Lines that disagree about one field of one fact, be it as edits in the block or as adopted bullets. */
function conflicts(ours: readonly string[], theirs: readonly string[]): ReadonlySet<string> {
  const claimed = new Map<string, { readonly line: string; readonly says: string }[]>()
  for (const { field, ...claim } of claimsIn(theirs)) {
    const list = claimed.get(field)
    if (list) list.push(claim)
    else claimed.set(field, [claim])
  }
  const disputed = new Set<string>()
  for (const { field, line, says } of claimsIn(ours)) {
    const others = (claimed.get(field) ?? []).filter((other) => other.says !== says)
    for (const other of others) disputed.add(other.line)
    if (others.length > 0) disputed.add(line)
  }
  return disputed
}

function claimsIn(lines: readonly string[]): { line: string; field: string; says: string }[] {
  return lines.flatMap((line) =>
    assertionsIn('', line).flatMap(({ assertion }) =>
      isAboutPair(assertion) ? [] : [{ line, field: `${assertion.of} ${assertion.what}`, says: claimOf(assertion) }],
    ),
  )
}

/** The value that an edit gives its field. Its place in the order of edits is left out: that is no dispute. */
function claimOf(assertion: Assertion): string {
  if (assertion.what === 'anchor') return String(assertion.confidence)
  if (assertion.what !== 'wording') return ''
  const { kind, mentions, leading, text, until } = assertion.said
  return JSON.stringify([kind, mentions.slice(0, leading), text, until])
}

/**
 * Merges the lines behind the block. Assertions are a set: adding one conflicts only with a different decision on the
 * same thing. New ones stand sorted at the end.
 */
function mergeTail(
  merging: Merging,
  tails: Three<readonly string[]>,
  disputes: ReadonlySet<string>,
  read: ReadLine,
): MergedLines {
  const assertions = tails.map((lines) => {
    const fenced = insideFence(lines)
    return lines.map((line, at) => !fenced[at] && read(line).what === 'assertion')
  })
  const [before, ours, theirs] = tails.map((lines, side) =>
    lines.filter((_, at) => assertions[side]![at]),
  ) as unknown as Three<readonly string[]>
  const [was, had, have] = [new Set(before), new Set(ours), new Set(theirs)]
  if (theirs.every((line) => had.has(line)) && ours.every((line) => have.has(line))) return mergeBehind(merging, tails)
  const gone = new Set(before.filter((line) => !had.has(line) || !have.has(line)))
  const added = theirs.filter((line) => !was.has(line) && !had.has(line)).toSorted(compare)
  const prose = tails.map((lines, side) => lines.filter((_, at) => !assertions[side]![at]))
  const merged = mergeBehind(merging, prose as unknown as Three<readonly string[]>)
  const isDisputed = (line: string): boolean => disputes.has(line.replace(/\r$/, ''))
  const kept = ours.filter((line) => !gone.has(line) && !isDisputed(line))
  const agreed = [...kept, ...added.filter((line) => !isDisputed(line))]
  const [mine, other] = [ours, added].map((lines) => lines.filter(isDisputed))
  const marks = mine!.length + other!.length > 0 ? marked(merging.markers, mine!, other!) : []
  return {
    lines: withCurated(merged.lines, [...agreed, ...marks]),
    conflict: merged.conflict || marks.length > 0,
  }
}
