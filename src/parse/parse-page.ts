import {
  assertionKey,
  isAboutPair,
  readEditDay,
  type Assertion,
  type EditDay,
  type JudgedPair,
  type PlacedAssertion,
  type RetiredEdit,
  type Words,
} from '../model/assertion.js'
import { isFactId, joinedIds, statementHash, type FactId, type StanceOn } from '../model/fact.js'
import {
  hundredths,
  isSealed,
  readBeginMarker,
  readStamp,
  splitPage,
  splitTail,
  withoutRemains,
  type EditedField,
  type LineStamp,
  type Page,
  type PageLine,
  withoutMarker,
} from '../model/page.js'
import { stanceNames, type Stance } from '../model/stance.js'
import { citesIn } from './citations.js'
import { parseBullet, type Bullet, type Malformed } from './parse-bullet.js'
import { splitLine } from './split-line.js'

export function readPageLine(line: string): PageLine {
  const edit = readEdit(line)
  if (!edit) return readUnstamped(line)
  return edit.fields.length === 0
    ? { what: 'generated', id: edit.id }
    : { what: 'edited', id: edit.id, fields: edit.fields, ...(edit.malformed && { malformed: edit.malformed }) }
}

/** A generated line as a person left it. */
export interface PageEdit {
  readonly id: FactId
  /** Empty where the line is as we wrote it. */
  readonly fields: readonly EditedField[]
  /** Words of the person that say nothing of the fact. */
  readonly remarks: readonly string[]
  /** What the line says of each changed field; empty where its words cannot be read as a bullet any more. */
  readonly assertions: readonly Assertion[]
  /** Why its words cannot be read; set where the same bullet in a log would be reported too. */
  readonly malformed?: Malformed | undefined
}

/** What a person did to a generated line; undefined for a line without our comment. */
export function readEdit(line: string, page = ''): PageEdit | undefined {
  const stamped = readStamp(line)
  if (!stamped) return undefined
  const { stamp, body, behind } = stamped
  const bullet = withoutMarker(body) ?? body
  const closes = bullet.startsWith('~~') ? bullet.lastIndexOf('~~') : 0
  const struck = closes >= 2
  const hashOf = (markdown: string): string | undefined => {
    const parsed = parseBullet(markdown)
    return parsed.what === 'fact' ? statementHash(parsed.bullet) : undefined
  }
  const cut = splitLine(
    struck ? bullet.slice(2, closes) + bullet.slice(closes + 2) : bullet,
    (markdown) => hashOf(markdown) === stamp.hash,
  )
  const read = parseBullet(cut.said)
  const written = read.what === 'fact' ? read.bullet : undefined
  const isAnchored = typeof written?.at === 'string' && statementHash({ ...written, at: null }) === stamp.hash
  const said = isAnchored ? { ...written!, at: null } : written
  const about = (): Omit<RetiredEdit, 'what'> => ({
    of: stamp.id,
    said: said ? wordsOf(said) : nothingSaid,
    was: null,
    // A citation with another label still leads where it led.
    cites: [cut.tail, ...cut.remarks].flatMap((part) => citesIn(part, page))[0] ?? null,
  })
  if (!said && !struck) {
    const malformed = read.what === 'malformed' ? read.malformed : undefined
    return { id: stamp.id, fields: ['wording'], remarks: [], assertions: [], malformed }
  }
  const anchors = isAnchored ? [`at=${written!.at}`] : []
  const remarks = [...cut.remarks, ...(said ? marksIn(said) : []), ...anchors, ...(behind === '' ? [] : [behind])]
  const remarked = remarks.length > 0 ? (['remark'] as const) : []
  if (struck || !said)
    return { id: stamp.id, fields: ['struck', ...remarked], remarks, assertions: [{ what: 'retired', ...about() }] }
  const generated = asGenerated(said, stamp.hash)
  const reworded = generated === undefined
  const added = generated ? said.stances.filter((each) => !generated.includes(each)) : said.stances
  const moved = said.confidence !== null && hundredths(said.confidence) !== stamp.confidence
  const fields = [
    ...(reworded ? (['wording'] as const) : []),
    ...(moved ? (['confidence'] as const) : []),
    ...(added.length > 0 ? (['evidence'] as const) : []),
    ...remarked,
  ]
  // Nearly every line of nearly every page ends here.
  if (fields.length === 0) return { id: stamp.id, fields, remarks, assertions: [] }
  const override = { ...about(), on: editDay(stamp), reworded }
  return {
    id: stamp.id,
    fields,
    remarks,
    assertions: [
      ...(reworded ? [{ what: 'wording', ...override } as const] : []),
      ...(moved ? [{ what: 'anchor', ...override, confidence: said.confidence } as const] : []),
      ...added.map(({ stance, belief }): JudgedPair => ({
        what: 'judged',
        fact: stamp.id,
        stance,
        opinion: belief,
        said: override.said,
        believed: null,
      })),
    ],
  }
}

/** The stances that the line was generated with, if all else in it is still as generated; undefined if it is not. */
function asGenerated(said: Bullet, hash: string): readonly StanceOn[] | undefined {
  const { stances } = said
  const sets = 2 ** Math.min(stances.length, mostAdded)
  for (let without = 0; without < sets; without++) {
    const left = stances.filter((_, at) => at >= mostAdded || (without & (1 << at)) === 0)
    if (statementHash({ ...said, stances: left }) === hash) return left
  }
  return undefined
}

/** How many stances of one line may turn out as added by a person; any behind them are taken as generated. */
const mostAdded = 6

/** Attributes of a person's own bullet that tell of an edit, its sources or its origin; generated lines have none. */
const marksIn = ({ of, on, suggested, from, originMark }: Bullet): string[] =>
  [
    of === null ? '' : `of=^${of}`,
    on === null ? '' : `on=${on}`,
    suggested.length === 0 ? '' : `suggested=${joinedIds(suggested)}`,
    from.length === 0 ? '' : `from=${joinedIds(from)}`,
    originMark === null ? '' : `origin=${originMark}`,
  ].filter((mark) => mark !== '')

/** An edit's day is the line's last update; its count is one more than that day's adopted edits. */
const editDay = ({ updated, edits }: LineStamp): EditDay => ({ day: updated, count: edits + 1 })

const wordsOf = ({ kind, text, mentions, leading, until }: Bullet): Words => ({ kind, text, mentions, leading, until })

function readUnstamped(line: string): PageLine {
  if (isSealed(line)) return { what: 'sealed' }
  const bullet = withoutMarker(line)
  if (bullet === undefined) return { what: 'text' }
  if (readAssertions(bullet).length > 0) return { what: 'assertion' }
  if (!bullet.includes('](') && !bullet.includes('[^')) return { what: 'bullet' }
  const { tail } = splitTail(withoutRemains(bullet))
  if (/\]\([^()\s]*#L\d/.test(tail) || /\[\^[0-9a-z]{10}\]/.test(tail)) return { what: 'uncommented' }
  return { what: 'bullet' }
}

/** Behind an id without a statement a reason may stand, as behind any line about a fact. */
const retiredForm = /^retired \^([0-9a-z]{10})(?:: (.*)|:?\s*|\s+(?:—|<!--).*)$/
const rejectedForm = /^not \^([0-9a-z]{10}) for \^([0-9a-z]{10})(?:: "(.*?)"(?: — .*| <!--.*)?|\b.*)$/
const judgedForm = new RegExp(
  `^\\^([0-9a-z]{10}) (${stanceNames.join('|')}) \\^([0-9a-z]{10})(?:: "(.*?)"(?: about "(.*?)")?| *(?=$|<!--))`,
)
/** `of=`, without which no bullet is about a fact. */
const namesFact = /of\s*=/
/**
 * How a comment behind an edit's bullet begins. Both give what the fact said; the second also says that the bullet's
 * words take its place.
 */
const oldWords = ['<!-- was: ', '<!-- instead of: '] as const
const namesAny = (line: string): boolean => line.includes('^') || namesFact.test(line)

/** `O @Peter: Likes tea <!-- was: O @Peter: Loves tea -->` → what stands before the comment, and what it holds. */
function splitWas(bullet: string): { rest: string; was: string | undefined; instead: boolean } {
  const end = bullet.trimEnd()
  const [opens, at] = oldWords
    .map((each) => [each, bullet.lastIndexOf(each)] as const)
    .toSorted(([, a], [, b]) => b - a)[0]!
  if (at < 0 || !end.endsWith(' -->')) return { rest: bullet, was: undefined, instead: false }
  return {
    rest: bullet.slice(0, at).trimEnd(),
    was: end.slice(at + opens.length, -' -->'.length),
    instead: opens === oldWords[1],
  }
}

/** What a bullet under `## Curated` says about facts; nothing for any other. */
function readAssertions(bullet: string): Assertion[] {
  if (!namesAny(bullet)) return [] // most bullets, each asked several times
  const [, rejected, opinion, quoted] = (bullet.startsWith('not ') && rejectedForm.exec(bullet)) || []
  if (rejected !== undefined)
    return [
      { what: 'rejected', fact: rejected, opinion: opinion!, said: quoted === undefined ? null : wordsIn(quoted) },
    ]
  const [, judged, stance, believed, said, other] = (bullet.startsWith('^') && judgedForm.exec(bullet)) || []
  if (judged !== undefined) {
    const words = (quote: string | undefined): Words | null => (quote === undefined ? null : wordsIn(quote))
    const about = { said: words(said), believed: words(other) }
    return [{ what: 'judged', fact: judged, stance: stance as Stance, opinion: believed!, ...about }]
  }
  const { rest, was, instead } = splitWas(bullet)
  const about = { was: was === undefined ? null : wordsIn(was), cites: null }
  const [, retired, statement = ''] = retiredForm.exec(rest) ?? []
  if (retired !== undefined)
    return [{ what: 'retired', of: retired, said: wordsIn(statement) ?? nothingSaid, ...about }]
  if (!namesFact.test(rest)) return [] // parsing it costs the most
  const read = parseBullet(rest)
  if (read.what !== 'fact' || read.bullet.of === null || !isFactId(read.bullet.of)) return []
  const { of, on, confidence } = read.bullet
  const override = {
    of,
    said: wordsOf(read.bullet),
    ...about,
    on: on === null ? null : readEditDay(on),
    reworded: false,
  }
  return [
    ...(confidence === null || instead ? [{ what: 'wording', ...override } as const] : []),
    ...(confidence === null ? [] : [{ what: 'anchor', ...override, confidence } as const]),
  ]
}

function wordsIn(markdown: string): Words | null {
  const read = parseBullet(markdown)
  return read.what === 'fact' ? wordsOf(read.bullet) : null
}

const nothingSaid: Words = { kind: 'opinion', text: '', mentions: [], leading: 0, until: null }

/**
 * Every assertion of a page, each once, wherever it stands and whatever the state of the markers.
 *
 * @param misread called for a generated line that a person made unreadable
 */
export function assertionsIn(
  path: string,
  text: string,
  misread: (line: number, why: Malformed) => void = () => {},
): PlacedAssertion[] {
  const { lines } = splitPage(text)
  const fenced = insideFence(lines)
  const placed = new Map<string, PlacedAssertion>()
  for (const [at, line] of lines.entries()) {
    if (fenced[at] || !namesAny(line)) continue
    const bullet = withoutMarker(line)
    const own = bullet === undefined || readStamp(line) ? [] : readAssertions(bullet)
    const edit = own.length > 0 ? undefined : readEdit(line, path)
    if (edit?.malformed) misread(at + 1, edit.malformed)
    const found = edit?.assertions ?? own
    for (const assertion of found) {
      // Words with a broken character in them are nobody's edit.
      if (assertion.what === 'wording' && line.includes('\uFFFD')) continue
      const key = assertionKey(assertion)
      if (placed.has(key) && !isAboutPair(assertion)) continue
      // Of lines about one pair the last one holds, even where an earlier one says the same.
      placed.delete(key)
      placed.set(key, { page: path, line: at + 1, assertion })
    }
  }
  return [...placed.values()]
}

/** Which lines continue a person's bullet above them, as Markdown has it: indented, with no blank line between. */
export function continuations(
  lines: readonly string[],
  isBullet: (line: string, at: number) => boolean = (line) => roughly(line) === 'bullet',
): boolean[] {
  let open = false
  return lines.map((line, at) => {
    const continues = open && /^(?: {2,}|\t)\s*\S/.test(line)
    open = continues || isBullet(line, at)
    return continues
  })
}

/** What a line is, without looking for edits of a generated line, which costs the most. */
const roughly = (line: string): PageLine['what'] => (readStamp(line) ? 'generated' : readUnstamped(line).what)

/**
 * Which lines stand in a fenced code block: what looks like a bullet there is an example. A fence that is left open
 * above the block ends at our marker. Inside the block, a fence that is still open at the next generated line is
 * ignored, and so is the line that would close it.
 */
export const insideFence = (lines: readonly string[]): boolean[] => fencesIn(lines).map(({ inside }) => inside)

/** What opens or closes a fence; undefined for any other line. */
export const fenceIn = (line: string): string | undefined =>
  line.includes('```') || line.includes('~~~') ? /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] : undefined

/** Whether each line stands in a fence. `ends`: at a marker, what closes a fence left open above it; empty for none. */
function fencesIn(lines: readonly string[]): { readonly inside: boolean; readonly ends: string }[] {
  const found: { inside: boolean; ends: string }[] = []
  let block = false
  let open = ''
  let from = 0
  let none = ''
  const outside = { inside: false, ends: '' }
  lines.forEach((line, at) => {
    const marker = isMarker(line)
    const fence = fenceIn(line) ?? ''
    // Nearly every line of nearly every page ends here.
    if (!marker && open === '' && fence === '') {
      found.push(outside)
      return
    }
    const ends = marker && !block ? open : ''
    const isOurs = marker || (block && (readStamp(line) !== undefined || isSealed(line)))
    if (block && open !== '' && isOurs) {
      for (const each of found.slice(from)) each.inside = false
      none = open
    }
    if (isOurs) open = ''
    if (marker) block = readBeginMarker(line) !== undefined
    const isNone = open === '' && none !== '' && fence.startsWith(none) && line.trim() === fence
    if (isNone || marker) none = ''
    found.push({ inside: open !== '' || (fence !== '' && !isNone), ends })
    if (open === '') [open, from] = [isNone ? '' : fence, at]
    else if (fence.startsWith(open) && line.trim() === fence) open = ''
  })
  return found
}

/**
 * The lines of a page that a person wrote, with the rest blanked so that line numbers stay true. Generated and edited
 * lines are blank wherever they stand and whatever the state of the markers. Inside the block all is blank but a
 * person's bullets and the lines that continue them.
 */
export function handWritten(page: Page): string[] {
  const fences = fencesIn(page.lines)
  const whats = page.lines.map(roughly)
  const continued = continuations(page.lines, (_, at) => whats[at] === 'bullet')
  return page.lines.map((line, at) => {
    const { inside, ends } = fences[at]!
    if (ends !== '') return ends
    if (inside) return inBlock(page, at) ? '' : line
    if (continued[at]) return line
    const what = whats[at]
    if (what === 'text') return inBlock(page, at) || isMarker(line) ? '' : line
    return what === 'bullet' ? line : ''
  })
}

const isMarker = (line: string): boolean =>
  line.startsWith('<!-- memory:') && (readBeginMarker(line) !== undefined || /^<!-- memory:end -->\s*$/.test(line))

const inBlock = (page: Page, at: number): boolean =>
  page.block !== null && at >= page.block.begin && at <= page.block.end

/** A line of a page that a person changed, for `status`. */
export interface HandEdit {
  /** 1-based. */
  readonly line: number
  readonly read: PageLine
}

/** Every line that a person changed and that is not adopted yet. */
export function handEdits(text: string): HandEdit[] {
  return splitPage(text).lines.flatMap((line, at) => {
    const read = readPageLine(line)
    return read.what === 'edited' || read.what === 'uncommented' ? [{ line: at + 1, read }] : []
  })
}
