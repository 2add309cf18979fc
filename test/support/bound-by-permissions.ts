import { spawnSync } from 'node:child_process'
import { memoryCommand, type Ran, type Repo } from './with-repo.js'

const isRoot = process.getuid?.() === 0
const without = ['--bounding-set=-all', '--inh-caps=-all']
const canBeBound = !isRoot || spawnSync('setpriv', [...without, 'true']).status === 0

/** Why permissions cannot be tested here; undefined where they can. Shown in the title of what is skipped. */
export const unbound = canBeBound ? undefined : 'root without setpriv is bound by no permissions'

/** Node as somebody whom permissions bind runs it. */
export const commandBound = (...args: readonly string[]): string[] =>
  isRoot ? ['setpriv', ...without, process.execPath, ...args] : [process.execPath, ...args]

/** `memory` run by somebody whom the permissions of files bind, as they do not bind root. */
export const memoryBound = (repo: Repo, ...args: readonly string[]): Ran =>
  isRoot ? repo.run('setpriv', ...without, process.execPath, memoryCommand, ...args) : repo.memory(...args)
