import type { Repo } from '../../support/with-repo.js'
import type { Dice } from '../dice.js'
import { dailyNotes, noteText } from './content.js'
import { calm, type Operation, type World } from './world.js'

const clone = (world: World): Repo => world.repo.at('clone')
const tree = (world: World): Repo => world.repo.at('tree')
/** Made where there is none. @returns whether there is one */
const cloned = async (world: World): Promise<boolean> =>
  clone(world).exists('.git') || world.git(['clone', '-q', '.', clone(world).root])

async function commitIn(world: World, where: Repo, dice: Dice): Promise<boolean> {
  const path = dice.one(dailyNotes)
  where.remove(path)
  where.write(path, noteText(dice))
  await world.gitIn(where, ['add', '-A', '--', 'memory'])
  return world.gitIn(where, ['commit', '-q', '-m', 'elsewhere'])
}

async function holdsThere(world: World, where: Repo): Promise<void> {
  const how = await world.oracle.divergenceWhenAsked(where)
  if (how !== undefined) throw new Error(`in ${where.root.split('/').at(-1)}: ${how}`)
}

/** Another clone and a linked worktree: each with an index of its own. */
export const elsewhere = {
  clone: {
    weight: 1,
    async run(world) {
      clone(world).remove('')
      if (!(await world.git(['clone', '-q', '.', clone(world).root]))) return false
      await holdsThere(world, clone(world))
      return true
    },
  },
  'the clone pulls': {
    weight: 2,
    async run(world) {
      if (!(await cloned(world))) return false
      const done = await world.gitIn(clone(world), ['pull', '-q', '--no-edit'])
      await holdsThere(world, clone(world))
      return done
    },
  },
  pull: {
    weight: 2,
    can: calm,
    async run(world, dice) {
      if (!(await cloned(world))) return false
      await commitIn(world, clone(world), dice)
      const how = dice.one(['--ff-only', '--no-rebase', '--rebase'])
      return world.git(['pull', '-q', '--no-edit', how, clone(world).root, 'HEAD'], 'post-merge')
    },
  },
  'fetch into branch': {
    weight: 3,
    async run(world, dice) {
      if (!(await cloned(world))) return false
      await commitIn(world, clone(world), dice)
      const into = dice.one(['+HEAD:refs/heads/side', '+HEAD:refs/heads/main', 'HEAD:refs/heads/main'])
      return world.git(['fetch', '-q', '--update-head-ok', clone(world).root, into])
    },
  },
  worktree: {
    weight: 2,
    async run(world, dice) {
      const there = tree(world).exists('.git')
      if (
        !there &&
        !(await world.git([
          'worktree',
          'add',
          '-q',
          '-f',
          '-B',
          'tree',
          tree(world).root,
          dice.one(['HEAD', 'HEAD~1']),
        ]))
      )
        return false
      const done = await commitIn(world, tree(world), dice)
      await holdsThere(world, tree(world))
      return done
    },
  },
  'worktree remove': {
    weight: 1,
    can: (world) => tree(world).exists('.git'),
    run: (world) => world.git(['worktree', 'remove', '--force', tree(world).root]),
  },
} satisfies Record<string, Operation>
