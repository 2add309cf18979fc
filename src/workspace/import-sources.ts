import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  readdirSync,
  realpathSync,
  statSync,
} from 'node:fs'
import { basename, join, resolve, sep } from 'node:path'
import { MemoryError } from '../model/error.js'
import type { FormatName } from '../model/origin.js'
import { hasCode, walk } from '../files/files.js'
import type { MarkdownFile, Reader } from '../import/transcripts.js'

/** A file that a person named, or that stands in a folder that they named. */
export interface Source {
  /** For a person: as they named it, or below the folder that they named. */
  readonly shown: string
  /** Without links. */
  readonly path: string
  /** What a reader is told of its place. */
  readonly name: string
}

/** Called where something of a source cannot be read: `sessions/a.jsonl:12`, `no JSON`. */
export type Skip = (place: string, why: string) => void

/** What is read of a source at once; a longer value is left out, and told. */
const longestValue = 256_000_000
const chunk = 1_048_576

/**
 * The files that paths lead to; of a folder those that `isWanted`. Links that a person names are followed, those within
 * a folder are not.
 *
 * @throws MemoryError bad-argument | file-failed
 */
export function sourcesAt(
  paths: readonly string[],
  cwd: string,
  isWanted: (name: string) => boolean,
  skip: Skip,
): Source[] {
  return paths.flatMap((given) => {
    const path = placeOf(given, cwd)
    if (!statSync(path).isDirectory()) return [{ shown: given, path, name: withoutExtension(basename(path)) }]
    const below = (name: string): string => join(given, name)
    const found = walk(path, '.', (name, { refused }) => skip(below(name), refused)).map((name) => name.slice(2))
    return found
      .filter((name) => isWanted(name))
      .map((name) => ({ shown: below(name), path: join(path, name), name: withoutExtension(name) }))
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

/** Where Claude Code keeps the sessions of a folder: every sign that is no letter or digit of ASCII is a dash. */
const folderName = (root: string): string => root.replace(/[^A-Za-z0-9]/g, '-')

/**
 * The sessions that a program keeps in a person's home, of those that were held in the workspace or a folder of it; no
 * other file is read further than to where it says so.
 *
 * @throws MemoryError bad-argument where no program keeps such files
 */
export function usualSources(format: FormatName | undefined, root: string, environment: NodeJS.ProcessEnv): Source[] {
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
    const place = join(environment['CODEX_HOME'] ?? join(home, '.codex'), 'sessions')
    return walk(place, '.')
      .filter((path) => /\/rollout-[^/]*\.jsonl$/.test(path))
      .map((path) => asSource(join(place, path)))
  }
  throw new MemoryError(
    'bad-argument',
    'name what is to be imported: memory import PATH; only the sessions of claude-code and codex are found without',
  )
}

const asSource = (path: string): Source => ({ shown: path, path, name: withoutExtension(basename(path)) })

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).toSorted()
  } catch {
    return [] // the program was never used here
  }
}

/** Whether a session was held in a folder or below it; its first records say where. */
export function isHeldIn(root: string, source: Source): boolean {
  let left = 100
  for (const value of valuesOf(source, 'lines', () => undefined)) {
    const cwd = cwdIn(value) ?? cwdIn((value as { payload?: unknown } | null)?.payload)
    if (cwd !== undefined) return cwd === root || cwd.startsWith(root.endsWith(sep) ? root : `${root}${sep}`)
    if (--left === 0) break
  }
  return false
}

function cwdIn(value: unknown): string | undefined {
  const cwd = typeof value === 'object' && value !== null && 'cwd' in value ? value.cwd : undefined
  return typeof cwd === 'string' ? cwd : undefined
}

/** How a file is cut where nobody says what it is. */
export const cutOf = ({ path }: Source): Reader['cut'] =>
  /\.jsonl$/i.test(path) ? 'lines' : /\.md$/i.test(path) ? 'markdown' : 'json'

/**
 * The values of a file, read as they are asked for: hundreds of megabytes are never one string.
 *
 * @param parseNote front matter and body of a Markdown file
 * @throws MemoryError file-failed
 */
export function* valuesOf(
  { path, shown }: Source,
  cut: Reader['cut'],
  skip: Skip,
  onRead: (bytes: number) => void = () => {},
  parseNote?: (text: string) => MarkdownFile,
): Generator<unknown> {
  const descriptor = opened(path, shown)
  try {
    const bytes = chunksOf(descriptor, shown, onRead)
    if (cut === 'lines') yield* linesIn(bytes, shown, skip)
    else if (cut === 'json') yield* jsonIn(bytes, shown, skip)
    else if (parseNote) {
      const { size } = fstatSync(descriptor)
      if (size > largestMarkdown) skip(shown, `${size} bytes, the most of a note is ${largestMarkdown}`)
      else yield parseNote(readFileSync(descriptor, 'utf8'))
    }
  } finally {
    closeSync(descriptor)
  }
}

const largestMarkdown = 20_000_000

function opened(path: string, shown: string): number {
  try {
    // O_NONBLOCK: opening a FIFO must not wait for a writer.
    const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    if (fstatSync(descriptor).isFile()) return descriptor
    closeSync(descriptor)
  } catch (cause) {
    throw new MemoryError('file-failed', `${shown} cannot be read: ${String(cause)}`, { cause })
  }
  throw new MemoryError('file-failed', `${shown} is no regular file`)
}

function* chunksOf(descriptor: number, shown: string, onRead: (bytes: number) => void): Generator<Buffer> {
  for (;;) {
    const buffer = Buffer.allocUnsafe(chunk)
    let size
    try {
      size = readSync(descriptor, buffer)
    } catch (cause) {
      throw new MemoryError('file-failed', `${shown} cannot be read: ${String(cause)}`, { cause })
    }
    if (size === 0) return
    onRead(size)
    yield buffer.subarray(0, size)
  }
}

const lineFeed = 10

function* linesIn(chunks: Iterable<Buffer>, shown: string, skip: Skip): Generator<unknown> {
  let number = 0
  let held = new Held()
  const ended = function* (): Generator<unknown> {
    number++
    const bytes = held.take()
    held = new Held()
    if (bytes === undefined) skip(`${shown}:${number}`, `longer than ${longestValue} bytes`)
    else yield* parsed(bytes, `${shown}:${number}`, skip)
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

/** Bytes of a value that goes over several chunks; of one that is too long, only how many. */
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

function* parsed(bytes: Buffer, place: string, skip: Skip): Generator<unknown> {
  const text = bytes
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trim()
  if (text === '') return
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    skip(place, text.startsWith('PK\u0003\u0004') ? 'a ZIP archive: unpack it first' : 'no JSON')
    return
  }
  yield value
}

const [quote, backslash, comma, opens, closes, openBrace, closeBrace] = [34, 92, 44, 91, 93, 123, 125]
const isBlank = (byte: number): boolean => byte === 32 || (byte >= 9 && byte <= 13)

/** The elements of an array, one at a time; anything else as one value. */
function* jsonIn(chunks: Iterable<Buffer>, shown: string, skip: Skip): Generator<unknown> {
  let mode: 'before' | 'between' | 'within' | 'behind' | 'whole' = 'before'
  let [depth, number] = [0, 0]
  let [inString, isEscaped] = [false, false]
  let held = new Held()
  const ended = function* (): Generator<unknown> {
    number++
    const bytes = held.take()
    held = new Held()
    const place = mode === 'whole' ? shown : `${shown}, element ${number}`
    if (bytes === undefined) skip(place, `longer than ${longestValue} bytes`)
    else yield* parsed(bytes, place, skip)
  }
  for (const bytes of chunks) {
    let from = 0
    for (let at = 0; at < bytes.length && mode !== 'whole'; at++) {
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
        if (mode === 'within') at--
      } else if (mode === 'before' && !isBlank(byte) && !byteOrderMark.includes(byte)) {
        mode = byte === opens ? 'between' : 'whole'
      }
    }
    if (mode === 'within' || mode === 'whole') held.add(bytes.subarray(from))
  }
  if (mode === 'whole') yield* ended()
  else if (mode === 'within' || mode === 'between') skip(`${shown}, element ${number + 1}`, 'it ends in the middle')
  else if (mode === 'before') skip(shown, 'it is empty')
}

const byteOrderMark = [0xef, 0xbb, 0xbf]
