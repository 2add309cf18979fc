import { readFileSync, statSync, type Stats } from 'node:fs'
import { join } from 'node:path'

export interface Compared {
  /** A mark of the index file's state; undefined where the file cannot be read. */
  readonly stamp: string | undefined
  readonly paths: () => Iterable<string>
  /** A file's OID as Git last saw it; undefined where its times or its size say that somebody wrote to it since. */
  readonly oidOf: (path: string, found: Stats) => string | undefined
}

/**
 * The OIDs of unchanged files below a folder, by their paths in it: Git's index has each file's OID, times and size, so
 * that a file need not be read again. The index is read directly, since Git might run a program that the repository
 * configures. An index that is not understood gives an empty result, and the caller reads the files.
 *
 * Versions 2 to 4: https://git-scm.com/docs/index-format
 *
 * @param prefix the folder as Git names paths: `notes/`; empty at the top
 * @param before the last result, which is returned again where the index is unchanged
 */
export function comparedIn(gitDir: string, prefix: string, oidLength: number, before?: Compared): Compared {
  const path = join(gitDir, 'index')
  try {
    const { ino, size, ctimeMs, mtimeMs: written } = statSync(path)
    const stamp = `${ino} ${size} ${written} ${ctimeMs}`
    if (before?.stamp === stamp) return before
    const bytes = readFileSync(path)
    const starts = startsIn(bytes, Buffer.from(prefix), oidLength / 2, written)
    return {
      stamp,
      paths: () => starts.keys(),
      oidOf(name, { ino: inode, size: length, mtimeMs, ctimeMs: changed }) {
        const at = starts.get(name)
        if (at === undefined || mtimeMs !== timeAt(bytes, at + 8) || changed !== timeAt(bytes, at)) return undefined
        // The index has the lower 32 bits of the inode and of the size.
        if (inode % 2 ** 32 !== bytes.readUInt32BE(at + 20) || length % 2 ** 32 !== bytes.readUInt32BE(at + 36))
          return undefined
        return bytes.toString('hex', at + 40, at + 40 + oidLength / 2)
      },
    }
  } catch {
    return { stamp: undefined, paths: () => [], oidOf: () => undefined }
  }
}

/** The offset of each path's entry. The loop makes few calls, since an index may have many thousand entries. */
function startsIn(bytes: Buffer, prefix: Buffer, oidBytes: number, written: number): Map<string, number> {
  const starts = new Map<string, number>()
  const version = bytes.readUInt32BE(4)
  if (bytes.toString('latin1', 0, 4) !== 'DIRC' || version < 2 || version > 4) return starts
  const names = 42 + oidBytes
  let at = 12
  let before: Buffer = bytes.subarray(0, 0)
  for (let left = bytes.readUInt32BE(8); left > 0; left--) {
    const start = at
    const flags = (bytes[start + names - 2]! << 8) | bytes[start + names - 1]!
    at += names + (version > 2 && flags & extended ? 2 : 0)
    let [path, from] = [bytes, at]
    let end = at + (flags & longest)
    if (version === 4) {
      const [drop, next] = varintAt(bytes, at)
      end = bytes.indexOf(0, next)
      if (end < 0) return new Map()
      const rest = bytes.subarray(next, end)
      before = before.length > drop ? Buffer.concat([before.subarray(0, before.length - drop), rest]) : rest
      at = end + 1
      ;[path, from, end] = [before, 0, before.length]
    } else {
      if ((flags & longest) === longest) end = bytes.indexOf(0, at)
      at = start + (((end - start) >> 3) + 1) * 8
    }
    if (end < 0 || at > bytes.length) return new Map()
    if (flags & stage || !beginsWith(path, from, prefix)) continue
    // A file that was written to in the same tick as Git compared it may have changed without a trace.
    if (timeAt(bytes, start + 8) + tick < written) starts.set(path.toString('utf8', from + prefix.length, end), start)
  }
  return starts
}

const beginsWith = (bytes: Buffer, from: number, prefix: Buffer): boolean =>
  prefix.length === 0 || bytes.subarray(from, from + prefix.length).equals(prefix)

/** Milliseconds. The clocks of file systems tick every 4 to 16. */
const tick = 20

const extended = 0x4000
/** The bits with a path's length. At the greatest value the path may be longer and ends at a NUL. */
const longest = 0xfff
/** The bits that number a side of a merge conflict, 1 to 3. */
const stage = 0x3000

/** A time in milliseconds with a fraction, as Node gives times. */
const timeAt = (bytes: Buffer, at: number): number => bytes.readUInt32BE(at) * 1000 + bytes.readUInt32BE(at + 4) / 1e6

/**
 * Reads a number as Git writes the offset of a delta's base in a pack: seven bits a byte, the highest first, and 1 is
 * added for each byte but the last.
 */
function varintAt(bytes: Buffer, from: number): [value: number, next: number] {
  let at = from
  let byte = bytes.readUInt8(at++)
  let value = byte & 0x7f
  while (byte & 0x80) {
    byte = bytes.readUInt8(at++)
    value = (value + 1) * 128 + (byte & 0x7f)
  }
  return [value, at]
}
