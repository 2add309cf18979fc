import { existsSync, realpathSync } from 'node:fs'
import { isAbsolute, join, relative, resolve } from 'node:path'
import { MemoryError } from '../model/error.js'
import { ownFolder } from '../files/own-folder.js'
import { blobs } from './blobs.js'
import type { ShimReport, Where } from './git-output.js'
import { headReader } from './head.js'
import { history } from './history.js'
import { plainTop } from './plain-repository.js'
import { refs } from './refs.js'
import { gitEnvironment, run, runnerIn } from './run-git.js'
import { workTreeAround } from './search-path.js'
import { settings } from './settings.js'
import { trees } from './trees.js'
import { operationUnderWay } from './under-way.js'
import { workTree } from './work-tree.js'

interface RepositoryOptions {
  /** Whether the workspace is the folder itself; otherwise it is the repository's top level. */
  readonly exactly?: boolean
  readonly environment?: NodeJS.ProcessEnv
  readonly told?: ShimReport | undefined
}

const plainly = (top: string): Where => {
  const gitDir = join(top, '.git')
  return { top, gitDir, commonDir: gitDir }
}

function askWhere(folder: string, env: NodeJS.ProcessEnv): Where {
  const asked = run(folder, env, ['rev-parse', '--show-toplevel', '--absolute-git-dir', '--git-common-dir'])
  const [top, gitDir, commonDir] = asked.stdout.toString('utf8').split('\n')
  if (!top || !gitDir || !commonDir) throw notARepository(folder, asked.stderr)
  if (!isAbsolute(top) || !isAbsolute(gitDir))
    throw new MemoryError('git-failed', `the path of the repository at ${folder} holds a line break`)
  return { top, gitDir, commonDir: resolve(folder, commonDir) }
}

/** The Git repository around a workspace, read through plumbing only. */
export type Repository = ReturnType<typeof openRepository>

/**
 * Find the repository that `folder` is in.
 *
 * @throws MemoryError not-a-repository | git-failed
 */
export function openRepository(
  folder: string,
  { exactly = false, environment = process.env, told }: RepositoryOptions = {},
) {
  const env = gitEnvironment(environment, told?.top ?? workTreeAround(folder))
  const plain = told ? undefined : plainTop(folder, env)
  const { top, gitDir, commonDir } = told ?? (plain === undefined ? askWhere(folder, env) : plainly(plain))
  const root = exactly ? resolve(folder) : top
  const git = runnerIn({ root, top, gitDir, commonDir, env }, exactly)
  let own: string | undefined
  return {
    root,
    top,
    gitDir,
    commonDir,
    /** The path of the workspace from the top, links resolved; empty where it is the top. */
    get prefix(): string {
      return relative(realpathSync(top), realpathSync(root))
    },
    /** Where this clone keeps the workspace's index, out of the reach of commits. */
    get ownFolder(): string {
      return (own ??= ownFolder(gitDir, exactly ? this.prefix : ''))
    },
    ...headReader(git, told),
    ...trees(git, told),
    ...blobs(git),
    ...history(git),
    ...refs(git),
    ...workTree(git),
    ...operationUnderWay(git),
    ...settings(git),
  }
}

function notARepository(folder: string, stderr: string): MemoryError {
  if (!existsSync(folder)) return new MemoryError('no-workspace', `${folder} does not exist`)
  if (/not a git repository/i.test(stderr)) {
    return new MemoryError(
      'not-a-repository',
      `${folder} is in no Git repository: run \`git init\` there first, or name a workspace with --workspace`,
    )
  }
  if (/must be run in a work tree/i.test(stderr))
    return new MemoryError(
      'not-a-repository',
      `${folder} is a bare repository or a .git folder: a workspace needs a working tree`,
    )
  // The first line has the reason. Git's advice to trust a folder is not ours to pass on.
  return new MemoryError('git-failed', `git refused ${folder}: ${stderr.split('\n')[0]}`)
}
