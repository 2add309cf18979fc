import { closeSync, constants, fstatSync, openSync, readSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { isUtf8 } from 'node:buffer'
import { basename, join, resolve, sep } from 'node:path'
import { MemoryError } from '../../model/error.js'
import type { FormatName } from '../../model/origin.js'
import { hasCode, walk, type Refused } from '../../files/files.js'
import type * as transcriptsType from '../../import/transcripts.js'
import type { Reader } from '../../import/transcripts.js'

/** A file to import: named by a person, or within a folder that they named. */
export interface ImportSource {
  /** The path to show a person: as they named it, or below the folder that they named. */
  readonly shown: string
  /** The path with symbolic links resolved. */
  readonly path: string
  /** The path that a reader is given: below the named folder, without extension. */
  readonly name: string
}

/** A part of a source that cannot be read. */
export interface SourceFault {
  /** `line 12, column 8`, `element 3, byte 4711`; empty for the whole file. */
  readonly where: string
  readonly found: string
  /** What would be right. */
  readonly right: string
}

type OnFault = (fault: SourceFault) => void

export interface PlacedValue {
  readonly value: unknown
  readonly where: string
}

/** The functions that cut files into values, from a bundle that is loaded only for an import. */
export type Cutting = Pick<typeof transcriptsType, 'jsonFaultIn' | 'cutShort' | 'markdownFile'>

/** Bytes of the longest value, and of one read. A longer value is left out and reported. */
const longestValue = 256_000_000
const chunk = 1_048_576

/**
 * The files that paths lead to; in a folder, those whose name `isWanted`. Links that a person names are followed, those
 * within a folder are not.
 *
 * @throws MemoryError bad-argument | file-failed
 */
export function sourcesAt(
  paths: readonly string[],
  cwd: string,
  isWanted: (name: string) => boolean,
  onFault: (shown: string, fault: SourceFault) => void,
): ImportSource[] {
  return paths.flatMap((given) => {
    const path = placeOf(given, cwd)
    if (!statSync(path).isDirectory()) return [{ shown: given, path, name: withoutExtension(basename(path)) }]
    const below = (name: string): string => join(given, name)
    const closed = (name: string, { refused }: Refused): void =>
      onFault(below(name), { where: '', found: refused, right: 'a folder that can be read' })
    const found = walk(path, '.', closed).map((name) => name.slice(2))
    const wanted = found.filter((name) => isWanted(name))
    if (wanted.length === 0)
      onFault(given, {
        where: '',
        found: `${found.length === 0 ? 'no file' : found.length === 1 ? 'one file' : `${found.length} files`}, and none by whose name it would be read`,
        right: 'the folder of an export as it was unpacked, or a file',
      })
    return wanted.map((name) => ({ shown: below(name), path: join(path, name), name: withoutExtension(name) }))
  })
}

const withoutExtension = (name: string): string => name.replace(/\.[^./]+$/, '')

function placeOf(given: string, cwd: string): string {
  try {
    return realpathSync(resolve(cwd, given))
  } catch (cause) {
    if (hasCode(cause, 'ENOENT', 'ENOTDIR')) throw new MemoryError('bad-argument', `${given} is not there`)
    throw new MemoryError('file-failed', `${given} cannot be read: ${String(cause)}`, { cause })
  }
}

/** Claude Code's name for a folder of sessions: the path, with a dash for all but ASCII letters and digits. */
const folderName = (root: string): string => root.replace(/[^A-Za-z0-9]/g, '-')

/**
 * The session files that a program keeps in a person's home: for Claude Code those in folders whose name begins as the
 * workspace's, for Codex all. `isHeldIn` then tells which sessions were held in the workspace.
 *
 * @throws MemoryError bad-argument where no program keeps such files
 */
export function usualSources(
  format: FormatName | undefined,
  root: string,
  environment: NodeJS.ProcessEnv,
): ImportSource[] {
  const home = environment['HOME'] ?? environment['USERPROFILE']
  if (format === 'claude-code' && home !== undefined) {
    const place = join(home, '.claude', 'projects')
    const name = folderName(root)
    const folders = namesIn(place).filter((each) => each === name || each.startsWith(`${name}-`))
    return folders
      .flatMap((folder) => namesIn(join(place, folder)).map((file) => join(place, folder, file)))
      .filter((path) => path.endsWith('.jsonl'))
      .map(asSource)
  }
  if (format === 'codex' && home !== undefined) {
    const place = join(environment['CODEX_HOME'] || join(home, '.codex'), 'sessions')
    return walk(place, '.')
      .filter((path) => /\/rollout-[^/]*\.jsonl$/.test(path))
      .map((path) => asSource(join(place, path)))
  }
  throw new MemoryError(
    'bad-argument',
    'name what is to be imported: memory import PATH; only the sessions of claude-code and codex are found without',
  )
}

const asSource = (path: string): ImportSource => ({ shown: path, path, name: withoutExtension(basename(path)) })

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).toSorted()
  } catch {
    return [] // the program was never used here
  }
}

/**
 * Whether a session was held in a folder or below it; its first records say where.
 *
 * @param onFault called where no record says it, and one cannot be read
 */
export function isHeldIn(root: string, source: ImportSource, cutting: Cutting, onFault: OnFault): boolean {
  let left = 100
  let first: SourceFault | undefined
  for (const { value } of valuesOf(source, 'lines', cutting, (fault) => (first ??= fault))) {
    const cwd = cwdIn(value) ?? cwdIn((value as { payload?: unknown } | null)?.payload)
    if (cwd !== undefined) return cwd === root || cwd.startsWith(root.endsWith(sep) ? root : `${root}${sep}`)
    if (--left === 0) break
  }
  if (first) onFault(first)
  return false
}

function cwdIn(value: unknown): string | undefined {
  const cwd = typeof value === 'object' && value !== null && 'cwd' in value ? value.cwd : undefined
  return typeof cwd === 'string' ? cwd : undefined
}

/** How a file is cut where its format is not given. */
export const cutOf = ({ path }: ImportSource): Reader['cut'] =>
  /\.jsonl$/i.test(path) ? 'lines' : /\.md$/i.test(path) ? 'markdown' : 'json'

/** The first bytes of files that hold their text in another form. */
const foreignHeads: readonly (readonly [begins: string, found: string, right: string])[] = [
  ['PK\u0003\u0004', 'a ZIP archive', 'what is in it: unpack it first'],
  ['\u001f\u008b', 'a gzip archive', 'what is in it: unpack it first'],
  ['\u00ff\u00fe', 'text in UTF-16', 'the same in UTF-8'],
  ['\u00fe\u00ff', 'text in UTF-16', 'the same in UTF-8'],
]

/**
 * The values of a file, read one by one, so that hundreds of megabytes never become one string. A file that cannot be
 * read is told to `onFault`, not thrown.
 */
export function* valuesOf(
  { path }: ImportSource,
  cut: Reader['cut'],
  cutting: Cutting,
  onFault: OnFault,
  onRead: (bytes: number) => void = () => {},
): Generator<PlacedValue> {
  let descriptor: number | undefined
  try {
    descriptor = descriptorOf(path)
    const chunks = chunksOf(descriptor, onRead)
    const { value: head = Buffer.alloc(0) } = chunks.next() as { readonly value?: Buffer }
    const start = head.toString('latin1', 0, 4)
    const [, found, right] = foreignHeads.find(([begins]) => start.startsWith(begins)) ?? []
    if (found !== undefined) onFault({ where: '', found, right: right! })
    else if (cut === 'markdown') yield* markdownIn(head, chunks, path, cutting, onFault)
    else yield* (cut === 'lines' ? linesIn : jsonIn)(joinedTo(head, chunks), cutting, onFault)
  } catch (cause) {
    const isOfFile = cause instanceof MemoryError || (cause instanceof Error && 'syscall' in cause)
    if (!isOfFile) throw cause
    onFault({ where: '', found: cause.message, right: 'a file that can be read' })
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}

function* joinedTo(head: Buffer, rest: Iterable<Buffer>): Generator<Buffer> {
  if (head.length > 0) yield head
  yield* rest
}

const largestMarkdown = 20_000_000

function* markdownIn(
  head: Buffer,
  rest: Iterable<Buffer>,
  path: string,
  { markdownFile }: Cutting,
  onFault: OnFault,
): Generator<PlacedValue> {
  const right = 'a note of Markdown, *.md'
  if (!/\.md$/i.test(path)) {
    onFault({ where: '', found: 'a file of another name', right })
    return
  }
  const parts = [head]
  let size = head.length
  for (const part of rest) {
    if ((size += part.length) > largestMarkdown) {
      onFault({ where: '', found: `more than ${largestMarkdown} bytes`, right: 'a shorter note' })
      return
    }
    parts.push(part)
  }
  const bytes = Buffer.concat(parts)
  if (bytes.includes(0)) {
    onFault({ where: `byte ${bytes.indexOf(0)}`, found: 'bytes that are no text', right })
    return
  }
  if (!isUtf8(bytes)) onFault(noUtf8(''))
  const value = markdownFile(bytes.toString('utf8'))
  if (value.fault !== '')
    onFault({ where: 'line 1', found: value.fault, right: 'names and values between two lines ---' })
  if (bytes.length > 0) yield { value, where: '' }
}

/** The fault of bytes that are no UTF-8. The value they stand in is read all the same. */
const noUtf8 = (where: string): SourceFault => ({
  where,
  found: 'bytes that are no UTF-8, each read as \ufffd',
  right: 'the file as it was exported',
})

function descriptorOf(path: string): number {
  try {
    // O_NONBLOCK: opening a FIFO must not wait for a writer.
    const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    if (fstatSync(descriptor).isFile()) return descriptor
    closeSync(descriptor)
  } catch (cause) {
    throw new MemoryError('file-failed', `it cannot be opened: ${String(cause)}`, { cause })
  }
  throw new MemoryError('file-failed', 'it is no regular file')
}

function* chunksOf(descriptor: number, onRead: (bytes: number) => void): Generator<Buffer> {
  for (;;) {
    const buffer = Buffer.allocUnsafe(chunk)
    const size = readSync(descriptor, buffer)
    if (size === 0) return
    onRead(size)
    yield buffer.subarray(0, size)
  }
}

const lineFeed = 10

function* linesIn(chunks: Iterable<Buffer>, cutting: Cutting, onFault: OnFault): Generator<PlacedValue> {
  let number = 0
  let held = new Held()
  const ended = function* (): Generator<PlacedValue> {
    number++
    const bytes = held.take()
    held = new Held()
    const where = `line ${number}`
    if (bytes === undefined) onFault(tooLong(where))
    else yield* parsed(bytes, where, (_, column) => `${where}, column ${column + 1}`, cutting, onFault)
  }
  for (const bytes of chunks) {
    let from = 0
    for (let end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, from)) {
      held.add(bytes.subarray(from, end))
      yield* ended()
      from = end + 1
    }
    held.add(bytes.subarray(from))
  }
  if (held.size > 0) yield* ended()
}

const tooLong = (where: string): SourceFault => ({
  where,
  found: `more than ${longestValue} bytes`,
  right: 'a shorter value',
})

/** The bytes of a value that spans several chunks; of a value that is too long, only their number. */
class Held {
  size = 0
  private readonly parts: Buffer[] = []

  add(bytes: Buffer): void {
    this.size += bytes.length
    if (this.size > longestValue) this.parts.length = 0
    else if (bytes.length > 0) this.parts.push(bytes)
  }

  take(): Buffer | undefined {
    if (this.size > longestValue) return undefined
    return this.parts.length === 1 ? this.parts[0] : Buffer.concat(this.parts)
  }
}

/** @param placeAt tells the place of a character, by its distance from the value's start in bytes and in characters */
function* parsed(
  bytes: Buffer,
  where: string,
  placeAt: (byte: number, character: number) => string,
  { jsonFaultIn }: Cutting,
  onFault: OnFault,
): Generator<PlacedValue> {
  const all = bytes.toString('utf8')
  const text = all.replace(/^\uFEFF/, '')
  if (text.trim() === '') return
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    const { at, found, right } = jsonFaultIn(text) ?? { at: 0, found: 'a value that is too deep', right: 'JSON' }
    const byte = Buffer.byteLength(text.slice(0, at)) + (text.length < all.length ? byteOrderMark.length : 0)
    onFault({ where: placeAt(byte, at), found, right })
    return
  }
  if (!isUtf8(bytes)) onFault(noUtf8(where))
  yield { value, where }
}

const [quote, backslash, comma, opens, closes, openBrace, closeBrace] = [34, 92, 44, 91, 93, 123, 125]
const isBlank = (byte: number): boolean => byte === 32 || (byte >= 9 && byte <= 13)

/** The elements of an array, one at a time; anything else as one value. */
function* jsonIn(chunks: Iterable<Buffer>, cutting: Cutting, onFault: OnFault): Generator<PlacedValue> {
  let mode: 'before' | 'between' | 'within' | 'behind' | 'done' | 'whole' = 'before'
  let [depth, number] = [0, 0]
  let [inString, isEscaped] = [false, false]
  let held = new Held()
  /** Where in the file the chunk begins, and where the value that is being read begins. */
  let [offset, first] = [0, 0]
  const ended = function* (): Generator<PlacedValue> {
    number++
    const bytes = held.take()
    held = new Held()
    const element = mode === 'whole' ? '' : `element ${number}`
    const placeAt = (byte: number): string => [element, `byte ${first + byte}`].filter(Boolean).join(', ')
    if (bytes === undefined) onFault(tooLong(placeAt(0)))
    else yield* parsed(bytes, element, placeAt, cutting, onFault)
  }
  for (const bytes of chunks) {
    let from = 0
    for (let at = 0; at < bytes.length && mode !== 'whole' && mode !== 'done'; at++) {
      const byte = bytes[at]!
      if (mode === 'within') {
        if (isEscaped) isEscaped = false
        else if (inString) {
          if (byte === backslash) isEscaped = true
          else if (byte === quote) inString = false
        } else if (byte === quote) inString = true
        else if (byte === opens || byte === openBrace) depth++
        else if ((byte === closes || byte === closeBrace) && depth > 0) depth--
        else if (depth === 0 && (byte === comma || byte === closes)) {
          held.add(bytes.subarray(from, at))
          yield* ended()
          mode = byte === comma ? 'between' : 'behind'
        }
      } else if (mode === 'between' && !isBlank(byte) && byte !== comma) {
        mode = byte === closes ? 'behind' : 'within'
        from = at
        first = offset + at
        if (mode === 'within') at--
      } else if (mode === 'before' && !isBlank(byte) && !byteOrderMark.includes(byte)) {
        mode = byte === opens ? 'between' : 'whole'
      } else if (mode === 'behind' && !isBlank(byte)) {
        onFault({
          where: `byte ${offset + at}`,
          found: 'more behind the end of the array',
          right: 'the end of the file',
        })
        mode = 'done'
      }
    }
    if (mode === 'within' || mode === 'whole') held.add(bytes.subarray(from))
    offset += bytes.length
  }
  if (mode === 'whole') yield* ended()
  else if (mode === 'within' || mode === 'between') {
    const { cutShort } = cutting
    let isWhole = mode === 'between'
    if (mode === 'within')
      for (const each of ended()) {
        isWhole = true
        yield each
      }
    // Where the last element itself is cut short, its own fault tells so.
    if (isWhole)
      onFault({ where: `byte ${offset}`, found: cutShort, right: 'a comma or ], up to the end of the array' })
  }
}

const byteOrderMark = [0xef, 0xbb, 0xbf]
