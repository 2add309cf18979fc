import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { MemoryError } from '../../model/error.js'
import { openclawPlaces } from '../../model/openclaw.js'
import { folderToMake, workspaceAround } from './find-workspace.js'
import type { ShimReport } from '../../git/git-output.js'
import { openRepository, type Repository } from '../../git/repository.js'

/** Where to look for a workspace, and what the caller said about it. */
export interface Whereabouts {
  readonly cwd: string
  readonly environment: Readonly<Record<string, string | undefined>>
  /** `--workspace`; wins over everything. */
  readonly workspace?: string | undefined
  /** Neither fall back to OpenClaw's own workspace nor refuse where nothing is one yet: for hooks, and what sets things up. */
  readonly here?: boolean
  /** Take the folder that holds the logs, or make one: for commands that set things up. */
  readonly make?: boolean
  /** What a hook's shim learned from Git already. */
  readonly told?: ShimReport | undefined
}

/**
 * The workspace's repository, in this order: what was named, then
 * `MEMORY_WORKSPACE`, then the repository around `cwd` (or the folder of it
 * that is a workspace), then OpenClaw's rules.
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
