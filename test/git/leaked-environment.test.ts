import { describe, expect, test } from '@jest/globals'
import { day, retain } from '../support/notes.js'
import { expectIndexedByHook, expectSameAsRebuild } from '../support/oracle.js'
import { withRepo, type Repo } from '../support/with-repo.js'

/** A repository that a leaked variable points to, and the variables that do. */
function decoyOf(repo: Repo): { decoy: Repo; leaked: Repo } {
  const decoy = repo.another('decoy')
  decoy.commit(day(1), retain('W Of the decoy'))
  decoy.git('config', 'core.hooksPath', '/nowhere/hooks')
  decoy.write('.git/info/exclude', 'memory/\n')
  const leaked = repo.with({
    GIT_DIR: decoy.path('.git'),
    GIT_WORK_TREE: decoy.path(),
    GIT_INDEX_FILE: decoy.path('.git/index'),
    GIT_OBJECT_DIRECTORY: decoy.path('.git/objects'),
    GIT_COMMON_DIR: decoy.path('.git'),
    GIT_PREFIX: 'memory/',
    GIT_NAMESPACE: 'decoy',
    GIT_CONFIG_PARAMETERS: "'core.hooksPath'='/nowhere/else'",
    GIT_EDITOR: ':',
    GIT_EXEC_PATH: repo.git('--exec-path'),
  })
  return { decoy, leaked }
}

describe('variables of Git that point to another repository', () => {
  test.each([
    ['init'],
    ['sync'],
    ['recall', 'said'],
    ['status'],
    ['reflect'],
    ['rebuild'],
    ['hooks', 'install'],
    ['hooks', 'uninstall'],
    ['hook', 'post-commit'],
  ])('memory %s acts on the repository around it, and leaves the other byte for byte as it was', (...command) =>
    withRepo(async (repo) => {
      repo.commit(day(2), retain('W Said here'))
      const { decoy, leaked } = decoyOf(repo)
      const before = decoy.files()
      const done = leaked.memory(...command)
      expect({ status: done.status, stderr: done.stderr.replace(/^memory: indexed.*\n/, '') }).toEqual({
        status: 0,
        stderr: '',
      })
      expect(done.stdout).not.toContain('nowhere')
      expect(done.stdout).not.toContain('decoy')
      expect(decoy.files()).toEqual(before)
      expect(await leaked.said()).toEqual([`${day(2)}#L2 world Said here`])
      await expectSameAsRebuild(repo)
    }),
  )

  test('status names what the repository around it ignores, not what the other does', () =>
    withRepo(async (repo) => {
      const { leaked } = decoyOf(repo)
      repo.write(day(3), retain('W Not ignored here'))
      expect(leaked.memory('status').stdout).not.toContain('ignored by Git')
      repo.commit('.gitignore', 'memory/\n')
      expect(leaked.memory('status').stdout).toContain('ignored by Git')
      await expectSameAsRebuild(repo)
    }))

  test('GIT_INDEX_FILE of a commit through a private index does not mislead its hook', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain('W One'))
        const aside = repo.with({ GIT_INDEX_FILE: repo.path('.git/aside') })
        aside.git('read-tree', 'HEAD')
        repo.write(day(2), retain('W Two'))
        aside.git('add', day(2))
        const index = repo.read('.git/index')
        aside.git('commit', '-q', '-m', 'through a private index')
        expect(repo.read('.git/index')).toBe(index)
        await expectIndexedByHook(repo)
        expect(await repo.said()).toHaveLength(2)
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))
})
