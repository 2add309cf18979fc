import { dailyNotes, noteText } from './content.js'
import { commitOn } from './new-words.js'
import { calm, stageNotes, type Operation, type World } from './world.js'

const branches = ['main', 'side', 'topic', 'far'] as const
const back = ['HEAD', 'HEAD~1', 'HEAD~2', 'main~1', 'side'] as const

const merge = (world: World, ...args: readonly string[]): Promise<boolean> =>
  world.git(['merge', '-q', '--no-edit', ...args], 'post-merge')

/** What moves between branches and joins them. */
export const branching = {
  switch: {
    weight: 3,
    run: (world, dice) => world.git(['switch', '-q', dice.one([...branches, '-'])], 'post-checkout'),
  },
  'switch -c': {
    weight: 3,
    can: calm,
    run: (world, dice) =>
      world.git(['switch', '-q', '-C', dice.one(branches.slice(1)), dice.one(back)], 'post-checkout'),
  },
  detach: {
    weight: 1,
    can: calm,
    run: (world, dice) => world.git(['switch', '-q', '--detach', dice.one(back)], 'post-checkout'),
  },
  orphan: {
    weight: 1,
    can: calm,
    run: (world, dice) =>
      world.git(
        dice.one([
          ['switch', '-q', '--orphan', 'new'],
          ['checkout', '-q', '--orphan', 'new'],
        ]),
        'post-checkout',
      ),
  },
  merge: {
    weight: 4,
    can: calm,
    run: (world, dice) => merge(world, ...dice.some(['--no-ff', '--autostash'], 1), dice.one(branches)),
  },
  'branch and merge': {
    weight: 4,
    can: calm,
    run: async (world, dice) =>
      (await commitOn(world, dice, 'side', dice.one(['HEAD', 'HEAD~1']))) &&
      merge(world, ...dice.some(['--no-ff'], 1), 'side'),
  },
  octopus: {
    weight: 2,
    can: calm,
    async run(world, dice) {
      const both =
        (await commitOn(world, dice, 'side', 'HEAD')) &&
        (await commitOn(world, dice, 'topic', dice.one(['HEAD', 'HEAD~1'])))
      return both && merge(world, '--no-ff', 'side', 'topic')
    },
  },
  squash: {
    weight: 2,
    can: calm,
    run: async (world, dice) =>
      (await commitOn(world, dice, 'side', dice.one(['HEAD', 'HEAD~1']))) &&
      (await merge(world, '--squash', 'side')) &&
      world.git(['commit', '-q', '-m', 'squash'], 'post-commit'),
  },
  conflict: {
    weight: 3,
    can: calm,
    async run(world, dice) {
      const path = dice.one(dailyNotes)
      if (!(await world.git(['switch', '-q', '-C', 'topic', 'HEAD'], 'post-checkout'))) return false
      const sides = ['Theirs', 'Ours'] as const
      for (const side of sides) {
        world.put(path, `## Retain\n- W @Peter: ${side}\n${noteText(dice)}`)
        await stageNotes(world)
        if (!(await world.git(['commit', '-q', '-m', side], 'post-commit'))) return false
        if (side === 'Theirs' && !(await world.git(['switch', '-q', '-C', 'side', 'HEAD~1'], 'post-checkout')))
          return false
      }
      return !(await merge(world, 'topic'))
    },
  },
  finish: {
    weight: 7,
    can: (world) => !calm(world),
    async run(world, dice) {
      const command = world.unfinished()!
      if (dice.number(4) === 0) return world.git([command, '--abort'])
      if (command !== 'merge' && dice.number(4) === 0) return world.git([command, '--skip'], 'post-commit')
      const how = dice.number(3)
      if (how < 2) await world.git(['checkout', '-q', how === 0 ? '--ours' : '--theirs', '--', '.'])
      await world.git(['add', '-A', '--', '.'])
      return world.git(
        [command, '--continue'],
        'post-commit',
        ...(command === 'rebase' ? (['post-rewrite'] as const) : []),
      )
    },
  },
} satisfies Record<string, Operation>
