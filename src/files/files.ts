import { createHash, randomBytes } from 'node:crypto'
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  type Stats,
} from 'node:fs'
import { join, sep } from 'node:path'
import { MemoryError } from '../model/error.js'
import { hindranceOf } from './unwritable.js'

/** Bytes; a larger file is reported and not indexed: no log that a person reads is this long. */
export const largestNote = 5_000_000

export const hasCode = (cause: unknown, ...codes: readonly string[]): boolean =>
  typeof cause === 'object' && cause !== null && 'code' in cause && codes.includes(String(cause.code))

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

/** An error that names the file: Node's names none where writing fails (`ENOSPC: no space left on device, write`). */
export function cannotWrite(path: string, cause: unknown): MemoryError {
  const hindrance = hindranceOf(cause, path)
  const why = hindrance ? `${hindrance.what}; ${hindrance.remedy}` : messageOf(cause)
  return new MemoryError('file-failed', `${path} cannot be written: ${why}`, { cause })
}

const isMissing = (cause: unknown): boolean => hasCode(cause, 'ENOENT', 'ENOTDIR')

/** Why the system does not let us read something: `EACCES: permission denied`. */
export interface Refused {
  readonly refused: string
}

const refusal = (cause: unknown): Refused => ({
  refused: messageOf(cause).split(',')[0]!,
})

/**
 * A regular file's bytes, or their number where they are more than `largest`; undefined where there is no such file.
 * Links, pipes and devices are never opened.
 */
export function readAtMost(root: string, path: string, largest: number): Buffer | number | Refused | undefined {
  try {
    // O_NONBLOCK: opening a FIFO must not wait for a writer.
    const descriptor = openSync(join(root, path), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    try {
      const found = fstatSync(descriptor)
      if (!found.isFile()) return undefined
      return found.size <= largest ? readFileSync(descriptor) : found.size
    } finally {
      closeSync(descriptor)
    }
  } catch (cause) {
    // A link, or a socket.
    return isMissing(cause) || hasCode(cause, 'ELOOP', 'ENXIO') ? undefined : refusal(cause)
  }
}

/** Whether something other than a regular file is at a path, or something other than a folder above it. */
export function isBlocked(root: string, path: string): boolean {
  const parts = path.split('/')
  for (let depth = 1; depth <= parts.length; depth++) {
    try {
      const found = lstatSync(join(root, ...parts.slice(0, depth)))
      if (depth < parts.length ? !found.isDirectory() : !found.isFile()) return true
    } catch (cause) {
      return !isMissing(cause)
    }
  }
  return false
}

/** Milliseconds within which two writes may leave a file the same times: the clock of FAT ticks every two seconds. */
export const ticks = 3000

const orNothing = { throwIfNoEntry: false } as const

/** What the system tells of a regular file; undefined of anything else. */
export function statOf(root: string, path: string): Stats | undefined {
  try {
    // `join` is not used: for thousands of files it takes half as long as `lstatSync`.
    const found = lstatSync(`${root}/${path}`, orNothing)
    return found?.isFile() ? found : undefined
  } catch {
    return undefined
  }
}

/** `<inode> <bytes> <modified> <changed>` of a file that was left alone for a while; undefined for any other. */
export const stampOf = ({ ino, size, mtimeMs, ctimeMs }: Stats): string | undefined =>
  Math.max(mtimeMs, ctimeMs) + ticks < Date.now() ? `${ino} ${size} ${mtimeMs} ${ctimeMs}` : undefined

/** `<device> <inode>` of a regular file: the same for all the names that it has. */
export const identityOf = ({ dev, ino }: Stats): string => `${dev} ${ino}`

/** A regular file's bytes; undefined where there is none, or a longer one. */
export function readRegular(root: string, path: string, largest = Infinity): Buffer | undefined {
  const found = readAtMost(root, path, largest)
  if (typeof found === 'object' && 'refused' in found)
    throw new MemoryError('file-failed', `${path} cannot be read: ${found.refused}`)
  return typeof found === 'number' ? undefined : found
}

/**
 * Regular files below a folder, as workspace paths with `/`, sorted. Links are not followed; a folder that cannot be
 * listed, or is another repository, is told to `closed`, with the reason.
 */
export function walk(root: string, folder: string, closed?: (path: string, why: Refused) => void): string[] {
  const found: string[] = []
  const visit = (path: string): void => {
    let entries
    try {
      entries = readdirSync(join(root, path), { withFileTypes: true })
    } catch (cause) {
      if (!isMissing(cause)) closed?.(path, refusal(cause))
      return
    }
    if (path !== folder && entries.some(({ name }) => name === '.git')) {
      closed?.(path, { refused: 'a repository of its own stands there' })
      return
    }
    for (const entry of entries) {
      const child = `${path}/${entry.name}`
      if (entry.isDirectory() && entry.name !== '.git') visit(child)
      else if (entry.isFile()) found.push(child)
    }
  }
  try {
    if (isPlainFolder(join(root, folder))) visit(folder)
  } catch (cause) {
    closed?.(folder, refusal(cause))
  }
  return found.toSorted()
}

export const holdsFile = (root: string, folder: string): boolean =>
  isPlainFolder(join(root, folder)) &&
  readdirSync(join(root, folder), { withFileTypes: true })
    .toSorted((a, b) => Number(a.isDirectory()) - Number(b.isDirectory()))
    .some((entry) => entry.isFile() || (entry.isDirectory() && holdsFile(root, `${folder}/${entry.name}`)))

function isPlainFolder(path: string): boolean {
  try {
    return lstatSync(path).isDirectory()
  } catch (cause) {
    if (isMissing(cause)) return false
    throw cause
  }
}

/** The OID that Git would give these bytes as a blob, unfiltered. */
export const blobOid = (bytes: Uint8Array, like: string): string =>
  createHash(like.length === 64 ? 'sha256' : 'sha1')
    .update(`blob ${bytes.length}\0`)
    .update(bytes)
    .digest('hex')

/** A name below `.memory/` for a file that must not outlive its process. */
export const temporaryName = (what: string): string => `${what}-${process.pid}-${randomBytes(6).toString('hex')}`

/** Removes the files of `temporaryName` that killed processes left below `.memory/`, and Git's locks beside them. */
export function sweepTemporary(root: string): void {
  for (const name of readdirSync(join(root, '.memory'))) {
    const pid = /^(?:write|was|examine|landing)-(\d+)-[0-9a-f]{12}(?:\.lock)?$/.exec(name)?.[1]
    if (pid !== undefined && !isAlive(Number(pid)))
      rmSync(join(root, '.memory', name), { recursive: true, force: true })
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (cause) {
    return !hasCode(cause, 'ESRCH')
  }
}

/** Refuses a path that leaves the workspace or passes through a link. */
export function guard(root: string, path: string): void {
  const parts = path.split('/')
  if (parts.some((part) => part === '' || part === '.' || part === '..' || part.includes(sep === '\\' ? '\\' : '\0'))) {
    throw new MemoryError('unsafe-path', `${path} is no path inside the workspace`)
  }
  for (let depth = 1; depth <= parts.length; depth++) {
    const prefix = parts.slice(0, depth).join('/')
    let link = false
    try {
      link = lstatSync(join(root, prefix)).isSymbolicLink()
    } catch (cause) {
      if (isMissing(cause)) return
      throw cause
    }
    if (link) throw new MemoryError('unsafe-path', `${prefix} is a link: nothing is written through it`)
  }
}
