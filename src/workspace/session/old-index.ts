import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isIndexHeader, indexHeaderSize } from '../../store/open.js'
import type { Repository } from '../../git/repository.js'

/** Where the index stood once: in the working tree, where a commit can put any file. Nothing opens it any more. */
const oldIndex = '.memory/index.sqlite'
const oldPaths = [oldIndex, `${oldIndex}-wal`, `${oldIndex}-shm`, `${oldIndex}-journal`]

export interface OldIndexFile {
  readonly path: string
  /** Whether Git tracks it: then it is part of a commit, and not ours to remove. */
  readonly tracked: boolean
}

/** The files where the index stood once; Git is asked only where there are any. */
export function oldIndexFiles(repository: Repository): OldIndexFile[] {
  const standing = oldPaths.filter((path) => isAnything(join(repository.root, path)))
  if (standing.length === 0) return []
  const tracked = repository.tracked(standing)
  return standing.map((path) => ({ path, tracked: tracked === undefined || tracked.includes(path) }))
}

function isAnything(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return false // in a folder of somebody else
  }
}

/**
 * Removes the index of an earlier version: it holds words that somebody may have forgotten since. Tracked files, and a
 * database that is no index of ours, stay as they are.
 */
export function removeOldIndex(repository: Repository): void {
  const found = oldIndexFiles(repository)
  const ours =
    found.some(({ path, tracked }) => path === oldIndex && !tracked) && isIndex(join(repository.root, oldIndex))
  if (!ours) return
  for (const { path, tracked } of found)
    if (!tracked) rmSync(join(repository.root, path), { recursive: true, force: true })
}

function isIndex(path: string): boolean {
  try {
    // O_NONBLOCK: opening a FIFO must not wait for a writer.
    const descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    try {
      const header = Buffer.alloc(indexHeaderSize)
      return fstatSync(descriptor).isFile() && isIndexHeader(header.subarray(0, readSync(descriptor, header)))
    } finally {
      closeSync(descriptor)
    }
  } catch {
    return false
  }
}
