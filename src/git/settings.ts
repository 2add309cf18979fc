import { resolve } from 'node:path'
import type { Runner } from './run-git.js'

/** The repository's configuration, and where Git has files that it names. */
export function settings(git: Runner) {
  return {
    /** A setting, of this repository's own configuration or as Git sees it from here. */
    config(name: string, where: 'own' | 'any' = 'own'): string | undefined {
      const ran = git.atTop(['config', ...(where === 'own' ? ['--local'] : []), '--get', name])
      return ran.status === 0 ? ran.stdout.toString('utf8').replace(/\n$/, '') : undefined
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
