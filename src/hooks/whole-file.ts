import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { MemoryError } from '../model/error.js'
import { cannotWrite, isAlive } from '../files/files.js'

/**
 * Replace a file whole or not at all: Git may be reading it, and it may have a person's lines. The content is Latin-1,
 * byte for byte.
 *
 * @param was the content when it was read; left out where none of it is kept
 * @throws MemoryError file-failed, also where the content has changed since
 */
export function writeWhole(path: string, content: string, mode: number, was?: string): void {
  const temporary = `${path}${mark}${process.pid}`
  try {
    mkdirSync(dirname(path), { recursive: true })
    sweep(path)
    writeFileSync(temporary, content, { encoding: 'latin1', flag: 'wx' })
    chmodSync(temporary, mode)
    if (was !== undefined && readFileSync(path, 'latin1') !== was) throw new MemoryError('file-failed', saved(path))
    renameSync(temporary, path)
  } catch (cause) {
    rmSync(temporary, { force: true })
    throw cause instanceof MemoryError ? cause : cannotWrite(path, cause)
  }
}

const saved = (path: string): string => `${path} was saved by another program while it was being written: try again`

/** Stands between a file's name and the id of the process that writes it. No person gives a file such a name. */
const mark = '.workspace-memory-'

/** Remove what killed processes left beside a file, also one that had our id: containers give the same ones again. */
function sweep(path: string): void {
  const left = basename(path) + mark
  const isLeft = (pid: number): boolean => pid === process.pid || !isAlive(pid)
  for (const name of readdirSync(dirname(path)))
    if (name.startsWith(left) && isLeft(Number(name.slice(left.length))))
      rmSync(join(dirname(path), name), { force: true })
}

/** Give a file a second name, so that a write over the first loses nothing at any moment. */
export function alsoCalled(path: string, other: string): void {
  const found = lstatSync(path)
  if (found.isSymbolicLink()) return symlinkSync(readlinkSync(path), other)
  try {
    linkSync(path, other)
  } catch {
    writeWhole(other, readFileSync(path, 'latin1'), found.mode & 0o7777) // a file system without hard links
  }
}

/** Whether two names lead to one file, or to two of the same kind, mode and bytes. */
export function isAlike(path: string, other: string): boolean {
  const [one, two] = [lstatSync(path), lstatSync(other)]
  if (one.isSymbolicLink() && two.isSymbolicLink()) return readlinkSync(path) === readlinkSync(other)
  if (!one.isFile() || !two.isFile()) return false
  return one.mode === two.mode && readFileSync(path).equals(readFileSync(other))
}
