import { dailyNotes, noteText, notePaths } from './content.js'
import { appendBullet } from './new-words.js'
import { calm, hasNotes, stageNotes, type Operation } from './world.js'

/** What makes a commit of the working tree, and what stages one path. */
export const commits = {
  commit: {
    weight: 14,
    async run(world, dice) {
      await stageNotes(world)
      return world.git(['commit', '-q', '-m', 'log', ...dice.some(['--no-verify'], 1)], 'post-commit')
    },
  },
  'commit -a': {
    weight: 4,
    run(world, dice) {
      appendBullet(world, dice)
      return world.git(['commit', '-q', '-a', '-m', 'all'], 'post-commit')
    },
  },
  'commit part': {
    weight: 3,
    can: hasNotes,
    async run(world, dice) {
      const path = appendBullet(world, dice)
      await stageNotes(world)
      return world.git(['--literal-pathspecs', 'commit', '-q', '-m', 'part', '--', path], 'post-commit')
    },
  },
  'commit pages': {
    weight: 4,
    async run(world, dice) {
      if (dice.number(2) === 0) await world.repo.use((workspace) => workspace.reflect('all').catch(() => undefined))
      await world.git(['add', '-A', '--', 'bank'])
      return world.git(['commit', '-q', '-m', 'bank'], 'post-commit')
    },
  },
  amend: {
    weight: 4,
    can: calm,
    async run(world, dice) {
      if (dice.number(2) === 0) await stageNotes(world)
      return world.git(['commit', '-q', '--amend', '--no-edit', '--allow-empty'], 'post-commit', 'post-rewrite')
    },
  },
  rename: {
    weight: 3,
    can: hasNotes,
    async run(world, dice) {
      const [from, to] = [dice.one(world.notes()), dice.one(notePaths)]
      if (!(await world.git(['mv', '-f', '--', from, to]))) return false
      if (dice.number(3) === 0) world.repo.append(to, '- W @Mia: Renamed\n')
      return world.git(['commit', '-q', '-m', 'rename', ...dice.some(['-a'], 1)], 'post-commit')
    },
  },
  'rename case': {
    weight: 2,
    async run(world, dice) {
      const twins = ['memory/plain.md', 'memory/Plain.md']
      const [from, to] = world.repo.exists(twins[1]!) ? twins.toReversed() : twins
      if (!world.repo.exists(from!)) world.put(from!, noteText(dice))
      await stageNotes(world)
      const done = await world.git(['mv', '--', from!, to!])
      return done && world.git(['commit', '-q', '-m', 'case'], 'post-commit')
    },
  },
  delete: {
    weight: 2,
    can: hasNotes,
    async run(world, dice) {
      const done = await world.git(['--literal-pathspecs', 'rm', '-q', '-f', '--', dice.one(world.notes())])
      return done && world.git(['commit', '-q', '-m', 'delete'], 'post-commit')
    },
  },
  mode: {
    weight: 2,
    can: hasNotes,
    async run(world, dice) {
      const mode = dice.one(['+x', '-x'])
      const done = await world.git(['update-index', `--chmod=${mode}`, '--', dice.one(world.notes())])
      return done && world.git(['commit', '-q', '-m', 'mode'], 'post-commit')
    },
  },
  stash: {
    weight: 2,
    run(world, dice) {
      appendBullet(world, dice)
      return world.git(['stash', 'push', '-q', ...dice.some(['--include-untracked'], 1)])
    },
  },
  unstash: {
    weight: 3,
    can: (world) => world.repo.exists('.git/refs/stash'),
    run: (world, dice) => world.git(['stash', dice.one(['pop', 'pop', 'apply']), '-q']),
  },
  'checkout path': {
    weight: 2,
    run: (world, dice) =>
      world.git([
        'checkout',
        '-q',
        dice.one(['HEAD', 'HEAD~1', 'HEAD~3']),
        '--',
        dice.one(['.', 'memory', ...dailyNotes]),
      ]),
  },
  'discard pages': {
    weight: 2,
    async run(world) {
      await world.git(['checkout', '-q', '--', 'bank'])
      return world.git(['clean', '-q', '-f', '-d', '--', 'bank'])
    },
  },
  'a commit by another program': {
    weight: 2,
    can: calm,
    async run(world, dice) {
      world.put(dice.one(notePaths), noteText(dice))
      await stageNotes(world)
      const tree = world.repo.tryGit('write-tree').stdout.trim()
      const made = world.repo.tryGit('commit-tree', tree, '-p', 'HEAD', '-m', 'plumbing')
      return made.status === 0 && world.git(['update-ref', 'HEAD', made.stdout.trim()])
    },
  },
} satisfies Record<string, Operation>
