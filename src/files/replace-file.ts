import { copyFileSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { MemoryError } from '../model/error.js'
import {
  appendTo,
  exchange,
  hasSameBytes,
  modeOf,
  entryNames,
  sweepBeside,
  writeNew,
  type Replaced,
} from './exchange.js'
import { cannotWrite, guard, hasCode, readRegular, temporaryName, walk } from './files.js'
import { openForWriting } from './open-files.js'

const keptFolder = '.memory/kept'

/** The versions kept for a person to look at, where two programs saved a file at once. */
export const keptFiles = (root: string): string[] => walk(root, keptFolder)

/** What somebody wrote into a file while it was being replaced. */
export interface Late {
  readonly path: string
  /** Where their version is; null where their words are in the file again. */
  readonly kept: string | null
  /** Whether they still have it open: then the file is as it was, for what they write next. */
  readonly open: boolean
}

/** Runs `work` while no other process of ours replaces a file. */
export type Alone = <T>(work: () => T) => T

export interface Change {
  readonly path: string
  /**
   * Makes a file's new bytes of its old ones. It gets undefined where there is no file, and gives null to remove it. It
   * is called again where the file changed meanwhile.
   */
  readonly make: (standing: Buffer | undefined) => Buffer | null
}

export type FileReplacer = ReturnType<typeof replacerOf>

/** Characters of a path in the name of a kept version, which has 255 bytes at most. */
const longestKept = 70

/** How often a file may change under our hands before we give up. */
const mostTries = 200

/** Milliseconds to wait for a program that has a file open to close it. */
const slowestWriter = 1000
/** Milliseconds of processor time to look for programs that have a page open: a commit waits for them. */
const longestLook = 25
/** Milliseconds between two looks; the whole wait where the system does not tell who has a file open. */
const betweenLooks = 5

interface Second {
  readonly path: string
  /** The second name of the replaced file, so that what is written to it late is not lost. */
  readonly name: string
  readonly was: Buffer
}

interface Replacement extends Second {
  /** The bytes in its place; null where it was removed. */
  readonly now: Buffer | null
}

/**
 * The one way in which files of a workspace are changed: never through a link, whole or not at all, and only where they
 * still hold what was read. A replaced file keeps a second name until `settle`: an editor may have opened it before,
 * and may write to it later.
 *
 * @param alone keeps our other processes away while a file is compared and replaced
 * @param beside the workspace, which may be a folder below `root`: new files wait in its `.memory/` until they take
 *   their place. Null where no such folder is to be made: then they wait beside the old ones
 */
export function replacerOf(root: string, alone: Alone = (work) => work(), beside: string | null = root) {
  const seconds: Replacement[] = []
  /** Texts of ours that were taken out again when the old file was put back. */
  const ours: Second[] = []

  /**
   * @param content null removes the file
   * @param was what was read; undefined where there was no file
   * @throws MemoryError unsafe-path | file-failed
   */
  function replace(path: string, content: Buffer | null, was: Buffer | undefined): Replaced {
    guard(root, path)
    const standing = readRegular(root, path)
    if (!hasSameBytes(standing, was)) return 'moved'
    if (hasSameBytes(standing, content ?? undefined)) return 'same'
    const swap = (folder: string): Replaced => {
      const names = entryNames(folder, path)
      try {
        if (content !== null) writeNew(names.now, content, modeOf(join(root, path)))
        const replaced = alone(() => exchange(root, path, was, content === null ? null : names.now, names.was))
        if (replaced.second && replaced.what === 'moved') keep(path, names.was)
        else if (replaced.second) seconds.push({ path, name: names.was, was: was!, now: content })
        return replaced.what
      } finally {
        rmSync(names.now, { force: true })
      }
    }
    try {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      if (beside === null) return besideIt(path, swap)
      // Git ignores `.memory/`, so that a kill leaves nothing in anybody's way. No fsync: the rename keeps a file whole
      // when we are killed, and waiting for the disk once a page would make hooks slow.
      const folder = join(beside, '.memory')
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      try {
        return swap(folder)
      } catch (cause) {
        if (!hasCode(cause, 'EXDEV')) throw cause
        return besideIt(path, swap) // another file system is mounted there
      }
    } catch (cause) {
      throw cause instanceof MemoryError ? cause : cannotWrite(path, cause)
    }
  }

  function besideIt(path: string, swap: (folder: string) => Replaced): Replaced {
    const folder = dirname(join(root, path))
    sweepBeside(folder)
    return swap(folder)
  }

  /**
   * Looks once more at the replaced files. What somebody wrote to one meanwhile goes back into the file, or is kept for
   * a person. A file that another program still has open is put back.
   */
  function settle(): Late[] {
    if (seconds.length === 0) return []
    const open = openForWriting(
      seconds.map(({ name }) => name),
      longestLook,
    )
    return endsOf((second, until) =>
      !open?.has(second.name)
        ? settled(second)
        : isBack(second)
          ? [{ path: second.path, kept: null, open: true }]
          : settledLast(second, until),
    )
  }

  /** Ends all replacements, then waits for the texts of ours that were taken out again. */
  function endsOf(end: (second: Replacement, until: number) => Late[]): Late[] {
    const until = performance.now() + slowestWriter
    const late = seconds.splice(0).flatMap((second) => end(second, until))
    return [...late, ...ours.splice(0).flatMap((second) => settledLast(second, until))]
  }

  function settled(second: Replacement): Late[] {
    const { path, name, was } = second
    const left = readRegular('/', name)
    if (left === undefined) return []
    if (left.equals(was)) {
      rmSync(name, { force: true })
      return []
    }
    return [{ path, kept: isBack(second) || isAppended(second, left) ? null : keep(path, name), open: false }]
  }

  /** Waits until a file that is not put back is closed, then ends it. One that stays open goes to `.memory/kept/`. */
  function settledLast(second: Second, until: number): Late[] {
    const { path, name } = second
    const isOpen = (): boolean => openForWriting([name])?.has(name) === true
    while (isOpen()) {
      if (performance.now() > until) return [{ path, kept: keep(path, name), open: false }]
      pause(betweenLooks)
    }
    const left = readRegular('/', name)
    if (left !== undefined && !left.equals(second.was) && !isAppended(second, left))
      return [{ path, kept: keep(path, name), open: false }]
    rmSync(name, { force: true })
    return []
  }

  /** Puts the old file back; false where somebody has changed our text since. */
  const isBack = ({ path, name, now }: Replacement): boolean => {
    const own = entryNames(dirname(name), path).was
    const { what, second } = alone(() => exchange(root, path, now ?? undefined, name, own))
    if (what === 'moved') return false
    if (second) ours.push({ path, name: own, was: now! })
    else rmSync(name, { force: true })
    return true
  }

  function isAppended({ path, name, was }: Second, left: Buffer): boolean {
    if (!left.subarray(0, was.length).equals(was) || readRegular(root, path) === undefined) return false
    appendTo(join(root, path), left.subarray(was.length))
    rmSync(name, { force: true })
    return true
  }

  /** Keeps a version that has no place left, for a person to decide. */
  function keep(path: string, name: string): string {
    const at = beside ?? root
    const kept = `${keptFolder}/${temporaryName(path.replaceAll('/', '_').slice(-longestKept))}`
    mkdirSync(join(at, keptFolder), { recursive: true, mode: 0o700 })
    try {
      renameSync(name, join(at, kept))
    } catch (cause) {
      if (!hasCode(cause, 'EXDEV')) throw cause
      copyFileSync(name, join(at, kept))
      rmSync(name)
    }
    return kept
  }

  /**
   * Waits until no replaced file is open for writing. One that stays open is put back, for what its writer writes next.
   */
  function untilClosed(): void {
    const end = performance.now() + slowestWriter
    for (let first = true; seconds.length > 0; first = false) {
      const open = openForWriting(seconds.map(({ name }) => name))
      if (open === undefined && !first) return
      if (open?.size === 0) return
      if (performance.now() > end) {
        const held = seconds.find(({ name }) => open?.has(name))!
        endsOf((second, until) => (isBack(second) ? [] : settledLast(second, until)))
        throw new MemoryError(
          'file-failed',
          `${held.path} is open for writing in another program: close it there and try again`,
        )
      }
      pause(betweenLooks)
    }
  }

  /**
   * Changes files, once more where they change meanwhile.
   *
   * @returns the paths of those that were written
   * @throws MemoryError unsafe-path | file-failed, and what a `make` throws
   */
  function changeAll(changes: readonly Change[]): string[] {
    const written = new Set<string>()
    let open = changes
    for (let tries = 0; open.length > 0; tries++) {
      if (tries === mostTries)
        throw new MemoryError(
          'file-failed',
          `${open[0]!.path} is being written by another program all the time: try again`,
        )
      const moved = open.filter(({ path, make }) => {
        guard(root, path)
        const standing = readRegular(root, path)
        const replaced = replace(path, make(standing), standing)
        if (replaced === 'written') written.add(path)
        return replaced === 'moved'
      })
      untilClosed()
      const late = endsOf(settled)
      const twice = late.find(({ kept }) => kept !== null)
      if (twice)
        throw new MemoryError('file-failed', `${twice.path} was saved twice while it was written: one is ${twice.kept}`)
      open = changes.filter((change) => moved.includes(change) || late.some(({ path }) => path === change.path))
    }
    return [...written]
  }

  /** @returns whether anything was written; see `changeAll` */
  const change = (path: string, make: Change['make']): boolean => changeAll([{ path, make }]).length > 0

  return { replace, settle, change, changeAll }
}

/** Changes a text that others write too, in a file that may hold bytes of any encoding. */
export const changeText = (root: string, path: string, make: (text: string) => string): boolean =>
  replacerOf(root).change(path, (standing) => Buffer.from(make(standing?.toString('latin1') ?? ''), 'latin1'))

const pause = (milliseconds: number): void =>
  void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
