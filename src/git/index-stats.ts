import { readFileSync, statSync, type Stats } from 'node:fs'
import { join } from 'node:path'

/** What Git's index has of a file: which bytes it stands for, and what the system told of it when they were compared last. */
export interface IndexStat {
  readonly oid: string
  readonly mtimeMs: number
  readonly ctimeMs: number
  /** Of the inode and the size, the lower 32 bits. */
  readonly ino: number
  readonly size: number
}

/**
 * Files of Git's index below a folder, by their path in it, of which their times tell that nobody wrote to them since Git
 * compared them. Git keeps this to spare itself reading what it knows; it is read as it stands, and no Git is started, which
 * might run what a repository configures. Empty where it is not understood: then files are read.
 *
 * Versions 2 to 4: https://git-scm.com/docs/index-format
 *
 * @param prefix of the folder, as Git names paths: `notes/`; empty at the top
 */
export function indexStats(gitDir: string, prefix: string, oidLength: number): ReadonlyMap<string, IndexStat> {
  const path = join(gitDir, 'index')
  try {
    const { mtimeMs: written } = statSync(path)
    return new Map(entriesIn(readFileSync(path), prefix, oidLength / 2, written))
  } catch {
    return new Map()
  }
}

function* entriesIn(
  bytes: Buffer,
  prefix: string,
  oidBytes: number,
  written: number,
): Generator<readonly [string, IndexStat]> {
  const version = bytes.readUInt32BE(4)
  if (bytes.toString('latin1', 0, 4) !== 'DIRC' || version < 2 || version > 4) return
  let at = 12
  let before: Buffer = Buffer.alloc(0)
  for (let left = bytes.readUInt32BE(8); left > 0; left--) {
    const start = at
    const flags = bytes.readUInt16BE(at + 40 + oidBytes)
    at += 42 + oidBytes + (version > 2 && flags & extended ? 2 : 0)
    let shared = 0
    if (version === 4) {
      const [drop, next] = varintAt(bytes, at)
      ;[shared, at] = [before.length - drop, next]
    }
    const end = bytes.indexOf(0, at)
    if (end < 0) return
    const rest = bytes.subarray(at, end)
    before = shared > 0 ? Buffer.concat([before.subarray(0, shared), rest]) : rest
    at = version === 4 ? end + 1 : start + (((end - start) >> 3) + 1) * 8
    const path = before.toString('utf8')
    const mtimeMs = timeAt(bytes, start + 8)
    // Written to in the tick in which Git compared it, a file may be another without looking so.
    if (flags & stage || !path.startsWith(prefix) || mtimeMs + tick >= written) continue
    yield [
      path.slice(prefix.length),
      {
        oid: bytes.toString('hex', start + 40, start + 40 + oidBytes),
        mtimeMs,
        ctimeMs: timeAt(bytes, start),
        ino: bytes.readUInt32BE(start + 20),
        size: bytes.readUInt32BE(start + 36),
      },
    ]
  }
}

/** Milliseconds: file systems tell times by a clock that ticks every 4 to 16. */
const tick = 20

const extended = 0x4000
/** Of a path that is merged: 1 to 3 of a conflict. */
const stage = 0x3000

/** As Node tells times: milliseconds, with a fraction. */
const timeAt = (bytes: Buffer, at: number): number => bytes.readUInt32BE(at) * 1000 + bytes.readUInt32BE(at + 4) / 1e6

/** As Git writes the distance to a pack's base: seven bits a byte, the first ones first, and one is added for each byte but the last. */
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

/** Whether a file is to the system what it was when Git compared it. */
export const isAsCompared = ({ ino, size, mtimeMs, ctimeMs }: Stats, stat: IndexStat): boolean =>
  mtimeMs === stat.mtimeMs && ctimeMs === stat.ctimeMs && size % 2 ** 32 === stat.size && ino % 2 ** 32 === stat.ino
