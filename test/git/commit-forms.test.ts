import { describe, expect, test } from '@jest/globals'
import { day, retain } from '../support/notes.js'
import { expectIndexedByHook, expectSameAsRebuild } from '../support/oracle.js'
import { withRepo, type Repo } from '../support/with-repo.js'

/** Two committed days, edited but not staged. */
function twoEditedDays(repo: Repo): void {
  repo.commit(day(1), retain('W One'))
  repo.commit(day(2), retain('W Two'))
  repo.write(day(1), retain('W One, edited'))
  repo.write(day(2), retain('W Two, edited'))
}

describe('every way to commit', () => {
  test('-a commits and indexes all edited notes', () =>
    withRepo(
      async (repo) => {
        twoEditedDays(repo)
        repo.git('commit', '-q', '-a', '-m', 'both')
        await expectIndexedByHook(repo)
        expect(await repo.said()).toEqual([`${day(1)}#L2 world One, edited`, `${day(2)}#L2 world Two, edited`])
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('of one path leaves what is staged staged, and indexes only that path', () =>
    withRepo(
      async (repo) => {
        twoEditedDays(repo)
        repo.git('add', day(2))
        repo.git('commit', '-q', '-m', 'one', '--', day(1))
        await expectIndexedByHook(repo)
        expect(await repo.said()).toEqual([`${day(1)}#L2 world One, edited`, `${day(2)}#L2 world Two`])
        expect(repo.git('diff', '--cached', '--name-only')).toBe(day(2))
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('of half a file indexes the half that was staged', () =>
    withRepo(
      async (repo) => {
        repo.write(day(1), retain('W Staged'))
        repo.git('add', day(1))
        repo.write(day(1), retain('W Staged', 'W Written later'))
        repo.git('commit', '-q', '-m', 'half')
        await expectIndexedByHook(repo)
        expect(await repo.said()).toEqual([`${day(1)}#L2 world Staged`])
        expect(await repo.recalled('later')).toEqual([`${day(1)}#L3 Written later`])
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('from a folder below the top, in memory/ itself', () =>
    withRepo(
      async (repo) => {
        repo.write(day(1), retain('W From below'))
        const below = repo.at('repo/memory')
        below.git('add', '.')
        below.git('commit', '-q', '-m', 'from below')
        await expectIndexedByHook(repo)
        expect(await below.recalled('below')).toEqual([`${day(1)}#L2 From below`])
        expect(below.exists('.memory')).toBe(false)
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('with git -C from outside any repository', () =>
    withRepo(
      async (repo) => {
        repo.write(day(1), retain('W From afar'))
        const outside = repo.at('.')
        outside.git('-C', 'repo', 'add', 'memory')
        outside.git('-C', 'repo', 'commit', '-q', '-m', 'from afar')
        await expectIndexedByHook(repo)
        expect(await repo.said()).toEqual([`${day(1)}#L2 world From afar`])
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('with --git-dir and --work-tree', () =>
    withRepo(
      async (repo) => {
        repo.write(day(1), retain('W Told where'))
        const told = [`--git-dir=${repo.path('.git')}`, `--work-tree=${repo.path()}`]
        const outside = repo.at('.')
        outside.git(...told, 'add', repo.path('memory'))
        outside.git(...told, 'commit', '-q', '-m', 'told where')
        await expectIndexedByHook(repo)
        expect(await repo.said()).toEqual([`${day(1)}#L2 world Told where`])
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('with --no-verify, which does not keep post-commit from running', () =>
    withRepo(
      async (repo) => {
        repo.write(day(1), retain('W Unverified'))
        repo.git('add', day(1))
        repo.git('commit', '-q', '--no-verify', '-m', 'unverified')
        await expectIndexedByHook(repo)
        expect(await repo.said()).toEqual([`${day(1)}#L2 world Unverified`])
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('with nothing in it changes nothing and prints nothing', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain('W Said'))
        const before = await repo.digest()
        expect(repo.tryGit('commit', '-q', '--allow-empty', '-m', 'empty')).toEqual({
          status: 0,
          stdout: '',
          stderr: '',
        })
        expect(await repo.digest()).toBe(before)
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('that touches no note prints nothing', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain('W Said'))
        expect(repo.commit('src/main.c', 'int main;\n')).toBe('')
        await expectIndexedByHook(repo)
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('that changes the settings reads every note again', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), '## Merken\n- W @Peter: Mag Tee\n')
        expect(await repo.said()).toEqual([`${day(1)}#L2 passage W @Peter: Mag Tee`])
        repo.commit('.memory/config.json', '{"retain": {"headings": ["Merken"]}}')
        await expectIndexedByHook(repo)
        expect(await repo.said()).toEqual([`${day(1)}#L2 world Mag Tee`])
        expect(repo.read('bank/world.md')).toContain('Mag Tee')
        await expectSameAsRebuild(repo)
        repo.git('revert', '--no-edit', 'HEAD')
        expect(await repo.said()).toEqual([`${day(1)}#L2 passage W @Peter: Mag Tee`])
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('that adds an alias merges two names without reading the logs again', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain('W @Peter: One', 'W @Pete: Two'))
        repo.commit('bank/entities/Peter.md', '---\naliases: [Pete]\n---\n')
        expect(await repo.use((workspace) => workspace.show('Pete'))).toMatchObject({ what: 'entity', name: 'Peter' })
        await expectSameAsRebuild(repo)
        repo.git('revert', '--no-edit', 'HEAD')
        expect(await repo.use((workspace) => workspace.show('Pete'))).toMatchObject({ what: 'entity', name: 'Pete' })
        await expectSameAsRebuild(repo)
      },
      { hooks: false },
    ))
})
