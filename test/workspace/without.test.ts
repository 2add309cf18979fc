import { expect, test } from '@jest/globals'
import { day, retain } from '../support/notes.js'
import { beginningWith, type Repo } from '../support/with-repo.js'

const withStory = beginningWith((repo: Repo) => {
  repo.commit(day(1), retain('O(c=0.55) @Peter: Likes mint tea', 'W @Peter: Lives in Graz'))
  repo.write(day(3), retain('W @Peter: Does not like mint tea'))
  repo.git('add', '.')
  repo.git('-c', 'user.name=Mallory', 'commit', '-q', '-m', 'No tea')
  repo.append(day(3), '- W @Peter: Moved from Graz to Wels\n')
  repo.git('commit', '-q', '-a', '-m', 'Wels')
  repo.write('memory/imports/codex/2025-11-02-aaaaaaaaaa.md', 'Peter: I like mint tea.\n')
  repo.git('add', '.')
  repo.git('commit', '-q', '-m', 'import')
})

test('a source is an author, a commit, a range, a fact, a path or an import; what is none of these is told so', () =>
  withStory(async (repo) => {
    const workspace = repo.open()
    const told = async (source: string): Promise<unknown> => {
      const { source: taken, differences } = await workspace.without(source)
      return [taken.what, differences.map(({ becomes, content }) => `${becomes} ${content}`)]
    }
    const noDenial = ['crossed Likes mint tea', 'gone Does not like mint tea']
    expect(await told('Mallory')).toEqual(['commits', noDenial])
    expect(await told('HEAD~2')).toEqual(['commits', noDenial])
    expect(await told('HEAD~3..HEAD~1')).toEqual([
      'commits',
      ['crossed Likes mint tea', 'ended Lives in Graz', 'gone Does not like mint tea', 'gone Moved from Graz to Wels'],
    ])
    const denial = (await workspace.recall('does not like mint tea')).results.find(({ kind }) => kind === 'world')!
    expect(await told(`^${denial.id}`)).toEqual(['fact', noDenial])
    expect(await told(day(1))).toEqual(['files', ['gone Likes mint tea', 'gone Lives in Graz']])
    expect((await workspace.without('codex')).source).toMatchObject({ what: 'files' })
    expect((await workspace.without('memory/imports/')).source).toMatchObject({ what: 'files' })
    await expect(workspace.without('nobody')).rejects.toThrow(/nobody is none; authors are .*Mallory/)
    await expect(workspace.without('../elsewhere')).rejects.toThrow('../elsewhere is none')
    await expect(workspace.without('^zzzzzzzzzz')).rejects.toThrow('no note of HEAD states ^zzzzzzzzzz')
  }))

test('what others wrote below a heading that went with its commit is still stated, and nothing on the disk changes', () =>
  withStory(async (repo) => {
    const before = [repo.git('status', '--porcelain'), repo.git('rev-parse', 'HEAD'), repo.git('count-objects', '-v')]
    const { status, stdout } = repo.memory('reflect', '--without', 'Mallory', '--diff')
    expect(status).toBe(0)
    expect(stdout).toContain('Without Mallory (1 commit, 1 line less and 0 back): 1 belief moves, past 0.5')
    expect(stdout).not.toContain('Moved from Graz to Wels  (')
    expect(stdout).toMatch(/^--- a\/bank\/opinions\.md$/m)
    expect([repo.git('status', '--porcelain'), repo.git('rev-parse', 'HEAD'), repo.git('count-objects', '-v')]).toEqual(
      before,
    )
    expect(repo.memory('reflect', '--diff').status).toBe(2)
    expect(repo.memory('reflect', '--without', 'Mallory', '--commit').status).toBe(2)
  }))

test('lines that a commit took out are back without it, and one that changes what others changed since is told', () =>
  withStory(async (repo) => {
    repo.write(day(1), retain('O(c=0.55) @Peter: Likes mint tea'))
    repo.git('commit', '-q', '-a', '-m', 'not Graz')
    const { differences, lines } = await repo.open().without('HEAD')
    expect([differences.map(({ becomes, content }) => [becomes, content]), lines]).toEqual([
      [['new', 'Lives in Graz']],
      { come: 1, gone: 0 },
    ])
    repo.write('MEMORY.md', '# Core\n\nTea\n')
    repo.git('add', '.')
    repo.git('commit', '-q', '-m', 'core')
    repo.write('MEMORY.md', '# Core\n\nCoffee\n')
    repo.git('commit', '-q', '-a', '-m', 'another')
    expect((await repo.open().without('HEAD~1')).conflicts).toEqual(['MEMORY.md'])
  }))
