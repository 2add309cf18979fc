import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { MemoryError } from '../../model/error.js'
import { openclawPlaces } from '../../model/openclaw.js'
import { folderToMake, workspaceAround } from './find-workspace.js'
import type { ShimReport } from '../../git/git-output.js'
import { openRepository, type Repository } from '../../git/repository.js'

export interface Whereabouts {
  readonly cwd: string
  readonly environment: Readonly<Record<string, string | undefined>>
  /** `--workspace`; wins over everything. */
  readonly workspace?: string | undefined
  /** For hooks and setup: do not fall back to OpenClaw's workspace, nor refuse where there is no workspace yet. */
  readonly here?: boolean
  /** For commands that set things up: whether to take the folder that holds the logs, or to make one. */
  readonly make?: boolean
  /** What a hook's shim learned from Git already. */
  readonly told?: ShimReport | undefined
}

/**
 * The workspace's repository: what was named, else `MEMORY_WORKSPACE`, else the repository around `cwd` (or the folder
 * of it that is a workspace), else by OpenClaw's rules.
 *
 * @throws MemoryError not-a-repository | no-workspace | git-failed | bad-argument
 */
export function locateRepository({ cwd, environment, workspace, here, make, told }: Whereabouts): Repository {
  const named = workspace ?? environment['MEMORY_WORKSPACE']
  if (named !== undefined && named !== '')
    return openRepository(resolve(cwd, named), { exactly: true, environment, told })
  const inner = workspaceAround(cwd)
  if (inner !== undefined) return openRepository(inner, { exactly: true, environment, told })
  try {
    const repository = openRepository(cwd, { environment, told })
    const folder = make ? folderToMake(repository, cwd) : repository.top
    return folder === repository.top ? repository : openRepository(folder, { exactly: true, environment })
  } catch (cause) {
    const openclaw = here ? undefined : openclawWorkspace(environment)
    if (!(cause instanceof MemoryError) || cause.code !== 'not-a-repository' || openclaw === undefined) throw cause
    return openRepository(openclaw, { exactly: true, environment })
  }
}

function openclawWorkspace(environment: NodeJS.ProcessEnv): string | undefined {
  const { workspace } = openclawPlaces(environment, environment['HOME'] ?? homedir())
  return existsSync(workspace) ? workspace : undefined
}
