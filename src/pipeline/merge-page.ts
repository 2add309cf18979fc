import { diff3Merge } from 'node-diff3'
import type { Assertion } from '../memory/assertion.js'
import { compare } from '../memory/compare.js'
import { splitPage } from '../memory/page.js'
import { withCurated, wouldJoin } from './curated.js'
import { isSound, leftInBlock, placesLeft, type Sound } from './left-by-hand.js'
import { assertionsIn, insideFence, readPageLine } from './parse-page.js'

export interface MergedPage {
  readonly text: string
  /** Whether it holds conflict markers. */
  readonly conflict: boolean
}

/** A page as it was, as we have it and as they have it. */
type Three<T> = readonly [base: T, ours: T, theirs: T]

/**
 * Merge two versions of one page (PAGES.md, the merge driver). Neither logs nor
 * index are read, for they are not merged yet; the next regeneration writes
 * what is generated anew.
 *
 * - What stands outside the block is merged three ways, by line; assertions
 *   there (`not`, `retired`, `of=`) as a set.
 * - The block is ours, with every line that a person left in either: one that
 *   was there before and is gone on one side goes.
 *
 * A conflict is only where both changed the same words outside the block, or
 * one field of one line differently.
 */
export function mergePage(base: string, ours: string, theirs: string): MergedPage {
  if (ours === theirs || base === theirs) return { text: ours, conflict: false }
  if (base === ours) return { text: theirs, conflict: false }
  // Both sides made the page anew where there is no base: whatever either has is new.
  const [was, mine, other] = [base === '' ? noPage : splitPage(base), splitPage(ours), splitPage(theirs)]
  if (!isSound(was) || !isSound(mine) || !isSound(other)) return mergeText(base, ours, theirs)

  const three: Three<Sound> = [was, mine, other]
  const begin = mine.raw[mine.block.begin]!
  const disputed = disputedIn(three)
  return join([
    mergeLines(three.map((page) => page.raw.slice(0, page.block.begin))),
    whole([begin]),
    mergeBlock(three, begin.endsWith('\r') ? '\r' : '', disputed),
    whole([mine.raw[mine.block.end]!]),
    mergeTail(
      three.map((page) => page.raw.slice(page.block.end + 1)),
      disputed,
    ),
  ])
}

/** What both sides said of facts since the base and differently: edits in the block, bullets behind it. */
function disputedIn(three: Three<Sound>): ReadonlySet<string> {
  const [before, ours, theirs] = three.map((page) =>
    page === noPage ? [] : [...leftInBlock(page), ...assertionsBehind(page)],
  ) as unknown as Three<readonly string[]>
  const added = (side: readonly string[], other: readonly string[]): string[] => {
    const known = new Set([...before, ...other])
    return side.filter((line) => !known.has(line))
  }
  return new Set(conflicts(added(ours, theirs), added(theirs, ours)))
}

function assertionsBehind({ lines, block }: Sound): string[] {
  const tail = lines.slice(block.end + 1)
  const fenced = insideFence(tail)
  return tail.filter((line, at) => !fenced[at] && readPageLine(line).what === 'assertion')
}

/** Merge by line, as Git does: for files of `bank/` that are no pages. */
export const mergeText = (base: string, ours: string, theirs: string): MergedPage =>
  join([mergeLines([base, ours, theirs].map(linesOf))])

const noPage: Sound = { lines: [], raw: [], block: { begin: 0, end: 0 } }

interface MergedLines {
  readonly lines: readonly string[]
  readonly conflict: boolean
}

const whole = (lines: readonly string[]): MergedLines => ({ lines, conflict: false })

const join = (parts: readonly MergedLines[]): MergedPage => ({
  text: parts.flatMap(({ lines }) => lines).join('\n'),
  conflict: parts.some(({ conflict }) => conflict),
})

const linesOf = (text: string): string[] => text.split('\n')

function mergeLines([base, ours, theirs]: readonly (readonly string[])[]): MergedLines {
  const regions = diff3Merge([...ours!], [...base!], [...theirs!], { excludeFalseConflicts: true })
  const lines = regions.flatMap(({ ok, conflict }) => (conflict ? marked(conflict.a, conflict.b) : (ok ?? [])))
  return { lines, conflict: regions.some(({ conflict }) => conflict !== undefined) }
}

/** As Git writes a conflict. */
const marked = (ours: readonly string[], theirs: readonly string[]): string[] => [
  '<<<<<<< ours',
  ...ours,
  '=======',
  ...theirs,
  '>>>>>>> theirs',
]

/** Ours with everything in its place, then what they added, in their order. */
function mergeBlock(three: Three<Sound>, eol: string, disputes: ReadonlySet<string>): MergedLines {
  const [before, ours, theirs] = three.map((page) => (page === noPage ? [] : leftInBlock(page))) as unknown as Three<
    readonly string[]
  >
  const mine = three[1].lines.slice(three[1].block.begin + 1, three[1].block.end)
  const gone = new Set(before.filter((line) => !ours.includes(line) || !theirs.includes(line)))
  const added = theirs.filter((line) => !before.includes(line))
  const disputed = [...ours, ...added].filter((line) => disputes.has(line))
  // One bullet that both added is one bullet; lines of text may repeat, as fences do.
  const isTwice = (line: string): boolean => readPageLine(line).what !== 'text' && mine.includes(line)
  const lines = [
    ...mine.filter((line) => !disputed.includes(line) && !(gone.has(line) && ours.includes(line))),
    ...keptApart(
      three[2],
      added.filter((line) => !disputed.includes(line) && !isTwice(line)),
    ),
  ]
  if (disputed.length > 0) {
    const of = (side: readonly string[]): string[] => side.filter((line) => disputed.includes(line))
    lines.push(...marked(of(ours), of(added)))
  }
  return { lines: lines.map((line) => line + eol), conflict: disputed.length > 0 }
}

/** What stood apart on their page must not become more of the bullet above it where our lines between are gone. */
function keptApart(theirs: Sound, chosen: readonly string[]): string[] {
  const wanted = new Set(chosen)
  let above = -1
  return placesLeft(theirs).flatMap((at) => {
    const line = theirs.lines[at]!
    if (!wanted.has(line)) return []
    const apart = above >= 0 && above !== at - 1 && wouldJoin(theirs.lines[above]!, line)
    above = at
    return apart ? ['', line] : [line]
  })
}

/** Lines that say different things of one field of one fact: edits where they were made, or as bullets once adopted. */
function conflicts(ours: readonly string[], theirs: readonly string[]): string[] {
  const claims = (lines: readonly string[]): { line: string; field: string; says: string }[] =>
    lines.flatMap((line) =>
      assertionsIn('', line).flatMap(({ assertion }) =>
        assertion.what === 'rejected'
          ? []
          : [{ line, field: `${assertion.of} ${assertion.what}`, says: claimOf(assertion) }],
      ),
    )
  const theirClaims = claims(theirs)
  return claims(ours).flatMap((claim) => {
    const other = theirClaims.filter(({ field, says }) => field === claim.field && says !== claim.says)
    return other.length > 0 ? [claim.line, ...other.map(({ line }) => line)] : []
  })
}

/** What an edit says of its field; where it stands in the order of edits is no dispute. */
function claimOf(assertion: Assertion): string {
  if (assertion.what === 'anchor') return String(assertion.confidence)
  if (assertion.what !== 'wording') return ''
  const { kind, mentions, leading, text, until } = assertion.said
  return JSON.stringify([kind, mentions.slice(0, leading), text, until])
}

/** Behind the block: assertions are a set, so two people conflict over adding one only where both decide one thing differently; new ones stand sorted at the end. */
function mergeTail(tails: readonly (readonly string[])[], disputes: ReadonlySet<string>): MergedLines {
  const assertions = tails.map((lines) => {
    const fenced = insideFence(lines)
    return lines.map((line, at) => !fenced[at] && readPageLine(line).what === 'assertion')
  })
  const [before, ours, theirs] = tails.map((lines, side) =>
    lines.filter((_, at) => assertions[side]![at]),
  ) as unknown as Three<readonly string[]>
  if (theirs.every((line) => ours.includes(line)) && ours.every((line) => theirs.includes(line)))
    return mergeLines(tails)
  const gone = new Set(before.filter((line) => !ours.includes(line) || !theirs.includes(line)))
  const added = theirs.filter((line) => !before.includes(line) && !ours.includes(line)).toSorted(compare)
  const merged = mergeLines(tails.map((lines, side) => lines.filter((_, at) => !assertions[side]![at])))
  const isDisputed = (line: string): boolean => disputes.has(line.replace(/\r$/, ''))
  const kept = ours.filter((line) => !gone.has(line) && !isDisputed(line))
  const agreed = [...kept, ...added.filter((line) => !isDisputed(line))]
  const [mine, other] = [ours, added].map((lines) => lines.filter(isDisputed))
  const marks = mine!.length + other!.length > 0 ? marked(mine!, other!) : []
  return {
    lines: withCurated(merged.lines, [...agreed, ...marks]),
    conflict: merged.conflict || marks.length > 0,
  }
}
