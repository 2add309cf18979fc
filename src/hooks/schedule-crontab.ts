import { MemoryError } from '../model/error.js'
import { programFailed, type RunProgram } from './run-program.js'
import type { Keeper } from './schedule-keeper.js'
import { blockIn, cronBlock, nameFor, toldBy, withCronBlock } from './schedule-text.js'

/** A text of ours, which is UTF-8, as the Latin-1 string in which crontabs are read and written. */
const asBytes = (text: string): string => Buffer.from(text, 'utf8').toString('latin1')
const asText = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('utf8')

const place = 'the crontab'
const lacks = 'crontab is not on the PATH, or not for you to use'

/** The message where a user has no crontab: `no crontab for me`; BusyBox: `can't open 'me': No such file …`. */
const none = /no crontab for|can't open .*No such file/i

/** The message for a user who may not use cron: `You (me) are not allowed to use this program (crontab)`. */
const refused = /not (?:allowed|authorized|permitted)/i

export function inCrontab(run: RunProgram): Keeper {
  const read = async (): Promise<string | undefined> => {
    const ran = await run('crontab', ['-l'])
    if (ran === undefined || ran.status === 0) return ran?.stdout
    if (none.test(ran.stderr)) return ''
    if (refused.test(ran.stderr)) return undefined
    throw programFailed('crontab -l', ran)
  }
  const write = async (was: string, content: string): Promise<boolean> => {
    if (content === was) return false
    const ran = await run('crontab', ['-'], content)
    if (ran?.status !== 0) throw programFailed('crontab -', ran ?? { status: 127, stdout: '', stderr: '' })
    return true
  }
  return {
    works: async () => (await read()) !== undefined,
    lacks,
    writes: (schedule) => [{ place, text: cronBlock(schedule) }],
    async install(schedule) {
      const was = await read()
      if (was === undefined) throw new MemoryError('bad-argument', lacks)
      return write(was, withCronBlock(was, nameFor(schedule.workspace), asBytes(cronBlock(schedule))))
    },
    async remove(workspace) {
      const was = (await read()) ?? ''
      const found = blockIn(was, nameFor(workspace))
      if (!found) return []
      await write(was, found.before + found.after)
      return [place]
    },
    async find(workspace) {
      const found = blockIn((await read()) ?? '', nameFor(workspace))
      if (!found) return undefined
      const text = asText(found.part)
      const schedule = toldBy(text)
      return { schedule, isOurs: schedule !== undefined && cronBlock(schedule) === text, next: null, asleep: '' }
    },
  }
}
