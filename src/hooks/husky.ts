import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { execa } from 'execa'
import { MemoryError } from '../model/error.js'
import type { Repository } from '../git/repository.js'
import { gitEnvironment } from '../git/run-git.js'

/**
 * Let husky set up its hooks in this working tree: `core.hooksPath` becomes `.husky/_`, whose files call the tracked
 * scripts in `.husky/`. A linked worktree needs this too, since `.husky/_` is missing there. No package.json is needed.
 *
 * @throws MemoryError git-failed, with husky's message
 */
export async function activateHusky({ top }: Repository, environment: NodeJS.ProcessEnv): Promise<void> {
  const { HUSKY: _, ...variables } = gitEnvironment(environment, top)
  const husky = join(dirname(createRequire(import.meta.url).resolve('husky')), 'bin.js')
  const { stdout } = await execa(process.execPath, [husky], { cwd: top, env: variables, extendEnv: false })
  // husky prints an error and exits with 0.
  if (stdout.trim() !== '') throw new MemoryError('git-failed', `husky: ${stdout.trim()}`)
}
