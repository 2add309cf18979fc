import { readFileSync, readdirSync, readlinkSync } from 'node:fs'
import { sep } from 'node:path'

/** Ids of the other processes, the last begun first, by proc(5); undefined where the system has no such folder. */
export function otherProcesses(): readonly string[] | undefined {
  try {
    const found = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
    if (found.length === 0) return undefined
    return found.filter((id) => Number(id) !== process.pid).toSorted((a, b) => Number(b) - Number(a))
  } catch {
    return undefined
  }
}

/** Ids of the Git commands at work in or below a folder. Those that wait for us, as for a hook, are left out. */
export function gitCommandsIn(folder: string): readonly string[] | undefined {
  const waiting = new Set(waitingForUs())
  return otherProcesses()?.filter((id) => {
    if (waiting.has(id)) return false
    try {
      return read(id, 'comm').trim() === 'git' && `${readlinkSync(`/proc/${id}/cwd`)}${sep}`.startsWith(folder + sep)
    } catch {
      return false // it ended, or is another user's
    }
  })
}

/** Whether a process runs. An ended one has no command line, even while the system still lists it. */
export function isRunning(id: string): boolean {
  try {
    return read(id, 'cmdline') !== ''
  } catch {
    return false
  }
}

function* waitingForUs(): Generator<string> {
  let id: string | undefined = 'self'
  try {
    while ((id = /^PPid:\s*([1-9]\d*)$/m.exec(read(id, 'status'))?.[1]) !== undefined) yield id
  } catch {
    // another user's
  }
}

const read = (id: string, what: string): string => readFileSync(`/proc/${id}/${what}`, 'utf8')
