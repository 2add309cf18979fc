import type { Config } from '../model/config.js'
import type { Fact, FactId } from '../model/fact.js'
import { looksTyped } from './lint.js'
import { parseNote } from './parse-note.js'
import { isOutsideRetain } from './read-note.js'
import { withRetained } from './with-retained.js'

/** A line that a move takes away (numbered as before the move) or adds (numbered as after it); 1-based. */
export interface MovedLine {
  readonly sign: '-' | '+'
  readonly line: number
  readonly text: string
}

export interface MendedNote {
  readonly text: string
  readonly bullets: number
  readonly lines: readonly MovedLine[]
}

/** A bullet that stands under no Retain heading, and the lines that it has. */
interface Stray {
  readonly bullet: string
  readonly id: FactId
  /** 0-based, both included. */
  readonly first: number
  readonly last: number
}

const marker = /^[-*+][ \t]+(?=[A-Z])/

export const mayHaveStray = (text: string): boolean => /^[-*+][ \t]+[A-Z]/m.test(text)

/**
 * Moves a log's typed bullets that stand under no Retain heading, and so are no facts: behind the last fact, else below
 * the last Retain heading, else below a new one at the end. Every other line stays.
 *
 *     ## Facts                        ## Facts
 *     - O(c=0.8) @Ann: Likes rain  →
 *     A walk.                         A walk.
 *
 *                                     ## Retain
 *                                     - O(c=0.8) @Ann: Likes rain
 *
 * A bullet stays where it is if it has more below it, if a fact of the note says the same already, or if moving it
 * would change how another line is read. Undefined where nothing is to be moved.
 */
export function withSlipsMended(path: string, text: string, config: Config): MendedNote | undefined {
  if (!mayHaveStray(text)) return undefined
  const { facts, problems } = parseNote(path, text, config)
  if (!problems.some(isOutsideRetain)) return undefined
  let best: MendedNote | undefined
  let good: readonly Stray[] = []
  // Halves the list until only bullets are left out that cannot be moved.
  const add = (more: readonly Stray[]): void => {
    const made = moved(path, text, facts, [...good, ...more], config)
    if (made !== undefined) [best, good] = [made, [...good, ...more]]
    else if (more.length > 1) {
      const half = Math.ceil(more.length / 2)
      add(more.slice(0, half))
      add(more.slice(half))
    }
  }
  add(straysIn(path, text, facts, config))
  return best
}

function straysIn(path: string, text: string, facts: readonly Fact[], config: Config): Stray[] {
  const lines = text.split('\n')
  const known = new Set(facts.flatMap(({ kind, id }) => (kind === 'passage' ? [] : [id])))
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  return facts.flatMap(({ kind, source }): Stray[] => {
    const [first, last] = [source.first - 1, source.last - 1]
    const begins = lines[first] ?? ''
    const said = begins.replace(marker, '')
    if (kind !== 'passage' || said === begins || !looksTyped(said) || !endsAt(lines, last)) return []
    const own = lines.slice(first, last + 1).map((line) => line.replace(/\r$/, ''))
    const bullet = own.join(eol).replace(/^[*+]/, '-')
    const [fact, ...more] = parseNote(path, `## Retain\n${bullet}\n`, config).facts
    if (fact === undefined || fact.kind === 'passage' || more.length > 0 || known.has(fact.id)) return []
    known.add(fact.id)
    return [{ bullet, id: fact.id, first, last }]
  })
}

const isBlankLine = (line: string): boolean => line.trim() === ''

/** Whether the lines below a bullet's last line cannot belong to the bullet. */
function endsAt(lines: readonly string[], last: number): boolean {
  const next = lines[last + 1]
  if (next !== undefined && !isBlankLine(next) && !/^(?:[-*+][ \t]|#{1,6}[ \t])/.test(next)) return false
  let below = last + 1
  while (below < lines.length && isBlankLine(lines[below]!)) below++
  return !/^[ \t]/.test(lines[below] ?? '')
}

function moved(
  path: string,
  text: string,
  facts: readonly Fact[],
  stray: readonly Stray[],
  config: Config,
): MendedNote | undefined {
  if (stray.length === 0) return undefined
  const lines = text.split('\n')
  const gone = new Set(stray.flatMap(({ first, last }) => range(first, last)))
  // Of two blank lines that would meet, one is taken out too.
  for (const { first } of stray) {
    let behind = first
    while (gone.has(behind)) behind++
    if ((first > 0 && !isBlankLine(lines[first - 1]!)) || !isBlankLine(lines[behind] ?? '')) continue
    if (first > 0) gone.add(first - 1)
    else if (behind < lines.length - 1) gone.add(behind)
  }
  const left = lines.filter((_, at) => !gone.has(at)).join('\n')
  const bullets = stray.map(({ bullet }) => bullet)
  const made = withRetained(path, left, bullets, config)?.text
  if (made === undefined) return undefined
  const after = parseNote(path, made, config).facts
  const ids = new Set(stray.map(({ id }) => id))
  const places = new Set(stray.map(({ first }) => first + 1))
  const isMoved = ({ kind, source }: Fact): boolean => kind === 'passage' && places.has(source.first)
  const isStated = ({ kind, id }: Fact): boolean => kind !== 'passage' && ids.has(id)
  if (after.filter(isStated).length !== stray.length) return undefined
  const before = facts.filter((fact) => !isMoved(fact))
  const rest = after.filter((fact) => !isStated(fact))
  if (readOf(lines, before) !== readOf(made.split('\n'), rest)) return undefined
  return { text: made, bullets: stray.length, lines: linesBetween(lines, gone, made.split('\n')) }
}

const range = (first: number, last: number): number[] => Array.from({ length: last - first + 1 }, (_, at) => first + at)

/** How all facts and passages are read. Headings are left out: one that lost its only bullet becomes a passage. */
const readOf = (lines: readonly string[], facts: readonly Fact[]): string =>
  JSON.stringify(
    facts
      .filter(({ kind, source }) => kind !== 'passage' || !lines[source.first - 1]!.startsWith('#'))
      .map(({ kind, text, mentions, leading, confidence, until, trail, label }) =>
        JSON.stringify({ kind, text, mentions, leading, confidence, until, trail, label }),
      ),
  )

/** The lines that go from the note, and the lines that come into it; blank ones are left out. */
function linesBetween(before: readonly string[], gone: ReadonlySet<number>, after: readonly string[]): MovedLine[] {
  const left = before.filter((_, at) => !gone.has(at))
  const shown = (sign: MovedLine['sign'], at: number, text: string): MovedLine => ({
    sign,
    line: at + 1,
    text: text.replace(/\r$/, ''),
  })
  let [start, end] = [0, 0]
  while (start < left.length && left[start] === after[start]) start++
  while (end < left.length - start && left.at(-1 - end) === after.at(-1 - end)) end++
  return [
    ...[...gone].toSorted((a, b) => a - b).map((at) => shown('-', at, before[at]!)),
    ...after.slice(start, after.length - end).map((text, at) => shown('+', start + at, text)),
  ].filter(({ text }) => !isBlankLine(text))
}
