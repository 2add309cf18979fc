import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync, readdirSync, realpathSync, rmdirSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { MemoryError } from '../../model/error.js'
import { cannotWrite, guard, hasCode, isBlocked, readRegular } from '../../files/files.js'

/** The file in which an export says what it wrote. */
export const manifestName = '.okf-export.json'

/** Folders of a workspace that are read, kept or generated: nothing is exported into them. */
const ownFolders = ['bank', 'memory', '.memory', '.git'] as const

/** What an earlier export wrote: path → the digests that a file of ours may have there. */
export type ExportManifest = ReadonlyMap<string, readonly string[]>

export interface Target {
  /** The folder's path, without links. */
  readonly folder: string
  /** Undefined where nothing was exported into the folder. */
  readonly earlier: ExportManifest | undefined
}

/**
 * The folder that an export goes to: empty, not there yet, or one that holds an earlier export.
 *
 * @throws MemoryError bad-argument | unsafe-path | file-failed
 */
export function exportTarget(given: string, root: string, cwd: string): Target {
  // A folder may be made by this name, and nobody means one with a line break.
  if (/\p{Cc}/u.test(given))
    throw new MemoryError('bad-argument', 'the name of the folder holds a control character: name another')
  try {
    const folder = withoutLinks(given, resolve(cwd, given))
    refuseOwn(given, folder, realpathSync(root))
    const names = namesIn(folder)
    if (names.length === 0) return { folder, earlier: undefined }
    const earlier = manifestIn(folder)
    if (earlier !== undefined) return { folder, earlier }
    throw new MemoryError(
      'bad-argument',
      `${given} holds ${names.length === 1 ? 'a file' : `${names.length} files`} and no export of ours: name an empty folder, or one that is not there yet`,
    )
  } catch (cause) {
    if (cause instanceof MemoryError) throw cause
    if (hasCode(cause, 'ENOTDIR')) throw new MemoryError('bad-argument', `${given} is no folder, or below a file`)
    throw new MemoryError('file-failed', `${given} cannot be read: ${String(cause)}`, { cause })
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (cause) {
    if (hasCode(cause, 'ENOENT')) return []
    throw cause
  }
}

/** A path with its links resolved. Only links above the folder are allowed: those are the machine's, such as `/tmp`. */
function withoutLinks(given: string, path: string): string {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found?.isSymbolicLink()) throw new MemoryError('unsafe-path', `${given} is a link: nothing is written through it`)
  const parent = dirname(path)
  if (parent === path) return path
  try {
    return join(realpathSync(parent), basename(path))
  } catch (cause) {
    if (!hasCode(cause, 'ENOENT')) throw cause
    return join(withoutLinks(given, parent), basename(path))
  }
}

function refuseOwn(given: string, folder: string, root: string): void {
  const isSame = (a: string, b: string): boolean => {
    const [one, other] = [a, b].map((path) => statSync(path, { throwIfNoEntry: false }))
    return one !== undefined && other !== undefined && one.dev === other.dev && one.ino === other.ino
  }
  for (let at = root; ; at = dirname(at)) {
    if (at === folder || isSame(at, folder))
      throw new MemoryError('bad-argument', `${given} holds the workspace: name a folder of the export's own`)
    if (dirname(at) === at) break
  }
  for (let at = folder; dirname(at) !== at; at = dirname(at)) {
    // By name too: a folder that is not there yet has only its name, and `.git` is no place for an export anywhere.
    const own = ownFolders.find(
      (name) =>
        (basename(at).toLowerCase() === name && (name === '.git' || isSame(dirname(at), root))) ||
        isSame(at, join(root, name)),
    )
    if (own !== undefined)
      throw new MemoryError('bad-argument', `${given} is in ${own}/, which is no place for an export: name another`)
  }
}

/** A path that an export writes: a document in the folder itself, in `no-longer/`, or in `entities/` of either. */
const pathForm = /^(?:no-longer\/)?(?:entities\/)?[^/\\\0]+\.md$/

/**
 * The manifest of a folder; undefined where there is none, or it is not ours. A stranger may have written it, so paths
 * that lead out of the folder are dropped.
 */
function manifestIn(folder: string): ExportManifest | undefined {
  try {
    const read: unknown = JSON.parse(readRegular(folder, manifestName, largestManifest)?.toString('utf8') ?? 'null')
    if (typeof read !== 'object' || read === null || !('format' in read) || read.format !== 'okf') return undefined
    if (!('files' in read) || typeof read.files !== 'object' || read.files === null) return undefined
    return new Map(
      Object.entries(read.files).flatMap(([path, digests]): [string, string[]][] =>
        pathForm.test(path) && Array.isArray(digests)
          ? [[path, digests.filter((each) => typeof each === 'string')]]
          : [],
      ),
    )
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined
    throw cause
  }
}

const largestManifest = 50_000_000

/** The text of a manifest, sorted so that the same export has the same bytes. */
export const manifestText = (by: string, version: string, commit: string, files: ExportManifest): string =>
  `${JSON.stringify(
    {
      format: 'okf',
      okf_version: version,
      by,
      commit,
      files: Object.fromEntries([...files].toSorted(([a], [b]) => (a < b ? -1 : 1))),
    },
    null,
    2,
  )}\n`

/** SHA-256 of a file with LF at its lines' ends, as it was exported: Git may have changed those to CRLF. */
export const digestOf = (bytes: Buffer): string =>
  createHash('sha256').update(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1').digest('hex')

/** What stands at a path: the bytes of a file, null for a link or anything else in the way, undefined for nothing. */
export function filesStanding(folder: string, path: string): Buffer | null | undefined {
  if (isBlocked(folder, path)) return null
  guard(folder, path)
  return readRegular(folder, path)
}

/** @throws MemoryError unsafe-path where a link was put in its way since it was checked | file-failed */
export function makeFolder(given: string, folder: string): void {
  try {
    mkdirSync(folder, { recursive: true })
  } catch (cause) {
    throw cannotWrite(given, cause)
  }
  if (realpathSync(folder) !== folder)
    throw new MemoryError('unsafe-path', `${given} is a link: nothing is written through it`)
}

/** Remove the folders that held nothing but the removed files. */
export function removeEmpty(folder: string, removed: readonly string[]): void {
  const folders = new Set(removed.map((path) => dirname(path)).filter((path) => path !== '.'))
  for (const path of [...folders, ...(folders.size > 0 ? ['no-longer'] : [])].toSorted().toReversed()) {
    try {
      if (lstatSync(join(folder, path)).isDirectory()) rmdirSync(join(folder, path))
    } catch {
      // It holds something else, or is gone.
    }
  }
}
