import { createHash, randomBytes } from 'node:crypto'
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { MemoryError } from '../memory/error.js'

/** Beyond this a file is reported and not indexed: no log that a person reads is this long. */
export const largestNote = 5_000_000

export const hasCode = (cause: unknown, ...codes: readonly string[]): boolean =>
  typeof cause === 'object' && cause !== null && 'code' in cause && codes.includes(String(cause.code))

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

/** Node names no file where it fails to write to one: `ENOSPC: no space left on device, write`. */
export const cannotWrite = (path: string, cause: unknown): MemoryError =>
  new MemoryError('file-failed', `${path} cannot be written: ${messageOf(cause)}`, { cause })

const isMissing = (cause: unknown): boolean => hasCode(cause, 'ENOENT', 'ENOTDIR')

/** What the system does not let us read, and why: `EACCES: permission denied`. */
export interface Refused {
  readonly refused: string
}

const refusal = (cause: unknown): Refused => ({
  refused: (cause instanceof Error ? cause.message : String(cause)).split(',')[0]!,
})

/**
 * A regular file's bytes, or their number where they are more than `largest`;
 * undefined where there is no such file. Links, pipes and devices are never opened.
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

/** Milliseconds. What was written to less long ago is not told by its times: a file system's clock may tick once in two seconds (FAT). */
const ticks = 3000

/** `<inode> <bytes> <modified> <changed>` of a file that was left alone for a while; undefined for any other. */
export function stampOf(root: string, path: string): string | undefined {
  try {
    const found = lstatSync(join(root, path), { throwIfNoEntry: false })
    if (!found?.isFile()) return undefined
    const { ino, size, mtimeMs, ctimeMs } = found
    return Math.max(mtimeMs, ctimeMs) + ticks < Date.now() ? `${ino} ${size} ${mtimeMs} ${ctimeMs}` : undefined
  } catch {
    return undefined
  }
}

/** A regular file's bytes; undefined where there is none, or a longer one. */
export function readRegular(root: string, path: string, largest = Infinity): Buffer | undefined {
  const found = readAtMost(root, path, largest)
  if (typeof found === 'object' && 'refused' in found)
    throw new MemoryError('file-failed', `${path} cannot be read: ${found.refused}`)
  return typeof found === 'number' ? undefined : found
}

/**
 * Regular files below a folder, as workspace paths with `/`, sorted. Links are
 * not followed; a folder that cannot be listed is told to `closed`, with the reason.
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
    for (const entry of entries) {
      const child = `${path}/${entry.name}`
      if (entry.isDirectory() && entry.name !== '.git') visit(child)
      else if (entry.isFile()) found.push(child)
    }
  }
  if (isPlainFolder(join(root, folder))) visit(folder)
  return found.toSorted()
}

/** Whether any regular file stands below a folder. */
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

/** A name below `.memory/` for what must not outlive its process. */
export const temporaryName = (what: string): string => `${what}-${process.pid}-${randomBytes(6).toString('hex')}`

/** Remove what killed processes left below `.memory/`. */
export function sweepTemporary(root: string): void {
  for (const name of readdirSync(join(root, '.memory'))) {
    const pid = /^(?:write|examine|landing)-(\d+)-/.exec(name)?.[1]
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

/**
 * Write a file of the workspace: whole or not at all, never through a link,
 * and not at all where the bytes are there already. `beside` is the workspace,
 * where the file stands above it.
 *
 * @returns whether anything was written
 * @throws MemoryError unsafe-path | file-failed
 */
export function writeWhole(root: string, path: string, content: string, beside = root): boolean {
  guard(root, path)
  const bytes = Buffer.from(content, 'utf8')
  const before = readRegular(root, path)
  if (before?.equals(bytes)) return false
  const target = join(root, path)
  // Next to the index, which Git ignores, so that a kill leaves nothing in anybody's way. No fsync: the
  // rename makes it whole against a kill, and a hook that waits for the disk once a page is felt.
  const temporary = join(beside, '.memory', temporaryName('write'))
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW
  try {
    mkdirSync(dirname(target), { recursive: true })
    mkdirSync(dirname(temporary), { recursive: true, mode: 0o700 })
    const descriptor = openSync(temporary, flags, 0o644)
    try {
      writeFileSync(descriptor, bytes)
    } finally {
      closeSync(descriptor)
    }
    renameSync(temporary, target)
  } catch (cause) {
    rmSync(temporary, { force: true })
    throw cannotWrite(path, cause)
  }
  return true
}

export function removeFile(root: string, path: string): boolean {
  guard(root, path)
  if (readRegular(root, path) === undefined) return false
  rmSync(join(root, path))
  return true
}

/** Refuse a path that leaves the workspace or passes through a link. */
function guard(root: string, path: string): void {
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
