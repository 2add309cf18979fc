import { statementHash, type FactId } from '../memory/fact.js'
import {
  hundredths,
  readBeginMarker,
  readStamp,
  splitPage,
  splitTail,
  type EditedField,
  type Page,
  type PageLine,
} from '../memory/page.js'
import { parseBullet } from './parse-bullet.js'

/** A bullet's text; undefined for a line that is none. A formatter may have changed the marker we wrote. */
function withoutMarker(line: string): string | undefined {
  const marker = /^ {0,3}(?:[-+*]|\d{1,9}[.)])[ \t]+(?=\S)/.exec(line)
  return marker ? line.slice(marker[0].length) : undefined
}

const assertion = /^(?:not \^[0-9a-z]{10} for \^[0-9a-z]{10}\b|retired \^[0-9a-z]{10}\b)/

/** What one line of a page is; see `PageLine`. */
export function readPageLine(line: string): PageLine {
  const edit = readEdit(line)
  if (!edit) return readUnstamped(line)
  const fields = [...edit.said.keys()]
  return fields.length === 0 ? { what: 'generated', id: edit.id } : { what: 'edited', id: edit.id, fields }
}

/** Which fields of a generated line a person changed, and what each says now; undefined for a line without our comment. */
export function readEdit(line: string): { id: FactId; said: ReadonlyMap<EditedField, string> } | undefined {
  const stamped = readStamp(line)
  if (!stamped) return undefined
  const { stamp, body } = stamped
  const bullet = withoutMarker(body) ?? body
  if (/^~~.*~~/.test(bullet)) return { id: stamp.id, said: new Map([['struck', '']]) }
  const said = new Map<EditedField, string>()
  const words = splitTail(bullet).said
  const read = parseBullet(words)
  const hash = read.what === 'fact' ? statementHash(read.bullet) : words
  if (hash !== stamp.hash) said.set('wording', hash)
  const confidence = read.what === 'fact' && read.bullet.confidence !== null ? hundredths(read.bullet.confidence) : null
  if (confidence !== null && confidence !== stamp.confidence) said.set('confidence', String(confidence))
  return { id: stamp.id, said }
}

function readUnstamped(line: string): PageLine {
  const bullet = withoutMarker(line)
  if (bullet === undefined) return { what: 'text' }
  if (assertion.test(bullet)) return { what: 'assertion' }
  const { said, tail } = splitTail(bullet)
  if (/\]\([^()\s]*#L\d/.test(tail) || /\[\^[0-9a-z]{10}\]/.test(tail)) return { what: 'uncommented' }
  const read = parseBullet(said)
  return read.what === 'fact' && read.bullet.of !== null ? { what: 'assertion' } : { what: 'bullet' }
}

/**
 * What of a page a person wrote, line for line, the rest blanked so that line
 * numbers stay true. Generated and edited lines are blank wherever they stand
 * and whatever the state of the markers; inside the block, so is everything
 * but a person's bullets.
 */
export function handWritten(page: Page): string[] {
  return page.lines.map((line, at) => {
    const read = readPageLine(line)
    if (read.what === 'text') return inBlock(page, at) || isMarker(line) ? '' : line
    return read.what === 'bullet' ? line : ''
  })
}

const isMarker = (line: string): boolean => readBeginMarker(line) !== undefined || /^<!-- memory:end -->\s*$/.test(line)

const inBlock = (page: Page, at: number): boolean =>
  page.block !== null && at >= page.block.begin && at <= page.block.end

/** A line that a person left in a page, for `status`. */
export interface HandEdit {
  /** 1-based. */
  readonly line: number
  readonly read: PageLine
}

/** Every line that a person changed or left where it has no effect yet. */
export function handEdits(text: string): HandEdit[] {
  return splitPage(text).lines.flatMap((line, at) => {
    const read = readPageLine(line)
    return read.what === 'edited' || read.what === 'uncommented' || read.what === 'assertion'
      ? [{ line: at + 1, read }]
      : []
  })
}
