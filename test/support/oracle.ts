import { expect } from '@jest/globals'
import { withRepo, type Ran, type Repo, type RepoOptions } from './with-repo.js'

/** Law 1 (rebuild): the index, after the next library call, is that of a rebuild from nothing. */
export async function expectSameAsRebuild(repo: Repo): Promise<void> {
  expect(await repo.digest()).toBe(await repo.freshDigest())
}

/** The hook that just ran had brought the index up to date before anybody asked. */
export async function expectIndexedByHook(repo: Repo): Promise<void> {
  const { wasBehind } = await repo.use((workspace) => workspace.status())
  expect(wasBehind).toBe(false)
}

/** What Git says of the working tree and its index outside `bank/`, as porcelain v2 entries. */
export function statusOutsideBank(repo: Repo): string[] {
  const entries = repo.git('status', '--porcelain=v2', '--untracked-files=all', '-z').split('\0')
  return entries.filter((entry) => entry !== '' && !/ bank\//.test(entry))
}

/** Everything a hook must leave alone: refs and their logs, Git's index, the stash, the working tree but `bank/`. */
export function footprint(repo: Repo): object {
  const files = [...repo.files()].filter(([path]) => !/^(?:\.git|\.memory|bank)\//.test(path))
  return {
    head: repo.read('.git/HEAD'),
    refs: repo.git('for-each-ref'),
    log: repo.tryGit('reflog', '--all').stdout,
    stash: repo.git('stash', 'list'),
    index: repo.git('ls-files', '--stage'),
    status: statusOutsideBank(repo),
    files: Object.fromEntries(files),
    // What `memory init` writes stands apart.
    git: [...repo.files('.git').keys()].filter(
      (path) => !/^\.git\/(?:hooks|objects|info)\/|\/workspace-memory\//.test(path),
    ),
  }
}

/** The same with the temporary folder's name taken out: it is another one in every test. */
const elsewhere = (told: object): object =>
  JSON.parse(JSON.stringify(told).replaceAll(/\/[^"\s]*\/memory-test-\w+/g, '')) as object

/** Our lines on stderr taken out. */
const withoutOurs = ({ status, stdout, stderr }: Ran): Ran => ({
  status,
  stdout,
  // At the end of a rebase it stands where Git's progress is written over.
  stderr: stderr.replaceAll(/(^|\r)memory: [^\n]*\n/gm, '$1'),
})

/**
 * Law 4 (harmless hooks): the same story in a repository with hooks and in one without ends in
 * the same commits, index, stash, files and exit codes. Then law 1 (rebuild).
 */
export async function expectSameWithoutHooks(
  story: (repo: Repo) => readonly Ran[],
  options: RepoOptions = {},
): Promise<void> {
  const tell = (repo: Repo): object => ({ outcomes: story(repo).map(withoutOurs), ...footprint(repo) })
  let plain: object = {}
  await withRepo((repo) => void (plain = tell(repo)), options)
  await withRepo(
    async (repo) => {
      repo.remove('.git/hooks/prepare-commit-msg') // the one that changes commits: their messages
      expect(elsewhere(tell(repo))).toEqual(elsewhere(plain))
      await expectSameAsRebuild(repo)
    },
    { ...options, hooks: true },
  )
}
