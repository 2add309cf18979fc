import type { Ran, Repo } from '../../support/with-repo.js'

/** Commands of Git that run a hook of ours, or more commands that do. */
const runHooks = new Set(['commit', 'merge', 'switch', 'checkout', 'rebase', 'cherry-pick', 'revert', 'am', 'pull'])

/** Commands that check out one commit after the other. */
const replays = new Set(['rebase', '--rebase', 'cherry-pick', 'revert', 'am'])

/**
 * The same repository without hooks, as it stands now; undefined where Git runs none of ours anyway, and where its own
 * end hangs on the clock: a blob that is replaced counts as edited as soon as the time of its file makes Git read it.
 */
export function twinWithoutHooks(repo: Repo, args: readonly string[]): Repo | undefined {
  if (!args.some((word) => runHooks.has(word)) || repo.tryGit('config', 'core.hooksPath').status === 0) return undefined
  if (args.some((word) => replays.has(word)) && repo.git('for-each-ref', 'refs/replace') !== '') return undefined
  const twin = repo.at('twin')
  twin.copyFrom(repo, '')
  twin.remove('.git/hooks')
  twin.tryGit('update-index', '-q', '--refresh') // the copies have other times
  return twin
}

/**
 * Law 4 (harmless hooks): what Git did with our hooks is what it does without them, from the same state.
 *
 * @returns what differs
 */
export function interference(repo: Repo, { status }: Ran, twin: Repo, args: readonly string[]): string | undefined {
  const ran = twin.tryGit(...args)
  const landed = landedPages(repo)
  const strays = landed.filter((path) => path !== '' && !path.startsWith('bank/'))
  if (strays.length > 0)
    return `law 4 (harmless hooks): after git ${args.join(' ')}, a hook committed ${strays.join(', ')}`
  const [here, there] = [
    { status, ...traces(repo, landed) },
    { status: ran.status, ...traces(twin, landed) },
  ]
  const differs = (Object.keys(here) as (keyof typeof here)[]).filter(
    (name) => JSON.stringify(here[name]) !== JSON.stringify(there[name]),
  )
  return differs.length === 0
    ? undefined
    : differs
        .map(
          (name) =>
            `law 4 (harmless hooks): after git ${args.join(' ')}, ${name} is another with hooks\n  with    ${String(here[name])}\n  without ${String(there[name])}`,
        )
        .join('\n')
}

const said = (repo: Repo, ...args: readonly string[]): string => repo.tryGit(...args).stdout

const hasLanded = (repo: Repo): boolean =>
  said(repo, 'log', '-g', '-1', '--format=%gs', 'HEAD').trim() === 'memory: bank.onCommit'

/** The files of the commit that a hook made, where the last that moved HEAD was one. */
const landedPages = (repo: Repo): readonly string[] =>
  hasLanded(repo) ? said(repo, 'diff', '--name-only', '--no-renames', '-z', 'HEAD~1', 'HEAD').split('\0') : []

/**
 * What a hook must leave alone. Commits are told by their trees: `prepare-commit-msg` may add to a message. Where a hook
 * landed pages, everything is as it was but for that commit, and what Git's index has of it.
 */
function traces(repo: Repo, landed: readonly string[]) {
  const outside = [...repo.files()].filter(([path]) => !/^(?:\.git|\.memory|bank)\//.test(path))
  const last = hasLanded(repo) ? 'HEAD~1' : 'HEAD'
  const [now, before] = ['HEAD', last].map((commit) => said(repo, 'rev-parse', `${commit}^{tree}`).trim())
  const branch = said(repo, 'symbolic-ref', '-q', 'HEAD').trim()
  const asBefore = (line: string): string => (line === `${branch} ${now}` ? `${branch} ${before}` : line)
  return {
    head: branch,
    refs: said(repo, 'for-each-ref', '--format=%(refname) %(tree)').split('\n').map(asBefore).join('\n'),
    history: said(repo, 'log', '--format=%T %an %ad %s', last),
    staged: said(repo, 'diff', '--cached', '--name-only', 'HEAD'),
    index: said(repo, 'ls-files', '--stage', '-z')
      .split('\0')
      .filter((entry) => !landed.includes(entry.replace(/^[^\t]*\t/, '')))
      .join('\n'),
    stash: said(repo, 'stash', 'list', '--format=%T'),
    // A merge of several branches names its own temporary files in a conflict's markers.
    files: JSON.stringify(outside).replaceAll(/\.merge_file_\w{6}/g, '.merge_file_'),
    git: [...repo.files('.git').keys()]
      .filter((path) => !/^\.git\/(?:hooks|objects|logs)\/|\/workspace-memory\//.test(path))
      .join(' '),
  }
}
