// Whatever the tests do, they do it in temporary folders: these look at what is outside before and after.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { lstatSync, readFileSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const checkout = fileURLToPath(new URL('../..', import.meta.url))

/** Larger files are told apart by size and time alone. */
const largestHashed = 1_000_000

const git = (...args) => {
  try {
    return execFileSync('git', args, { cwd: checkout, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    return '' // no repository (a tarball), or the setting is not set
  }
}

function stateOf(path) {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (!stat) return 'missing'
  const hashed = stat.isFile() && stat.size <= largestHashed
  const hash = hashed ? createHash('sha256').update(readFileSync(path)).digest('hex') : ''
  return [stat.mode.toString(8), stat.size, stat.isDirectory() ? '' : stat.mtimeMs, hash].join(' ')
}

const entriesOf = (folder) => {
  try {
    return readdirSync(folder).toSorted()
  } catch {
    return []
  }
}

/** Path or setting → how it stands: the checkout's tracked files, its Git settings and hooks, and the user's own. */
export function snapshot() {
  const tracked = git('ls-files', '-z')
    .split('\0')
    .filter((path) => path !== '')
    .map((path) => join(checkout, path))
  const gitDir = git('rev-parse', '--path-format=absolute', '--git-common-dir').trim()
  const hooks = gitDir === '' ? [] : entriesOf(join(gitDir, 'hooks')).map((name) => join(gitDir, 'hooks', name))
  const settings = gitDir === '' ? [] : [join(gitDir, 'config')]
  const own = ['.gitconfig', '.config/git/config', '.config/git/ignore'].map((name) => join(homedir(), name))
  return new Map([
    ...[...tracked, ...settings, ...hooks, ...own].map((path) => [path, stateOf(path)]),
    ['core.hooksPath', git('config', 'core.hooksPath')],
    // An index or pages of ours at the top would be the first sign of a test that ran in the wrong place.
    ...['.memory', 'bank', 'memory', 'MEMORY.md'].map((name) => [join(checkout, name), stateOf(join(checkout, name))]),
  ])
}

/** What is new, gone or other. */
export function differences(before, after) {
  const names = new Set([...before.keys(), ...after.keys()])
  return [...names].filter((name) => before.get(name) !== after.get(name)).toSorted()
}
