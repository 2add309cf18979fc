import { createHash } from 'node:crypto'
import { readRegular, statOf, ticks } from '../../files/files.js'
import { dropOwn, keepOwn } from '../../files/own-folder.js'
import { packageVersion } from '../../model/version.js'
import type { SeenCommitted } from '../../pipeline/overlay.js'

/** The notes that a session has read and found as committed; `keep` stores them for the next one. */
export interface SeenNotes extends SeenCommitted {
  /** Called when all notes have been looked at: keeps what saves reading them again. */
  readonly keep: () => void
}

/**
 * The file of notes that were read and are as committed, so that the next command need not read them. It helps in a
 * workspace that was copied or restored: there Git's index has other stats than the files, until Git next writes it.
 *
 *     .git/workspace-memory/seen-notes    <SHA-256 of the rest>
 *                                         <time>␀<path>␀<stamp> <OID>␀<path>␀<stamp> <OID>␀…
 *
 * The file must have been written later than its time, which is the disk's: else a note may have been written to in the
 * moment in which it was read. It holds only what the bytes alone prove: a note that Git changes by attributes or
 * settings is read again. Where Git's index knows all notes, nobody reads or writes the file.
 */
const seenName = 'seen-notes'
/** Bytes of the file at most, of some hundred thousand notes. */
const mostBytes = 64_000_000

export function seenNotes(folder: string): SeenNotes {
  let kept: Map<string, string> | undefined
  let met = new Map<string, string>()
  let isMore = false
  let asked = 0
  /** How far, at most, a note's time on disk was ahead of our `uptime` when the note was read. */
  let latest = -Infinity
  const underRules = new Map<string, string>()
  return {
    has(path, asSeen) {
      kept ??= keptIn(folder)
      if (kept.get(path) === asSeen) {
        met.set(path, asSeen)
        return true
      }
      asked = uptime()
      return underRules.get(path) === asSeen
    },
    add(path, asSeen, byBytes) {
      if (!byBytes) return void underRules.set(path, asSeen)
      const [, , modified, changed] = asSeen.split(' ')
      latest = Math.max(latest, Math.max(Number(modified), Number(changed)) - asked)
      kept?.set(path, asSeen)
      met.set(path, asSeen)
      isMore = true
    },
    keep() {
      if (kept === undefined) return
      // Also once Git's index knows most of them: else the whole file would be read for the few others.
      if (isMore || met.size * 2 < kept.size) {
        write(folder, met, Math.max(0, Math.ceil(latest + uptime())))
        kept = met
      }
      met = new Map()
      isMore = false
    },
  }
}

/** Milliseconds, by a clock that nobody sets. */
const uptime = (): number => Number(process.hrtime.bigint() / 1_000_000n)

const digestOf = (rest: string): string => createHash('sha256').update(`${packageVersion}\0${rest}`).digest('hex')

function write(folder: string, met: ReadonlyMap<string, string>, time: number): void {
  const rest = `${time}\0${[...met].map(([path, asSeen]) => `${path}\0${asSeen}\0`).join('')}`
  if (met.size === 0 || rest.length > mostBytes) dropOwn(folder, seenName)
  else keepOwn(folder, seenName, `${digestOf(rest)}\n${rest}`)
}

/** What was kept; nothing where the file is damaged, cut short, mixed from two writers, or not later than its time. */
function keptIn(folder: string): Map<string, string> {
  const kept = new Map<string, string>()
  try {
    const found = statOf(folder, seenName)
    if (!found) return kept
    const text = readRegular(folder, seenName, mostBytes)?.toString('utf8') ?? ''
    const end = text.indexOf('\n')
    const rest = text.slice(end + 1)
    if (text.slice(0, end) !== digestOf(rest)) return kept
    const [time, ...pairs] = rest.split('\0')
    if (!(Number(time) + ticks < found.mtimeMs)) return kept
    for (let at = 0; at + 1 < pairs.length; at += 2) kept.set(pairs[at]!, pairs[at + 1]!)
  } catch {
    // It is no file, or cannot be read.
  }
  return kept
}
