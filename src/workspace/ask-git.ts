import { execa } from 'execa'
import { MemoryError } from '../memory/error.js'
import { gitEnvironment, safely, type Repository } from './git.js'

interface Asked {
  readonly input?: string
  /** An index of our own, instead of the one that Git commits from. */
  readonly index?: string
  /** Exit statuses beside 0 that are an answer. */
  readonly also?: readonly number[]
}

/** What Git prints, without the white space around it. */
export type AskGit = (args: readonly string[], asked?: Asked) => Promise<string>

/** Git at the top of a repository, for what no hook and no question waits for. */
export function askGit({ top }: Repository, environment: NodeJS.ProcessEnv): AskGit {
  // Whose commit it is, and of when, the caller's environment may say.
  const identity = Object.fromEntries(
    Object.entries(environment).filter(([name]) => /^GIT_(?:AUTHOR|COMMITTER)_(?:NAME|EMAIL|DATE)$/.test(name)),
  )
  return async (args, { input = '', index, also = [] } = {}) => {
    const env = {
      ...gitEnvironment(environment, top),
      ...identity,
      ...(index === undefined ? {} : { GIT_INDEX_FILE: index }),
    }
    const ran = await execa('git', [...safely, ...args], { cwd: top, env, extendEnv: false, input, reject: false })
    if (ran.exitCode !== 0 && !also.includes(ran.exitCode ?? -1))
      throw new MemoryError('git-failed', `git ${args[0]} failed: ${ran.stderr.split('\n')[0] || ran.shortMessage}`)
    return ran.stdout.trim()
  }
}
