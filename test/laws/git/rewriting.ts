import type { Dice } from '../dice.js'
import { commitOn } from './new-words.js'
import { dailyNotes, noteText } from './content.js'
import { calm, hasNotes, stageNotes, type Operation, type World } from './world.js'

const tips = ['main', 'side', 'topic', 'far'] as const

/** One or two commits beside HEAD, then replayed upon it. */
async function rebase(world: World, dice: Dice, ...args: readonly string[]): Promise<boolean> {
  if (!(await world.git(['branch', '-f', 'base', 'HEAD']))) return false
  if (!(await world.git(['switch', '-q', '-C', 'far', 'HEAD~1'], 'post-checkout'))) return false
  for (const path of [dice.one(dailyNotes), ...dice.some(dailyNotes, 1)]) {
    world.put(path, noteText(dice))
    await stageNotes(world)
    await world.git(['commit', '-q', '-m', 'to be rebased'], 'post-commit')
  }
  return world.git(['rebase', '-q', ...args, 'base'], 'post-rewrite')
}

const reset =
  (mode: string) =>
  (world: World, dice: Dice): Promise<boolean> =>
    world.git(['reset', '-q', mode, dice.one(['HEAD', 'HEAD~1', 'HEAD~1', 'HEAD~3', 'main', 'ORIG_HEAD'])])

/** What writes history anew, or moves HEAD without a hook. */
export const rewriting = {
  rebase: { weight: 3, can: calm, run: (world, dice) => rebase(world, dice, ...dice.some(['--autostash'], 1)) },
  'rebase --apply': { weight: 2, can: calm, run: (world, dice) => rebase(world, dice, '--apply') },
  'cherry-pick': {
    weight: 3,
    can: calm,
    run: async (world, dice) =>
      (await commitOn(world, dice, 'side', dice.one(['HEAD', 'HEAD~1']))) &&
      world.git(['cherry-pick', ...dice.some(['-n'], 1), dice.one(['side', 'side', 'HEAD~2..side'])], 'post-commit'),
  },
  revert: {
    weight: 3,
    can: calm,
    run: (world, dice) =>
      world.git(['revert', '--no-edit', dice.one(['HEAD', 'HEAD~1', 'HEAD~2..HEAD'])], 'post-commit'),
  },
  am: {
    weight: 2,
    can: calm,
    async run(world, dice) {
      if (!(await commitOn(world, dice, 'side', dice.one(['HEAD', 'HEAD~1'])))) return false
      const mail = world.repo.at('mail')
      mail.remove('')
      await world.git(['format-patch', '-q', '-o', mail.path(), '-1', 'side'])
      const patches = [...mail.files().keys()].map((name) => mail.path(name))
      return patches.length > 0 && world.git(['am', '-q', ...dice.some(['--3way'], 1), ...patches])
    },
  },
  'reset --soft': { weight: 2, run: reset('--soft') },
  'reset --mixed': { weight: 2, run: reset('--mixed') },
  'reset --hard': { weight: 3, run: reset('--hard') },
  'update-ref': {
    weight: 2,
    run: (world, dice) =>
      world.git(['update-ref', dice.one(['HEAD', 'refs/heads/main']), dice.one(['HEAD~1', ...tips])]),
  },
  'symbolic-ref': {
    weight: 1,
    run: (world, dice) => world.git(['symbolic-ref', 'HEAD', `refs/heads/${dice.one(tips)}`]),
  },
  'filter-branch': {
    weight: 1,
    can: calm,
    async run(world, dice) {
      await world.git(['add', '-A'])
      await world.git(['commit', '-q', '-m', 'all'], 'post-commit')
      const filter = `git rm -r -q --cached --ignore-unmatch ${dice.one([...dailyNotes, 'bank'])}`
      return world.git(['filter-branch', '-f', '--index-filter', filter, '--', 'HEAD~2..HEAD'])
    },
  },
  'replace a blob': {
    weight: 1,
    can: hasNotes,
    run(world, dice) {
      const path = dice.one(world.notes())
      const known = world.repo.tryGit('rev-parse', '-q', '--verify', `HEAD:${path}`)
      if (known.status !== 0) return false
      // Never a blob of the tree: two that replace each other are more than Git can follow.
      world.repo.write('.git/replacement', `## Retain\n- W @Peter: Replaced ${dice.number(1e6)}\n`)
      const other = world.repo.git('hash-object', '-w', '--', '.git/replacement')
      return world.git(['replace', '-f', known.stdout.trim(), other])
    },
  },
  'gc --prune=now': {
    weight: 1,
    can: calm,
    async run(world) {
      await world.git(['reflog', 'expire', '--expire=now', '--expire-unreachable=now', '--all'])
      return world.git(['gc', '-q', '--prune=now'])
    },
  },
  'line ends by Git': {
    weight: 1,
    run: (world, dice) => world.git(['config', 'core.autocrlf', dice.one(['true', 'false', 'input'])]),
  },
} satisfies Record<string, Operation>
