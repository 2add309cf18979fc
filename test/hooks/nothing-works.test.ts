import { mkdirSync, symlinkSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { openDatabase } from '../../src/sqlite/engine.js'
import { day, retain } from '../support/notes.js'
import { expectSameAsRebuild } from '../support/oracle.js'
import { hookCommand, withRepo, type Repo } from '../support/with-repo.js'
import { indexFile, indexFolder } from '../support/index-place.js'

/** The same repository with a PATH that holds git and a shell's usual tools, and no node. */
function withoutNode(repo: Repo): Repo {
  const bin = repo.at('bin')
  mkdirSync(bin.root, { recursive: true })
  for (const tool of ['git', 'sh', 'cat', 'ls', 'dirname', 'basename', 'uname', 'sed', 'env']) {
    symlinkSync(repo.run('sh', '-c', `command -v ${tool}`).stdout.trim(), bin.path(tool))
  }
  const without = repo.with({ PATH: bin.root })
  expect(without.run('/bin/sh', '-c', 'command -v node').status).not.toBe(0)
  return without
}

function editShims(repo: Repo, from: string, to: string): void {
  for (const name of ['post-commit', 'post-merge', 'post-checkout', 'post-rewrite']) {
    const shim = repo.read(`.git/hooks/${name}`)
    expect(shim).toContain(from)
    repo.write(`.git/hooks/${name}`, shim.replace(from, to))
  }
}

/** Every kind of move of HEAD exits as it should, whatever became of the hooks. */
function everyMove(repo: Repo): void {
  repo.commit(day(1), retain('W First'))
  repo.git('switch', '-q', '-c', 'topic')
  repo.commit(day(2), retain('W Second'))
  repo.git('switch', '-q', 'main')
  repo.commit(day(3), retain('W Third'))
  repo.git('merge', '-q', '--no-edit', 'topic')
  repo.git('commit', '-q', '--amend', '-m', 'amended')
  repo.git('worktree', 'add', '-q', '--detach', '../side')
}

async function expectRightNextTime(repo: Repo): Promise<void> {
  const done = repo.memory('recall', 'first second third', '--json')
  expect({ status: done.status, stderr: done.stderr }).toEqual({ status: 0, stderr: '' })
  const { results } = JSON.parse(done.stdout) as { results: { content: string }[] }
  expect(results.map(({ content }) => content).toSorted()).toEqual(['First', 'Second', 'Third'])
  await expectSameAsRebuild(repo)
}

describe('a hook that cannot do its work lets Git do its own', () => {
  test('with neither the recorded node nor any other on the PATH', () =>
    withRepo(
      async (repo) => {
        editShims(repo, process.execPath, '/moved/away/node')
        const without = withoutNode(repo)
        const said = without.commit(day(9), 'nothing to index\n')
        expect(said).toBe(
          'memory: node or the workspace-memory package is missing: install it again, or take our block out of .git/hooks/post-commit\n',
        )
        everyMove(without)
        await expectRightNextTime(repo)
      },
      { hooks: true },
    ))

  test('with the recorded node moved away it takes the one on the PATH', () =>
    withRepo(
      async (repo) => {
        editShims(repo, process.execPath, '/moved/away/node')
        expect(repo.commit(day(1), retain('W First'))).toContain('memory: indexed 1 note')
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('with a recorded node that does not work', () =>
    withRepo(
      async (repo) => {
        editShims(repo, process.execPath, repo.run('sh', '-c', 'command -v false').stdout.trim())
        everyMove(repo)
        await expectRightNextTime(repo)
      },
      { hooks: true },
    ))

  test('with the package deleted', () =>
    withRepo(
      async (repo) => {
        editShims(repo, hookCommand, '/deleted/bin/memory-hook.cjs')
        everyMove(repo)
        await expectRightNextTime(repo)
      },
      { hooks: true },
    ))

  test('with a package that throws while it loads', () =>
    withRepo(
      async (repo) => {
        repo.write('../broken/memory-hook.cjs', "throw new Error('ERR_DLOPEN_FAILED')\n")
        editShims(repo, hookCommand, repo.path('../broken/memory-hook.cjs'))
        everyMove(repo)
        await expectRightNextTime(repo)
      },
      { hooks: true },
    ))

  test('with settings that are not understood, which it says in one line', () =>
    withRepo(
      async (repo) => {
        const said = repo.commit('.memory/config.json', '{"retain": {"heading": []}}')
        expect(said).toMatch(/^memory: \.memory\/config\.json: unknown key retain\.heading[^\n]*\n$/)
        everyMove(repo)
        repo.git('rm', '-q', '.memory/config.json')
        repo.git('commit', '-q', '-m', 'no settings')
        await expectRightNextTime(repo)
      },
      { hooks: true },
    ))

  const damages: Record<string, (repo: Repo) => void> = {
    'of random bytes': (repo) => repo.write(indexFile, Buffer.alloc(20_000, 'not a database ')),
    'that is empty': (repo) => repo.write(indexFile, ''),
    'that is a folder': (repo) => repo.write(`${indexFile}/inside`, 'x'),
    'cut in half': (repo) => {
      const bytes = Buffer.from(repo.read(indexFile), 'latin1')
      repo.write(indexFile, bytes.subarray(0, 40_000))
    },
    'with its pages overwritten': (repo) => {
      const bytes = Buffer.from([...repo.files(indexFolder)].find(([path]) => path === indexFile)![1], 'latin1')
      repo.write(indexFile, bytes.fill(0xa5, 4096))
    },
    'that was deleted': () => {},
  }
  test.each(Object.keys(damages))('with an index %s', (damage) =>
    withRepo(
      async (repo) => {
        repo.commit(day(4), retain('W Before the damage'))
        for (const suffix of ['-wal', '-shm']) repo.remove(`${indexFile}${suffix}`)
        const bytes = repo.files(indexFolder).get(indexFile)!
        expect(bytes.length).toBeGreaterThan(50_000)
        if (damage !== 'cut in half' && damage !== 'with its pages overwritten') repo.remove(indexFile)
        damages[damage]!(repo)
        repo.write(day(4), retain('W After the damage'))
        repo.git('add', day(4))
        const done = repo.tryGit('commit', '-q', '-m', 'after the damage')
        expect(done.status).toBe(0)
        expect(done.stderr.split('\n').length).toBeLessThanOrEqual(2)
        expect(await repo.recalled('damage')).toEqual([`${day(4)}#L2 After the damage`])
        expect(repo.read('bank/world.md')).toContain('After the damage')
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ),
  )

  test.each(Object.keys(damages))('and the same found by recall: an index %s', (damage) =>
    withRepo(async (repo) => {
      repo.commit(day(4), retain('W Said before the damage'))
      await repo.digest()
      for (const suffix of ['-wal', '-shm']) repo.remove(`${indexFile}${suffix}`)
      if (damage !== 'cut in half' && damage !== 'with its pages overwritten') repo.remove(indexFile)
      damages[damage]!(repo)
      expect(await repo.recalled('damage')).toEqual([`${day(4)}#L2 Said before the damage`])
      await expectSameAsRebuild(repo)
    }),
  )

  test('with .memory/ deleted altogether', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(9), 'nothing to index\n')
        repo.remove('.memory')
        everyMove(repo)
        await expectRightNextTime(repo)
      },
      { hooks: true },
    ))

  test('with .memory/ as a link to another folder, through which nothing is written', () =>
    withRepo(
      async (repo) => {
        repo.remove('.memory')
        repo.write('../outside/keep', '')
        symlinkSync('../outside', repo.path('.memory'))
        repo.commit(day(1), retain('W First'))
        expect([...repo.at('outside').files().keys()]).toEqual(['keep'])
        expect(repo.memory('recall', 'first')).toMatchObject({ status: 2, stdout: '' })
        repo.remove('.memory')
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('in a repository that is in the way of its own bank/', () =>
    withRepo(
      async (repo) => {
        repo.write('bank', 'a file where the folder belongs\n')
        const done = repo.commit(day(1), retain('W First'))
        expect(done.split('\n').length).toBeLessThanOrEqual(2)
        expect(repo.read('bank')).toBe('a file where the folder belongs\n')
        expect(await repo.said()).toEqual([`${day(1)}#L2 world First`])
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('with bank/ as a link to another folder, through which nothing is written', () =>
    withRepo(
      async (repo) => {
        repo.write('../outside/keep', '')
        symlinkSync('../outside', repo.path('bank'))
        const said = repo.commit(day(1), retain('W First'))
        expect(said.split('\n').length).toBeLessThanOrEqual(2)
        expect([...repo.at('outside').files().keys()]).toEqual(['keep'])
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('while another process holds the index', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain('W First'))
        const other = openDatabase(repo.path(indexFile))
        try {
          other.exec('BEGIN IMMEDIATE')
          const said = repo.commit(day(2), retain('W Second'))
          expect(said).toMatch(/^memory: another process is writing [^\n]*\n$/)
          other.exec('ROLLBACK')
        } finally {
          other.close()
        }
        repo.commit(day(3), retain('W Third'))
        expect(repo.read('bank/world.md')).toMatch(/Third[^]*Second[^]*First/)
        await expectRightNextTime(repo)
      },
      { hooks: true },
    ))
})
