import type { Ran, Repo } from '../../support/with-repo.js'

/** Commands of Git that run a hook of ours, or more commands that do. */
const runHooks = new Set(['commit', 'merge', 'switch', 'checkout', 'rebase', 'cherry-pick', 'revert', 'am', 'pull'])

/** The same repository without hooks, as it stands now; undefined where Git runs none of ours anyway. */
export function twinWithoutHooks(repo: Repo, args: readonly string[]): Repo | undefined {
  if (!args.some((word) => runHooks.has(word)) || repo.tryGit('config', 'core.hooksPath').status === 0) return undefined
  const twin = repo.at('twin')
  twin.copyFrom(repo, '')
  twin.remove('.git/hooks')
  twin.tryGit('update-index', '-q', '--refresh') // the copies have other times
  return twin
}

/**
 * Law 4: what Git did with our hooks is what it does without them, from the same state.
 *
 * @returns what differs
 */
export function interference(repo: Repo, { status }: Ran, twin: Repo, args: readonly string[]): string | undefined {
  const ran = twin.tryGit(...args)
  const [here, there] = [
    { status, ...traces(repo) },
    { status: ran.status, ...traces(twin) },
  ]
  const differs = (Object.keys(here) as (keyof typeof here)[]).filter(
    (name) => JSON.stringify(here[name]) !== JSON.stringify(there[name]),
  )
  return differs.length === 0
    ? undefined
    : differs
        .map(
          (name) =>
            `law 4: after git ${args.join(' ')}, ${name} is another with hooks\n  with    ${String(here[name])}\n  without ${String(there[name])}`,
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
    git: [...repo.files('.git').keys()]
      .filter((path) => !/^\.git\/(?:hooks|objects|logs)\/|\/workspace-memory\//.test(path))
      .join(' '),
  }
}
