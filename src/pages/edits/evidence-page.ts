import { compare } from '../../text/compare.js'
import { printable } from '../../text/safe-text.js'
import { isAboutPair, type JudgedPair, type Rejected } from '../../model/assertion.js'
import type { FactId } from '../../model/fact.js'
import type { Day } from '../../model/time.js'
import { isDay } from '../../model/time.js'
import { assertionsIn, insideFence } from '../../parse/parse-page.js'
import { renderAssertion } from '../../render/render-assertion.js'

/**
 * The page of verdicts, where a fact's own bullet does not give them: one line for each fact and belief. Lines are
 * sorted, so that the lines of two branches rarely stand side by side.
 *
 *     ---
 *     judged: 2026-11-20
 *     ---
 *
 *     # Evidence
 *
 *     - ^12m7d97uez contradicts ^k3f9a2c1x7: "B @Peter: Took tea." about "O @Peter: Prefers coffee." <!-- twice a day -->
 *
 * `judged`: nobody is asked any more for verdicts of facts noted before that day.
 */
const newPage = '# Evidence\n\n'

/** The verdict of one fact on one belief, or a rejection of it. */
export type PairSaid = JudgedPair | Rejected

const front = /^\uFEFF?---\r?\n(?:[^]*?\r?\n)??---[ \t]*(?:\r?\n|$)/
const watermark = /^judged:[ \t]*["']?(\d{4}-\d{2}-\d{2})["']?[ \t]*(?:#.*)?$/m
const anyWatermark = /^judged:.*$/m

/** The page's `judged` day: nothing is asked of facts noted before it. Null where it has none. */
export function judgedBefore(text: string): Day | null {
  const day = watermark.exec(front.exec(text)?.[0] ?? '')?.[1]
  return day !== undefined && isDay(day) ? day : null
}

export function withJudged(text: string, day: Day): string {
  const before = front.exec(text)?.[0]
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  if (before === undefined) {
    const [mark, body] = text.startsWith('\uFEFF') ? ['\uFEFF', text.slice(1)] : ['', text]
    return `${mark}---${eol}judged: ${day}${eol}---${eol}${eol}${body}`
  }
  const line = `judged: ${day}`
  const now = anyWatermark.test(before)
    ? before.replace(anyWatermark, line)
    : before.replace(/\r?\n/, `${eol}${line}${eol}`)
  return now + text.slice(before.length)
}

/** The page without its `judged` day, and without front matter where nothing else is in it. */
function withoutJudged(text: string): string {
  const before = front.exec(text)?.[0]
  if (before === undefined) return text
  const now = before.replace(/^judged:.*(?:\r?\n|$)/m, '')
  const rest = text.slice(before.length)
  const [, mark] = /^(\uFEFF?)---\r?\n---/.exec(now) ?? []
  return mark === undefined ? now + rest : mark + rest.replace(/^\r?\n/, '')
}

/** The line for one pair, with a reason beside it that only people read. */
export function lineSaying(said: PairSaid, why: string | undefined): string {
  // A note's words must not pass for a marker, nor a reason for a stamp.
  const line = renderAssertion(said, null).replaceAll('<!-- memory:', '&lt;!-- memory:')
  const plain = printable((why ?? '').replace(/\s+/g, ' ').trim())
  const reason = plain
    .replaceAll('-->', '--&gt;')
    .replaceAll('<!--', '&lt;!--')
    .replace(/^(?=\^)/, 'see ')
  return reason === '' ? line : `${line} <!-- ${reason} -->`
}

interface PairLine {
  readonly at: number
  readonly said: PairSaid
}

/** The verdicts among the lines of a page, each with its line, counted from 0. */
function linesIn(lines: readonly string[]): PairLine[] {
  const fenced = insideFence(lines)
  return lines.flatMap((line, at) => {
    const [said] = fenced[at] ? [] : sayings(line.replace(/\r$/, ''))
    return said ? [{ at, said }] : []
  })
}

export const pairsSaid = (text: string): PairSaid[] => linesIn(text.split(/\r?\n/)).map(({ said }) => said)

const sayings = (line: string): PairSaid[] =>
  assertionsIn('', line).flatMap(({ assertion }) => (isAboutPair(assertion) ? [assertion] : []))

/**
 * A page with these lines added, each at its sorted place. A line of the same pair with another verdict goes; where one
 * already gives the same verdict, nothing is added.
 *
 * @param text undefined where there is no page yet
 * @param meant the belief of an id, since several ids may belong to one
 */
export function withLines(
  text: string | undefined,
  more: readonly { readonly said: PairSaid; readonly line: string }[],
  meant: (id: FactId) => FactId = (id) => id,
): string {
  const pairOf = ({ fact, opinion }: PairSaid): string => `${fact} ${meant(opinion)}`
  const page = text ?? newPage
  if (more.length === 0) return page
  const eol = page.includes('\r\n') ? '\r\n' : '\n'
  const lines = page.split(/\r?\n/)
  const standing = linesIn(lines)
  const byPair = new Map(more.map((each) => [pairOf(each.said), each]))
  const gone = new Set<number>()
  const known = new Set<string>()
  // A merge may have brought two verdicts on one pair, so every line of the pair is looked at.
  for (const { at, said } of standing) {
    const pair = pairOf(said)
    const now = byPair.get(pair)
    if (now === undefined) continue
    if (stanceOf(now.said) === stanceOf(said)) known.add(pair)
    else gone.add(at)
  }
  const added = [...byPair].flatMap(([pair, { line }]) => (known.has(pair) ? [] : [line])).toSorted(compare)
  if (added.length === 0 && gone.size === 0) return page
  if (gone.size === 0) return inserted(lines, standing, added).join(eol)
  const kept = lines.filter((_, at) => !gone.has(at))
  return inserted(kept, linesIn(kept), added).join(eol)
}

/** Puts each line before the first standing one that sorts behind it; else behind the last, or at the page's end. */
function inserted(lines: readonly string[], standing: readonly PairLine[], added: readonly string[]): string[] {
  const places = standing.map(({ at }) => at)
  const last = places.at(-1)
  // The greatest line up to each place: this list is sorted even where the page is not, so a binary search works.
  const most: string[] = []
  for (const at of places)
    most.push(most.length > 0 && compare(most.at(-1)!, lines[at]!) > 0 ? most.at(-1)! : lines[at]!)
  const before = new Map<number, string[]>()
  const behind: string[] = []
  for (const line of added) {
    const place = places[firstAbove(most, line)]
    if (place === undefined) behind.push(line)
    else before.set(place, [...(before.get(place) ?? []), line])
  }
  const made = lines.flatMap((line, at) => [...(before.get(at) ?? []), line, ...(at === last ? behind : [])])
  if (last !== undefined || behind.length === 0) return made
  // A line inside a fence would be code, so they go before a fence that nobody closes.
  const fenced = insideFence([...made, ''])
  const open = fenced.at(-1) ? made.splice(fenced.lastIndexOf(false) + 1) : []
  while (made.at(-1)?.trim() === '') made.pop()
  return [...made, ...(made.length > 0 ? [''] : []), ...behind, ...(open.length > 0 ? ['', ...open] : [''])]
}

function firstAbove(sorted: readonly string[], line: string): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (compare(sorted[middle]!, line) > 0) high = middle
    else low = middle + 1
  }
  return low
}

const stanceOf = (said: PairSaid): string => (said.what === 'judged' ? said.stance : 'not')

/** Merges three versions of a page, its verdicts as a set; undefined where none of the three has a verdict. */
export function mergeLines(
  base: string,
  ours: string,
  theirs: string,
  mergeText: (base: string, ours: string, theirs: string) => { readonly text: string; readonly conflict: boolean },
): { readonly text: string; readonly conflict: boolean } | undefined {
  const sides = [base, ours, theirs].map((text) => {
    const lines = withoutJudged(text).split('\n')
    const found = linesIn(lines)
    const at = new Set(found.map((each) => each.at))
    return {
      said: found.map((each) => lines[each.at]!),
      rest: lines.filter((_, place) => !at.has(place)).join('\n'),
    }
  }) as unknown as [Side, Side, Side]
  const [was, mine, other] = sides
  if (sides.every(({ said }) => said.length === 0)) return undefined
  const day = earlierOf(base, ours, theirs)
  // Without a base, both sides began the page anew.
  const before = base === '' ? newPage : was.rest
  const [had, have, known] = [new Set(mine.said), new Set(other.said), new Set(was.said)]
  const said = [...new Set([...mine.said, ...other.said])].filter(
    (line) => (had.has(line) && have.has(line)) || !known.has(line),
  )
  // Where one side changed nothing but verdicts, the other side's text is kept as it stands.
  const whole = other.rest === before || mine.rest === other.rest ? ours : mine.rest === before ? theirs : undefined
  const merged =
    whole === undefined ? mergeText(before, mine.rest, other.rest) : { text: withoutJudged(whole), conflict: false }
  const kept = new Set(said)
  const lines = merged.text.split('\n')
  const left = new Set(linesIn(lines).map(({ at }) => at))
  const there = lines.filter((line, at) => !left.has(at) || kept.has(line))
  const standing = new Set(there)
  const added = said.filter((line) => !standing.has(line)).toSorted(compare)
  const text = inserted(there, linesIn(there), added).join('\n')
  return { text: day === null ? text : withJudged(text, day), conflict: merged.conflict }
}

interface Side {
  readonly said: readonly string[]
  readonly rest: string
}

/** The `judged` day of the merge. Where both sides moved it the earlier holds, so that nothing goes unasked. */
function earlierOf(base: string, ours: string, theirs: string): Day | null {
  const [was, mine, other] = [base, ours, theirs].map(judgedBefore) as [Day | null, Day | null, Day | null]
  if (mine === other || other === was) return mine
  if (mine === was) return other
  return mine !== null && other !== null ? (mine < other ? mine : other) : null
}
