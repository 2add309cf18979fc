import { describe, expect, test } from '@jest/globals'
import { indexFolder } from '../support/index-place.js'
import { day, retain } from '../support/notes.js'
import { expectIndexedByHook, expectSameAsRebuild } from '../support/oracle.js'
import { withRepo, type Repo } from '../support/with-repo.js'
import { commandsShareAProcess } from '../support/served.js'

commandsShareAProcess()

function removeObject(repo: Repo, name: string): void {
  const oid = repo.git('rev-parse', name)
  repo.remove(`.git/objects/${oid.slice(0, 2)}/${oid.slice(2)}`)
}

describe('repositories of other shapes', () => {
  test('with SHA-256 objects', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain('W @Peter: Long hashes'))
        await expectIndexedByHook(repo)
        expect(repo.git('rev-parse', 'HEAD')).toHaveLength(64)
        expect(await repo.said()).toEqual([`${day(1)}#L2 world Long hashes`])
        expect(await repo.use(async (workspace) => (await workspace.status()).uncommitted)).toEqual([])
        repo.git('rm', '-q', '-r', 'memory')
        repo.git('commit', '-q', '-m', 'gone')
        expect(await repo.said()).toEqual([])
        await expectSameAsRebuild(repo)
      },
      { hooks: true, objectFormat: 'sha256' },
    ))

  test('cloned with one commit only', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain('W One'))
      repo.commit(day(2), retain('W Two'))
      const shallow = repo.at('shallow')
      repo.git('clone', '-q', '--depth=1', `file://${repo.root}`, shallow.root)
      expect(await shallow.digest()).toBe(await repo.digest())
      repo.commit(day(3), retain('W Three'))
      shallow.init()
      shallow.git('pull', '-q')
      await expectIndexedByHook(shallow)
      expect(await shallow.digest()).toBe(await repo.digest())
      shallow.git('fetch', '-q', '--unshallow')
      expect(await shallow.digest()).toBe(await repo.digest())
      await expectSameAsRebuild(shallow)
    }))

  test('cloned without blobs, which are named as missing and not fetched', () =>
    withRepo(async (repo) => {
      repo.git('config', 'uploadpack.allowFilter', 'true')
      repo.commit(day(1), retain('W One'))
      const partial = repo.at('partial')
      repo.git('clone', '-q', '--no-checkout', '--filter=blob:none', `file://${repo.root}`, partial.root)
      const objects = partial.files('.git/objects')
      expect(await partial.said()).toEqual([])
      const { skipped } = await partial.use((workspace) => workspace.status())
      expect(skipped).toMatchObject([{ path: day(1), message: expect.stringContaining('does not hold its bytes') }])
      expect(partial.files('.git/objects')).toEqual(objects)
    }))

  test('cloned without blobs are indexed once Git has fetched them', () =>
    withRepo(async (repo) => {
      repo.git('config', 'uploadpack.allowFilter', 'true')
      repo.commit(day(1), retain('W One'))
      const partial = repo.at('partial')
      repo.git('clone', '-q', '--no-checkout', '--filter=blob:none', `file://${repo.root}`, partial.root)
      expect(await partial.said()).toEqual([])
      partial.git('checkout', '-q', 'main')
      expect(await partial.said()).toEqual([`${day(1)}#L2 world One`])
      expect(await partial.digest()).toBe(await repo.digest())
    }))

  test('cloned without blobs and sparse write no page over one that nobody could read, and verify says so', () =>
    withRepo((repo) => {
      repo.git('config', 'uploadpack.allowFilter', 'true')
      repo.init()
      repo.commit(day(1), retain('W @Peter: One'))
      repo.write('bank/world.md', `${repo.read('bank/world.md')}\nA word of mine.\n`)
      repo.commit('bank/world.md', repo.read('bank/world.md'))
      const partial = repo.at('partial')
      repo.git('clone', '-q', '--sparse', '--filter=blob:none', `file://${repo.root}`, partial.root)
      partial.init()
      partial.write(day(2), retain('W @Peter: Two'))
      partial.git('add', '--sparse', day(2))
      const why = 'no page is written while this clone lacks what HEAD says in bank/world.md and 1 more: '
      expect(partial.tryGit('commit', '-q', '-m', 'two')).toMatchObject({
        status: 0,
        stderr: expect.stringContaining(why),
      })
      expect(partial.memory('reflect').stdout).toContain(why)
      expect(partial.memory('reflect', '--commit')).toMatchObject({ status: 2, stderr: expect.stringContaining(why) })
      expect(partial.exists('bank')).toBe(false)
      const verified = partial.memory('verify')
      expect(verified.status).toBe(1)
      expect(verified.stdout).toContain(`${day(1)}  not indexed: this clone does not hold its bytes\n`)

      partial.git('sparse-checkout', 'add', 'bank', 'memory')
      expect(partial.memory('reflect').status).toBe(0)
      expect(partial.read('bank/world.md')).toMatch(/Two[^]*One[^]*A word of mine/)
    }))

  test.each(['tree:0', 'tree:1'])('cloned without trees (%s) refuse in one sentence, and forget nothing', (filter) =>
    withRepo(async (repo) => {
      repo.git('config', 'uploadpack.allowFilter', 'true')
      repo.git('config', 'uploadpack.allowAnySHA1InWant', 'true')
      repo.commit(day(1), retain('W One'))
      const partial = repo.at('partial')
      repo.git('clone', '-q', '--no-checkout', `--filter=${filter}`, `file://${repo.root}`, partial.root)
      const objects = partial.files('.git/objects')
      expect(partial.memory('recall', 'one')).toMatchObject({
        status: 2,
        stdout: '',
        stderr: expect.stringMatching(/^memory: the repository at \S+ does not hold [^\n]+ git fetch [^\n]+\n$/),
      })
      expect(partial.files('.git/objects')).toEqual(objects)
      partial.git('checkout', '-q', 'main')
      expect(await partial.said()).toEqual([`${day(1)}#L2 world One`])
    }),
  )

  test.each<[string, (repo: Repo) => void]>([
    ['the commit that HEAD names', (repo) => repo.write('.git/HEAD', `${'01'.repeat(20)}\n`)],
    ['the commit of its branch', (repo) => repo.write('.git/refs/heads/main', `${'01'.repeat(20)}\n`)],
  ])('that lost %s refuse in one sentence, and forget nothing', (_what, lose) =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain('W One'))
      const index = repo.twin()
      index.copyFrom(repo, '.git')
      await index.digest()
      lose(index)
      for (const command of ['recall', 'status', 'rebuild', 'reflect'])
        expect(index.memory(command, ...(command === 'recall' ? ['one'] : []))).toMatchObject({
          status: 2,
          stderr: expect.stringMatching(/^memory: [^\n]*does not hold [^\n]+ git fsck [^\n]+\n$/),
        })
      const kept = index.at('kept')
      kept.copyFrom(index, indexFolder)
      index.copyFrom(repo, '.git')
      index.copyFrom(kept, indexFolder)
      expect((await index.use((workspace) => workspace.status())).wasBehind).toBe(false)
      expect(await index.said()).toEqual([`${day(1)}#L2 world One`])
    }),
  )

  test('that lost the tree of HEAD answer from an index that read it; a rebuild refuses in one sentence, and forgets nothing', () =>
    withRepo((repo) => {
      repo.commit(day(1), retain('W One'))
      repo.memory('rebuild')
      removeObject(repo, 'HEAD^{tree}')
      for (let times = 0; times < 2; times++) {
        expect(repo.memory('recall', 'one')).toMatchObject({ status: 0, stdout: expect.stringContaining(day(1)) })
        expect(repo.memory('status').status).toBe(0)
        expect(repo.memory('rebuild')).toMatchObject({
          status: 2,
          stderr: expect.stringMatching(/^memory: [^\n]*does not hold [^\n]+ git fsck [^\n]+\n$/),
        })
      }
    }))

  const chowned = process.getuid?.() === 0
  const asRoot = chowned ? test : test.skip
  const title = (text: string): string => (chowned ? text : `${text} (skipped: only root can give files away)`)
  asRoot(title('of another user are refused by Git'), () =>
    withRepo((repo) => {
      repo.commit(day(1), retain('W One'))
      repo.run('chown', '-R', '65534:65534', repo.root)
      const trust = repo.git('config', '--global', '--list')
      const { status, stdout, stderr } = repo.memory('recall', 'one')
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
      expect(stderr).toMatch(/^memory: git refused \S+: fatal: detected dubious ownership [^\n]*\n$/)
      expect(repo.at('.').git('config', '--global', '--list')).toBe(trust)
      expect(repo.exists('.memory')).toBe(false)
    }),
  )

  test('that hold a bare repository with a monitor of its own do not run it', () =>
    withRepo((repo) => {
      const trap = repo.path('../trap')
      repo.write('../trap.sh', `#!/bin/sh\necho "$0 $*" >> '${trap}'\n`)
      repo.run('chmod', '+x', repo.path('../trap.sh'))
      const inner = repo.another('repo/inner', '--bare')
      inner.git('config', 'core.fsmonitor', repo.path('../trap.sh'))
      inner.git('config', 'core.bare', 'false')
      inner.git('config', 'core.worktree', '..')
      for (const command of ['recall one', 'status', 'reflect', 'init', 'hook post-commit'])
        inner.memory(...command.split(' '))
      expect(inner.memory('status')).toMatchObject({
        status: 2,
        stderr: expect.stringContaining('safe.bareRepository'),
      })
      expect(repo.at('.').exists('trap')).toBe(false)
    }))

  test('checked out in part still answer from every committed note', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain('W One'))
        repo.commit('src/main.c', 'int main;\n')
        repo.git('sparse-checkout', 'set', 'src')
        expect(repo.exists(day(1))).toBe(false)
        expect(await repo.said()).toEqual([`${day(1)}#L2 world One`])
        expect(await repo.recalled('one')).toEqual([`${day(1)}#L2 One`])
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('checked out without notes or pages lose no line of those that are written', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain('W @Peter: One', 'O(c=0.8) @Peter: Likes tea'))
      repo.memory('reflect')
      repo.write('bank/world.md', `${repo.read('bank/world.md')}\nA word of mine.\n`)
      repo.write('src/main.c', 'int main;\n')
      repo.git('add', '-A')
      repo.git('commit', '-q', '-m', 'pages')
      repo.git('sparse-checkout', 'set', 'src')
      const taken = (): string[] => repo.git('diff', '--unified=0').match(/^-(?!--).*$/gm) ?? []
      const said = (text: string, ...more: readonly string[]): string => {
        const done = repo.memory('retain', '--on', '2025-11-01', ...more, text)
        expect(done).toMatchObject({ status: 0, stderr: '' })
        return done.stdout
      }

      expect(said('W @Peter: Two', '--commit')).toContain(`${day(1)}#L4`)
      expect(repo.exists(day(1))).toBe(false)
      expect(repo.git('show', `HEAD:${day(1)}`)).toBe(
        retain('W @Peter: One', 'O(c=0.8) @Peter: Likes tea', 'W @Peter: Two').trimEnd(),
      )
      expect(repo.read('bank/world.md')).toMatch(/One[^]*Two[^]*A word of mine/)
      expect(taken()).toEqual([])

      expect(said('W @Peter: Three')).toContain(`${day(1)}#L5`)
      expect(repo.read(day(1))).toContain('Three')
      expect(taken()).toEqual([])
      await expectSameAsRebuild(repo)
    }))

  test('as a submodule have their own index and hooks', () =>
    withRepo(async (repo) => {
      const library = repo.another('library')
      library.commit(day(1), retain('W Of the submodule'))
      repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', library.root, 'inside')
      repo.commit(day(2), retain('W Of the superproject'))
      const inside = repo.at('repo/inside')
      inside.init()
      expect(repo.exists('.git/modules/inside/hooks/post-commit')).toBe(true)
      expect(repo.exists('.git/hooks/post-commit')).toBe(false)
      inside.commit(day(3), retain('W Said later'))
      await expectIndexedByHook(inside)
      expect(await inside.said()).toEqual([`${day(1)}#L2 world Of the submodule`, `${day(3)}#L2 world Said later`])
      expect(await repo.said()).toEqual([`${day(2)}#L2 world Of the superproject`])
      await expectSameAsRebuild(inside)
      await expectSameAsRebuild(repo)
    }))

  test('with a replaced object answer from the object that the tree names', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain('W True words'))
      repo.write('other', retain('W Replaced words'))
      repo.git('replace', repo.git('rev-parse', `HEAD:${day(1)}`), repo.git('hash-object', '-w', 'other'))
      expect(repo.git('show', `HEAD:${day(1)}`)).toContain('Replaced')
      repo.remove(day(1)) // what stands there would be read instead of asking Git
      expect(await repo.said()).toEqual([`${day(1)}#L2 world True words`])
      await expectSameAsRebuild(repo)
    }))

  test('that are bare, or none at all, are refused in words', () =>
    withRepo(async (repo) => {
      const bare = repo.another('bare.git', '--bare')
      expect(bare.memory('recall', 'anything')).toMatchObject({ status: 2, stdout: '' })
      expect(bare.memory('recall', 'anything').stderr).toContain('bare repository')
      expect(repo.at('.').memory('init').stderr).toContain('is in no Git repository')
      expect(repo.at('home').files('.memory').size).toBe(0)
      await expectSameAsRebuild(repo)
    }))

  test('with a file system monitor, filters and a diff driver run none of them', () =>
    withRepo(
      async (repo) => {
        const trap = repo.path('../trap')
        repo.write('../trap.sh', `#!/bin/sh\necho "$0 $*" >> '${trap}'\n`)
        repo.run('chmod', '+x', repo.path('../trap.sh'))
        repo.commit('.gitattributes', '*.md filter=trap diff=trap\n')
        repo.commit(day(1), retain('W One'))
        repo.git('config', 'core.fsmonitor', repo.path('../trap.sh'))
        repo.git('config', 'filter.trap.smudge', repo.path('../trap.sh'))
        repo.git('config', 'filter.trap.clean', repo.path('../trap.sh'))
        repo.git('config', 'diff.external', repo.path('../trap.sh'))
        repo.git('config', 'diff.trap.textconv', repo.path('../trap.sh'))
        repo.write(day(2), retain('W Two'))
        expect(repo.at('.').exists('trap')).toBe(false)
        for (const command of [
          'recall two',
          'status',
          'reflect',
          'rebuild',
          'hook post-commit',
          'init',
          'hooks status',
        ]) {
          const { status, stderr } = repo.memory(...command.split(' '))
          const ran = repo.at('.').exists('trap')
          expect({ command, status, stderr: stderr.slice(0, 200), ran }).toEqual({
            command,
            status: 0,
            stderr: '',
            ran: false,
          })
        }
      },
      { hooks: true },
    ))
})
