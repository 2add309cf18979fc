import { existsSync, readFileSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { programFailed, type ProgramRan, type RunProgram } from './run-program.js'
import type { Keeper } from './schedule-keeper.js'
import { toldBy, unitsOf, type Schedule } from './schedule-text.js'
import { writeWhole } from './whole-file.js'

const read = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '')

/** The folder in which systemd looks for a person's own units (systemd.unit(5)). */
function unitFolder(environment: NodeJS.ProcessEnv): string {
  const config = environment['XDG_CONFIG_HOME'] ?? ''
  const home = environment['HOME'] ?? homedir()
  return join(isAbsolute(config) ? config : join(home, '.config'), 'systemd/user')
}

export function inSystemd(run: RunProgram, environment: NodeJS.ProcessEnv): Keeper {
  const folder = unitFolder(environment)
  const systemctl = (...args: readonly string[]): Promise<ProgramRan | undefined> =>
    run('systemctl', ['--user', ...args])
  const mustDo = async (...args: readonly string[]): Promise<void> => {
    const ran = await systemctl(...args)
    if (ran?.status !== 0)
      throw programFailed(`systemctl --user ${args.join(' ')}`, ran ?? { status: 127, stdout: '', stderr: '' })
  }
  const works = async (): Promise<boolean> => (await systemctl('show', '--property=Version'))?.status === 0
  const filesOf = (
    schedule: Pick<Schedule, 'workspace'>,
  ): { timer: string; files: { place: string; text: string }[] } => {
    const { service, timer } = unitsOf({ at: '', runs: [], ...schedule })
    return {
      timer: timer.file,
      files: [service, timer].map(({ file, text }) => ({ place: join(folder, file), text })),
    }
  }
  return {
    works,
    lacks: 'systemctl --user reaches no user manager',
    writes: (schedule) => filesOf(schedule).files,
    async install(schedule) {
      const { timer, files } = filesOf(schedule)
      const changed = files.filter(({ place, text }) => read(place) !== text)
      for (const { place, text } of changed) writeWhole(place, Buffer.from(text).toString('latin1'), 0o644)
      await mustDo('daemon-reload')
      await mustDo('enable', '--now', timer)
      return changed.length > 0
    },
    async remove(workspace) {
      const { timer, files } = filesOf({ workspace })
      const standing = files.map(({ place }) => place).filter((path) => existsSync(path))
      if (standing.length === 0) return []
      const answers = await works()
      if (answers && standing.includes(join(folder, timer))) await mustDo('disable', '--now', timer)
      // Where systemd does not answer, we remove the link by which it enabled the timer.
      for (const path of [join(folder, 'timers.target.wants', timer), ...standing]) rmSync(path, { force: true })
      if (answers) await mustDo('daemon-reload')
      return standing
    },
    async find(workspace) {
      const { timer, files } = filesOf({ workspace })
      const texts = files.map(({ place }) => read(place))
      if (texts.every((text) => text === '')) return undefined
      const schedule = toldBy(texts.join(''))
      const isOurs = schedule !== undefined && filesOf(schedule).files.every(({ text }, at) => text === texts[at])
      const told = await systemctl('show', timer, '--property=ActiveState', '--property=NextElapseUSecRealtime')
      const said = (name: string): string => new RegExp(`^${name}=(.+)$`, 'm').exec(told?.stdout ?? '')?.[1] ?? ''
      const asleep =
        told?.status !== 0
          ? 'no user manager answers'
          : said('ActiveState') === 'active'
            ? ''
            : `${timer} is not active`
      return { schedule, isOurs, next: said('NextElapseUSecRealtime') || null, asleep }
    },
  }
}
