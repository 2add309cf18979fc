import { resolve } from 'node:path'
import type { Runner } from './run-git.js'

/** The form of a setting's name in Git's list: section and key in lower case, the part between them as it is. */
const asListed = (name: string): string => name.replace(/^[^.]+|[^.]+$/g, (part) => part.toLowerCase())

export function settings(git: Runner) {
  return {
    /** The value of a setting, from the repository's own configuration or from all that Git reads here. */
    config(name: string, where: 'own' | 'any' = 'own'): string | undefined {
      const ran = git.atTop(['config', ...(where === 'own' ? ['--local'] : []), '--get', name])
      return ran.status === 0 ? ran.stdout.toString('utf8').replace(/\n$/, '') : undefined
    },
    /** The settings as they are now, read in one call; for callers that ask for several. */
    configNow(where: 'own' | 'any' = 'own'): (name: string) => string | undefined {
      const ran = git.atTop(['config', ...(where === 'own' ? ['--local'] : []), '--null', '--list'])
      const values = new Map<string, string>()
      // Where Git cannot read its settings, none counts as set, just as in `config`.
      for (const entry of (ran.status === 0 ? ran.stdout.toString('utf8') : '').split('\0')) {
        const [name = '', ...lines] = entry.split('\n')
        values.set(name, lines.join('\n')) // of several values the last holds
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

    /** The path of a folder or file that Git itself names, e.g. `hooks`, with `core.hooksPath` followed. */
    gitPath(name: string): string {
      return resolve(git.top, git.output(['rev-parse', '--git-path', name]).toString('utf8').replace(/\n$/, ''))
    },
  }
}
