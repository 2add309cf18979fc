import { readEditDay } from '../model/assertion.js'
import type { ReadingConfig } from '../model/config.js'
import { mentionsIn, nameWritten, uniqueNames, type EntityPage } from '../model/entity.js'
import { noAttributes, factId, type Fact } from '../model/fact.js'
import { kindOfLetter } from '../model/kind.js'
import { wholeConflictsIn } from '../text/conflict.js'
import { singleSpaced } from '../text/letters.js'
import { mayBeHeld, type OriginClass } from '../model/origin-class.js'
import type { LabelKind } from '../model/label.js'
import type { Annotations } from '../model/annotations.js'
import { dateOfName, type FileDate } from '../model/file-date.js'
import { dayOfPath, isCopied, logNamesMeant, spanOfPath, type Note, type Problem } from '../model/note.js'
import { splitPage } from '../model/page.js'
import { spanOfDate, type Day, type Span } from '../model/time.js'
import { lintBullet, lintLine, looksTyped, misreadEdit } from './lint.js'
import { parseBullet, type ParsedBullet, type Malformed } from './parse-bullet.js'
import { labelAlone } from '../language/labels.js'
import { occurredIn } from '../language/occurred.js'
import type { Block, Heading, Item, Leaf } from './block.js'
import { copiedFrom, dreamtHeading, dreamtIn, type Dreamt } from './dreaming.js'
import { annotationsAbove, annotationsIn, mayAnnotateBelow } from './annotations.js'
import { parseMarkdown, parsePlainMarkdown, type Shortfall, type StructureParser } from './parse-markdown.js'
import { assertionsIn, handWritten } from './parse-page.js'
import { originClassOfNote } from './note-origin.js'
import { frontMatterWords } from './front-matter-words.js'
import { labelledParts, nearestLabel, passageLabel, type Under } from './passage-labels.js'
import { parsePlainFrontMatter, type FrontMatter } from './plain-front-matter.js'
import { isRetainAlone, retainOpening, type Counting } from './retain-heading.js'
import { needsAllReferences, plainText, type NamedReferences } from './parse-text.js'
import { withLinksAsMentions } from './wikilinks.js'

/**
 * How many lines, and how many facts, of one note are read; what is beyond is reported. A line takes half a kilobyte
 * while it is read, a fact four: five megabytes of the shortest ones would take more memory than a small machine has.
 */
const mostLines = 150_000
const mostFacts = 35_000

const noFrontMatter: FrontMatter = { values: {}, lines: 0, error: '' }

/** The parts of parsing that need a library: loading one costs a hook more than all the rest. */
export interface Parsers {
  readonly frontMatter: (lines: readonly string[]) => FrontMatter
  readonly structure: StructureParser
  readonly named: NamedReferences
}

export type NoteParser = (path: string, text: string, config: ReadingConfig) => Note

export const noteParser =
  (parsers: Parsers): NoteParser =>
  (path, whole, config) => {
    const text = whole.slice(0, endOfReading(whole))
    const lines = linesOf(path, text)
    const front = parsers.frontMatter(lines)
    const body = bodyOf(lines, front)
    const shortfalls: [number, Shortfall][] = []
    const below = parseMarkdown(body, parsers.structure, (...told) => shortfalls.push(told))
    const blocks = [...frontMatterWords(front.values, lines.slice(0, front.lines), path.startsWith('bank/')), ...below]
    const cut = text.length < whole.length
    return readNote({ path, text, front, lines: body, blocks, shortfalls, cut, config, named: parsers.named })
  }

export const loadedParser = async (): Promise<NoteParser> => noteParser((await import('./parsers.js')).parsers)

/**
 * Parse a note that needs no library, as most daily logs and pages do: headings, paragraphs and bullets at the margin,
 * with plain front matter. Undefined for any other.
 */
export function parsePlainNote(path: string, text: string, config: ReadingConfig): Note | undefined {
  if (endOfReading(text) < text.length) return undefined
  const lines = linesOf(path, text)
  const front = lines[0]?.startsWith('---') ? parsePlainFrontMatter(lines) : noFrontMatter
  if (front === undefined || needsAllReferences(text)) return undefined
  const body = bodyOf(lines, front)
  const below = parsePlainMarkdown(body)
  if (below === undefined) return undefined
  const blocks = [...frontMatterWords(front.values, lines.slice(0, front.lines), path.startsWith('bank/')), ...below]
  return readNote({ path, text, front, lines: body, blocks, shortfalls: [], cut: false, config })
}

/** A note's lines, with front matter blanked. Unreadable front matter stays as text, without its two `---` lines. */
function bodyOf(lines: readonly string[], { lines: count, error }: FrontMatter): string[] {
  return lines.map((line, at) => {
    if (at >= count) return line
    return error === '' || at === 0 || at === count - 1 ? '' : line
  })
}

/** The offset behind the last line that is read; the text's length where all are. */
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
  if (path.startsWith('bank/')) return handWritten(page)
  return text.includes('\r') ? page.lines.flatMap((line) => line.split('\r')) : [...page.lines]
}

interface ParsedNote {
  readonly path: string
  readonly text: string
  readonly front: FrontMatter
  /** The lines that the blocks' line numbers count. */
  readonly lines: readonly string[]
  readonly blocks: readonly Block[]
  /** What was read roughly, and where. */
  readonly shortfalls: readonly (readonly [line: number, why: Shortfall])[]
  /** Whether only its first lines were read. */
  readonly cut: boolean
  readonly config: ReadingConfig
  readonly named?: NamedReferences
}

/**
 * One Markdown file → its facts, passages and problems.
 *
 * Bullets under a Retain heading are facts; everything else that says something is a passage. In `bank/`, where most
 * lines are generated, only what a person wrote counts, and every typed bullet of theirs is a fact. A bullet that is
 * not well formed becomes a passage and a problem, so its words stay findable.
 */
function readNote({ path, text, front, lines, blocks, shortfalls, cut, config, named }: ParsedNote): Note {
  const inBank = path.startsWith('bank/')
  const problems: Problem[] = []
  const report: NoteContext['report'] = (line, message, hint = '', kind = 'malformed') => {
    problems.push({ path, line, message, hint, kind })
  }
  if (front.error) report(1, front.error, 'write name: value lines between two --- lines')

  const daily = dayOfPath(path)
  const given = front.values['date']
  const read = typeof given === 'string' || typeof given === 'number' ? dateStated(String(given)) : undefined
  const stated = read && 'span' in read ? read.span : undefined
  if (given !== undefined && stated === undefined) {
    const days = read && 'either' in read ? read.either : []
    const hint = `write date: ${days.length > 0 ? days.join(' or date: ') : '2025-11-27'}`
    report(1, `front matter date must be a date, got ${written(given)}`, hint)
  }
  const meant = stated === undefined ? logNamesMeant(path) : undefined
  if (meant !== undefined) {
    const hint =
      meant.length > 0
        ? `name it ${meant.join(' or ')}, or write date: in its front matter`
        : 'name it memory/YYYY-MM-DD.md, by a day that there is'
    report(0, 'its name is nearly that of a log, so nothing in it has a day', hint, 'doubtful')
  }
  const day: Day | null = daily ?? (stated?.start === stated?.end ? (stated?.start ?? null) : null)
  const context: NoteContext = {
    path,
    day,
    origin: inBank ? 'curated' : 'stated',
    originClass: inBank ? null : originClassOfNote(path, front.values, config),
    holds: config.origin.hold,
    everyBulletCounts: inBank,
    occurred: stated ?? (daily === null ? spanOfPath(path) : undefined) ?? null,
    opened: retainOpening(config),
    named,
    linked: config.mentions.wikilinks ? withLinksAsMentions : (markdown) => markdown,
    lines,
    labelled: !inBank && mayAnnotateBelow(text),
    copied: false,
    dreamt: inBank
      ? []
      : dreamtIn(text, lines).filter(({ first, last }) => !isCode(blocks, first) && !isCode(blocks, last)),
    read: new Map(),
    report,
  }
  for (const [line, why] of shortfalls) {
    const { message, hint, kind } = tellingOf[why]
    report(line, message, hint, kind)
  }
  // Broken characters of a generated line are reported at the log that it cites.
  if (text.includes('\uFFFD')) reportBroken(inBank ? linesOf(path, text) : text.split(/\r\n|\n|\r/), context)
  if (!inBank) reportConflicts(text, blocks, context) // a page with a conflict is reported where pages are rendered
  const facts = readBlocks(blocks, context)
  if (cut && facts.length < mostFacts) reportRest(mostLines + 1, `${mostLines} lines`, context)
  const entity = path.startsWith('bank/entities/') ? entityPage(path, front.values) : null
  const misread = (line: number, why: Malformed): void => void problems.push(misreadEdit(path, line, why))
  return { path, day, facts, problems, assertions: inBank ? assertionsIn(path, text, misread) : [], entity }
}

const tellingOf = {
  'nested too deep': {
    message: 'lists and quotes within one another beyond 60 are read as the text in them',
    hint: 'nest them less',
    kind: 'malformed',
  },
  'too much that is rare': {
    message: 'read roughly up to the next heading: link definitions, lists, code or tags run into each other here',
    hint: 'put blank lines between them',
    kind: 'doubtful',
  },
} as const satisfies Record<Shortfall, Pick<Problem, 'message' | 'hint' | 'kind'>>

interface NoteContext {
  readonly path: string
  readonly day: Day | null
  readonly origin: Fact['origin']
  /** The origin class of entries that name none themselves. */
  readonly originClass: OriginClass | null
  /** Whether facts from an import or the web wait until somebody keeps them. */
  readonly holds: boolean
  readonly everyBulletCounts: boolean
  /** The days of `date:` in the front matter, or of the file's name, for facts whose text names no time. */
  readonly occurred: Span | null
  readonly opened: (heading: string) => Counting | undefined
  readonly named: NamedReferences | undefined
  /** Turns wikilinks into mentions, where the settings say so. */
  readonly linked: (markdown: string) => string
  /** The note's lines as written, for problems of single lines. */
  readonly lines: readonly string[]
  /** Whether a comment on a line of its own may annotate the entry below it. */
  readonly labelled: boolean
  /** Whether what is read was copied from logs. */
  readonly copied: boolean
  /** The parts that dreaming keeps between lines of its own. */
  readonly dreamt: readonly Dreamt[]
  /** A cache of `wordsOf`, by a passage's text. */
  readonly read: Map<string, PassageWords>
  readonly report: (line: number, message: string, hint?: string, kind?: Problem['kind']) => void
}

/** A YAML value as JSON on one line; `String` would throw for an object with a key `toString`. */
const written = (value: unknown): string =>
  (JSON.stringify(value) ?? '').replace(/^"(.*)"$/, '$1').slice(0, 40) || 'nothing'

/**
 * The date that `date:` names: `2025`, `2025-11-27`, `2025-11-27T23:30:00-05:00`, `27 Nov 2025`. A moment gives the day
 * that is written in it, whatever its time zone.
 */
function dateStated(value: string): FileDate | undefined {
  const text = value
    .trim()
    .replace(/^(\d{4}-\d{2}-\d{2})[T ]\d{2}:\d{2}[\d:.]*\s?(?:Z|[+-]\d{2}:?\d{2})?(?: ?\[[\w/+-]+\])?$/i, '$1')
  const span = spanOfDate(text)
  return span ? { span } : dateOfName(text)
}

/** Reports broken UTF-8 and NUL, read as `�`, once for the whole note: a file in Latin-1 would fill the screen. */
function reportBroken(lines: readonly string[], { report }: NoteContext): void {
  const broken = lines.flatMap((line, at) => (line.includes('\uFFFD') ? [at + 1] : []))
  if (broken.length === 0) return
  const more = broken.length > 1 ? `, like ${broken.length - 1} more line${broken.length > 2 ? 's' : ''}` : ''
  const message = `holds bytes that are no UTF-8, read as \uFFFD${more}`
  report(broken[0]!, message, 'save the file as UTF-8', 'doubtful')
}

/** Reports a merge that was committed half done: its markers are words like any other, and both sides are read. */
function reportConflicts(text: string, blocks: readonly Block[], { report }: NoteContext): void {
  const message = 'a merge conflict is left here: both its sides are read, and its markers are words'
  const hint = 'keep the lines that hold, and delete <<<<<<<, ======= and >>>>>>>'
  for (const line of wholeConflictsIn(text)) if (!isCode(blocks, line)) report(line, message, hint, 'doubtful')
}

/** Whether a line stands in code, and so is an example. */
const isCode = (blocks: readonly Block[], line: number): boolean =>
  blocks.some(
    (block) =>
      block.first <= line &&
      line <= block.last &&
      (block.kind === 'code' || ('children' in block && isCode(block.children, line))),
  )

/** A heading above the block that is read. `told`: it needs no passage of its own, since something stands below it. */
interface Title {
  readonly heading: Heading
  readonly text: string
  told: boolean
}

function readBlocks(blocks: readonly Block[], context: NoteContext): Fact[] {
  const facts: Fact[] = []
  const trail: Title[] = []
  const copies: NoteContext = { ...context, copied: true }
  const sections: DreamtSection[] = []
  const ahead = [...context.dreamt]
  let within: Dreamt | undefined // the dreaming part that the block stands in
  const outside: number[] = [] // lines of typed bullets that stand under no Retain heading
  let retainDepth = 0 // of the Retain heading we are under; 0 outside
  let typedDepth = 0 // of the heading below which typed bullets are facts; 0 outside
  let skippedDepth = 0 // of the generated section we are under; 0 outside
  let copiedDepth = 0 // of the heading below which lines of logs are copied; 0 outside
  let above: Under | undefined // a cache, until the titles or the label change
  let listed: LabelKind | undefined // the label that a line such as `Fixes:` gives the list below it
  const under = (): Under => (above ??= underOf(trail, listed, context))
  const lists = (label: LabelKind | undefined): void => {
    if (label !== listed) [listed, above] = [label, undefined]
  }
  const add = (said: readonly Fact[]): void => {
    if (said.length > 0) for (const title of trail) title.told = true
    for (const fact of said) facts.push(fact)
  }
  const close = (depth: number): void => {
    while (trail.length > 0 && trail.at(-1)!.heading.depth >= depth) {
      const { heading, told } = trail.pop()!
      above = undefined
      if (!told && !(context.everyBulletCounts && isLayout(heading))) add(titlePassage(heading, under().trail, context))
    }
  }
  for (const block of blocks) {
    if (within && block.first > within.last) {
      // Below dreaming's part the headings above that part hold again.
      if (skippedDepth > 0) close(skippedDepth)
      while (trail.length > 0 && trail.at(-1)!.heading.first > within.first) close(trail.at(-1)!.heading.depth)
      skippedDepth = 0
      within = undefined
    }
    while (ahead.length > 0 && ahead[0]!.last < block.first) ahead.shift()
    if (ahead.length > 0 && ahead[0]!.first < block.first && within === undefined) {
      within = ahead.shift()!
      if (skippedDepth === 0) sections.push({ first: within.first, title: 'openclaw:dreaming' })
    }
    if (block.kind === 'heading') {
      lists(undefined)
      if (retainDepth > 0 && block.last > block.first) reportLines(block, context)
      close(block.depth)
      if (retainDepth >= block.depth) retainDepth = 0
      if (typedDepth >= block.depth) typedDepth = 0
      if (skippedDepth >= block.depth) skippedDepth = 0
      if (copiedDepth >= block.depth) copiedDepth = 0
      const text = plainText(block.text, context.named)
      const opened = context.opened(text)
      const opens = opened === 'every'
      const isSkipped = skippedDepth > 0 || within !== undefined
      const generated = dreamtHeading.test(text)
      const copied = isCopied(context.path, text)
      // A rule below an entry makes a heading of it; the entry is a passage all the same.
      const ruled = block.ruled && !opens && !generated && !isSkipped
      if (ruled) add(titlePassage(block, under().trail, context))
      above = undefined
      trail.push({ heading: block, text, told: ruled || opens || generated || copied || isSkipped })
      if (opens && retainDepth === 0 && !isSkipped) retainDepth = block.depth
      if (opened === 'typed' && typedDepth === 0 && !isSkipped) typedDepth = block.depth
      if (copied && copiedDepth === 0) copiedDepth = block.depth
      if (generated && !isSkipped) {
        skippedDepth = block.depth
        sections.push({ first: block.first, title: text })
      }
    } else if (skippedDepth > 0 || within !== undefined) {
      reportDreamt(block, context)
    } else if (copiedDepth > 0) {
      add(passages(block, under(), copies))
    } else {
      // A line `**Retain**` or `Retain:` counts as the deepest heading, so that any heading ends it.
      if (block.kind === 'paragraph' && typedDepth === 0 && isRetainAlone(block.text)) typedDepth = deepest
      const typed =
        block.kind === 'item' &&
        (retainDepth > 0 || context.everyBulletCounts || (typedDepth > 0 && isTypedItem(block)))
      if (block.kind === 'paragraph') lists(labelAlone(block.text))
      if (retainDepth > 0 && block.kind === 'paragraph') reportLines(block, context)
      if (!typed && context.day !== null && isTypedItem(block)) outside.push(block.first)
      add(typed ? readBullet(block, under(), context) : passages(block, under(), context))
    }
    if (facts.length > mostFacts) break
  }
  close(0)
  reportOutside(outside, context)
  reportSections(sections, context)
  const [over] = facts.splice(mostFacts)
  if (over) reportRest(over.source.first, `${mostFacts} bullets and paragraphs`, context)
  return facts
}

function underOf(trail: readonly Title[], listed: LabelKind | undefined, context: NoteContext): Under {
  const titles = trail.map(({ text }) => text).filter((text) => text !== '')
  return { trail: titles, label: context.everyBulletCounts ? undefined : (listed ?? nearestLabel(titles)) }
}

const deepest = 6

/** Whether a heading of a page is ours: its title, and the one below which adopted edits stand. */
const isLayout = ({ depth, text }: Heading): boolean => depth === 1 || text === 'Curated'

/** A heading as a passage, where it says more than a date. */
function titlePassage(heading: Heading, trail: readonly string[], context: NoteContext): Fact[] {
  const said = passage(heading.text, heading, { trail, label: undefined }, context)
  return /[^\s\d\p{P}\p{S}]/u.test(said.text) ? [said] : []
}

/** A section that dreaming wrote into a note, by its heading, or by its marker where it has none. */
interface DreamtSection {
  readonly first: number
  readonly title: string
}

function reportSections(sections: readonly DreamtSection[], { report }: NoteContext): void {
  const [first, ...more] = sections
  if (!first) return
  const others = more.length > 0 ? ` and ${more.length} more section${more.length > 1 ? 's' : ''} like it` : ''
  const message = `not indexed: what stands under ${first.title}${others}, for dreaming writes there`
  report(first.first, message, 'what is yours goes under another heading', 'skipped')
}

const outsideRetain = 'a typed bullet under no Retain heading is no fact'
export const isOutsideRetain = ({ message }: Problem): boolean => message.startsWith(outsideRetain)

function reportOutside([first, ...more]: readonly number[], { report }: NoteContext): void {
  if (first === undefined) return
  const others = more.length > 0 ? `, like ${more.length} more` : ''
  const message = `${outsideRetain}${others}`
  report(first, message, 'put it below a heading that begins with Retain', 'doubtful')
}

function isTypedItem(block: Block): boolean {
  const [first] = block.kind === 'item' ? block.children : []
  return first?.kind === 'paragraph' && looksTyped(first.text)
}

function reportDoubt(line: number, doubt: Malformed | undefined, { report }: NoteContext): void {
  if (doubt) report(line, doubt.message, doubt.hint, 'doubtful')
}

/** Reports doubtful lines of a paragraph or a heading, and of all that are nested in a bullet. */
function reportLines(block: Block, context: NoteContext): void {
  if ('children' in block) for (const child of block.children) reportLines(child, context)
  else if (block.kind === 'paragraph' || block.kind === 'heading')
    for (let line = block.first; line <= block.last; line++)
      reportDoubt(line, lintLine(context.lines[line - 1] ?? '', line === block.first), context)
}

function reportDreamt(block: Block, { named, report }: NoteContext): void {
  if (block.kind !== 'item' || parseBullet(joined(block), named).what !== 'fact') return
  const message = 'a typed bullet is no fact in a section that dreaming writes'
  report(block.first, message, 'move it under a Retain heading', 'doubtful')
}

function reportRest(line: number, most: string, { report }: NoteContext): void {
  report(line, `not indexed from here on: ${most} are the most of one note`, 'cut it into several', 'skipped')
}

function readBullet(item: Item, under: Under, context: NoteContext): Fact[] {
  const text = context.linked(joined(item))
  // A line that was proposed for MEMORY.md repeats a fact of the logs, so it is no fact of its own.
  const proposed = isProposed(text)
  const parsed: ParsedBullet = proposed ? { what: 'narrative' } : parseBullet(text, context.named)
  const reportNested = (): void => {
    if (!item.children.some((child) => 'children' in child)) return
    for (const nested of item.children.flatMap(itemsIn)) {
      const inner = joined(nested)
      if (!isTyped(inner) || parseBullet(inner, context.named).what !== 'fact') continue
      context.report(
        nested.first,
        'a typed bullet is nested in another, so it is no fact of its own',
        'move it out to the margin',
      )
    }
  }
  reportDoubt(item.first, lintBullet(text, parsed, !context.everyBulletCounts && !proposed), context)
  reportLines(item, context)
  if (parsed.what === 'narrative') {
    reportNested()
    return passages(item, under, context)
  }
  if (parsed.what === 'malformed') {
    context.report(item.first, parsed.malformed.message, parsed.malformed.hint)
    reportNested()
    return [passage(text, item, under, context)].filter((fact) => fact.text !== '')
  }
  reportNested()
  return [statedFact(parsed, text, item, under.trail, context)]
}

const isTyped = (bullet: string): boolean => kindOfLetter(bullet[0] ?? '') !== undefined

/** Whether a bullet is a line proposed for MEMORY.md: `@Peter: Likes tea <!-- ^k3f9a2c1x7 -->` */
const isProposed = (bullet: string): boolean => /<!-- \^[0-9a-z]{10} -->$/.test(bullet.trimEnd())

function itemsIn(block: Block): Item[] {
  if (!('children' in block)) return []
  const below = block.children.flatMap(itemsIn)
  return block.kind === 'item' ? [block, ...below] : below
}

/** A bullet's whole text on one line, nested items as `- item`. */
const joined = (item: Item): string => joinedChildren(item.children)

function joinedChildren(children: readonly Block[]): string {
  const [only] = children
  if (children.length === 1 && only!.kind === 'paragraph') return only!.text
  const parts = children.map((child): string => {
    if (!('children' in child)) return child.text
    const inner = joinedChildren(child.children)
    return child.kind === 'item' && inner !== '' ? `- ${inner}` : inner
  })
  return parts.filter((part) => part !== '').join(' ')
}

function statedFact(
  parsed: ParsedBullet & { what: 'fact' },
  text: string,
  item: Item,
  trail: readonly string[],
  context: NoteContext,
): Fact {
  const { bullet } = parsed
  const isDraft = bullet.suggested.length > 0
  const originMark = bullet.originMark ?? context.originClass
  const isHeld = context.holds && originMark !== null && mayBeHeld(originMark)
  const waits = isDraft || isHeld
  const annotations = annotationsOf(text, item.first, context)
  // A person's bullet in a page may carry its day.
  const ofNote = context.everyBulletCounts && bullet.on !== null ? readEditDay(bullet.on).day : context.day
  const day = ofNote ?? annotations?.observed ?? null
  return {
    kind: bullet.kind,
    text: bullet.text,
    mentions: bullet.mentions,
    leading: bullet.leading,
    id: factId(bullet, day),
    origin: isDraft ? 'suggested' : isHeld ? 'held' : context.origin,
    confidence: bullet.confidence,
    until: bullet.until,
    // Until somebody keeps the fact, it says nothing of any other fact.
    was: waits ? null : bullet.was,
    stances: waits ? [] : bullet.stances,
    suggested: bullet.suggested,
    from: bullet.from,
    at: bullet.at,
    originMark,
    of: bullet.of,
    on: bullet.on,
    day,
    occurred: occurredIn(bullet.text, day) ?? context.occurred,
    trail,
    source: { path: context.path, first: item.first, last: item.last },
    ...(annotations && { annotations }),
  }
}

/** Narrative: one passage per paragraph, table row, code block and list item's own lines. */
function passages(block: Block, under: Under, context: NoteContext, into: Fact[] = []): Fact[] {
  if ('children' in block) {
    const [first] = block.children
    const label = block.children.length > 1 && first?.kind === 'paragraph' ? labelAlone(first.text) : undefined
    const below = label === undefined || context.everyBulletCounts ? under : { ...under, label }
    for (const child of block.children) passages(child, child === first ? under : below, context, into)
  } else {
    const reads = block.kind === 'code' ? asItStands : plainText
    for (const part of block.kind === 'paragraph' ? labelledParts(block, context.lines) : [block]) {
      const made = passage(part.text, part, under, context, reads)
      if (made.text !== '') into.push(made)
    }
    if (block.kind === 'paragraph' && block.text.startsWith('<!--')) reportEndless(block, context)
  }
  return into
}

/** Code as it stands: nothing in it is a comment or a reference. */
const asItStands = (code: string): string => singleSpaced(code).trim()

/** Reports a comment without an end, behind which Markdown hides everything. No other can begin a paragraph's text. */
function reportEndless({ first, last }: Leaf, { report }: NoteContext): void {
  const message = `a comment begins here and does not end, so it is read as text up to line ${last}`
  report(first, message, 'write --> where it ends', 'doubtful')
}

function passage(
  markdown: string,
  place: { first: number; last: number; kind?: Block['kind'] },
  { trail, label: above }: Under,
  context: NoteContext,
  reads = plainText,
): Fact {
  const { said, day: copiedOn } = context.copied ? copiedFrom(markdown) : { said: markdown, day: null }
  const annotations = annotationsOf(markdown, place.first, context)
  const day = context.day ?? annotations?.observed ?? copiedOn
  const linked = reads === asItStands ? said : context.linked(said)
  const { text, mentions, id, occurred } = wordsOf(reads(linked, context.named), day, context)
  const label = context.everyBulletCounts ? undefined : passageLabel(text, place.kind, above)
  // Each field by name: an object that is spread first costs five times as much, and a log has thousands.
  return {
    kind: 'passage',
    text,
    mentions,
    leading: 0,
    id,
    origin: context.origin,
    confidence: null,
    ...noAttributes,
    originMark: context.originClass,
    day,
    occurred: occurred ?? context.occurred,
    trail,
    source: { path: context.path, first: place.first, last: place.last },
    ...(label && { label }),
    ...(annotations && { annotations }),
  }
}

/** The annotations of an entry, from its comments or the comment above it. In a page a comment is only a remark. */
function annotationsOf(markdown: string, first: number, context: NoteContext): Annotations | undefined {
  if (context.everyBulletCounts) return undefined
  const above = context.labelled ? annotationsAbove(context.lines, first) : undefined
  const own = annotationsIn(markdown)
  return above && own ? { ...above, ...own } : (own ?? above)
}

type PassageWords = Pick<Fact, 'text' | 'mentions' | 'id' | 'occurred'>

/** Reads each text once, however many passages have it: a megabyte of `ok` is 300,000 passages. */
function wordsOf(text: string, day: Day | null, { day: ofNote, read: ofTexts }: NoteContext): PassageWords {
  const read = day === ofNote ? ofTexts : new Map<string, PassageWords>()
  const known = read.get(text)
  if (known) return known
  const mentions = uniqueNames(mentionsIn(text))
  const id = factId({ kind: 'passage', text, mentions }, day)
  const words = { text, mentions, id, occurred: occurredIn(text, day) }
  read.set(text, words)
  return words
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

/** The names that people write as a value of front matter: `[a, b]`, one name, or nothing. */
function namesIn(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value]
  return list
    .filter((name): name is string | number => typeof name === 'string' || typeof name === 'number')
    .map((name) => nameWritten(String(name)))
    .filter((name) => name !== '')
}
