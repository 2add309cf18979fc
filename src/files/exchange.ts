import {
  closeSync,
  constants,
  fchmodSync,
  linkSync,
  lstatSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { hasCode, isAlive, readRegular, temporaryName } from './files.js'

/** What became of a file: `moved` where it no longer holds what was read, and is left alone. */
export type Replaced = 'written' | 'same' | 'moved'

export const hasSameBytes = (a: Buffer | undefined, b: Buffer | undefined): boolean =>
  a === undefined || b === undefined ? a === b : a.equals(b)

interface Exchanged {
  readonly what: Replaced
  /** Whether what stood there is kept under the second name. */
  readonly second: boolean
}

/** Replaces or removes a file that still holds what was read. The last check comes right before the rename. */
export function exchange(
  root: string,
  path: string,
  was: Buffer | undefined,
  now: string | null,
  second: string,
): Exchanged {
  const target = join(root, path)
  if (was === undefined) return { what: madeAnew(now!, target), second: false }
  if (now === null) {
    renameSync(target, second)
    if (readRegular('/', second)?.equals(was)) return { what: 'written', second: true }
    // Somebody's new words: they go back to their place unless another file took it.
    const isBack = madeAnew(second, target) === 'written'
    if (isBack) rmSync(second, { force: true })
    return { what: 'moved', second: !isBack }
  }
  const hasSecond = alsoCalled(target, second)
  const [before, after] = [hasSecond ? lstatSync(second) : undefined, readRegular(root, path)]
  const isSame = after?.equals(was) && (!before || lstatSync(target, { throwIfNoEntry: false })?.ino === before.ino)
  if (!isSame) {
    rmSync(second, { force: true })
    return { what: 'moved', second: false }
  }
  renameSync(now, target)
  return { what: 'written', second: hasSecond }
}

/** Puts a file where none stands; `moved` where one does. */
function madeAnew(from: string, target: string): Replaced {
  try {
    linkSync(from, target)
    return 'written'
  } catch (cause) {
    if (!hasCode(cause, 'EEXIST', ...noLinks)) throw cause
    // A pipe or socket in the way holds no words; a folder makes renaming fail.
    const found = lstatSync(target, { throwIfNoEntry: false })
    if (found?.isFile() || found?.isSymbolicLink()) return 'moved'
    renameSync(from, target)
    return 'written'
  }
}

/** The errors by which file systems say that they have no hard links. */
const noLinks = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']

function alsoCalled(path: string, other: string): boolean {
  try {
    linkSync(path, other)
    return true
  } catch (cause) {
    if (hasCode(cause, ...noLinks, 'ENOENT')) return false
    throw cause
  }
}

export function writeNew(path: string, content: Buffer, mode: number): void {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW
  const descriptor = openSync(path, flags, mode)
  try {
    writeFileSync(descriptor, content)
    if (mode !== usual) fchmodSync(descriptor, mode)
  } finally {
    closeSync(descriptor)
  }
}

export function appendTo(path: string, bytes: Buffer): void {
  const descriptor = openSync(path, constants.O_WRONLY | constants.O_APPEND | constants.O_NOFOLLOW)
  try {
    writeFileSync(descriptor, bytes)
  } finally {
    closeSync(descriptor)
  }
}

const usual = 0o644
export const modeOf = (path: string): number => {
  const mode = lstatSync(path, { throwIfNoEntry: false })?.mode
  return mode === undefined ? usual : mode & 0o777
}

/** Names for the new and the old file that nobody else uses; in a person's folder they are hidden, and no Markdown. */
export function entryNames(folder: string, path: string): { readonly now: string; readonly was: string } {
  const [now, was] = [temporaryName('write'), temporaryName('was')]
  const hidden = (name: string): string =>
    join(folder, basename(folder) === '.memory' ? name : `.${basename(path)}.memory-${name}`)
  return { now: hidden(now), was: hidden(was) }
}

export function sweepBeside(folder: string): void {
  for (const name of readdirSync(folder)) {
    const pid = /^\..+\.memory-(?:write|was)-(\d+)-[0-9a-f]{12}$/.exec(name)?.[1]
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(folder, name), { force: true })
  }
}
