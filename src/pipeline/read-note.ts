import { readEditDay } from '../memory/assertion.js'
import { retainHeadings, type Config } from '../memory/config.js'
import { mentionsIn, nameWritten, uniqueNames, type EntityPage } from '../memory/entity.js'
import { factId, type Fact } from '../memory/fact.js'
import { withoutTrailing } from '../memory/letters.js'
import { dayOfPath, type Note, type Problem } from '../memory/note.js'
import { splitPage } from '../memory/page.js'
import { spanOfDate, type Day, type Span } from '../memory/time.js'
import { doubtOf } from './doubt.js'
import { parseBullet, type ParsedBullet } from './parse-bullet.js'
import { occurredIn } from './parse-dates.js'
import type { Block, Item } from './block.js'
import { parseFlatMarkdown, parseMarkdown, type StructureParser } from './parse-markdown.js'
import { assertionsIn, handWritten } from './parse-page.js'
import { needsAllReferences, plainText, type NamedReferences } from './parse-text.js'

/**
 * What one note is read up to; beyond it is reported. A line takes half a
 * kilobyte while it is read, a fact four: five megabytes of the shortest ones
 * would take more memory than a small machine has.
 */
const mostLines = 150_000
const mostFacts = 35_000

/** Sections that dreaming writes into daily notes: generated, so never facts. */
const generatedHeading = /^(?:light|rem|deep) sleep$/i

/** The front matter's keys and values, and how many lines the block takes. */
export interface FrontMatter {
  readonly values: Readonly<Record<string, unknown>>
  /** Lines from the top of the file to the closing `---`, both included; 0 where there is none. */
  readonly lines: number
  /** Why the block could not be read; empty where it could. */
  readonly error: string
}

/** The parts of parsing that need a library: loading one costs a hook more than all the rest. */
export interface Parsers {
  readonly frontMatter: (lines: readonly string[]) => FrontMatter
  readonly structure: StructureParser
  readonly named: NamedReferences
}

export type NoteParser = (path: string, text: string, config: Config) => Note

export const noteParser =
  (parsers: Parsers): NoteParser =>
  (path, whole, config) => {
    const text = whole.slice(0, endOfReading(whole))
    const lines = linesOf(path, text)
    const front = parsers.frontMatter(lines)
    const body = lines.map((line, at) => (at < front.lines ? '' : line))
    const tooMuch: number[] = []
    const blocks = parseMarkdown(body, parsers.structure, (line) => tooMuch.push(line))
    const cut = text.length < whole.length
    return readNote({ path, text, front, blocks, tooMuch, cut, config, named: parsers.named })
  }

/**
 * Parse a note that is all headings, paragraphs and bullets at the margin,
 * without front matter, as most daily logs are: no library is needed for it.
 * Undefined for any other.
 */
export function parsePlainNote(path: string, text: string, config: Config): Note | undefined {
  if (endOfReading(text) < text.length) return undefined
  const lines = linesOf(path, text)
  if (lines[0]?.startsWith('---') || needsAllReferences(text)) return undefined
  const blocks = parseFlatMarkdown(lines)
  const front = { values: {}, lines: 0, error: '' }
  return blocks && readNote({ path, text, front, blocks, tooMuch: [], cut: false, config })
}

/** Where the first line stands that is not read; the text's length where all are. */
function endOfReading(text: string): number {
  let lines = 0
  for (let at = 0; text.length > mostLines && at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code !== 10 && (code !== 13 || text.charCodeAt(at + 1) === 10)) continue
    if (++lines === mostLines) return at + 1
  }
  return text.length
}

/** A note's lines; of a page only what a person wrote, the rest blank. */
function linesOf(path: string, text: string): string[] {
  const page = splitPage(text.replace(/^\uFEFF+/, ''))
  return path.startsWith('bank/') ? handWritten(page) : page.lines.flatMap((line) => line.split('\r'))
}

interface ParsedNote {
  readonly path: string
  readonly text: string
  readonly front: FrontMatter
  readonly blocks: readonly Block[]
  /** First lines of the pieces that were too much for the parser. */
  readonly tooMuch: readonly number[]
  /** Whether only its first lines were read. */
  readonly cut: boolean
  readonly config: Config
  readonly named?: NamedReferences
}

/**
 * One Markdown file → its facts, passages and problems.
 *
 * Bullets under a Retain heading are facts; everything else that says something
 * is a passage. In `bank/`, where most lines are generated, only what a person
 * wrote counts, and every typed bullet of theirs is a fact. A bullet that is not
 * well formed becomes a passage and a problem, so its words stay findable.
 */
function readNote({ path, text, front, blocks, tooMuch, cut, config, named }: ParsedNote): Note {
  const inBank = path.startsWith('bank/')
  const problems: Problem[] = []
  const report: NoteContext['report'] = (line, message, hint = '', kind = 'malformed') => {
    problems.push({ path, line, message, hint, kind })
  }
  if (front.error) report(1, front.error, 'write name: value lines between two --- lines')

  const daily = dayOfPath(path)
  const stated = statedDate(front.values['date'])
  if (front.values['date'] !== undefined && stated === undefined) {
    report(1, `front matter date must be a date, got ${written(front.values['date'])}`, 'write date: 2025-11-27')
  }
  const day: Day | null = daily ?? (stated?.start === stated?.end ? (stated?.start ?? null) : null)
  const context: NoteContext = {
    path,
    day,
    origin: inBank ? 'curated' : 'stated',
    everyBulletCounts: inBank,
    occurred: stated ?? null,
    isRetain: retainTest(config.retain.headings),
    named,
    report,
  }
  for (const line of tooMuch)
    report(
      line,
      'too large or too deeply nested, so read line by line: no bullet in it is a fact',
      'cut it with headings',
    )
  const facts = readBlocks(blocks, context)
  if (cut && facts.length < mostFacts) reportRest(mostLines + 1, `${mostLines} lines`, context)
  const entity = path.startsWith('bank/entities/') ? entityPage(path, front.values) : null
  return { path, day, facts, problems, assertions: inBank ? assertionsIn(path, text) : [], entity }
}

interface NoteContext {
  readonly path: string
  readonly day: Day | null
  readonly origin: Fact['origin']
  readonly everyBulletCounts: boolean
  /** What the front matter's `date:` says, for facts whose text names no time. */
  readonly occurred: Span | null
  readonly isRetain: (heading: string) => boolean
  readonly named: NamedReferences | undefined
  readonly report: (line: number, message: string, hint?: string, kind?: Problem['kind']) => void
}

function retainTest(configured: readonly string[]): (heading: string) => boolean {
  const headings = new Set([...retainHeadings, ...configured].map(foldHeading))
  return (heading) => headings.has(foldHeading(heading))
}

const foldHeading = (heading: string): string =>
  withoutTrailing(heading.normalize('NFC').toLowerCase(), ' \t:：').trim()

/** Whatever YAML made of a value, on one line: an object may lack what makes a string of it. */
const written = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').replace(/^"(.*)"$/, '$1').slice(0, 40)

function statedDate(value: unknown): Span | undefined {
  return typeof value === 'string' || typeof value === 'number' ? spanOfDate(String(value)) : undefined
}

function readBlocks(blocks: readonly Block[], context: NoteContext): Fact[] {
  const facts: Fact[] = []
  const trail: { depth: number; text: string }[] = []
  let retainDepth = 0 // of the Retain heading we are under; 0 outside
  let skippedDepth = 0 // of the generated section we are under; 0 outside
  for (const block of blocks) {
    if (block.kind === 'heading') {
      while (trail.length > 0 && trail[trail.length - 1]!.depth >= block.depth) trail.pop()
      if (retainDepth >= block.depth) retainDepth = 0
      if (skippedDepth >= block.depth) skippedDepth = 0
      const title = plainText(block.text, context.named)
      trail.push({ depth: block.depth, text: title })
      if (context.isRetain(title) && retainDepth === 0) retainDepth = block.depth
      if (generatedHeading.test(title) && skippedDepth === 0) skippedDepth = block.depth
      continue
    }
    if (skippedDepth > 0) continue
    const titles = trail.map((heading) => heading.text).filter((title) => title !== '')
    const typed = block.kind === 'item' && (retainDepth > 0 || context.everyBulletCounts)
    const said = typed ? readBullet(block, titles, context) : passages(block, titles, context)
    for (const fact of said) facts.push(fact)
    if (facts.length <= mostFacts) continue
    const [over] = facts.splice(mostFacts)
    reportRest(over!.source.first, `${mostFacts} bullets and paragraphs`, context)
    break
  }
  return facts
}

function reportRest(line: number, most: string, { report }: NoteContext): void {
  report(line, `not indexed from here on: ${most} are the most of one note`, 'cut it into several', 'skipped')
}

function readBullet(item: Item, trail: readonly string[], context: NoteContext): Fact[] {
  const text = joined(item)
  // A line that was proposed for MEMORY.md says what a fact of the logs says: it is none of its own.
  const parsed: ParsedBullet = isProposed(text) ? { what: 'narrative' } : parseBullet(text, context.named)
  const reportNested = (): void => {
    for (const nested of item.children.flatMap(itemsIn)) {
      if (parseBullet(joined(nested), context.named).what !== 'fact') continue
      context.report(
        nested.first,
        'a typed bullet is nested in another, so it is no fact of its own',
        'move it out to the margin',
      )
    }
  }
  const doubt = doubtOf(text, parsed)
  if (doubt) context.report(item.first, doubt.message, doubt.hint, 'doubtful')
  if (parsed.what === 'narrative') {
    reportNested()
    return passages(item, trail, context)
  }
  if (parsed.what === 'malformed') {
    context.report(item.first, parsed.malformed.message, parsed.malformed.hint)
    reportNested()
    return [passage(text, item, trail, context)].filter((fact) => fact.text !== '')
  }
  reportNested()
  return [statedFact(parsed, item, trail, context)]
}

/** `@Peter: Likes tea <!-- ^k3f9a2c1x7 -->` */
const isProposed = (bullet: string): boolean => /<!-- \^[0-9a-z]{10} -->$/.test(bullet.trimEnd())

/** Items below a block, at any depth, in order. */
function itemsIn(block: Block): Item[] {
  if (!('children' in block)) return []
  const below = block.children.flatMap(itemsIn)
  return block.kind === 'item' ? [block, ...below] : below
}

/** A bullet's whole text on one line, nested items as `- item`. */
const joined = (item: Item): string => joinedChildren(item.children)

function joinedChildren(children: readonly Block[]): string {
  const parts = children.map((child): string => {
    if (!('children' in child)) return child.text
    const inner = joinedChildren(child.children)
    return child.kind === 'item' && inner !== '' ? `- ${inner}` : inner
  })
  return parts.filter((part) => part !== '').join(' ')
}

function statedFact(
  parsed: ParsedBullet & { what: 'fact' },
  item: Item,
  trail: readonly string[],
  context: NoteContext,
): Fact {
  const { bullet } = parsed
  // A person's bullet in a page may carry its day.
  const day = context.everyBulletCounts && bullet.on !== null ? readEditDay(bullet.on).day : context.day
  return {
    ...bullet,
    id: factId(bullet, day),
    origin: context.origin,
    day,
    occurred: occurredIn(bullet.text, day) ?? context.occurred,
    trail,
    source: { path: context.path, first: item.first, last: item.last },
  }
}

/** Narrative: one passage per paragraph, table row, code block and list item's own lines. */
function passages(block: Block, trail: readonly string[], context: NoteContext): Fact[] {
  if (block.kind === 'heading') return []
  if (!('children' in block)) return [passage(block.text, block, trail, context)].filter((made) => made.text !== '')
  return block.children.flatMap((child) => passages(child, trail, context))
}

function passage(
  markdown: string,
  place: { first: number; last: number },
  trail: readonly string[],
  context: NoteContext,
): Fact {
  const text = plainText(markdown, context.named)
  const statement = { kind: 'passage', text, mentions: uniqueNames(mentionsIn(text)), leading: 0 } as const
  return {
    ...statement,
    id: factId(statement, context.day),
    origin: context.origin,
    confidence: null,
    until: null,
    was: null,
    of: null,
    on: null,
    day: context.day,
    occurred: occurredIn(text, context.day) ?? context.occurred,
    trail,
    source: { path: context.path, first: place.first, last: place.last },
  }
}

function entityPage(path: string, front: Readonly<Record<string, unknown>>): EntityPage {
  const fileName = path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/i, '')
  const type = front['type']
  return {
    name: namesIn(front['name'])[0] ?? fileName,
    aliases: namesIn(front['aliases']),
    not: namesIn(front['not']),
    type: typeof type === 'string' ? type : null,
  }
}

/** A list of names as people write it in front matter: `[a, b]`, one name, or nothing. */
function namesIn(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value]
  return list
    .filter((name): name is string | number => typeof name === 'string' || typeof name === 'number')
    .map((name) => nameWritten(String(name)))
    .filter((name) => name !== '')
}
