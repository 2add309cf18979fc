import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { MemoryError } from '../memory/error.js'
import { unreadableName, workspacePaths, type TreeFile } from '../memory/note.js'

/** A commit and the tree of the workspace in it. */
export interface Head {
  readonly commit: string
  readonly tree: string
}

/** What Git is in the middle of, where that is a reason not to write pages. */
export type Operation = 'rebase' | 'am' | 'cherry-pick' | 'revert' | 'cherry-pick or revert' | 'bisect'

/**
 * Settings that keep read-only Git from running anything a repository
 * configures, from taking locks and from the network (git-sqlite-threats 3).
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
  GIT_OPTIONAL_LOCKS: '0', // no index.lock for a mere look
  GIT_NO_REPLACE_OBJECTS: '1', // the objects that the tree names
  GIT_NO_LAZY_FETCH: '1', // a partial clone must not fetch
  GIT_TERMINAL_PROMPT: '0',
  LC_ALL: 'C',
}

/** Git's own variables that a child may keep: where its configuration is, never which repository it is in. */
const kept = new Set(['GIT_CONFIG_GLOBAL', 'GIT_CONFIG_SYSTEM', 'GIT_CONFIG_NOSYSTEM', 'GIT_CEILING_DIRECTORIES'])

/**
 * The environment for a child of ours. Inside a hook Git exports GIT_DIR,
 * GIT_INDEX_FILE and more; left in place they would send every child to the
 * wrong repository.
 */
export function gitEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const clean: NodeJS.ProcessEnv = {}
  for (const [name, value] of Object.entries(environment)) {
    if (!name.startsWith('GIT_') || kept.has(name)) clean[name] = value
  }
  return { ...clean, ...safeEnvironment }
}

interface Ran {
  readonly status: number
  readonly stdout: Buffer
  readonly stderr: string
}

function run(cwd: string, environment: NodeJS.ProcessEnv, args: readonly string[], input?: string): Ran {
  // Loaded here, because a hook that was told all it needs runs no Git of its own and saves 4 ms.
  const { spawnSync } = process.getBuiltinModule('node:child_process')
  const child = spawnSync('git', [...safely, ...args], {
    cwd,
    env: environment,
    input: input ?? '',
    maxBuffer: Infinity,
    windowsHide: true,
  })
  if (child.error) {
    const missing = 'code' in child.error && child.error.code === 'ENOENT'
    throw new MemoryError(
      'git-failed',
      missing && existsSync(cwd)
        ? 'git is not installed or not on the PATH'
        : isFolder(cwd)
          ? `git cannot run in ${cwd}: ${child.error.message}`
          : `${cwd} is no folder`,
      { cause: child.error },
    )
  }
  return { status: child.status ?? 128, stdout: child.stdout, stderr: child.stderr.toString('utf8').trim() }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

const oidForm = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/

const rawDiff = ['-z', '--raw', '--no-renames', '--no-abbrev']

/** What differs between two trees. */
export const diffTree: readonly string[] = ['diff-tree', '-r', ...rawDiff]

interface RepositoryOptions {
  /** The workspace is the folder itself; otherwise the repository's top level. */
  readonly exactly?: boolean
  readonly environment?: NodeJS.ProcessEnv
  readonly told?: Told | undefined
}

/** Where a repository is and where its HEAD stands. */
interface Where {
  readonly top: string
  readonly gitDir: string
  readonly commonDir: string
  readonly head: Head | undefined
  /** Whether Git knew about HEAD. */
  readonly answered: boolean
}

/** What a hook's shim learned from Git while Node was starting. */
export interface Told extends Where {
  readonly head: Head
  /** The tree that HEAD stood for before. */
  readonly from: string
  /** What differs between that tree and HEAD's. */
  readonly changes: readonly TreeChange[]
}

/** Ends what a shim tells: without it Git failed or was cut short, and nothing is believed. */
export const toldEnd = 'told'

/**
 * Read what a shim tells:
 *
 *     <commit>\n<tree>\n<tree before>\n<top>\n<Git folder>\n<common folder>\n<diff-tree -z>told
 *
 * @returns undefined where it is not whole; Git is then asked
 */
export function parseTold(bytes: Buffer): Told | undefined {
  const lines: string[] = []
  let at = 0
  while (lines.length < 6) {
    const end = bytes.indexOf(10, at)
    if (end < 0) return undefined
    lines.push(bytes.toString('utf8', at, end))
    at = end + 1
  }
  const [commit, tree, from, top, gitDir, commonDir] = lines
  const head = headOf([commit!, tree!])
  const raw = bytes.subarray(at)
  if (!head || !oidForm.test(from!) || !top || !gitDir || !commonDir) return undefined
  const differences = raw.subarray(0, raw.length - toldEnd.length)
  const whole = differences.length === 0 || differences.at(-1) === 0
  if (!whole || raw.toString('latin1', differences.length) !== toldEnd) return undefined
  const changes = parseRawDiff(differences)
  return { top, gitDir, commonDir: resolve(top, commonDir), head, from: from!, changes, answered: true }
}

function askWhere(folder: string, exactly: boolean, env: NodeJS.ProcessEnv): Where {
  // One call in the common case: five lines, the last two missing before the first commit.
  const asked = run(folder, env, [
    'rev-parse',
    '--show-toplevel',
    '--absolute-git-dir',
    '--git-common-dir',
    'HEAD',
    exactly ? 'HEAD:./' : 'HEAD^{tree}',
  ])
  const [top, gitDir, commonDir, ...named] = asked.stdout.toString('utf8').split('\n')
  if (!top || !gitDir || !commonDir) throw notARepository(folder, asked.stderr)
  const answered = asked.status === 0
  return { top, gitDir, commonDir: resolve(folder, commonDir), head: answered ? headOf(named) : undefined, answered }
}

/** The Git repository around a workspace, read through plumbing only. */
export type Repository = ReturnType<typeof openRepository>

/**
 * Find the repository that `folder` is in. The workspace is `folder` itself
 * where `exactly`, otherwise the repository's top level.
 *
 * @throws MemoryError not-a-repository | git-failed
 */
export function openRepository(
  folder: string,
  { exactly = false, environment = process.env, told }: RepositoryOptions = {},
) {
  const env = gitEnvironment(environment)
  const { top, gitDir, commonDir, head: first, answered } = told ?? askWhere(folder, exactly, env)
  const root = exactly ? resolve(folder) : top
  let head = first
  let fresh = answered

  // At the top, where the paths of a tree are what they are; only `:./` means the folder.
  const git = (args: readonly string[], input?: string): Buffer => {
    const ran = run(top, env, args, input)
    if (ran.status !== 0)
      throw new MemoryError('git-failed', `git ${args[0]} failed: ${ran.stderr || `exit ${ran.status}`}`)
    return ran.stdout
  }

  return {
    root,
    top,
    gitDir,
    commonDir,

    /**
     * Where HEAD stands; undefined before the first commit. A folder that HEAD
     * does not hold has an empty tree. What a hook was told counts only where
     * it was told the way from the tree that the index stands for: anything
     * else may have been overtaken by another commit.
     */
    head(standing?: string): Head | undefined {
      if (fresh && (told === undefined || told.from === standing)) {
        fresh = false
        return head
      }
      const both = run(root, env, ['rev-parse', '--verify', '-q', 'HEAD^{commit}'])
      if (both.status !== 0) return undefined
      const commit = both.stdout.toString('utf8').trim()
      const tree = run(root, env, ['rev-parse', '--verify', '-q', exactly ? `${commit}:./` : `${commit}^{tree}`])
      head = { commit, tree: tree.status === 0 ? tree.stdout.toString('utf8').trim() : emptyTree(git) }
      return head
    },

    /** Every file of a tree that could be ours, by path. */
    files(tree: string): TreeFile[] {
      return parseTree(git(['ls-tree', '-r', '-z', tree, '--', ...workspacePaths]))
    },

    /** What differs between two trees; undefined where the older one is no longer in the repository. */
    changes(from: string, to: string): readonly TreeChange[] | undefined {
      // An index may have come with a clone: what it calls a tree could be an option of Git's.
      if (!oidForm.test(from)) return undefined
      if (told?.from === from && told.head.tree === to) return told.changes
      const ran = run(top, env, [...diffTree, from, to, '--', ...workspacePaths])
      return ran.status === 0 ? parseRawDiff(ran.stdout) : undefined
    },

    /** What an index holds below a folder that a commit does not, or holds otherwise; an index of its own while Git commits. */
    staged(against: string, below: string, indexFile: string | undefined): TreeChange[] {
      const index = indexFile === undefined ? env : { ...env, GIT_INDEX_FILE: indexFile }
      const ran = run(top, index, ['diff-index', '--cached', ...rawDiff, against, '--', below])
      return ran.status === 0 ? parseRawDiff(ran.stdout) : []
    },

    /** The bytes of blobs, by OID. What the repository does not hold (a partial clone) is absent. */
    blobs(oids: readonly string[]): Map<string, Buffer> {
      if (oids.length === 0) return new Map()
      const read = (wanted: readonly string[]): Buffer => git(['cat-file', '--batch'], `${wanted.join('\n')}\n`)
      try {
        return parseBatch(read(oids))
      } catch (cause) {
        // A partial clone: Git ends at the first blob it would have to fetch. Ask for those that are here.
        const here = new Set(
          git(['cat-file', '--batch-all-objects', '--batch-check=%(objectname)']).toString('latin1').split('\n'),
        )
        const held = oids.filter((oid) => here.has(oid))
        if (held.length === oids.length) throw cause
        return held.length === 0 ? new Map() : parseBatch(read(held))
      }
    },

    /** Those among the paths that Git ignores. */
    ignored(paths: readonly string[]): string[] {
      if (paths.length === 0) return []
      const names = paths.map((path) => `${path}\0`).join('')
      const ran = run(root, env, ['--no-literal-pathspecs', 'check-ignore', '-z', '--stdin'], names)
      if (ran.status > 1) throw new MemoryError('git-failed', `git check-ignore failed: ${ran.stderr}`)
      return ran.stdout
        .toString('utf8')
        .split('\0')
        .filter((path) => path !== '')
    },

    /** What Git is in the middle of; a merge does not count, for post-merge runs inside one. */
    operation(): Operation | undefined {
      return operations.find(([file]) => existsSync(join(gitDir, file)))?.[1]
    },

    /** A setting, of this repository's own configuration or as Git sees it from here. */
    config(name: string, where: 'own' | 'any' = 'own'): string | undefined {
      const ran = run(top, env, ['config', ...(where === 'own' ? ['--local'] : []), '--get', name])
      return ran.status === 0 ? ran.stdout.toString('utf8').replace(/\n$/, '') : undefined
    },
    configure(name: string, value: string): void {
      git(['config', '--local', name, value])
    },
    unconfigure(section: string): void {
      git(['config', '--local', '--remove-section', section])
    },

    /** A folder or file that Git itself names, e.g. `hooks`, with `core.hooksPath` followed. */
    gitPath(name: string): string {
      return resolve(top, git(['rev-parse', '--git-path', name]).toString('utf8').replace(/\n$/, ''))
    },
  }
}

const operations: readonly (readonly [file: string, operation: Operation])[] = [
  ['rebase-merge', 'rebase'],
  ['rebase-apply/applying', 'am'],
  ['rebase-apply', 'rebase'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
  ['sequencer', 'cherry-pick or revert'], // between two commits of several, no *_HEAD stands
  ['BISECT_LOG', 'bisect'],
]

function headOf([commit, tree]: readonly string[]): Head | undefined {
  return commit && tree && oidForm.test(commit) && oidForm.test(tree) ? { commit, tree } : undefined
}

/** Of this repository's hash: SHA-1 and SHA-256 repositories have different empty trees. */
const emptyTree = (git: (args: readonly string[], input?: string) => Buffer): string =>
  git(['hash-object', '-t', 'tree', '--stdin'], '').toString('utf8').trim()

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
  return new MemoryError('git-failed', `git refused ${folder}: ${stderr}`)
}

const fileOf = (path: string, mode: string, oid: string): TreeFile => ({
  path,
  mode: path.includes('\uFFFD') ? unreadableName : mode,
  oid,
})

const submodule = '160000'

/**
 * `git ls-tree -r -z`:
 *
 *     100644 blob 8c2f0e…\tmemory/2025-11-27.md\0
 */
export function parseTree(output: Buffer): TreeFile[] {
  return output
    .toString('utf8')
    .split('\0')
    .flatMap((entry) => {
      const tab = entry.indexOf('\t')
      const [mode, type, oid] = entry.slice(0, tab).split(' ')
      return type === 'blob' ? [fileOf(entry.slice(tab + 1), mode!, oid!)] : []
    })
}

/** A path that differs between two trees, with the file there now, if any. */
export interface TreeChange {
  readonly path: string
  readonly now: TreeFile | undefined
  /** The blob that was there; undefined where there was none. */
  readonly was: string | undefined
}

/**
 * `git diff-tree -r -z --raw --no-renames --no-abbrev`:
 *
 *     :100644 100644 8c2f0e… 9d11aa… M\0memory/2025-11-27.md\0
 *     :100644 000000 8c2f0e… 000000… D\0memory/2025-11-26.md\0
 */
export function parseRawDiff(output: Buffer): TreeChange[] {
  const parts = output.toString('utf8').split('\0')
  const changes: TreeChange[] = []
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [, mode, before, oid, status] = parts[at]!.split(' ')
    const path = parts[at + 1]!
    const gone = status === 'D' || mode === submodule
    const was = /^0*$/.test(before!) ? undefined : before
    changes.push({ path, now: gone ? undefined : fileOf(path, mode!, oid!), was })
  }
  return changes
}

/**
 * `git cat-file --batch`:
 *
 *     8c2f0e… blob 213\n
 *     <213 bytes>\n
 *     9d11aa… missing\n
 */
export function parseBatch(output: Buffer): Map<string, Buffer> {
  const blobs = new Map<string, Buffer>()
  for (let at = 0; at < output.length;) {
    const end = output.indexOf(10, at)
    if (end < 0) break
    const [oid, type, size] = output.toString('latin1', at, end).split(' ')
    at = end + 1
    if (type === 'missing' || size === undefined) continue
    const length = Number(size)
    blobs.set(oid!, output.subarray(at, at + length))
    at += length + 1
  }
  return blobs
}
