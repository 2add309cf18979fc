import { execa } from 'execa'
import { MemoryError } from '../model/error.js'
import type { Repository } from './repository.js'
import { gitEnvironment, safely } from './run-git.js'

interface GitRequest {
  readonly input?: string
  /** The path of an index of our own, instead of the one that Git commits from. */
  readonly index?: string
  /** Exit statuses other than 0 that are an answer, not a failure. */
  readonly also?: readonly number[]
}

/** Runs Git and gives what it prints, without the white space around it. */
export type AskGit = (args: readonly string[], asked?: GitRequest) => Promise<string>

/** The environment for commands that commit: the caller's may name author, committer and their dates. */
const withIdentity = (environment: NodeJS.ProcessEnv, top: string): NodeJS.ProcessEnv => ({
  ...gitEnvironment(environment, top),
  ...Object.fromEntries(
    Object.entries(environment).filter(([name]) => /^GIT_(?:AUTHOR|COMMITTER)_(?:NAME|EMAIL|DATE)$/.test(name)),
  ),
})

/**
 * Settings by which a commit's message and trailers are written and read in one way, whatever a person has set: in
 * UTF-8, and with a colon behind a trailer's name.
 */
const alike = ['i18n.commitEncoding=UTF-8', 'i18n.logOutputEncoding=UTF-8', 'trailer.separators=:'].flatMap((each) => [
  '-c',
  each,
])

/** Runs Git at the top of a repository, asynchronously. Hooks and recall use `run`, which loads faster. */
export function askGit({ top }: Repository, environment: NodeJS.ProcessEnv): AskGit {
  return async (args, { input = '', index, also = [] } = {}) => {
    const env = { ...withIdentity(environment, top), ...(index === undefined ? {} : { GIT_INDEX_FILE: index }) }
    const ran = await execa('git', [...safely, ...alike, ...args], {
      cwd: top,
      env,
      extendEnv: false,
      input,
      reject: false,
    })
    if (ran.exitCode !== 0 && !also.includes(ran.exitCode ?? -1)) {
      // Where Git could not be started it said nothing.
      const [told] = ((ran.stderr as string | undefined) ?? '').split('\n')
      throw new MemoryError('git-failed', `git ${args[0]} failed: ${told || ran.shortMessage}`)
    }
    return ran.stdout.trim()
  }
}

export interface Transacted {
  /** Whether Git held the refs, so that `meanwhile` ran. */
  readonly prepared: boolean
  readonly done: boolean
  readonly stderr: string
}

/**
 * Move a ref by compare-and-swap, and do something while Git holds its lock: nobody else can move it then
 * (git-update-ref(1), `--stdin`). Where this process dies, Git frees the ref and moves nothing.
 *
 * @param why the reflog's text
 * @param meanwhile where it throws, nothing is moved, and its error is thrown
 */
export async function moveRef(
  { top }: Repository,
  environment: NodeJS.ProcessEnv,
  { ref, from, to, why }: { readonly ref: string; readonly from: string; readonly to: string; readonly why: string },
  meanwhile: () => void,
): Promise<Transacted> {
  const child = execa('git', [...safely, 'update-ref', '-m', why, '--stdin'], {
    cwd: top,
    env: withIdentity(environment, top),
    extendEnv: false,
    stdin: 'pipe',
    reject: false,
  })
  child.stdin.on('error', () => undefined) // Git ended first; its status says why
  child.stdin.write(`start\nupdate ${ref} ${to} ${from}\nprepare\n`)
  let prepared = false
  let failure: unknown
  for await (const line of child) {
    if (line !== 'prepare: ok') continue
    prepared = true
    try {
      meanwhile()
      child.stdin.end('commit\n')
    } catch (cause) {
      failure = cause ?? new Error('failed')
      child.stdin.end('abort\n')
    }
  }
  const { exitCode, stderr } = await child
  if (failure !== undefined) throw failure
  return { prepared, done: prepared && exitCode === 0, stderr }
}
