import { createHash } from 'node:crypto'
import { lstatSync, readFileSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { digest } from '../../../src/store/dump.js'
import { isCorrupt, openStore } from '../../../src/store/store.js'
import { schemaVersion } from '../../../src/store/schema.js'
import { withRawIndex } from '../../support/raw-index.js'
import type { Repo } from '../../support/with-repo.js'
import { steady } from './strace.js'
import { indexFile, indexFolder } from '../../support/index-place.js'

/** All of a workspace that a fault could leave in pieces. */
export interface State {
  /** The tree it stands for and its digest; or what is wrong with it. */
  readonly index: string
  readonly pages: ReadonlyMap<string, string>
  readonly refs: string
  /** Git's index. */
  readonly staged: string
  /** The working tree outside `bank/` and `.memory/`. */
  readonly files: ReadonlyMap<string, string>
  /** What this clone does with them: hooks, settings and attributes. */
  readonly setup: ReadonlyMap<string, string>
}

/** An index of our schema that stands for nothing: whoever opens it knows that it is behind. */
export const nothing = 'nothing'

/** Look without touching: the index is read from a copy, so that no recovery of ours goes before the next command's. */
export function stateOf(repo: Repo): State {
  const files = [...repo.files()].filter(([path]) => !/^\.(?:git|memory)\//.test(path))
  const inBank = ([path]: readonly [string, string]): boolean => path.startsWith('bank/')
  return {
    index: indexOf(repo),
    pages: new Map(files.filter(inBank)),
    refs: `${repo.read('.git/HEAD')}${repo.git('for-each-ref', '--format=%(refname) %(objectname)')}`,
    staged: repo.git('ls-files', '--stage'),
    files: new Map(files.filter((file) => !inBank(file))),
    setup: new Map([...repo.files('.git')].filter(([path]) => /^\.git\/(?:config$|hooks\/|info\/)/.test(path))),
  }
}

/** A hash of every name, mode and byte of a folder: where it is that of another, a command finds what it found there. */
export function bytesOf({ root }: Repo): string {
  const hash = createHash('sha1')
  const entries = readdirSync(root, { withFileTypes: true, recursive: true }).map((entry) => {
    const path = join(entry.parentPath, entry.name)
    return { name: steady(relative(root, path)), path, entry }
  })
  for (const { name, path, entry } of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const bytes = entry.isFile() ? readFileSync(path) : ''
    hash.update(`${name}\0${lstatSync(path).mode}\0${bytes.length}\0`).update(bytes)
  }
  return hash.digest('hex')
}

function indexOf(repo: Repo): string {
  const look = repo.at('look')
  look.remove('')
  for (const [path, bytes] of repo.files(indexFolder))
    if (path.startsWith(indexFile)) look.write(path, Buffer.from(bytes, 'latin1'))
  if (!look.exists(indexFile)) return nothing
  try {
    return withRawIndex(look, (db) => {
      const version = db.pragma('user_version', { simple: true })
      if (version === 0) return nothing
      if (version !== schemaVersion) return `schema ${String(version)}`
      const checked = db.pragma('integrity_check', { simple: true })
      if (checked !== 'ok') return `damaged: ${String(checked)}`
      const metaOf = (key: string): unknown => db.prepare('SELECT value FROM meta WHERE key = ?').pluck().get(key)
      // A build that was cut short: nothing is answered from it.
      if (metaOf('beliefs') === '') return nothing
      const tree = metaOf('tree')
      const held = digest(db)
      return tree === undefined && held === emptyDigest(repo.at('empty')) ? nothing : `${String(tree)} ${held}`
    })
  } catch (cause) {
    if (isCorrupt(cause)) return 'damaged'
    throw cause
  }
}

let empty: string | undefined

function emptyDigest(folder: Repo): string {
  if (empty !== undefined) return empty
  const store = openStore(folder.root)
  try {
    return (empty = store.digest())
  } finally {
    store.close()
  }
}

const same = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean =>
  one.size === other.size && [...one].every(([path, bytes]) => other.get(path) === bytes)

/** Git runs nothing by the names that hooks are written under; and it takes settings one at a time, each of which is sound alone. */
const mayStand = (path: string): boolean => /^\.git\/(?:(?:hooks|info)\/.*\.workspace-memory-\d+|config)$/.test(path)

/** What of a state is neither as before nor as after; a mixture where each part alone could be. */
export function mixed(found: State, before: State, after: State): string[] {
  const wrong: string[] = []
  const sound = /^[0-9a-f]{40} /.test(before.index)
  if (![before.index, after.index, ...(sound ? [] : [nothing])].includes(found.index))
    wrong.push(`the index is ${found.index}, which is neither ${before.index} nor ${after.index}`)
  for (const part of ['pages', 'files', 'setup'] as const)
    for (const path of new Set([...found[part].keys(), ...before[part].keys(), ...after[part].keys()]))
      if (!mayStand(path) && ![before, after].some((state) => state[part].get(path) === found[part].get(path)))
        wrong.push(`${path} is neither as before nor as after: ${JSON.stringify(found[part].get(path))}`)
  const config = found.setup.get('.git/config') ?? ''
  if (config.includes('[merge "memory-bank"]') && !/^\tdriver = /m.test(config))
    wrong.push('Git refuses every merge: the driver of pages has no command')
  // What is staged may run ahead of the commit that is to hold it: committing it by hand does no harm. Behind it would undo it.
  const landed = found.refs === after.refs
  if (found.refs !== before.refs && !landed) wrong.push(`refs are ${found.refs}`)
  if (found.staged !== after.staged && (landed || found.staged !== before.staged))
    wrong.push(`${landed ? 'the commit is there, and ' : ''}Git's index holds\n${found.staged}`)
  if (landed && !same(found.files, after.files)) wrong.push('the commit is there, and a file would take it back')
  return wrong
}

/** What differs between two states. */
export const differences = (one: State, other: State): string[] =>
  (['index', 'pages', 'refs', 'staged', 'files', 'setup'] as const).filter((part) => {
    const [here, there] = [one[part], other[part]]
    return typeof here === 'string' || typeof there === 'string' ? here !== there : !same(here, there)
  })
