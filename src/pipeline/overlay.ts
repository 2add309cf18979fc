import { roleOf } from '../model/note.js'
import type { Refused } from '../files/files.js'
import { asCommitted, type OnTheWay } from './on-the-way.js'

export interface WorkingTree {
  /** Regular files below a folder, as workspace paths. A path that cannot be listed goes to `closed`. */
  readonly walk: (folder: string, closed: (path: string, why: Refused) => void) => string[]
  /** The bytes of a note, or their number where there are too many; undefined where there is no file. */
  readonly read: (path: string) => Buffer | number | Refused | undefined
  /** A mark that stays the same as long as nobody writes to the file; undefined where the system gives no such mark. */
  readonly stamp: (path: string) => string | undefined
  /** A mark of the file itself, the same by whatever name it is asked for; undefined where there is no file. */
  readonly identity?: (path: string) => string | undefined
  /** The OID of the bytes that Git last saw in a file, unless somebody wrote to it since. */
  readonly compared?: (path: string) => string | undefined
  /** The OID that Git would give these bytes, by the hash algorithm of `like`. */
  readonly oidOf: (bytes: Uint8Array, like: string) => string
  /** How Git changes these notes when they are committed. It is asked only for notes whose bytes differ from HEAD's. */
  readonly onTheWay?: (paths: readonly string[]) => ReadonlyMap<string, OnTheWay>
  /** Called for a note where only Git could tell whether it is as committed. Such a note counts as committed. */
  readonly untold?: (path: string) => void
}

export interface UncommittedFile {
  readonly path: string
  readonly found: Buffer | number | Refused
}

const topLevel = ['MEMORY.md', 'memory.md', 'USER.md']

/** Notes that were read and found as committed, by stamp and OID: the next caller need not read them again. */
export interface SeenCommitted {
  readonly has: (path: string, asSeen: string) => boolean
  /** @param byBytes whether the bytes alone prove it, and not attributes and settings, which may change */
  readonly add: (path: string, asSeen: string, byBytes: boolean) => void
}

/**
 * Notes in the working tree that differ from HEAD: new, edited, or ignored by Git. Every note is looked at. `git
 * status` is not used: it skips ignored files and runs what a repository configures.
 *
 * @param known OIDs of what HEAD holds, by path
 */
export function uncommittedNotes(
  files: WorkingTree,
  known: ReadonlyMap<string, string>,
  seen: SeenCommitted,
): UncommittedFile[] {
  const closed: UncommittedFile[] = []
  const standing = [...topLevel, ...files.walk('memory', (path, found) => closed.push({ path, found }))]
  const paths = onceEach(files, standing, known)
  const differing = paths.flatMap((path) => {
    const oid = known.get(path)
    if (oid && files.compared?.(path) === oid) return []
    if (roleOf(path) !== 'note') return []
    // The stamp is taken before the note is read: a note written meanwhile has another stamp the next time.
    const stamp = oid && files.stamp(path)
    const asSeen = stamp && `${stamp} ${oid}`
    if (asSeen && seen.has(path, asSeen)) return []
    const found = files.read(path)
    if (found === undefined) return []
    if (!isCommitted(files, found, oid)) return [{ path, found, oid, asSeen }]
    if (asSeen) seen.add(path, asSeen, true)
    return []
  })
  const changeable = differing.filter(({ oid, found }) => oid !== undefined && Buffer.isBuffer(found))
  const ways = changeable.length > 0 ? files.onTheWay?.(changeable.map(({ path }) => path)) : undefined
  const notes = differing.flatMap(({ path, found, oid, asSeen }): UncommittedFile[] => {
    const way = ways?.get(path)
    if (!way || !Buffer.isBuffer(found)) return [{ path, found }]
    const committed = asCommitted(found, way)
    if (!committed) files.untold?.(path)
    if (!committed) return []
    if (!isCommitted(files, committed, oid)) return [{ path, found: committed }]
    if (asSeen) seen.add(path, asSeen, false)
    return []
  })
  return [...notes, ...closed]
}

/**
 * The paths with each file once. A disk that folds case finds one file by many names: HEAD's name is taken, else the
 * first that was asked for (`MEMORY.md` for `memory.md`).
 */
function onceEach(
  { identity }: WorkingTree,
  paths: readonly string[],
  known: ReadonlyMap<string, string>,
): readonly string[] {
  const fresh = identity ? paths.filter((path) => !known.has(path) && identity(path) !== undefined) : []
  if (!identity || fresh.length === 0) return paths
  // A name that the disk lists belongs to a file of its own.
  const listed = new Set(paths.filter((path) => !topLevel.includes(path)))
  const others = [...known.keys(), ...fresh].filter((path) => !listed.has(path))
  const alike = new Map<string, string[]>()
  for (const path of others) alike.set(folded(path), [...(alike.get(folded(path)) ?? []), path])
  const names = new Map(
    fresh.map((path) => {
      const own = identity(path)
      return [path, alike.get(folded(path))?.find((other) => identity(other) === own) ?? path]
    }),
  )
  return [...new Set(paths.map((path) => names.get(path) ?? path))]
}

const folded = (path: string): string => path.normalize('NFC').toLowerCase()

function isCommitted(files: WorkingTree, bytes: Buffer | number | Refused, oid: string | undefined): boolean {
  if (oid === undefined || !Buffer.isBuffer(bytes)) return false
  if (files.oidOf(bytes, oid) === oid) return true
  // core.autocrlf: the same text, checked out with other line ends, counts as committed.
  return (
    bytes.includes('\r\n') &&
    files.oidOf(Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'), oid) === oid
  )
}
