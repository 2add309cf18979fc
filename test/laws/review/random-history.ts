import { withRepo, type Repo } from '../../support/with-repo.js'
import { Dice } from '../dice.js'
import { operationNames, operationOf, type OperationName } from '../git/operations.js'
import { Oracle } from '../git/oracle.js'
import { World } from '../git/world.js'

/** How many histories are tried, and with which seed: `npm run laws:review -- --seed 7 --runs 300`. */
export const askedRuns = (usual: number): { readonly seed: number; readonly runs: number } => ({
  seed: Number(process.env['LAW_SEED'] ?? 20261127),
  runs: Number(process.env['LAW_RUNS'] ?? usual),
})

/** What makes no commit, or needs a process of its own, tells nothing here. */
const beside = /hook|init|husky|worktree|clone|shallow|index|gc|prune|server|sequence|filter/

const weighted = operationNames
  .filter((name) => !beside.test(name))
  .flatMap((name): OperationName[] => Array.from({ length: Math.ceil(operationOf(name).weight) }, () => name))

/** Each begins with what makes a commit, and so does every third step. */
const opening: readonly OperationName[] = ['write', 'commit', 'write', 'commit']

/**
 * A history of commits, branches, merges, rebases and reverts, in a repository of its own.
 *
 * @param told what happened, for who has to understand a failure
 */
export const withHistory = (
  roll: number,
  steps: number,
  work: (repo: Repo, dice: Dice, told: readonly string[]) => Promise<void>,
): Promise<void> =>
  withRepo(async (repo) => {
    const dice = new Dice(roll)
    const told: string[] = []
    const world = new World(repo, new Oracle(repo), told)
    for (let at = 0; at < steps; at++) {
      const name = opening[at] ?? (at % 3 === 0 ? 'commit' : dice.one(weighted))
      const operation = operationOf(name)
      const own = new Dice(dice.number(2 ** 31))
      if (operation.can && !operation.can(world)) continue
      world.begin(`${name} (step ${at})`)
      await operation.run(world, own)
    }
    const unfinished = world.unfinished()
    if (unfinished !== undefined) world.repo.tryGit(unfinished, '--abort')
    await work(repo, dice, told)
  })

/** Commits of every branch, tag and stash, newest first. */
export const allCommits = (repo: Repo): string[] => {
  const { stdout } = repo.tryGit('rev-list', '--all', '--date-order')
  return stdout.split('\n').filter(Boolean)
}
