import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { isAbsolute, join, relative, resolve } from 'node:path'
import { MemoryError } from '../model/error.js'
import { workspacePaths, type TreeFile } from '../model/note.js'
import {
  headOf,
  oidForm,
  parseAttributes,
  parseBatch,
  parseLog,
  parseRawDiff,
  parseRefs,
  parseSizes,
  parseTree,
  parseWholeLog,
  type Head,
  pastForm,
  type PastChange,
  type Ref,
  type Told,
  type TreeChange,
  type Where,
  type WholeCommit,
} from './git-output.js'
import { commitNamed } from './head-file.js'
import { plainTop } from './plain-repository.js'
import { ownFolder } from '../files/own-folder.js'
import { searchPath, workTreeAround } from './search-path.js'

/** What Git is in the middle of, where that is a reason not to write pages. */
export type Operation =
  'rebase' | 'am' | 'cherry-pick' | 'revert' | 'cherry-pick or revert' | 'merge with a stash to pop' | 'bisect'

/**
 * Settings that keep read-only Git from running anything a repository
 * configures, from taking locks and from the network (docs/laws.md, law 13).
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
 * wrong repository. No program is looked for in the working tree.
 */
export function gitEnvironment(environment: NodeJS.ProcessEnv, top: string | undefined): NodeJS.ProcessEnv {
  const clean: NodeJS.ProcessEnv = {}
  for (const [name, value] of Object.entries(environment)) {
    if (!name.startsWith('GIT_') || kept.has(name)) clean[name] = value
  }
  if (clean['PATH'] !== undefined) clean['PATH'] = searchPath(clean['PATH'], top)
  return { ...clean, ...safeEnvironment }
}

interface Ran {
  readonly status: number
  readonly stdout: Buffer
  readonly stderr: string
}

/** @throws MemoryError git-failed where Git cannot be run, no-workspace where there is no such folder; what it says of its arguments is its status */
export function run(cwd: string, environment: NodeJS.ProcessEnv, args: readonly string[], input?: string): Ran {
  // Loaded here, because a hook that was told all it needs runs no Git of its own and saves 4 ms.
  const { spawnSync } = process.getBuiltinModule('node:child_process')
  const child = spawnSync('git', [...safely, ...args], {
    cwd,
    env: environment,
    input: input ?? '',
    maxBuffer: Infinity,
    windowsHide: true,
  })
  const code = child.error && 'code' in child.error ? child.error.code : undefined
  // Git may end before it has read all it was given; its status says whether that is a failure.
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

const rawDiff = ['-z', '--raw', '--no-renames', '--no-abbrev']

/** What differs between two trees. */
export const diffTree: readonly string[] = ['diff-tree', '-r', ...rawDiff]

interface RepositoryOptions {
  /** The workspace is the folder itself; otherwise the repository's top level. */
  readonly exactly?: boolean
  readonly environment?: NodeJS.ProcessEnv
  readonly told?: Told | undefined
}

const plainly = (top: string): Omit<Where, 'head'> => {
  const gitDir = join(top, '.git')
  return { top, gitDir, commonDir: gitDir }
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
  if (!isAbsolute(top) || !isAbsolute(gitDir))
    throw new MemoryError('git-failed', `the path of the repository at ${folder} holds a line break`)
  return { top, gitDir, commonDir: resolve(folder, commonDir), head: asked.status === 0 ? headOf(named) : undefined }
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
  const env = gitEnvironment(environment, told?.top ?? workTreeAround(folder))
  const plain = told ? undefined : plainTop(folder, env)
  const answered = plain === undefined ? (told ?? askWhere(folder, exactly, env)) : undefined
  const { top, gitDir, commonDir } = answered ?? plainly(plain!)
  const root = exactly ? resolve(folder) : top
  let own: string | undefined
  let head = answered?.head
  let isAsked = answered !== undefined
  let believed = told

  // At the top, where the paths of a tree are what they are; only `:./` means the folder.
  const git = (args: readonly string[], input?: string): Buffer => {
    const ran = run(top, env, args, input)
    if (ran.status !== 0)
      throw new MemoryError('git-failed', `git ${args[0]} failed: ${ran.stderr || `exit ${ran.status}`}`)
    return ran.stdout
  }

  const dateIn = (commit: string, whose: 'author' | 'committer'): string | undefined => {
    const ran = run(top, env, ['cat-file', 'commit', commit])
    const date = new RegExp(`^${whose} .* (\\d+ [+-]\\d{4})$`, 'm').exec(ran.stdout.toString('latin1'))?.[1]
    return date === undefined ? undefined : `@${date}`
  }

  /** How many bytes blobs have, by OID. What the repository does not hold is absent. */
  const sizes = (oids: readonly string[]): Map<string, number> => {
    if (oids.length === 0) return new Map()
    const ask = ['cat-file', '--batch-check=%(objectname) %(objectsize)']
    try {
      return parseSizes(git(ask, `${oids.join('\n')}\n`), oids)
    } catch {
      // A partial clone: Git ends at the first blob it would have to fetch. Ask for all that are here.
      return parseSizes(git([...ask, '--batch-all-objects']), oids)
    }
  }

  return {
    root,
    top,
    gitDir,
    commonDir,
    /** The workspace below the top, however it was named; empty where it is the top. */
    get prefix(): string {
      return relative(realpathSync(top), realpathSync(root))
    },
    /** Where this clone keeps the workspace's index, out of the reach of commits. */
    get ownFolder(): string {
      return (own ??= ownFolder(gitDir, exactly ? this.prefix : ''))
    },

    /**
     * Where HEAD stands; undefined before the first commit. A folder that HEAD
     * does not hold has an empty tree. What a hook was told counts only where
     * it was told the way from the tree that the index stands for: anything
     * else may have been overtaken by another commit.
     *
     * @param standing what the index stands for: of that commit, Git need not be asked for the tree
     */
    head(standing?: Head): Head | undefined {
      const isToldFrom = believed?.from === standing?.tree
      believed = undefined
      if (standing !== undefined && isToldFrom) return head
      // A commit has one tree for ever.
      const moved = commitNamed(gitDir, commonDir)
      if (head && moved === head.commit) return head
      if (standing && moved === standing.commit) return (head = { commit: standing.commit, tree: standing.tree })
      if (!isAsked) {
        isAsked = true
        head = askWhere(folder, exactly, env).head
        if (head) return head
      }
      const named = run(root, env, ['rev-parse', '--verify', '-q', 'HEAD^{commit}'])
      if (named.status !== 0) {
        // Before the first commit HEAD names nothing; what it names and nobody holds is another matter.
        const lost = run(root, env, ['rev-parse', '--verify', '-q', 'HEAD']).stdout.toString('utf8').trim()
        if (lost !== '') throw notHeld(root, `the commit ${lost}`)
        return undefined
      }
      const commit = named.stdout.toString('utf8').trim()
      const tree = run(root, env, ['rev-parse', '--verify', '-q', exactly ? `${commit}:./` : `${commit}^{tree}`])
      if (tree.status === 0) return (head = { commit, tree: tree.stdout.toString('utf8').trim() })
      if (run(root, env, ['rev-parse', '--verify', '-q', `${commit}^{tree}`]).status !== 0)
        throw notHeld(root, `the tree of ${commit}`)
      return (head = { commit, tree: emptyTree(git) })
    },

    /** The workspace's tree in a commit; undefined where it has none. */
    treeOf(commit: string): string | undefined {
      const ran = run(root, env, ['rev-parse', '--verify', '-q', exactly ? `${commit}:./` : `${commit}^{tree}`])
      return ran.status === 0 ? ran.stdout.toString('utf8').trim() : undefined
    },

    /** The workspace's tree in a commit's first parent; undefined where there is none. */
    parentTree(commit: string): string | undefined {
      const ran = run(root, env, ['rev-parse', '--verify', '-q', exactly ? `${commit}^:./` : `${commit}^^{tree}`])
      return ran.status === 0 ? ran.stdout.toString('utf8').trim() : undefined
    },

    /** Every file of a tree that could be ours, by path; or those with these names, or below them. */
    files(tree: string, names: readonly string[] = workspacePaths): TreeFile[] {
      const ran = run(top, env, ['ls-tree', '-r', '-z', tree, '--', ...names])
      if (ran.status !== 0) throw notHeld(root, 'every folder of HEAD')
      return parseTree(ran.stdout)
    },

    /** What differs between two trees; undefined where the older one is no longer in the repository. */
    changes(from: string, to: string): readonly TreeChange[] | undefined {
      // An index that was damaged, or is unfinished, may call anything a tree; an option of Git's is none.
      if (!oidForm.test(from)) return undefined
      if (told?.from === from && told.head.tree === to) return told.changes
      const ran = run(top, env, [...diffTree, from, to, '--', ...workspacePaths])
      return ran.status === 0 ? parseRawDiff(ran.stdout) : undefined
    },

    /** What an index holds below a folder that a commit does not, or holds otherwise; an index of its own while Git commits. */
    staged(against: string, below: string, indexFile: string | undefined): TreeChange[] | undefined {
      const index = indexFile === undefined ? env : { ...env, GIT_INDEX_FILE: indexFile }
      const ran = run(top, index, ['diff-index', '--cached', ...rawDiff, against, '--', below])
      return ran.status === 0 ? parseRawDiff(ran.stdout) : undefined
    },

    /** What differs below a folder from one commit to another; undefined where one of them is not there. */
    between(from: string, to: string, below: string): TreeChange[] | undefined {
      const ran = run(top, env, [...diffTree, '--end-of-options', from, to, '--', below])
      return ran.status === 0 ? parseRawDiff(ran.stdout) : undefined
    },

    /** The commit that a person's word for it names; undefined where there is none. */
    named(revision: string): string | undefined {
      const ran = run(top, env, ['rev-parse', '--verify', '-q', '--end-of-options', `${revision}^{commit}`])
      return ran.status === 0 ? ran.stdout.toString('utf8').trim() : undefined
    },

    /**
     * The commits that changed these files of the workspace, newest first, `most`
     * at most; undefined where Git does not hold what that takes. Paths and blobs
     * only: nothing is compared, so no program that a repository configures for
     * comparing is run, nor the one that checks signatures.
     */
    pastChanges(commit: string, paths: readonly string[], most: number): readonly PastChange[] | undefined {
      const steady = ['-c', 'log.follow=false', '-c', 'log.showRoot=true', '-c', 'trailer.separators=:']
      const form = ['--no-show-signature', '--no-color', '--encoding=UTF-8', `--format=${pastForm}`, '--relative']
      const asked = [...steady, 'log', ...rawDiff, ...form, `--max-count=${most}`, commit, '--', ...paths]
      const ran = run(root, env, asked)
      return ran.status === 0 ? parseLog(ran.stdout) : undefined
    },

    /**
     * The commits of every branch, tag and stash, and those that only a reflog
     * leads to; newest first, none before one that follows it, `most` at most.
     * What a merge changed is what it changed of its first parent. Undefined
     * where Git does not hold what that takes.
     */
    wholePast(most: number): readonly WholeCommit[] | undefined {
      const steady = ['-c', 'log.follow=false', '-c', 'log.showRoot=true']
      const form = ['--no-show-signature', '--no-color', '--encoding=UTF-8', '--format=%H%x00%P%x00%as%x00%s%x00%B']
      const asked = ['log', '--all', '--reflog', '--date-order', '--diff-merges=first-parent', ...rawDiff, ...form]
      const ran = run(top, env, [...steady, ...asked, `--max-count=${most}`, '--'])
      return ran.status === 0 ? parseWholeLog(ran.stdout) : undefined
    },

    /** Every branch, tag and other name that leads somewhere. */
    refs(): Ref[] {
      const form = ['refname', 'objecttype', 'objectname', '*objecttype', '*objectname']
      return parseRefs(git(['for-each-ref', `--format=${form.map((name) => `%(${name})`).join('%00')}`]))
    },

    /** The commits at which a shallow clone's history ends; none where it is whole. */
    shallow(): ReadonlySet<string> {
      const file = join(commonDir, 'shallow')
      return new Set(existsSync(file) ? readFileSync(file, 'latin1').split('\n') : [])
    },

    /** The bytes of blobs, by OID. What the repository does not hold (a partial clone) is absent. */
    blobs(oids: readonly string[]): Map<string, Buffer> {
      if (oids.length === 0) return new Map()
      const read = (wanted: readonly string[]): Buffer => git(['cat-file', '--batch'], `${wanted.join('\n')}\n`)
      try {
        return parseBatch(read(oids))
      } catch (cause) {
        const here = sizes(oids)
        const held = oids.filter((oid) => here.has(oid))
        if (held.length === oids.length) throw cause
        return held.length === 0 ? new Map() : parseBatch(read(held))
      }
    },

    sizes,

    /** Those among paths of the workspace that Git tracks; undefined where it does not say, as below a submodule. */
    tracked(paths: readonly string[]): readonly string[] | undefined {
      const ran = run(root, env, ['ls-files', '-z', '--', ...paths])
      return ran.status === 0 ? ran.stdout.toString('utf8').split('\0') : undefined
    },

    /** Files below the top that Git tracks, or neither tracks nor ignores, by a pathspec with its magic. */
    filesLike(pathspec: string): readonly string[] {
      const asked = ['--no-literal-pathspecs', 'ls-files', '-z', '--cached', '--others', '--exclude-standard', '--']
      const ran = run(top, env, [...asked, pathspec])
      return ran.status === 0 ? [...new Set(ran.stdout.toString('utf8').split('\0'))].filter((path) => path !== '') : []
    },

    /** When a commit was authored, as Git tells its hooks: `@1763798400 +0200`; undefined where there is no such commit. */
    authored: (commit: string): string | undefined => dateIn(commit, 'author'),

    /** When a commit was made, which a rebase makes later: `@1763798400 +0200`. */
    committed: (commit: string): string | undefined => dateIn(commit, 'committer'),

    /** What attributes say of files, by path; runs no filter. Of a file that they say nothing of there is nothing. */
    attributes(wanted: readonly string[], paths: readonly string[]): Map<string, Map<string, string>> {
      const ran = run(root, env, ['check-attr', '-z', '--stdin', ...wanted], paths.map((path) => `${path}\0`).join(''))
      return ran.status === 0 ? parseAttributes(ran.stdout) : new Map()
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

    /** Whether HEAD is still there and no other command of Git is about to change the working tree, for all that files say. */
    isAtRest(commit: string): boolean {
      const named = commitNamed(gitDir, commonDir)
      return (
        (named === undefined || named === commit) &&
        !existsSync(join(gitDir, 'index.lock')) &&
        this.operation() === undefined
      )
    },

    /** Names in a folder that HEAD or the index hold something under; undefined where Git cannot say, as outside of a repository. */
    carriedIn(within: string): ReadonlySet<string> | undefined {
      const names = (args: readonly string[]): readonly string[] | undefined => {
        const ran = run(within, env, args)
        if (ran.status !== 0) return undefined
        const paths = ran.stdout.toString('utf8').split('\0')
        return paths.flatMap((path) => (path === '' ? [] : [path.split('/', 1)[0]!]))
      }
      const inIndex = names(['ls-files', '-z'])
      const unborn = (): boolean => run(within, env, ['rev-parse', '--verify', '-q', 'HEAD']).status !== 0
      const inHead = inIndex && (names(['ls-tree', '-z', '--name-only', 'HEAD']) ?? (unborn() ? [] : undefined))
      return inHead && new Set([...inHead, ...inIndex])
    },

    /** The working trees of this repository: its own and those that are linked to it. */
    workTrees(): string[] {
      const lines = git(['worktree', 'list', '--porcelain']).toString('utf8').split('\n')
      return [top, ...lines.flatMap((line) => (line.startsWith('worktree ') ? [line.slice('worktree '.length)] : []))]
    },

    /** Whether a rebase or merge that is about to end will bring back what it put aside: a file changed meanwhile would stop that. */
    bringsBack(): boolean {
      return putAside.some((file) => existsSync(join(gitDir, file)))
    },

    /** Whether a merge waits to be committed. */
    merging(): boolean {
      return existsSync(join(gitDir, 'MERGE_HEAD'))
    },

    /** Whether HEAD is a branch's: at the end of some rebases it is that only later. */
    onBranch(): boolean {
      return readFileSync(join(gitDir, 'HEAD'), 'utf8').startsWith('ref: ')
    },

    /** Whether what a merge brings is staged, to be committed as one. */
    squashing(): boolean {
      return existsSync(join(gitDir, 'SQUASH_MSG'))
    },

    /** The file by which a Git command says that it is writing the index, where one does, or did when it was killed. */
    indexLock(): string | undefined {
      const lock = join(gitDir, 'index.lock')
      return existsSync(lock) ? lock : undefined
    },

    /** The files of the workspace that the newest stash would bring back, those that Git did not know among them; none where nothing is stashed. */
    stashed(): TreeFile[] {
      const trees = ['refs/stash', 'refs/stash^3'].map((commit) =>
        run(root, env, ['rev-parse', '--verify', '-q', exactly ? `${commit}:./` : `${commit}^{tree}`]),
      )
      return trees.flatMap(({ status, stdout }) => (status === 0 ? this.files(stdout.toString('utf8').trim()) : []))
    },

    /** A setting, of this repository's own configuration or as Git sees it from here. */
    config(name: string, where: 'own' | 'any' = 'own'): string | undefined {
      const ran = run(top, env, ['config', ...(where === 'own' ? ['--local'] : []), '--get', name])
      return ran.status === 0 ? ran.stdout.toString('utf8').replace(/\n$/, '') : undefined
    },
    configure(name: string, value: string): void {
      git(['config', '--local', name, value])
    },
    unset(name: string): void {
      git(['config', '--local', '--unset', name])
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

export const operations: readonly (readonly [file: string, operation: Operation])[] = [
  ['rebase-merge', 'rebase'],
  ['rebase-apply/applying', 'am'],
  ['rebase-apply', 'rebase'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
  ['sequencer', 'cherry-pick or revert'], // between two commits of several, no *_HEAD stands
  ['MERGE_AUTOSTASH', 'merge with a stash to pop'], // --autostash pops it after post-merge: pages in the way would stop it
  ['BISECT_LOG', 'bisect'],
]

/** Where the name of what `--autostash` put aside stands. */
const putAside = ['rebase-merge/autostash', 'rebase-apply/autostash', 'MERGE_AUTOSTASH']

/** Of this repository's hash: SHA-1 and SHA-256 repositories have different empty trees. */
const emptyTree = (git: (args: readonly string[], input?: string) => Buffer): string =>
  git(['hash-object', '-t', 'tree', '--stdin'], '').toString('utf8').trim()

/** A clone without trees or a damaged repository: taking what is missing for empty would forget every fact of it. */
const notHeld = (root: string, what: string): MemoryError =>
  new MemoryError(
    'git-failed',
    `the repository at ${root} does not hold ${what}: git fetch or a checkout brings what a partial clone lacks, git fsck tells what is damaged`,
  )

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
  // Of several lines the first says it; Git's advice to trust a folder is not ours to pass on.
  return new MemoryError('git-failed', `git refused ${folder}: ${stderr.split('\n')[0]}`)
}
