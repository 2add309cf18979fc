import { compare } from '../../text/compare.js'
import { printable } from '../../text/safe-text.js'
import { isAboutPair, type JudgedPair, type Rejected } from '../../model/assertion.js'
import type { FactId } from '../../model/fact.js'
import type { Day } from '../../model/time.js'
import { isDay } from '../../model/time.js'
import { assertionsIn, insideFence } from '../../parse/parse-page.js'
import { renderAssertion } from '../../render/render-assertion.js'

/**
 * What was said that facts do to beliefs, where their own bullets do not say it: one line a fact and belief, in the order
 * of their letters, so that what two branches add stands apart.
 *
 *     ---
 *     judged: 2026-11-20
 *     ---
 *
 *     # Evidence
 *
 *     - ^12m7d97uez contradicts ^k3f9a2c1x7: "B @Peter: Took tea." about "O @Peter: Prefers coffee." <!-- twice a day -->
 *
 * `judged`: of facts noted before that day nobody asks any more what they do.
 */
const newPage = '# Evidence\n\n'

/** What is said of one fact and one belief. */
export type PairSaid = JudgedPair | Rejected

const front = /^---\r?\n(?:[^]*?\r?\n)??---[ \t]*(?:\r?\n|$)/
const watermark = /^judged:[ \t]*["']?(\d{4}-\d{2}-\d{2})["']?[ \t]*(?:#.*)?$/m
const anyWatermark = /^judged:.*$/m

/** The day before which nothing is asked; null where none is said. */
export function judgedBefore(text: string): Day | null {
  const day = watermark.exec(front.exec(text)?.[0] ?? '')?.[1]
  return day !== undefined && isDay(day) ? day : null
}

/** The same page with another day. */
export function withJudged(text: string, day: Day): string {
  const before = front.exec(text)?.[0]
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  if (before === undefined) return `---${eol}judged: ${day}${eol}---${eol}${eol}${text}`
  const line = `judged: ${day}`
  const now = anyWatermark.test(before)
    ? before.replace(anyWatermark, line)
    : before.replace(/\r?\n/, `${eol}${line}${eol}`)
  return now + text.slice(before.length)
}

/** The same page with no such day, and without front matter that says nothing else. */
function withoutJudged(text: string): string {
  const before = front.exec(text)?.[0]
  if (before === undefined) return text
  const now = before.replace(/^judged:.*(?:\r?\n|$)/m, '')
  const rest = text.slice(before.length)
  return /^---\r?\n---/.test(now) ? rest.replace(/^\r?\n/, '') : now + rest
}

/** The line that says it. @param why told beside it, and read by nobody but people */
export function lineSaying(said: PairSaid, why: string | undefined): string {
  // No words of a note may pass for a marker, nor a reason for a stamp.
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

/** What the lines of a page say of pairs, with the number of each. */
function linesIn(lines: readonly string[]): PairLine[] {
  const fenced = insideFence(lines)
  return lines.flatMap((line, at) => {
    const [said] = fenced[at] ? [] : sayings(line.replace(/\r$/, ''))
    return said ? [{ at, said }] : []
  })
}

/** What a page says of pairs, in the order of its lines. */
export const pairsSaid = (text: string): PairSaid[] => linesIn(text.split(/\r?\n/)).map(({ said }) => said)

const sayings = (line: string): PairSaid[] =>
  assertionsIn('', line).flatMap(({ assertion }) => (isAboutPair(assertion) ? [assertion] : []))

/**
 * A page with these lines more, each at its place in the order of their letters; as it was where it says so already.
 * Lines of the same pair that say otherwise go.
 *
 * @param text undefined where there is none yet
 * @param meant the belief that an id means: several ids may mean one
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
  for (const { at, said } of standing) {
    const now = byPair.get(pairOf(said))
    if (now === undefined) continue
    if (stanceOf(now.said) === stanceOf(said)) byPair.delete(pairOf(said))
    else gone.add(at)
  }
  const added = [...byPair.values()].map(({ line }) => line).toSorted(compare)
  if (added.length === 0) return page
  if (gone.size === 0) return inserted(lines, standing, added).join(eol)
  const kept = lines.filter((_, at) => !gone.has(at))
  return inserted(kept, linesIn(kept), added).join(eol)
}

/** Each line before the first that stands and comes behind it; the others behind the last, or at the end of the page. */
function inserted(lines: readonly string[], standing: readonly PairLine[], added: readonly string[]): string[] {
  const places = standing.map(({ at }) => at)
  const last = places.at(-1)
  // The most that stands up to each place: where lines are out of order, none is looked at twice.
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
  // Never into a fence, where they would be code: before one that nobody closes.
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

/** The three versions of a page without markers that a merge is made of; undefined where none of them says anything of a pair. */
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
  // Both sides made the page anew where there is no base.
  const before = base === '' ? newPage : was.rest
  const [had, have, known] = [new Set(mine.said), new Set(other.said), new Set(was.said)]
  const said = [...new Set([...mine.said, ...other.said])].filter(
    (line) => (had.has(line) && have.has(line)) || !known.has(line),
  )
  // Where one side wrote nothing but such lines, each stays where the other has it.
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

/** Where both sides moved the day the earlier holds: what one of them never looked at is asked again. */
function earlierOf(base: string, ours: string, theirs: string): Day | null {
  const [was, mine, other] = [base, ours, theirs].map(judgedBefore) as [Day | null, Day | null, Day | null]
  if (mine === other || other === was) return mine
  if (mine === was) return other
  return mine !== null && other !== null ? (mine < other ? mine : other) : null
}
