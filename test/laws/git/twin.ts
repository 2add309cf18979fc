import type { Repo } from '../../support/with-repo.js'
import { Dice } from '../dice.js'
import { World, type Operation } from './world.js'

/** The same repository without hooks, as it stands now; undefined where Git runs none of ours anyway. */
export function twinWithoutHooks(world: World): World | undefined {
  if (world.hooks !== 'installed' || world.repo.tryGit('config', 'core.hooksPath').status === 0) return undefined
  // To whoever tracks the index, every hook changes a file.
  if (world.repo.tryGit('ls-files', '--', '.memory/index.sqlite').stdout !== '') return undefined
  world.reader?.close() // copying and reading its index here would drop its locks
  const repo = world.repo.at('twin')
  repo.copyFrom(world.repo, '')
  repo.remove('.git/hooks')
  repo.tryGit('update-index', '-q', '--refresh') // the copies have other times
  return new World(repo, world.oracle)
}

/**
 * Law 4: what Git left with our hooks is what it leaves without them.
 *
 * @returns what differs
 */
export async function interference(
  world: World,
  done: boolean,
  twin: World,
  operation: Operation,
  roll: number,
): Promise<string | undefined> {
  const doneThere = (await operation.run(twin, new Dice(roll))) ?? true
  const [here, there] = [
    { done, ...traces(world.repo) },
    { done: doneThere, ...traces(twin.repo) },
  ]
  const differs = (Object.keys(here) as (keyof typeof here)[]).filter(
    (name) => JSON.stringify(here[name]) !== JSON.stringify(there[name]),
  )
  return differs.length === 0
    ? undefined
    : differs
        .map(
          (name) =>
            `law 4: ${name} is another with hooks\n  with    ${String(here[name])}\n  without ${String(there[name])}`,
        )
        .join('\n')
}

/** What a hook must leave alone. Commits are told by their trees: `prepare-commit-msg` may add to a message. */
function traces(repo: Repo) {
  const said = (...args: readonly string[]): string => repo.tryGit(...args).stdout
  const outside = [...repo.files()].filter(([path]) => !/^(?:\.git|\.memory|bank)\//.test(path))
  return {
    head: said('symbolic-ref', '-q', 'HEAD'),
    refs: said('for-each-ref', '--format=%(refname) %(tree)'),
    history: said('log', '--format=%T %an %ad %s', 'HEAD'),
    index: said('ls-files', '--stage'),
    stash: said('stash', 'list', '--format=%T'),
    files: JSON.stringify(outside),
    git: [...repo.files('.git').keys()].filter((path) => !/^\.git\/(?:hooks|objects|logs)\//.test(path)).join(' '),
  }
}
