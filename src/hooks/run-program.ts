import { execa } from 'execa'
import { MemoryError } from '../model/error.js'
import type { Repository } from '../git/repository.js'
import { gitEnvironment } from '../git/run-git.js'

/** How a program of the system ended, and its output byte for byte as Latin-1. */
export interface ProgramRan {
  readonly status: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs a program; undefined where the PATH has no such program. */
export type RunProgram = (program: string, args: readonly string[], input?: string) => Promise<ProgramRan | undefined>

const asText = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')

/** Runs programs that a person's command waits for, with LC_ALL=C. None is looked for in the working tree. */
export const runsPrograms =
  ({ top }: Repository, environment: NodeJS.ProcessEnv): RunProgram =>
  async (program, args, input = '') => {
    const env = gitEnvironment(environment, top)
    const given = { cwd: top, env, extendEnv: false, reject: false, input: Buffer.from(input, 'latin1') }
    const ran = await execa(program, args, { ...given, encoding: 'buffer', stripFinalNewline: false })
    if (ran.code === 'ENOENT' || ran.code === 'EACCES') return undefined
    return { status: ran.exitCode ?? 128, stdout: asText(ran.stdout), stderr: asText(ran.stderr).trim() }
  }

export const programFailed = (what: string, { status, stderr }: ProgramRan): MemoryError =>
  new MemoryError('file-failed', `${what} failed: ${stderr.split('\n')[0] || `exit ${status}`}`)
