import { spawnSync, type SpawnSyncReturns } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll } from '@jest/globals'
import { openWorkspace, type OpenOptions, type Workspace } from '../../src/index.js'
import { served } from './served.js'

export const checkout = fileURLToPath(new URL('../..', import.meta.url))
export const memoryCommand = join(checkout, 'bin', 'memory.js')
/** What the shims call. */
export const hookCommand = join(checkout, 'bin', 'memory-hook.cjs')

/** How a child process ended. */
export interface Ran {
  readonly status: number
  readonly stdout: string
  readonly stderr: string
}

export interface RepoOptions {
  /** Install the hooks with `memory init`. */
  readonly hooks?: boolean
  /** Leave the repository without a commit. */
  readonly unborn?: boolean
  readonly objectFormat?: 'sha1' | 'sha256'
}

/**
 * Run a test in a repository of its own, in a temporary folder with its own
 * HOME and Git configuration; nothing of the machine's reaches in, and all of
 * it is gone afterwards.
 *
 *     await withRepo(async (repo) => {
 *       repo.commit('memory/2025-11-27.md', retain('W @Peter: Likes tea'))
 *       await expectSameAsRebuild(repo)
 *     })
 */
export async function withRepo(work: (repo: Repo) => Promise<void> | void, options: RepoOptions = {}): Promise<void> {
  const sandbox = new Sandbox()
  try {
    await work(sandbox.begin(options))
  } finally {
    sandbox.remove()
  }
}

/**
 * What many tests of a file begin with: built once, with the repositories beside it, and copied for each of them. A
 * copy has its own home, and goes on with the dates; linked worktrees, which name their places, are not for it.
 *
 *     const withPages = beginningWith((repo) => repo.commit(day(1), retain('W @Peter: Likes tea')), { hooks: true })
 *     test('…', () => withPages(async (repo) => { … }))
 */
export function beginningWith(
  build: (repo: Repo) => Promise<void> | void,
  options: RepoOptions = {},
): (work: (repo: Repo) => Promise<void> | void) => Promise<void> {
  let kept: Promise<Sandbox> | undefined
  const built = async (): Promise<Sandbox> => {
    const sandbox = new Sandbox()
    try {
      const repo = sandbox.begin(options)
      await build(repo)
      sandbox.close()
    } catch (cause) {
      sandbox.remove()
      throw cause
    }
    return sandbox
  }
  afterAll(async () => (await kept?.catch(() => undefined))?.remove())
  return async (work) => {
    kept ??= built()
    const sandbox = (await kept).copy()
    try {
      await work(new Repo(sandbox, join(sandbox.base, 'repo')))
    } finally {
      sandbox.remove()
    }
  }
}

/** What `memory init` writes at the top of a repository, which is the same in all of them: run once a test file. */
let shims: ReadonlyMap<string, string> | undefined

function installShims(repo: Repo): void {
  if (shims) {
    for (const [path, content] of shims) repo.write(path, content)
    for (const path of shims.keys()) chmodSync(repo.path(path), 0o755)
  } else {
    repo.init()
    shims = repo.files('.git/hooks')
  }
}

/** What `git init` makes, by its format of objects, which is the same in all repositories: run once a test file. */
const initialized = new Map<string, ReadonlyMap<string, string | undefined>>()

/** Every file below a folder with its content, and every folder with none. */
function treeBelow(root: string): Map<string, string | undefined> {
  const entries = readdirSync(root, { withFileTypes: true, recursive: true })
  return new Map(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name)
      return [relative(root, path), entry.isFile() ? readFileSync(path, 'latin1') : undefined]
    }),
  )
}

/** The temporary folder of one test. */
class Sandbox {
  readonly base: string
  readonly environment: NodeJS.ProcessEnv
  readonly #opened: Workspace[] = []
  #minutes = 0
  #names = 0

  constructor() {
    this.base = realpathSync(mkdtempSync(join(tmpdir(), 'memory-test-')))
    if (isInside(this.base, realpathSync(checkout)))
      throw new Error(`${this.base} is inside the checkout: point TMPDIR elsewhere`)
    const home = join(this.base, 'home')
    mkdirSync(join(home, 'template'), { recursive: true })
    const config = join(home, 'gitconfig')
    writeFileSync(
      config,
      [
        '[user]\n\tname = Tester\n\temail = tester@example.com',
        '[init]\n\tdefaultBranch = main\n\ttemplateDir = ' + join(home, 'template'),
        '[commit]\n\tgpgsign = false',
        '[gc]\n\tauto = 0',
        '[maintenance]\n\tauto = false',
        '[core]\n\teditor = true',
        '[advice]\n\tdetachedHead = false',
        '[pull]\n\trebase = false\n',
      ].join('\n'),
    )
    this.environment = {
      ...withoutOurs(process.env),
      HOME: home,
      XDG_CONFIG_HOME: join(home, '.config'),
      GIT_CONFIG_GLOBAL: config,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CEILING_DIRECTORIES: this.base,
      LC_ALL: 'C',
      TZ: 'UTC',
      npm_config_offline: 'true',
      npm_config_update_notifier: 'false',
    }
  }

  init(name: string, objectFormat = 'sha1', ...flags: readonly string[]): Repo {
    const root = join(this.base, name)
    mkdirSync(dirname(root), { recursive: true })
    const repo = new Repo(this, root)
    const isPlain = flags.length === 0 && !existsSync(root)
    const made = isPlain ? initialized.get(objectFormat) : undefined
    if (made) {
      this.dates() // a call of Git, as far as later ones can tell
      mkdirSync(repo.path('.git'), { recursive: true })
      for (const [path, content] of made) {
        if (content === undefined) mkdirSync(repo.path(join('.git', path)), { recursive: true })
        else writeFileSync(repo.path(join('.git', path)), content, 'latin1')
      }
    } else {
      new Repo(this, this.base).git('init', '-q', `--object-format=${objectFormat}`, ...flags, root)
      if (isPlain) initialized.set(objectFormat, treeBelow(repo.path('.git')))
    }
    return repo
  }

  /** The repository that a test has for its own. */
  begin({ objectFormat, unborn, hooks }: RepoOptions): Repo {
    const repo = this.init('repo', objectFormat)
    if (!unborn) repo.commit('README.md', 'A workspace.\n', 'begin')
    if (hooks) installShims(repo)
    return repo
  }

  /** Another folder like this one, which goes on from where this one stands; its own home is new. */
  copy(): Sandbox {
    const copy = new Sandbox()
    copy.#minutes = this.#minutes
    copy.#names = this.#names
    for (const name of readdirSync(this.base).filter((each) => each !== 'home')) {
      const to = join(copy.base, name)
      cpSync(join(this.base, name), to, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })
      for (const config of [join(to, '.git/config'), join(to, 'config')]) {
        if (!existsSync(config)) continue
        writeFileSync(config, readFileSync(config, 'utf8').replaceAll(this.base, copy.base)) // where it was cloned from
      }
      // Git remembers the files that it compared by their places on the disk.
      if (existsSync(join(to, '.git'))) new Repo(copy, to).git('update-index', '-q', '--refresh')
    }
    return copy
  }

  /** Calls of Git are a minute apart, so that the same story gives the same commits on every run. */
  dates(): NodeJS.ProcessEnv {
    const date = `@${1_764_201_600 + 60 * this.#minutes++} +0000`
    return { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date }
  }

  newName(what: string): string {
    return `${what}-${this.#names++}`
  }

  /** Refuse to act anywhere but below the temporary folder. */
  guard(path: string): string {
    if (!isInside(path, this.base)) throw new Error(`${path} is outside this test's folder ${this.base}`)
    return path
  }

  track(workspace: Workspace): Workspace {
    this.#opened.push(workspace)
    return workspace
  }

  close(): void {
    for (const workspace of this.#opened) workspace.close()
  }

  remove(): void {
    this.close()
    rmSync(this.base, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** A repository, or a folder of one, in a test's temporary folder. */
export class Repo {
  readonly root: string
  readonly environment: NodeJS.ProcessEnv
  readonly #sandbox: Sandbox

  constructor(sandbox: Sandbox, root: string, environment = sandbox.environment) {
    this.#sandbox = sandbox
    this.root = sandbox.guard(resolve(root))
    this.environment = environment
  }

  /** The same sandbox seen from another folder, named from the sandbox's top. */
  at(folder: string): Repo {
    return new Repo(this.#sandbox, resolve(this.#sandbox.base, folder), this.environment)
  }

  /** The same folder with other environment variables; undefined removes one. */
  with(variables: NodeJS.ProcessEnv): Repo {
    return new Repo(this.#sandbox, this.root, { ...this.environment, ...variables })
  }

  /** Another repository in the same sandbox. */
  another(name: string, ...flags: readonly string[]): Repo {
    return this.#sandbox.init(name, 'sha1', ...flags)
  }

  path(name = ''): string {
    return this.#sandbox.guard(join(this.root, name))
  }
  write(name: string, content: string | Uint8Array): void {
    mkdirSync(dirname(this.path(name)), { recursive: true })
    writeFileSync(this.path(name), content)
  }
  append(name: string, content: string): void {
    appendFileSync(this.path(name), content)
  }
  read(name: string): string {
    return readFileSync(this.path(name), 'utf8')
  }
  exists(name: string): boolean {
    return lstatSync(this.path(name), { throwIfNoEntry: false }) !== undefined
  }
  remove(name: string): void {
    rmSync(this.path(name), { recursive: true, force: true })
  }
  /** Make a folder here what it is in another repository. */
  copyFrom(other: Repo, folder: string): void {
    this.remove(folder)
    if (other.exists(folder)) cpSync(other.path(folder), this.path(folder), { recursive: true, verbatimSymlinks: true })
  }
  /** Paths and bytes (as Latin-1) of every file below a folder. */
  files(folder = ''): Map<string, string> {
    const found = new Map<string, string>()
    if (!existsSync(this.path(folder))) return found
    for (const entry of readdirSync(this.path(folder), { withFileTypes: true, recursive: true })) {
      const path = join(entry.parentPath, entry.name)
      if (entry.isFile()) found.set(relative(this.root, path), readFileSync(path, 'latin1'))
    }
    return new Map([...found].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  }

  /** Run Git; throws with its stderr where it fails. @returns stdout without the last newline */
  git(...args: readonly string[]): string {
    const ran = this.tryGit(...args)
    if (ran.status !== 0) throw new Error(`git ${args.join(' ')}: exit ${ran.status}\n${ran.stderr}${ran.stdout}`)
    return ran.stdout.replace(/\n$/, '')
  }
  tryGit(...args: readonly string[]): Ran {
    return this.run('git', ...args)
  }

  run(command: string, ...args: readonly string[]): Ran {
    return outcome(
      spawnSync(command, args, {
        cwd: this.#folder(),
        env: { ...(command === 'git' ? this.#sandbox.dates() : {}), ...this.environment },
        encoding: 'utf8',
        input: '',
        maxBuffer: 1 << 28,
      }),
    )
  }

  #folder(): string {
    return this.#sandbox.guard(existsSync(this.root) ? realpathSync(this.root) : this.root)
  }

  /** Run `memory` from `dist/`, as a user would. */
  memory(...args: readonly string[]): Ran {
    const shared = served(this.#folder(), this.environment, args)
    return (shared as Ran | undefined) ?? this.run(process.execPath, memoryCommand, ...args)
  }

  /** Make the package one of the workspace's own, as `npm ci` would. */
  installPackage(): void {
    this.write('.git/info/exclude', 'node_modules\n')
    mkdirSync(this.path('node_modules'), { recursive: true })
    symlinkSync(checkout, this.path('node_modules/workspace-memory'))
  }

  /** Run husky here, as `npx husky` would. */
  husky(): void {
    this.run(process.execPath, join(checkout, 'node_modules/husky/bin.js'))
  }

  /** Install the hooks, which must succeed. */
  init(...args: readonly string[]): void {
    const done = this.memory('init', ...args)
    if (done.status !== 0 || !/^post-commit +active\b/m.test(done.stdout))
      throw new Error(`memory init: exit ${done.status}\n${done.stdout}${done.stderr}`)
  }

  /** Write one file and commit it alone; a hook may say one line. @returns what Git and its hooks said on stderr */
  commit(name: string, content: string | Uint8Array, message = 'log'): string {
    this.write(name, content)
    this.git('--literal-pathspecs', 'add', '-f', '--', name)
    const done = this.tryGit('commit', '-q', '-m', message)
    const lines = done.stderr.split('\n').filter((line) => line.startsWith('memory: '))
    if (done.status !== 0 || lines.length > 1)
      throw new Error(`git commit: exit ${done.status}\n${done.stderr}${done.stdout}`)
    return done.stderr
  }

  /** The library on this folder; closed at the end of the test. */
  open(options: OpenOptions = {}): Workspace {
    // Copied with their getters: a test can act at the moment when an option is asked for.
    // A law holds where nothing is left, too: that a question there is refused has its own test.
    const given = { cwd: this.root, environment: this.environment, here: true }
    Object.defineProperties(given, Object.getOwnPropertyDescriptors(options))
    return this.#sandbox.track(openWorkspace(given))
  }

  async use<T>(work: (workspace: Workspace) => Promise<T>, options: OpenOptions = {}): Promise<T> {
    const workspace = this.open(options)
    try {
      return await work(workspace)
    } finally {
      workspace.close()
    }
  }

  /** The digest of the index after the library brought it up to date. */
  digest(): Promise<string> {
    return this.use((workspace) => workspace.digest())
  }
  /** The digest that a clone of HEAD gets from an index built from nothing. */
  freshDigest(): Promise<string> {
    return this.twin().digest()
  }

  /** Every indexed statement, as `path#L4 kind text`. */
  said(): Promise<string[]> {
    return this.use(async (workspace) => {
      const lines: string[] = []
      await workspace.dump((line) => {
        const [table, path, first, , , kind, ...rest] = JSON.parse(line) as string[]
        if (table === 'fact') lines.push(`${path}#L${first} ${kind} ${rest.at(-1)}`)
      })
      return lines
    })
  }

  /** What recall finds, best first, as `path#L4 text`. */
  recalled(question: string): Promise<string[]> {
    return this.use(async (workspace) => {
      const { results } = await workspace.recall(question)
      return results.map(({ source, content }) => `${source} ${content}`)
    })
  }

  /**
   * Another repository whose HEAD is this one's commit: objects are shared,
   * everything else is new. `keep` names folders of the working tree to copy.
   */
  twin(...keep: readonly string[]): Repo {
    const where = ['--path-format=absolute', '--show-toplevel', '--git-common-dir', '--show-object-format']
    const told = this.tryGit('rev-parse', ...where, 'HEAD^{commit}')
    const [top = '', common = '', format, commit = ''] = told.stdout.split('\n')
    if (format === undefined) throw new Error(`${this.root} is no repository\n${told.stderr}`)
    const head = told.status === 0 ? commit : ''
    const prefix = relative(top, this.root)
    const twin = this.#sandbox.init(this.#sandbox.newName('twin'), format)
    mkdirSync(twin.path('.git/objects/info'), { recursive: true })
    writeFileSync(twin.path('.git/objects/info/alternates'), `${join(common, 'objects')}\n`)
    if (existsSync(join(common, 'shallow'))) cpSync(join(common, 'shallow'), twin.path('.git/shallow'))
    if (head !== '') writeFileSync(twin.path('.git/HEAD'), `${head}\n`)
    const inside = new Repo(this.#sandbox, join(twin.root, prefix), this.environment)
    mkdirSync(inside.root, { recursive: true })
    for (const folder of keep) inside.copyFrom(this, folder)
    return prefix === '' ? inside : inside.with({ MEMORY_WORKSPACE: inside.root })
  }
}

function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}

/** The machine's environment without what would lead Git, Node or us elsewhere, or have each Node read certificates; what SQLite is asked for by stays. */
function withoutOurs(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const leading = /^(?:GIT_|MEMORY_(?!SQLITE$)|OPENCLAW_|NODE_|HUSKY|JEST_|npm_|(?:FORCE|NO)_COLOR$)/
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !leading.test(name)))
}

function outcome(child: SpawnSyncReturns<string>): Ran {
  if (child.error) throw child.error
  return { status: child.status ?? 128, stdout: child.stdout, stderr: child.stderr }
}
