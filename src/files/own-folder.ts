import { createHash } from 'node:crypto'
import { closeSync, constants, lstatSync, mkdirSync, openSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MemoryError } from '../model/error.js'
import { cannotWrite, hasCode, isAlive } from './files.js'

/**
 * The folder where a clone keeps what it made for itself: the index, why the last hook failed, and the tree for which a
 * hook has done all.
 *
 *     .git/workspace-memory/                     of the workspace at the top
 *     .git/workspace-memory/9f86d081884c7d65/    of one in a folder below, by the SHA-256 of that folder's path
 *     .git/worktrees/side/workspace-memory/      in a linked worktree, whose Git folder that is
 *
 * Git takes no path with `.git` in it from a commit, in whatever case or disguise. So nothing that is cloned, pulled,
 * merged, checked out or popped off a stash can stand here: all of it is ours. A file in the working tree may be
 * anybody's, even beside one of ours, and SQLite plays any `-wal` or `-journal` beside a database into it.
 *
 * @param prefix the workspace's folder below the top; empty where it is the top
 */
export function ownFolder(gitDir: string, prefix: string): string {
  const folder = join(gitDir, 'workspace-memory')
  return prefix === '' ? folder : join(folder, createHash('sha256').update(prefix).digest('hex').slice(0, 16))
}

/** Writes a small file into an own folder, or nothing where that fails. A kill may leave half a file. */
export const keepOwn = (folder: string, name: string, text: string): void =>
  putOwn(folder, name, text, constants.O_TRUNC)

/** Appends to a file in that folder: lines of several processes stay whole. */
export const appendOwn = (folder: string, name: string, text: string): void =>
  putOwn(folder, name, text, constants.O_APPEND)

function putOwn(folder: string, name: string, text: string, how: number): void {
  const { O_WRONLY, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (!lstatSync(folder).isDirectory()) return // a link: nothing is written through it
    const descriptor = openSync(join(folder, name), O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | how, 0o600)
    try {
      writeFileSync(descriptor, text)
    } finally {
      closeSync(descriptor)
    }
  } catch {
    // the folder cannot be written, or what has that name is no file
  }
}

export function dropOwn(folder: string, name: string): void {
  try {
    rmSync(join(folder, name), { force: true })
  } catch {
    // the folder cannot be written
  }
}

/** Removes what killed processes left in that folder. */
export function sweepOwnFolder(folder: string): void {
  for (const name of readdirSync(folder)) {
    const pid = /^(?:examine|landing)-(\d+)-[0-9a-f]{12}(?:\.lock)?$/.exec(name)?.[1]
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(folder, name), { recursive: true, force: true })
  }
}

/** Ignores all in `.memory/` but what a workspace tracks: settings and templates. It ignores itself, too. */
const ignoreFile = '*\n!config.json\n!templates/\n!templates/**\n'

/**
 * Makes `.memory/`, where pages stand for a moment while they are written, and lets Git ignore what is in it. A
 * `.gitignore` that is there already stays: it is somebody's, whatever it says or is.
 *
 * @throws MemoryError unsafe-path | file-failed
 */
export function prepareMemoryFolder(root: string): void {
  const folder = join(root, '.memory')
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (!lstatSync(folder).isDirectory())
      throw new MemoryError('unsafe-path', `${folder} must be a folder, not a link: nothing is written through it`)
    const ignore = join(folder, '.gitignore')
    if (!lstatSync(ignore, { throwIfNoEntry: false })) writeFileSync(ignore, ignoreFile, { flag: 'wx' })
  } catch (cause) {
    if (hasCode(cause, 'EEXIST') && lstatSync(folder).isDirectory()) return // another process was first
    throw cause instanceof MemoryError ? cause : cannotWrite(folder, cause)
  }
}
