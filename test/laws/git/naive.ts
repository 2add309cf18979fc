import { spawnSync } from 'node:child_process'
import { tellingsOf } from '../../../src/model/telling.js'
import { packageVersion } from '../../../src/model/version.js'
import { believeAnew } from '../../../src/belief/believe.js'
import { skip } from '../../../src/pipeline/change-set.js'
import { decode } from '../../../src/parse/decode.js'
import { parseNote } from '../../../src/parse/parse-note.js'
import { resolveAssertions } from '../../../src/belief/resolve.js'
import { openStore, type Store } from '../../../src/store/store.js'
import { readConfig } from '../../../src/workspace/session/config.js'
import type { Repo } from '../../support/with-repo.js'

/** A file of a tree, with its bytes. */
export interface NaiveFile {
  readonly path: string
  readonly mode: string
  readonly oid: string
  readonly bytes: Buffer
}

function git(repo: Repo, args: readonly string[], input = ''): Buffer {
  const env = { ...repo.environment, GIT_NO_REPLACE_OBJECTS: '1' }
  const ran = spawnSync('git', args, { cwd: repo.root, env, input, maxBuffer: 1 << 28 })
  if (ran.status !== 0) throw new Error(`git ${args.join(' ')}: ${ran.stderr.toString()}`)
  return ran.stdout
}

/** Every file of a tree: `ls-tree`, then `cat-file` for all of them. */
export function filesOf(repo: Repo, tree: string): NaiveFile[] {
  const listed = git(repo, ['ls-tree', '-r', '-z', tree]).toString('utf8').split('\0').filter(Boolean)
  const files = listed.map((line) => {
    const [, mode, oid, path] = /^(\d+) \w+ (\w+)\t([^]*)$/.exec(line)!
    return { mode: mode!, oid: oid!, path: path! }
  })
  const output = git(repo, ['cat-file', '--batch'], files.map(({ oid }) => `${oid}\n`).join(''))
  let at = 0
  return files.map((file) => {
    const start = output.indexOf('\n', at) + 1
    const size = Number(output.toString('latin1', at, start).split(' ')[2])
    at = start + size + 1
    return { ...file, bytes: output.subarray(start, start + size) }
  })
}

const notPlain = 'not indexed: not a regular file'
const otherName = 'not indexed: only names that end in .md are'
const generated = 'not indexed: written by another program, so never evidence'

/** What is indexed (docs/grammar.md), told a second time; undefined where a file is nothing to us. */
export function indexed({
  path,
  mode,
}: NaiveFile): 'note' | typeof notPlain | typeof otherName | typeof generated | undefined {
  const core = ['MEMORY.md', 'memory.md', 'USER.md'].includes(path)
  const [top = '', ...below] = path.split('/')
  if (!core && (below.length === 0 || (top !== 'memory' && top !== 'bank'))) return undefined
  const name = path.toLowerCase()
  const dreamt = top === 'memory' && (below[0] === '.dreams' || below[0] === 'dreaming') && below.length > 1
  if (dreamt || below.at(-1)?.toLowerCase() === 'dreams.md') return generated
  if (['.markdown', '.mdx', '.mkd'].some((ending) => name.endsWith(ending))) return otherName
  if (!name.endsWith('.md')) return undefined
  return mode.startsWith('100') ? 'note' : notPlain
}

/**
 * An index built the long way round: every file of the tree read from Git, last
 * path first, by the full parser; all of it judged at once. What no change set,
 * no plain parser, no blob of the working tree and no earlier index had part in.
 */
export async function naiveIndex(files: readonly NaiveFile[], folder: string): Promise<Store> {
  const settings = files.find(({ path, mode }) => path === '.memory/config.json' && mode.startsWith('100'))
  const { config } = readConfig(settings?.bytes.toString('utf8'), packageVersion)
  const store = openStore(folder)
  await store.write(async () => {
    const notes = store.notes()
    for (const file of files.toReversed()) {
      const what = indexed(file)
      if (what === undefined) continue
      const decoded = what === 'note' ? decode(file.bytes, 5_000_000) : { unreadable: what }
      if ('text' in decoded) notes.replace({ file, note: parseNote(file.path, decoded.text, config) })
      else notes.skip(file, skip(file.path, decoded.unreadable))
    }
    await resolveAssertions(store, [])
    const tellings = tellingsOf(store.assertions.all())
    notes.alsoFoundBy([...tellings.keys()], (id) =>
      tellings
        .get(id)!
        .words.map(({ assertion }) => assertion.said.text)
        .join(' '),
    )
    for await (const _ of believeAnew(store));
  })
  return store
}
