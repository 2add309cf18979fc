import { spawnSync } from 'node:child_process'
import { openDatabase } from '../../../src/sqlite/engine.js'
import { dump } from '../../../src/store/dump.js'
import type { Workspace } from '../../../src/index.js'
import { memoryCommand } from '../../support/with-repo.js'
import { calm, type Hooks, type Operation, type World } from './world.js'
import { indexFile as index, indexFolder } from '../../support/index-place.js'

/** Settings that say nothing sensible make every command refuse, and that is right. */
async function ask(world: World, what: string, work: (workspace: Workspace) => Promise<unknown>): Promise<boolean> {
  world.tell(what)
  try {
    await world.repo.use(work)
    return true
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'bad-config') return false
    throw cause
  }
}

function isReadable(file: string): boolean {
  try {
    const db = openDatabase(file, { readonly: true })
    try {
      return [...dump(db)].length > 0
    } finally {
      db.close()
    }
  } catch {
    return false
  }
}

const hasIndex = (world: World): boolean => world.repo.exists(index)

/** What `memory` does to the workspace, and what happens to its index. */
export const ours = {
  recall: {
    weight: 4,
    run: (world) => ask(world, 'recall', (workspace) => workspace.recall('what does @Peter like')),
  },
  'ask the open workspace': {
    weight: 2,
    async run(world) {
      const how = await world.oracle.divergenceOf((world.reader ??= world.repo.open()), world.repo)
      if (how !== undefined) throw new Error(`a workspace that stayed open: ${how}`)
    },
  },
  reflect: {
    weight: 3,
    run: (world, dice) => {
      const which = dice.one(['stale', 'all'] as const)
      return ask(world, `reflect ${which}`, (workspace) => workspace.reflect(which))
    },
  },
  'reflect --commit': {
    weight: 1,
    run: (world) =>
      ask(world, 'reflect --commit', async (workspace) => {
        await workspace.commit().catch((cause: unknown) => world.tell(String(cause)))
      }),
  },
  judge: {
    weight: 3,
    run: (world, dice) =>
      ask(world, 'judge', async (workspace) => {
        const answer = async (): Promise<string> => {
          const { packets, verdicts } = await workspace.open({ next: 6 })
          const pairs = packets.flatMap(({ fact, beliefs }) =>
            beliefs.map((belief) => ({ fact: fact.id, belief: belief.id })),
          )
          const answers = pairs.flatMap((pair) =>
            dice.number(2) === 0 ? [{ ...pair, verdict: dice.one(verdicts) }] : [],
          )
          const { lines, commit } = await workspace.judge(answers, { commit: dice.number(2) === 0 })
          return `judged ${lines.length} of ${pairs.length}${commit === null ? '' : `, committed as ${commit}`}`
        }
        // A page that is no text, or that Git is in the middle of merging, takes no answer.
        world.tell(await answer().catch((cause: unknown) => String(cause)))
      }),
  },
  rebuild: {
    weight: 1,
    run: (world) => ask(world, 'rebuild', (workspace) => workspace.rebuild()),
  },
  'a sync that fails': {
    weight: 2,
    async run(world, dice) {
      let notes = dice.number(6)
      const progress = (): void => {
        if (notes-- === 0) throw new Error('failed on purpose')
      }
      await world.repo
        .use((workspace) => (dice.number(2) === 0 ? workspace.sync() : workspace.rebuild()), { progress })
        .catch((cause: unknown) => world.tell(String(cause)))
    },
  },
  kill: {
    weight: 2,
    run(world, dice) {
      const command = dice.one(['rebuild', 'sync', 'reflect'])
      const timeout = 60 + dice.number(200)
      const options = { cwd: world.repo.root, env: world.repo.environment, timeout, killSignal: 'SIGKILL' } as const
      const { signal } = spawnSync(process.execPath, [memoryCommand, command], options)
      world.tell(`memory ${command}, killed after ${timeout} ms: ${signal ?? 'it was done'}`)
    },
  },
  'delete the index': {
    weight: 2,
    can: hasIndex,
    run(world, dice) {
      const what = dice.one([index, index, indexFolder, '.memory'])
      world.repo.remove(what)
      world.tell(`remove ${what}`)
    },
  },
  'damage the index': {
    weight: 2,
    can: hasIndex,
    run(world, dice) {
      world.reader?.close() // damage under an open file is the file system's business
      const bytes = Buffer.from(world.repo.files(indexFolder).get(index)!, 'latin1')
      const how = dice.number(4)
      for (const suffix of ['-wal', '-shm']) world.repo.remove(`${index}${suffix}`)
      if (how === 0) world.repo.write(index, bytes.subarray(0, dice.number(bytes.length)))
      else if (how === 1) world.repo.write(index, bytes.fill(0x5a))
      else if (how === 2) world.repo.write(index, bytes.fill(0xff, 4096 * dice.number(bytes.length / 4096)))
      // What no reader notices is the disk's business, and memory doctor's, which builds another beside it: half a page at
      // the end is read as if it ended in zeros.
      if (how === 3 || isReadable(world.repo.path(index))) world.repo.write(index, '')
      world.tell(`damage the index (${how})`)
    },
  },
  'commit the index': {
    weight: 1,
    can: hasIndex,
    async run(world) {
      world.repo.run('sh', '-c', `mkdir -p .memory && cp ${index} .memory/index.sqlite`)
      await world.git(['add', '-f', '--', '.memory/index.sqlite'])
      return world.git(['commit', '-q', '-m', 'index'], 'post-commit')
    },
  },
  hooks: {
    weight: 2,
    run(world, dice) {
      if (world.hooks === 'installed') return
      world.hooks = dice.one<Hooks>(['none', 'called', 'called'])
      world.tell(`hooks: ${world.hooks}`)
    },
  },
  init: {
    weight: 3,
    can: calm,
    run(world) {
      if (world.hooks === 'installed') return
      world.heard(world.repo.memory('init'))
      world.hooks = 'installed'
      world.tell('memory init')
    },
  },
  'hooks that land': {
    weight: 3,
    can: calm,
    async run(world) {
      if (world.hooks === 'none') world.hooks = 'called'
      world.put('.memory/config.json', '{"bank": {"onCommit": "commit"}}')
      await world.git(['add', '-f', '--', '.memory/config.json'])
      return world.git(['commit', '-q', '-m', 'settings'], 'post-commit')
    },
  },
  uninstall: {
    weight: 4,
    can: (world) => world.hooks === 'installed',
    run(world) {
      world.heard(world.repo.memory('hooks', 'uninstall'))
      world.hooks = 'none'
      world.tell('memory hooks uninstall')
    },
  },
  'hooks off': {
    weight: 1,
    can: (world) => world.hooks === 'installed',
    async run(world) {
      const off = world.repo.tryGit('config', 'core.hooksPath').status === 0
      return world.git(off ? ['config', '--unset', 'core.hooksPath'] : ['config', 'core.hooksPath', '/dev/null'])
    },
  },
} satisfies Record<string, Operation>
