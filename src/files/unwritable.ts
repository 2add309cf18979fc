import { accessSync, constants, lstatSync, statfsSync, type Stats } from 'node:fs'
import { dirname, sep } from 'node:path'

/** Why nothing can be written somewhere, and what somebody can do about it. */
export interface Hindrance {
  /** `read-only file system` */
  readonly what: string
  /** `free some space and run it again` */
  readonly remedy: string
}

const readOnly: Hindrance = { what: 'read-only file system', remedy: 'run it where this can be written' }
const full: Hindrance = { what: 'the disk is full', remedy: 'free some space and run it again' }

/** What hinders a write, by the error code of Node or SQLite; for SQLite's further codes the system is asked. */
const byCode: Readonly<Record<string, Hindrance | ((path: string) => Hindrance)>> = {
  EROFS: readOnly,
  ENOSPC: full,
  EDQUOT: { what: 'the disk quota is used up', remedy: full.remedy },
  EACCES: refusedAt,
  EPERM: refusedAt,
  SQLITE_FULL: full,
  SQLITE_IOERR_SHMSIZE: full,
}

const askTheSystem = /^SQLITE_(?:READONLY|CANTOPEN|PERM|IOERR)/

/** Whether an error may hide a read-only file system: on one, Node's recursive `mkdir` says that a folder is missing. */
const isMisnamed = (code: string, cause: object): boolean =>
  code === 'ENOENT' && 'syscall' in cause && cause.syscall === 'mkdir'

/** Bytes that SQLite needs beside an index that is only read; a disk with fewer counts as full. */
const leastRoom = 1 << 16

/**
 * Why a write failed; undefined where nothing known hindered it.
 *
 * @param path what was to be written; it counts where the error names no path
 */
export function hindranceOf(cause: unknown, path: string): Hindrance | undefined {
  for (const each of causesOf(cause)) {
    const code = 'code' in each ? String(each.code) : ''
    const place = 'path' in each && typeof each.path === 'string' ? each.path : path
    const known = Object.hasOwn(byCode, code) ? byCode[code] : undefined
    if (known) return typeof known === 'function' ? known(place) : known
    if (isMisnamed(code, each)) return foundAt(place)
    if (askTheSystem.test(code)) {
      const message = 'message' in each ? String(each.message) : code
      return foundAt(place) ?? { what: `${message} (${code})`, remedy: 'look at the disk, and who may write there' }
    }
  }
  return undefined
}

/** Why the index in a folder cannot be written; undefined where something else failed, such as printing an answer. */
export function indexHindranceOf(cause: unknown, folder: string): Hindrance | undefined {
  const own = causesOf(cause).find(
    (each) =>
      ('code' in each && String(each.code).startsWith('SQLITE_')) ||
      ('path' in each && typeof each.path === 'string' && (each.path === folder || each.path.startsWith(folder + sep))),
  )
  return own && hindranceOf(own, folder)
}

function causesOf(cause: unknown): object[] {
  const causes: object[] = []
  for (let each = cause; typeof each === 'object' && each !== null; each = 'cause' in each ? each.cause : undefined)
    causes.push(each)
  return causes
}

/** What hinders writing at a path, found without writing; undefined where nothing does. */
function foundAt(path: string): Hindrance | undefined {
  const [nearest] = standingAt(path)
  try {
    accessSync(nearest, constants.W_OK)
    const { bavail, bsize } = statfsSync(nearest)
    return bavail * bsize < leastRoom ? full : undefined
  } catch (cause) {
    return hindranceOf(cause, nearest)
  }
}

/** To be replaced or removed, a file needs a folder that may be written; that is what refuses where the file does not. */
function refusedAt(path: string): Hindrance {
  const [nearest, found] = standingAt(path)
  const places = found?.isDirectory() === false ? [nearest, dirname(nearest)] : [nearest]
  const self = process.getuid?.()
  for (const place of places) {
    const stats = lstatSync(place, { throwIfNoEntry: false })
    if (stats === undefined) continue
    const it = place === path ? 'it' : place
    if (self !== undefined && stats.uid !== self)
      return {
        what: `permission denied: ${it} belongs to user ${stats.uid} and this runs as user ${self}`,
        remedy: 'run it as that user, or let this one write there',
      }
    const lacking = `${stats.mode & 0o200 ? '' : 'w'}${stats.isDirectory() && !(stats.mode & 0o100) ? 'x' : ''}`
    if (lacking !== '')
      return {
        what: `permission denied: ${it} has mode ${(stats.mode & 0o777).toString(8)}`,
        remedy: `let its owner write there (chmod u+${lacking})`,
      }
  }
  return { what: 'permission denied', remedy: 'look at who may write there' }
}

/** What stands at a path, or else the nearest folder above it that can be looked at. */
function standingAt(path: string): readonly [string, Stats | undefined] {
  for (let at = path; ; at = dirname(at)) {
    try {
      return [at, lstatSync(at)]
    } catch {
      if (at === dirname(at)) return [path, undefined]
    }
  }
}
