import { lstatSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { otherProcesses } from './processes.js'

/**
 * The files that another process has open for writing, by proc(5); undefined where the system has no such folder.
 *
 * @param patience milliseconds of processor time after which the search ends; a busy machine does not shorten it. The
 *   processes that began last are looked at first, as they are the likeliest
 */
export function openForWriting(names: readonly string[], patience = Infinity): ReadonlySet<string> | undefined {
  const before = process.cpuUsage()
  const isOver = (): boolean => {
    const { user, system } = process.cpuUsage(before)
    return user + system > patience * 1000
  }
  const files = new Map(
    names.flatMap((name) => {
      const found = lstatSync(name, { throwIfNoEntry: false })
      return found ? [[`${found.dev} ${found.ino}`, name] as const] : []
    }),
  )
  const open = new Set<string>()
  const processes = otherProcesses()
  if (!processes) return undefined
  for (const of of processes) {
    if (isOver()) break
    for (const fd of listed(`/proc/${of}/fd`)) {
      try {
        const { dev, ino } = statSync(`/proc/${of}/fd/${fd}`)
        const name = files.get(`${dev} ${ino}`)
        // The flags are octal (`flags: 0102001`); their lowest two bits are 0 where the file is open for reading alone.
        const flags = name && /^flags:\s*([0-7]+)/m.exec(readFileSync(`/proc/${of}/fdinfo/${fd}`, 'utf8'))?.[1]
        if (name && flags && (parseInt(flags, 8) & 3) !== 0) open.add(name)
      } catch {
        // closed meanwhile, or another user's
      }
    }
  }
  return open
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return [] // it ended, or is another user's
  }
}
