import { statSync } from 'node:fs'
import { MemoryError } from '../model/error.js'
import { searchPath } from './search-path.js'

/**
 * Settings by which read-only Git runs nothing that a repository configures, takes no locks and uses no network
 * (docs/laws.md, law 13).
 */
export const safely: readonly string[] = [
  '--no-pager',
  '--literal-pathspecs',
  '-c',
  'core.fsmonitor=false',
  '-c',
  'safe.bareRepository=explicit',
  '-c',
  'core.quotepath=off',
]
export const safeEnvironment = {
  GIT_OPTIONAL_LOCKS: '0', // no index.lock for merely reading
  GIT_NO_REPLACE_OBJECTS: '1', // read the objects that the tree names, not replacements
  GIT_NO_LAZY_FETCH: '1', // a partial clone must not fetch
  GIT_TERMINAL_PROMPT: '0',
  LC_ALL: 'C',
}

/** Git's own variables that a child may keep: where its configuration is, never which repository it is in. */
const kept = new Set(['GIT_CONFIG_GLOBAL', 'GIT_CONFIG_SYSTEM', 'GIT_CONFIG_NOSYSTEM', 'GIT_CEILING_DIRECTORIES'])

/**
 * The environment for a child of ours. Git sets GIT_DIR, GIT_INDEX_FILE and more for its hooks; they would send every
 * child to the wrong repository. No program is looked for in the working tree.
 */
export function gitEnvironment(environment: NodeJS.ProcessEnv, top: string | undefined): NodeJS.ProcessEnv {
  const clean: NodeJS.ProcessEnv = {}
  for (const [name, value] of Object.entries(environment)) {
    if (!name.startsWith('GIT_') || kept.has(name)) clean[name] = value
  }
  if (clean['PATH'] !== undefined) clean['PATH'] = searchPath(clean['PATH'], top)
  return { ...clean, ...safeEnvironment }
}

export interface Ran {
  readonly status: number
  readonly stdout: Buffer
  readonly stderr: string
}

/**
 * Run Git. A failure of Git itself is in the result's status.
 *
 * @throws MemoryError git-failed where Git cannot be run, no-workspace where there is no such folder
 */
export function run(cwd: string, environment: NodeJS.ProcessEnv, args: readonly string[], input?: string): Ran {
  // Loaded here: a hook whose shim told all it needs runs no Git, and saves 4 ms.
  const { spawnSync } = process.getBuiltinModule('node:child_process')
  const child = spawnSync('git', [...safely, ...args], {
    cwd,
    env: environment,
    input: input ?? '',
    maxBuffer: Infinity,
    windowsHide: true,
  })
  const code = child.error && 'code' in child.error ? child.error.code : undefined
  // Git may end before it has read all its input; its status says whether it failed.
  if (child.error && !(code === 'EPIPE' && child.status !== null)) {
    const missing = code === 'ENOENT'
    if (!isFolder(cwd))
      throw new MemoryError('no-workspace', `${cwd} is no folder: name one that is a workspace`, { cause: child.error })
    throw new MemoryError(
      'git-failed',
      missing
        ? 'git is not installed, or not on the PATH outside this working tree'
        : `git cannot run in ${cwd}: ${child.error.message}`,
      { cause: child.error },
    )
  }
  return { status: child.status ?? 128, stdout: child.stdout, stderr: child.stderr.toString('utf8').trim() }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

export interface Runner {
  /** The workspace's folder; in commands run there `./` means the workspace. */
  readonly root: string
  /** The top of the working tree: commands run there use paths as trees have them. */
  readonly top: string
  readonly gitDir: string
  readonly commonDir: string
  readonly env: NodeJS.ProcessEnv
  /** Git's name for the workspace's tree in a commit: `HEAD^{tree}`, or `HEAD:./` where the workspace is a folder. */
  readonly treeIn: (commit: string) => string
  readonly atRoot: (args: readonly string[], input?: string) => Ran
  readonly atTop: (args: readonly string[], input?: string) => Ran
  /** @throws MemoryError git-failed where the status is not 0 */
  readonly output: (args: readonly string[], input?: string) => Buffer
}

/** @param exactly whether the workspace is the folder `root`, not the repository's top */
export function runnerIn(
  places: Pick<Runner, 'root' | 'top' | 'gitDir' | 'commonDir' | 'env'>,
  exactly: boolean,
): Runner {
  const { root, top, env } = places
  const atTop: Runner['atTop'] = (args, input) => run(top, env, args, input)
  return {
    ...places,
    treeIn: (commit) => (exactly ? `${commit}:./` : `${commit}^{tree}`),
    atRoot: (args, input) => run(root, env, args, input),
    atTop,
    output(args, input) {
      const ran = atTop(args, input)
      if (ran.status !== 0)
        throw new MemoryError('git-failed', `git ${args[0]} failed: ${ran.stderr || `exit ${ran.status}`}`)
      return ran.stdout
    },
  }
}

/** The OID that a name leads to; undefined where it leads nowhere. */
export function verifyRevision({ atRoot }: Runner, name: string): string | undefined {
  const ran = atRoot(['rev-parse', '--verify', '-q', name])
  return ran.status === 0 ? ran.stdout.toString('utf8').trim() : undefined
}

/**
 * The error for missing objects, as in a clone without trees: if they were empty, all their facts would be forgotten.
 */
export const notHeld = (root: string, what: string): MemoryError =>
  new MemoryError(
    'git-failed',
    `the repository at ${root} does not hold ${what}: git fetch or a checkout brings what a partial clone lacks, git fsck tells what is damaged`,
  )
