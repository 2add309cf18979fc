import { chmodSync } from 'node:fs'
import { memoryCommand, type Repo } from '../../support/with-repo.js'
import { factId } from '../../../src/model/fact.js'
import { schemaVersion } from '../../../src/store/schema.js'
import { day, retain } from '../../support/notes.js'
import { withRawIndex } from '../../support/raw-index.js'
import { indexFile, indexFolder } from '../../support/index-place.js'

/** Something that changes a workspace, from a state that is prepared once. */
export interface Flow {
  /** What is done first where all of them are `behind`. */
  readonly prepare: (repo: Repo) => void
  /** What runs; `node` is what runs Node. */
  readonly command: (node: string) => readonly string[]
  /** What must not be, once it is done, though an undisturbed run may leave it too. */
  readonly wrongAfter?: (repo: Repo) => string[]
}

const memory =
  (...args: readonly string[]) =>
  (node: string): readonly string[] => [node, memoryCommand, ...args]

const firm = 'O(c=0.95) @Peter: Prefers concise replies'

/** Pages in HEAD, and a commit after them that changes some, makes one and takes one away. */
export function behind(repo: Repo): void {
  repo.commit('MEMORY.md', '# Core\n\nBe kind.\n')
  repo.commit(day(1), retain(firm, 'O(c=0.8) @Anna: Likes coffee', 'W @Tom: Lives in Graz'))
  repo.commit(day(2), retain(firm, 'B @Mia: Soon gone'))
  ours(repo, 'reflect', '--commit')
  unseen(
    repo,
    [day(3), retain(firm, 'O(c=0.6) @Anna: Does not like coffee', 'W @Zoe: New here')],
    [day(2), retain(firm)],
  )
}

/** Commit without hooks: the index stands for what was before. */
function unseen(repo: Repo, ...files: readonly (readonly [path: string, text: string])[]): void {
  for (const [path, text] of files) repo.write(path, text)
  repo.git('add', 'memory')
  repo.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '-m', 'log')
}

/** The same with an index that stands for it, so that only pages are to be written. */
function indexed(repo: Repo): void {
  ours(repo, 'sync')
}

/** A clone with a hook that no block of ours can stand in, and with attributes of its own. */
function withOthers(repo: Repo): void {
  indexed(repo)
  repo.write('.git/hooks/post-checkout', '#!/usr/bin/env node\n')
  chmodSync(repo.path('.git/hooks/post-checkout'), 0o755)
  repo.write('.git/info/attributes', '*.png binary\n')
}

const secretDay = '2025-11-04'
const secret = 'xyzzyplugh42'

/** A word in two notes of a day and in pages, and a line beside it that is not committed. */
function withSecret(repo: Repo): void {
  indexed(repo)
  const said = `O(c=0.9) @Peter: Thinks ${secret} is a good password`
  repo.commit(day(4), retain(said, 'W @Peter: Has a cat'))
  repo.commit('memory/2025-11-04-evening.md', retain('O(c=0.8) @Anna: Likes tea', said))
  ours(repo, 'reflect', '--commit')
  repo.append(day(4), '\nNot committed.\n')
  ours(repo, 'sync')
}

/** Where the word still stands, but for Git's objects. */
function stillSaid(repo: Repo): string[] {
  const files = [...repo.files()].filter(
    ([path, text]) => (path.startsWith(indexFolder) || !path.startsWith('.git/')) && text.includes(secret),
  )
  const dirty = repo.git('status', '--porcelain')
  return [
    ...files.map(([path]) => `${path} still says it`),
    ...(repo.tryGit('grep', '-q', secret, 'HEAD').status === 0 ? ['HEAD still says it'] : []),
    ...(dirty === ` M ${day(4)}` ? [] : [`git status says\n${dirty}`]),
  ]
}

function ours(repo: Repo, ...args: readonly string[]): void {
  const { status, stderr } = repo.memory(...args)
  if (status !== 0) throw new Error(`memory ${args.join(' ')}: exit ${status}\n${stderr}`)
}

export const flows = {
  sync: {
    prepare(repo) {
      repo.init()
      unseen(repo, [day(4), retain('W @Tom: Lives in Vienna', 'O(c=0.4) @Anna: Likes tea')], [day(1), retain(firm)])
      const hook = repo.read('.git/hooks/post-commit')
      repo.write('.git/hooks/post-commit', hook.replace(/^node=.*$/m, 'node=$FAULT_NODE'))
    },
    command: () => ['sh', '.git/hooks/post-commit'],
  },
  rebuild: { prepare: () => {}, command: memory('rebuild') },
  migration: {
    prepare(repo) {
      withRawIndex(repo, (db) => {
        db.exec('DROP TABLE note; CREATE TABLE note (shape TEXT); CREATE TABLE long_gone (x TEXT)')
        db.pragma(`user_version = ${schemaVersion - 1}`)
      })
    },
    command: memory('sync'),
  },
  'first index': {
    prepare(repo) {
      repo.remove(indexFolder)
    },
    command: memory('sync'),
  },
  'damaged index': {
    prepare(repo) {
      const bytes = Buffer.from(repo.files(indexFolder).get(indexFile)!, 'latin1')
      repo.write(indexFile, bytes.fill(0xa5, 4096))
    },
    command: memory('sync'),
  },
  pages: { prepare: indexed, command: memory('reflect') },
  commit: { prepare: indexed, command: memory('reflect', '--commit', '--propose-core') },
  branch: {
    prepare(repo) {
      ours(repo, 'reflect', '--branch', 'memory/reflect')
      repo.commit(day(4), retain('W @Tom: Lives in Vienna', 'S @Zoe: Comes on Fridays'))
      ours(repo, 'sync')
    },
    command: memory('reflect', '--branch', 'memory/reflect', '--propose-core'),
  },
  forget: {
    prepare: withSecret,
    command: memory(
      'forget',
      factId({ kind: 'opinion', text: `Thinks ${secret} is a good password`, mentions: ['Peter'] }, secretDay),
    ),
    wrongAfter: stillSaid,
  },
  init: { prepare: withOthers, command: memory('init') },
  uninstall: {
    prepare(repo) {
      withOthers(repo)
      ours(repo, 'init')
    },
    command: memory('hooks', 'uninstall'),
  },
} as const satisfies Record<string, Flow>

export type FlowName = keyof typeof flows
export const flowNames = Object.keys(flows) as FlowName[]
