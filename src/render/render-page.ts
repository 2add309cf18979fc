import { conflictsIn } from '../text/conflict.js'
import {
  beginMarker,
  endMarker,
  isOurs,
  isSealed,
  hashOfLines,
  readBeginMarker,
  readStamp,
  splitPage,
  type PageLine,
  withoutMarker,
} from '../model/page.js'

/** The text to write, or why none is written. */
export type RenderedPage =
  | { readonly what: 'write'; readonly text: string }
  /** Neither facts nor words of a person's are left: the file goes. */
  | { readonly what: 'remove' }
  /** The block's markers are missing or doubled, or a conflict in it is unsolved: the file stays as it is. */
  | { readonly what: 'damaged' }

interface PageInput {
  /** The filled template: a whole page. */
  readonly filled: string
  /** Whether the page has no fact to show. */
  readonly empty: boolean
  /** The file as it stands; undefined where there is none. */
  readonly existing: string | undefined
  readonly readLine: (line: string) => PageLine
}

/**
 * Puts a freshly filled template into a page.
 *
 * Only the generated block is replaced; the text outside survives byte for byte. Inside the block a person's lines
 * survive too: an edited line takes the place of the line it edits, any other stays behind the same line as before. A
 * file with a name and nothing else is a person's wish for a page.
 */
export function renderPage({ filled, empty, existing, readLine }: PageInput): RenderedPage {
  const fresh = splitPage(tidy(filled))
  if (!fresh.block) throw new Error('a page template must hold one begin and one end marker')
  const block = trimBlank(fresh.lines.slice(fresh.block.begin + 1, fresh.block.end))
  const layout = layoutHash(block)
  const make = (before: readonly string[], within: readonly string[], after: readonly string[], eol = ''): string =>
    [...before, ...[beginMarker(layout), ...within, endMarker].map((line) => line + eol), ...after].join('\n')
  const untouched = make(fresh.lines.slice(0, fresh.block.begin), block, fresh.lines.slice(fresh.block.end + 1))

  if (existing === undefined) return empty ? { what: 'remove' } : { what: 'write', text: untouched }
  const page = splitPage(existing)
  if (!/<!-- memory:(?:begin|end)/.test(existing) && isBare(page.lines)) {
    if (empty) return { what: 'write', text: existing }
    const end = existing.includes('\r\n') ? '\r' : ''
    const [head, tail] = [
      headFor(page.lines, fresh.lines.slice(0, fresh.block.begin)),
      fresh.lines.slice(fresh.block.end + 1),
    ]
    return {
      what: 'write',
      text: make(
        head.map((line) => line + end),
        block,
        tail,
        end,
      ),
    }
  }
  if (!page.block || conflictsIn(existing).length > 0) return { what: 'damaged' }
  const { begin, end } = page.block
  const oldLayout = readBeginMarker(page.lines[begin]!) ?? ''
  const within = keepHandWritten(block, page.lines.slice(begin + 1, end), oldLayout, readLine)
  // The block takes the line ends of its first marker; its last line keeps the end of the file.
  const eol = page.raw[begin]!.endsWith('\r') ? '\r' : ''
  const after = page.raw.slice(end + 1)
  const text = make(page.raw.slice(0, begin), within, after, eol)
  if (empty && text.replaceAll('\r\n', '\n') === untouched) return { what: 'remove' }
  return { what: 'write', text: after.length === 0 && eol !== '' ? text.slice(0, -1) : text }
}

const frontMatter = /^---[ \t]*\n(?:[\s\S]*?\n)??---[ \t]*(?=\n|$)/

/** Whether a page holds at most front matter and a title. */
function isBare(lines: readonly string[]): boolean {
  const below = lines
    .join('\n')
    .replace(/^\ufeff/, '')
    .replace(frontMatter, '')
  return /^\s*(?:# [^\n]*)?\s*$/.test(below)
}

/** The front matter and title of a bare page; a part that is missing comes from the fresh page. */
function headFor(lines: readonly string[], fresh: readonly string[]): string[] {
  const [own, ours] = [lines, fresh].map((each) => {
    const text = each.join('\n').replace(/^\ufeff/, '')
    const front = frontMatter.exec(text)?.[0]
    return { front, title: /^# .*$/m.exec(text.slice(front?.length ?? 0))?.[0] }
  })
  const [front, title] = [own!.front ?? ours!.front, own!.title ?? ours!.title]
  return [front, title].flatMap((part) => (part === undefined ? [] : [...part.split('\n'), '']))
}

/** Eight hex digits that hash the block's lines but for bullets: they show whether a person changed any. */
export const layoutHash = (lines: readonly string[]): string => hashOfLines(lines.filter(isLayout))

const isLayout = (line: string): boolean => line.trim() !== '' && !line.startsWith('- ') && !isSealed(line)

/** The most combinations to try: each further place with a person's text multiplies them, and few pages have many. */
const mostTries = 2000
/** The most lines to hash in all tries; a block of ours has some dozens. */
const mostHashed = 200_000

/**
 * Which lines of a block are a person's text: those without which the rest fits the hash of the marker. Where no choice
 * fits, somebody changed our own text, and all text counts as theirs.
 */
export function textByHand(lines: readonly string[], layout: string | undefined): boolean[] {
  const all = lines.flatMap((line, at) => (isLayout(line) ? [at] : []))
  // No text either: lines of ours whose list marker a formatter changed, and a person's bullets with any marker.
  const texts = all.filter((at) => withoutMarker(lines[at]!) === undefined && readStamp(lines[at]!) === undefined)
  for (const places of texts.length < all.length ? [texts, all] : [all]) {
    let tries = Math.min(mostTries, Math.ceil(mostHashed / (places.length + 1)))
    for (const without of someOf(places)) {
      if (tries-- < 0) break
      if (hashOfLines(places.flatMap((at) => (without.has(at) ? [] : [lines[at]!]))) === layout)
        return lines.map((_, at) => without.has(at))
    }
  }
  return lines.map(isLayout)
}

/** Choices of places, the likeliest first: none, then each run of lines, then two or three lines anywhere. */
function* someOf(places: readonly number[]): Generator<ReadonlySet<number>> {
  yield new Set()
  for (let length = 1; length <= places.length; length++)
    for (let from = 0; from + length <= places.length; from++) yield new Set(places.slice(from, from + length))
  for (const [at, first] of places.entries())
    for (const [next, second] of places.slice(at + 1).entries()) {
      yield new Set([first, second])
      for (const third of places.slice(at + next + 2)) yield new Set([first, second, third])
    }
}

function keepHandWritten(
  block: readonly string[],
  old: readonly string[],
  oldLayout: string,
  readLine: (line: string) => PageLine,
): string[] {
  const byHand = textByHand(old, oldLayout)
  const own = new Set(block)
  const nameOf = (line: string): string => readStamp(line)?.stamp.id ?? line

  // A person's lines, by the id or text of the line above them ('' at the top).
  const edits = new Map<string, string[]>()
  const additions = new Map<string, string[]>()
  const push = (map: Map<string, string[]>, key: string, line: string): void => {
    const lines = map.get(key)
    if (lines) lines.push(line)
    else map.set(key, [line])
  }
  let above: string | undefined
  for (const [at, line] of old.entries()) {
    if (line.trim() === '') continue
    if (own.has(line)) {
      above = line
      continue
    }
    const read = readLine(line)
    const theirs = read.what === 'text' ? byHand[at] : !isOurs(read)
    if (read.what === 'edited') push(edits, read.id, line)
    else if (theirs) push(additions, above === undefined ? '' : nameOf(above), line)
    if (!theirs || read.what === 'edited') above = line
  }
  if (edits.size === 0 && additions.size === 0) return [...block]

  const kept: string[] = []
  const place = (line: string): void => {
    const id = readStamp(line)?.stamp.id
    const replaced = id === undefined ? undefined : edits.get(id)
    kept.push(...(replaced ?? [line]))
    if (id !== undefined) edits.delete(id)
    kept.push(...take(additions, nameOf(line)))
  }
  kept.push(...take(additions, ''))
  for (const line of block) place(line)
  // Lines whose neighbour left the page go to the end of the block.
  return [...kept, ...[...edits.values(), ...additions.values()].flat()]
}

function take(map: Map<string, string[]>, key: string): string[] {
  const lines = map.get(key) ?? []
  map.delete(key)
  return lines
}

/** A text with at most one blank line in a row, and none at its ends but the final newline. */
const tidy = (text: string): string =>
  `${text
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()}\n`

function trimBlank(lines: readonly string[]): string[] {
  const trimmed = [...lines]
  while (trimmed.length > 0 && trimmed[0]!.trim() === '') trimmed.shift()
  while (trimmed.length > 0 && trimmed.at(-1)!.trim() === '') trimmed.pop()
  return trimmed
}
