import { resolve } from 'node:path'
import type { Runner } from './run-git.js'

/** Git writes a section and a key in small letters, and what stands between them as it is. */
const asListed = (name: string): string => name.replace(/^[^.]+|[^.]+$/g, (part) => part.toLowerCase())

/** The repository's configuration, and where Git has files that it names. */
export function settings(git: Runner) {
  return {
    /** A setting, of this repository's own configuration or as Git sees it from here. */
    config(name: string, where: 'own' | 'any' = 'own'): string | undefined {
      const ran = git.atTop(['config', ...(where === 'own' ? ['--local'] : []), '--get', name])
      return ran.status === 0 ? ran.stdout.toString('utf8').replace(/\n$/, '') : undefined
    },
    /** As `config`, for one who asks for several: as they stand now, in one call. */
    configNow(where: 'own' | 'any' = 'own'): (name: string) => string | undefined {
      const ran = git.atTop(['config', ...(where === 'own' ? ['--local'] : []), '--null', '--list'])
      const values = new Map<string, string>()
      // Where Git cannot read its settings, none is there, as for one that is asked for alone.
      for (const entry of (ran.status === 0 ? ran.stdout.toString('utf8') : '').split('\0')) {
        const [name = '', ...lines] = entry.split('\n')
        values.set(name, lines.join('\n')) // of several the last holds
      }
      return (name) => values.get(asListed(name))
    },
    configure(name: string, value: string): void {
      git.output(['config', '--local', name, value])
    },
    unset(name: string): void {
      git.output(['config', '--local', '--unset', name])
    },
    unconfigure(section: string): void {
      git.output(['config', '--local', '--remove-section', section])
    },

    /** A folder or file that Git itself names, e.g. `hooks`, with `core.hooksPath` followed. */
    gitPath(name: string): string {
      return resolve(git.top, git.output(['rev-parse', '--git-path', name]).toString('utf8').replace(/\n$/, ''))
    },
  }
}
