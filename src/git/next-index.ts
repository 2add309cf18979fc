import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { MemoryError } from '../model/error.js'
import type { AskGit } from './ask-git.js'
import { blobOid, cannotWrite, hasCode, temporaryName } from '../files/files.js'
import { parseTree } from './git-output.js'
import type { Repository } from './repository.js'
import { lockedError, Overtaken, racePatience } from './overtaken.js'

/** Path from the top → text; null removes the file. */
export type Files = ReadonlyMap<string, string | null>

/**
 * Prepare Git's index with these files as a commit has them; all else that is staged stays. The new index is built in a
 * temporary file, so that Git's lock is held only while it is put in place.
 *
 * @returns a function that puts it in place, or throws Overtaken where another Git command writes or wrote the index
 */
export async function nextIndex(
  git: AskGit,
  { gitDir, ownFolder }: Repository,
  commit: string,
  files: Files,
): Promise<() => void> {
  const path = join(gitDir, 'index')
  const aside = join(ownFolder, temporaryName('landing'))
  const before = read(path)
  try {
    if (before) {
      writeFileSync(aside, before.bytes, { flag: 'wx', mode: before.mode })
      utimesSync(aside, before.second, before.second)
    } else await git(['read-tree', '--empty'], { index: aside })
    const modeOf = await modesIn(git, commit, files)
    const entries = [...files].map(([name, text]) =>
      text === null
        ? `0 ${'0'.repeat(commit.length)}\t${name}\0`
        : `${modeOf(name)} ${blobOid(Buffer.from(text), commit)}\t${name}\0`,
    )
    const stay = [...files].flatMap(([name, text]) => (text === null ? [] : [name]))
    const flagged = await flagsOf(git, aside, stay)
    await git(['update-index', '-z', '--index-info'], { index: aside, input: entries.join('') })
    for (const [flag, names] of flagged)
      if (names.length > 0)
        await git(['update-index', `--${flag}`, '-z', '--stdin'], { index: aside, input: names.join('\0') })
    const after = readFileSync(aside)
    return () => put(path, after, before)
  } finally {
    rmSync(aside, { force: true })
    rmSync(`${aside}.lock`, { force: true })
  }
}

/** A mark of the index file's state: it changes each time somebody writes the index. */
export const indexStamp = ({ gitDir }: Repository): string | undefined => statOf(join(gitDir, 'index'))?.stamp

/** Pathspecs for these files: their folders, since the names of tens of thousands are too long for a command line. */
export const around = (paths: readonly string[]): string[] => [
  ...new Set(paths.map((path) => (path.includes('/') ? dirname(path) : path))),
]

/** The mode of each of these files: one that a commit holds as an executable stays one. */
export async function modesIn(git: AskGit, commit: string, files: Files): Promise<(path: string) => string> {
  const standing = parseTree(
    Buffer.from(await git(['ls-tree', '-r', '-z', commit, '--', ...around([...files.keys()])])),
  )
  const executable = new Set(standing.flatMap(({ path, mode }) => (mode === '100755' ? [path] : [])))
  return (path) => (executable.has(path) ? '100755' : '100644')
}

/** The files that are flagged `skip-worktree` or `assume-unchanged`: a new entry for a file would lose the flag. */
async function flagsOf(git: AskGit, index: string, paths: readonly string[]): Promise<Map<string, string[]>> {
  const flagged = new Map<string, string[]>([
    ['skip-worktree', []],
    ['assume-unchanged', []],
  ])
  const asked = new Set(paths)
  const told = paths.length === 0 ? '' : await git(['ls-files', '-v', '-z', '--', ...around(paths)], { index })
  for (const entry of told.split('\0')) {
    const [tag = '', path] = [entry[0], entry.slice(2)]
    if (!asked.has(path)) continue
    if (tag.toUpperCase() === 'S') flagged.get('skip-worktree')!.push(path)
    if (tag !== tag.toUpperCase()) flagged.get('assume-unchanged')!.push(path)
  }
  return flagged
}

interface IndexFile {
  readonly bytes: Buffer
  readonly mode: number
  /**
   * When the index was written, in whole seconds. Git reads a file again if the file changed no earlier than that, so a
   * copy of the index with a later time would hide changes from Git.
   */
  readonly second: number
  readonly stamp: string
}

function read(path: string): IndexFile | undefined {
  const found = statOf(path)
  return found && { ...found, bytes: readFileSync(path) }
}

function statOf(path: string): Omit<IndexFile, 'bytes'> | undefined {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true })
  if (!found) return undefined
  const { ino, size, mtimeNs, ctimeNs, mode } = found
  const second = Number(mtimeNs / 1_000_000_000n)
  return { mode: Number(mode) & 0o777, second, stamp: [ino, size, mtimeNs, ctimeNs].join() }
}

/** Write the index as Git does: only the holder of `index.lock` may, by renaming it. */
function put(path: string, bytes: Buffer, over: IndexFile | undefined): void {
  const lock = `${path}.lock`
  let descriptor: number
  try {
    descriptor = openSync(lock, 'wx', over?.mode ?? 0o644)
  } catch (cause) {
    throw hasCode(cause, 'EEXIST') ? lockedError(lock) : cannotWrite(lock, cause)
  }
  try {
    try {
      writeFileSync(descriptor, bytes)
    } finally {
      closeSync(descriptor)
    }
    if (statOf(path)?.stamp !== over?.stamp)
      throw new Overtaken('git-failed', 'another Git command wrote the index meanwhile', racePatience)
    renameSync(lock, path)
  } catch (cause) {
    rmSync(lock, { force: true })
    throw cause instanceof MemoryError ? cause : cannotWrite(lock, cause)
  }
}
