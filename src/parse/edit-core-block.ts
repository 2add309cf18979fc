import { charactersIn, coreBlocks, coreFile, headingIn, isClosed, blockKey, type ParsedBlock } from './core-blocks.js'
import { parseFrontMatter } from './parse-front-matter.js'
import { isSameText, occurrences } from '../text/folded.js'

/** An edit of a block of MEMORY.md. Its texts may have any line ends; they are written with those of the file. */
export type BlockEdit =
  | { readonly edit: 'append'; readonly text: string }
  | { readonly edit: 'replace'; readonly old: string; readonly new: string }
  | {
      readonly edit: 'insert'
      readonly text: string
      /** The 1-based line of the file that the text goes behind. */
      readonly line: number
    }

/** A file with an edit in it; every byte beside the block is as it was. */
export interface Edited {
  readonly text: string
  /** The lines that say what was asked, 1-based; null where something was deleted. */
  readonly lines: readonly [first: number, last: number] | null
  /** The block's name after the edit, a new one where its heading was replaced; null where the block was deleted. */
  readonly name: string | null
  /** Characters of the block after the edit. */
  readonly used: number
}

/** Why an edit cannot be made: what was found, and what would be right. */
export interface Refusal {
  readonly refused: string
}

/** A line with what ends it; the last of a file may have nothing. */
type Row = string

/** A file in rows. The first `front` of them are front matter, where no block can be written. */
interface BlockText {
  readonly text: string
  readonly bom: string
  readonly rows: readonly Row[]
  readonly eol: string
  readonly front: number
}

/**
 * Make an edit of a block, or say why it cannot be made.
 *
 * @param name of the block; one that is not there is made by an append, at the end
 * @param block undefined where there is none of that name
 */
export function withBlockEdit(
  text: string,
  name: string,
  block: ParsedBlock | undefined,
  edit: BlockEdit,
): Edited | Refusal {
  const bom = text.startsWith('\uFEFF') ? '\uFEFF' : ''
  const body = text.slice(bom.length)
  const rows = body === '' ? [] : body.split(/(?<=\n)/)
  const front = parseFrontMatter(rows.map(withoutEol)).lines
  const place: BlockText = { text, bom, rows, front, eol: text.includes('\r\n') ? '\r\n' : '\n' }
  const made = edit.edit === 'replace' ? replaced(place, block!, edit) : added(place, name, block, edit)
  if ('refused' in made) return made
  const edited = { ...made, text: bom + made.text }
  const used = charactersIn(block?.text ?? '')
  return edited.text === text ? { ...edited, used } : held(place, name, block, edit, edited)
}

/** `text` has no byte order mark yet. */
type BlockMade = Omit<Edited, 'used'>

const withoutEol = (row: Row): string => row.replace(/\r?\n$/, '')
const isBlank = (row: Row | undefined): boolean => row !== undefined && row.trim() === ''

/** The lines of a text, without blank ones at its ends: these might stand beside a blank line of the file. */
function linesIn(text: string): string[] {
  const lines = text.split(/\r?\n/)
  const isSaid = (line: string): boolean => line.trim() !== ''
  return lines.slice(Math.max(0, lines.findIndex(isSaid)), lines.findLastIndex(isSaid) + 1)
}

function added(
  place: BlockText,
  name: string,
  block: ParsedBlock | undefined,
  edit: Exclude<BlockEdit, { edit: 'replace' }>,
): BlockMade | Refusal {
  const { rows, front } = place
  const lines = linesIn(edit.text)
  if (block === undefined) return name === coreFile ? aboveAll(place, lines) : atEnd(place, name, lines)
  const own = rows.slice(0, block.last).map(withoutEol)
  const standsAt = (at: number): boolean =>
    lines.every((line, more) => at + more < own.length && isSameText(own[at + more]!, line))
  const as = (at: number): BlockMade => ({ text: rows.join(''), lines: [at + 1, at + lines.length], name: block.name })
  // A caller that got no answer may ask twice: the text is written once.
  if (edit.edit === 'insert') {
    const from = Math.max(block.first, front)
    if (edit.line < from || edit.line > block.last)
      return { refused: `line ${edit.line} is none of ${block.name}, which stands on ${told(from, block.last)}` }
    return standsAt(edit.line) ? as(edit.line) : { ...insertedBehind(place, edit.line, lines), name: block.name }
  }
  const top = Math.max(block.hasHeading ? block.first : block.first - 1, front)
  const saysMuch = lines.some((line) => /[\p{L}\p{N}]/u.test(line))
  const said = saysMuch ? own.findIndex((_, at) => at >= top && standsAt(at)) : -1
  if (said >= 0) return as(said)
  const apart = continuesBullet(own.slice(top), lines[0]!) ? [''] : []
  const { text, lines: put } = insertedBehind(place, Math.max(block.last, front), [...apart, ...lines])
  return { text, lines: [put![0] + apart.length, put![1]], name: block.name }
}

const bulletMark = /^\s*(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/

/**
 * Whether Markdown would take a line for more of the bullet that the lines above end in, though it is not indented as
 * one that is meant so: the bullet would say something else, and a fact have another id.
 */
function continuesBullet(above: readonly string[], line: string): boolean {
  if (/^[ \t]/.test(line) || bulletMark.test(line)) return false
  const own = above.slice(above.findLastIndex((each) => each.trim() === '') + 1)
  return own.some((each) => bulletMark.test(each))
}

/** Adds lines in front of the first heading, where nothing stands yet. */
function aboveAll(place: BlockText, lines: readonly string[]): BlockMade {
  const { rows, front } = place
  const next = rows[front]
  const { text } = insertedBehind(place, front, next === undefined || isBlank(next) ? lines : [...lines, ''])
  return { text, lines: [front + 1, front + lines.length], name: coreFile }
}

function atEnd({ rows, eol }: BlockText, name: string, lines: readonly string[]): BlockMade {
  const before = rows.map((row, at) => (at === rows.length - 1 && !row.endsWith('\n') ? row + eol : row))
  const gap = before.length === 0 || isBlank(before.at(-1)) ? [] : [eol]
  const first = before.length + gap.length + 3
  const more = [`## ${name}`, '', ...lines].map((line) => line + eol)
  return { text: [...before, ...gap, ...more].join(''), lines: [first, first + lines.length - 1], name }
}

/** @param after how many rows stand before; a file that ends without a line end ends without one still */
function insertedBehind({ rows, eol }: BlockText, after: number, lines: readonly string[]): Omit<BlockMade, 'name'> {
  const before = rows.slice(0, after).join('')
  const isOpen = before !== '' && !before.endsWith('\n')
  const more = lines.join(eol)
  return {
    text: isOpen ? before + eol + more : [before, more, eol, ...rows.slice(after)].join(''),
    lines: [after + 1, after + lines.length],
  }
}

/** How many lines are named where a text stands more than once. */
const mostTold = 10

function replaced(
  place: BlockText,
  block: ParsedBlock,
  edit: Extract<BlockEdit, { edit: 'replace' }>,
): BlockMade | Refusal {
  const { rows, eol, front, text } = place
  // Blank lines above the first text of a file belong to no other block.
  const from = block.hasHeading ? Math.max(block.first - 1, front) : front
  const own = rows.slice(from, block.end)
  const whole = own.map((row) => row.replace(/\r\n$/, '\n')).join('')
  const [asked, now] = [edit.old, edit.new].map((each) => each.replaceAll('\r\n', '\n')) as [string, string]
  const found = occurrences(whole, asked)
  const lineAt = (offset: number): number => from + whole.slice(0, offset).split('\n').length
  if (found.length === 0) return { refused: missing(text, block, asked) }
  if (found.length > 1) {
    const places = [...new Set(found.map(({ start }) => lineAt(start)))]
    const more = places.length > mostTold ? ` and ${places.length - mostTold} more` : ''
    const many = places.slice(0, mostTold).join(', ')
    return {
      refused: `“${cut(asked)}” stands ${found.length} times in ${block.name}, on ${places.length === 1 ? 'line' : 'lines'} ${many}${more}: take words along that only the one has`,
    }
  }
  const { start, end } = found[0]!
  // The words as the file has them, perhaps in other bytes than those asked for.
  const old = whole.slice(start, end)
  if (now === asked) return { text: rows.join(''), lines: linesFrom(lineAt(start), now), name: block.name }
  const isWhole = now.trim() === '' && old.trim() === whole.trim()
  if (isWhole)
    return {
      text: [...rows.slice(0, from), ...rows.slice(block.end)].join(''),
      lines: null,
      name: null,
    }
  // Line ends that both texts have in common stay as they are, in a file that has two kinds.
  const [head, tail] = common(old, now)
  const raw = own.join('')
  const [cutFrom, cutTo] = [start + head, start + old.length - tail].map((offset) => rawOffset(own, offset))
  const put = now.slice(head, now.length - tail).replaceAll('\n', eol)
  const made = raw.slice(0, cutFrom) + put + raw.slice(cutTo)
  if (now !== '' || old.trim() === '') {
    const changed = [...rows.slice(0, from), made, ...rows.slice(block.end)].join('')
    return { text: changed, lines: linesFrom(lineAt(start), now), name: block.name }
  }
  const isWholeLine = old.endsWith('\n') && (cutFrom === 0 || raw[cutFrom! - 1] === '\n')
  const kept = withoutEmptied(made.split(/(?<=\n)/), made.slice(0, cutFrom).split('\n').length - 1, isWholeLine)
  const isLast = block.end >= rows.length && kept.length > 0 && !raw.endsWith('\n')
  const body = kept.join('')
  const left = isLast ? body.replace(/\r?\n$/, '') : body
  return { text: [...rows.slice(0, from), left, ...rows.slice(block.end)].join(''), lines: null, name: block.name }
}

/**
 * Rows without the one that an edit left empty, or with nothing but a bullet's mark, and without one of two blank rows
 * that now stand beside each other.
 *
 * @param isGone whether the row went with its line end, so that the next one stands in its place
 */
function withoutEmptied(rows: readonly Row[], at: number, isGone: boolean): Row[] {
  const isEmptied = !isGone && /^\s*(?:[-*+]|\d{1,9}[.)])?\s*$/.test(rows[at] ?? 'x')
  const left = isEmptied ? rows.toSpliced(at, 1) : [...rows]
  const isGap = (isGone || isEmptied) && isBlank(left[at - 1]) && isBlank(left[at])
  return isGap ? left.toSpliced(at, 1) : left
}

const linesFrom = (first: number, text: string): Edited['lines'] =>
  text === '' ? null : [first, first + text.replace(/\n$/, '').split('\n').length - 1]

function common(a: string, b: string): [head: number, tail: number] {
  const most = Math.min(a.length, b.length)
  let head = 0
  while (head < most && a[head] === b[head]) head++
  let tail = 0
  while (tail < most - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++
  return [head, tail]
}

/** Turns an offset in rows with LF alone into one in the rows as they are, with LF or CRLF. */
function rawOffset(rows: readonly Row[], offset: number): number {
  let [left, raw] = [offset, 0]
  for (const row of rows) {
    const length = row.endsWith('\r\n') ? row.length - 1 : row.length
    if (left < length) return raw + left
    left -= length
    raw += row.length
  }
  return raw + left
}

const cut = (text: string): string => {
  const [line = ''] = text.trim().split('\n')
  return line === text ? shortened(line) : `${shortened(line)}…`.replace('……', '…')
}
const shortened = (line: string): string => (line.length > 60 ? `${[...line].slice(0, 60).join('')}…` : line)
const told = (first: number, last: number): string => (first === last ? `line ${first}` : `lines ${first} to ${last}`)

/** Why a text was not found: in which block it stands, or the line that is nearest to it. */
function missing(text: string, block: ParsedBlock, old: string): string {
  const none = `“${cut(old)}” does not stand in ${block.name}`
  if (hasNumbers(old)) return `${none}: leave out the line numbers that core show prints`
  const blocks = coreBlocks(coreFile, text)
  const other = blocks.find((each) => occurrences(each.text.replaceAll('\r\n', '\n'), old).length > 0)
  if (other?.first === block.first) return `${none} below its front matter`
  if (other) return `${none}, but in ${other.name} (${other.path}#L${other.first}-L${other.last})`
  const wanted = pairsOf(linesIn(old)[0] ?? '')
  const lines = block.text.split('\n').map((line, at) => ({ line, at, near: alike(wanted, pairsOf(line)) }))
  const nearest = lines.reduce((a, b) => (b.near > a.near ? b : a))
  return nearest.near < leastAlike
    ? none
    : `${none}: the nearest is line ${block.first + nearest.at}, “${shortened(nearest.line.trim())}”`
}

const leastAlike = 0.3
/** Characters of a line that are compared: the start of a long one says enough. */
const mostCompared = 300

const pairsOf = (line: string): Set<string> => {
  const text = line.slice(0, mostCompared).normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim()
  return new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2)))
}

/** Dice's coefficient of their pairs of letters: 0 to 1. */
const alike = (a: ReadonlySet<string>, b: ReadonlySet<string>): number =>
  a.size + b.size === 0 ? 0 : (2 * [...a].filter((pair) => b.has(pair)).length) / (a.size + b.size)

/** Whether a line begins as `memory core show` prints it: `  12→Likes tea`. */
export const hasNumbers = (text: string): boolean => /^\s*\d+→/m.test(text)

/** The edit with its block's new length; refused where it changes another block, or where one begins. */
function held(
  { text: before }: BlockText,
  name: string,
  block: ParsedBlock | undefined,
  edit: BlockEdit,
  edited: BlockMade,
): Edited | Refusal {
  const was = coreBlocks(coreFile, before)
  const now = coreBlocks(coreFile, edited.text)
  const at = block ? was.findIndex(({ first }) => first === block.first) : name === coreFile ? 0 : was.length
  const others = block ? was.toSpliced(at, 1) : was
  const isSame = (a: ParsedBlock | undefined, b: ParsedBlock): boolean => a?.name === b.name && a.text === b.text
  const isThere = (made: readonly ParsedBlock[]): boolean =>
    made.length === others.length && others.every((each, index) => isSame(made[index], each))
  if (edited.name === null && isThere(now)) return { ...edited, used: 0 }
  const made = now[at]
  const given = edit.edit === 'replace' ? edit.new : edit.text
  if (made === undefined || !isThere(now.toSpliced(at, 1)))
    return { refused: block === undefined && now.length === was.length ? openAbove : upset(others, now, at, given) }
  if (block && made.hasHeading !== block.hasHeading)
    return { refused: block.hasHeading ? headingGone : another(made.text.split('\n')[0]!) }
  if (block === undefined && made.name !== name)
    return { refused: `no heading can say ${JSON.stringify(name)}: it would be read as ${JSON.stringify(made.name)}` }
  const lines = made.text.split('\n')
  const wasClosed = block === undefined || isClosed(block.text.split('\n'))
  if (wasClosed && !isClosed(lines)) return { refused: leftOpen }
  const began = wasClosed ? undefined : headingIn(given.split(/\r?\n/))
  if (began !== undefined) return { refused: another(began) }
  const twin =
    made.name === block?.name ? undefined : others.find((each) => blockKey(each.name) === blockKey(made.name))
  if (twin) return { refused: `there is a block ${made.name} already (${twin.path}#L${twin.first})` }
  return { ...edited, name: made.name, used: charactersIn(made.text) }
}

const leftOpen =
  'the text opens a code fence, a comment or HTML that takes in what follows: close it, and put a fence at the margin'
const headingGone = 'the heading would go, and its text be that of the block above: keep it, or replace the whole block'
const openAbove =
  'no block can begin at the end of the file: a code fence, a comment or HTML above is left open, or a fence there is indented'
const another = (line: string): string =>
  `the text would begin another block with “${shortened(line.trim())}”: append to a block of that name, or write it without #`

function upset(others: readonly ParsedBlock[], now: readonly ParsedBlock[], at: number, given: string): string {
  const fresh = now.length > others.length + 1 ? now[at + 1] : undefined
  const began = fresh?.text.split('\n')[0] ?? headingIn(given.split(/\r?\n/))
  if (began !== undefined && now.length > others.length) return another(began)
  return now.length <= others.length && isClosed(given.split(/\r?\n/)) ? headingGone : leftOpen
}
