import { spawnSync } from 'node:child_process'
import { describe, expect, test } from '@jest/globals'
import { retain } from '../support/notes.js'
import { expectIndexedByHook, expectSameAsRebuild } from '../support/oracle.js'
import { withRepo, type Repo } from '../support/with-repo.js'

const names = [
  '2025-11-01 with a space.md',
  'quo"te.md',
  "apos'trophe.md",
  'new\nline.md',
  'tab\t.md',
  'back\\slash.md',
  '-leading-dash.md',
  '*.md',
  '?.md',
  '[a].md',
  ':(top)x.md',
  '!not.md',
  '#hash.md',
  '$(touch x).md',
  '%41.md',
  'Übung.md',
  '日本語.md',
  '😀.md',
  'caf\u00e9.md',
  'cafe\u0301.md',
  'Twin.md',
  'twin.md',
  'UP.MD',
  '.hidden.md',
  'deep/er/and/deeper.md',
  'bidi-\u202e.md',
]

/** Stages a blob under `memory/latin-?.md` with this byte, which is no UTF-8, in the name; without one, unstages it. */
function stageLatin(repo: Repo, byte: number, oid = '0'.repeat(40)): void {
  const mode = /^0+$/.test(oid) ? '0' : '100644'
  const input = Buffer.from(`${mode} ${oid} 0\tmemory/latin-${String.fromCharCode(byte)}.md\n`, 'latin1')
  spawnSync('git', ['update-index', '--index-info'], { cwd: repo.path(), env: repo.environment, input })
}

describe('odd file names', () => {
  test('are all indexed under exactly their names, by one commit and its hook', () =>
    withRepo(
      async (repo) => {
        for (const [at, name] of names.entries()) repo.write(`memory/${name}`, retain(`W Statement number ${at}`))
        repo.git('add', 'memory')
        repo.git('commit', '-q', '-m', 'odd')
        await expectIndexedByHook(repo)
        const expected = names.map((name, at) => `memory/${name}#L2 world Statement number ${at}`)
        expect((await repo.said()).toSorted()).toEqual(expected.toSorted())
        const { uncommitted, skipped } = await repo.use((workspace) => workspace.status())
        expect({ uncommitted, skipped }).toEqual({ uncommitted: [], skipped: [] })
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test.each(names.map((name) => [JSON.stringify(name), name]))('%s is read, edited and forgotten', (_shown, name) =>
    withRepo(async (repo) => {
      const path = `memory/${name}`
      repo.commit('memory/other.md', retain('W Of another note'))
      repo.commit(path, retain('W First words'))
      expect(await repo.recalled('first')).toEqual([`${path}#L2 First words`])
      repo.write(path, retain('W Second words'))
      expect(await repo.recalled('second')).toEqual([`${path}#L2 Second words`])
      repo.commit(path, retain('W Second words'))
      expect(await repo.use((workspace) => workspace.sync())).toMatchObject({ read: 1 })
      await expectSameAsRebuild(repo)
      repo.git('--literal-pathspecs', 'rm', '-q', '--', path)
      repo.git('commit', '-q', '-m', 'gone')
      expect(await repo.said()).toEqual(['memory/other.md#L2 world Of another note'])
      await expectSameAsRebuild(repo)
    }),
  )

  test('are printed escaped, so that a name cannot forge a line', () =>
    withRepo(async (repo) => {
      repo.commit('memory/new\nline.md', retain('W Said there'))
      repo.commit('memory/bidi-\u202e.md', retain('W Said there too'))
      const { stdout } = repo.memory('recall', 'said')
      expect(stdout).toContain('memory/new\\u{a}line.md#L2')
      expect(stdout).toContain('memory/bidi-\\u{202e}.md#L2')
      await expectSameAsRebuild(repo)
    }))

  test('that are not UTF-8 are left out and named, and the others indexed', () =>
    withRepo(async (repo) => {
      repo.commit('memory/fine.md', retain('W Readable'))
      stageLatin(repo, 0xe9, repo.git('rev-parse', 'HEAD:memory/fine.md'))
      repo.git('commit', '-q', '-m', 'latin')
      expect(repo.git('ls-files', 'memory')).toContain('\\351')
      expect(await repo.said()).toEqual(['memory/fine.md#L2 world Readable'])
      const { skipped } = await repo.use((workspace) => workspace.status())
      expect(skipped).toMatchObject([{ path: 'memory/latin-\ufffd.md' }])
      expect(skipped[0]?.message).toMatch(/name|UTF-8/i)
      await expectSameAsRebuild(repo)
      repo.git('rm', '-q', '--cached', '-r', 'memory')
      repo.git('commit', '-q', '-m', 'gone')
      expect(await repo.use(async (workspace) => (await workspace.status()).skipped)).toEqual([])
      await expectSameAsRebuild(repo)
    }))

  test('that are not UTF-8 and read alike are one name, whichever of them a commit changes', () =>
    withRepo(async (repo) => {
      repo.commit('memory/fine.md', retain('W Readable'))
      repo.commit('memory/other.md', retain('W Readable too'))
      const [one, other] = ['fine', 'other'].map((name) => repo.git('rev-parse', `HEAD:memory/${name}.md`))
      const steps: readonly (readonly [byte: number, oid: string | undefined])[] = [
        [0xe9, one],
        [0xe8, other],
        [0xea, one],
        [0xe9, other],
        [0xea, undefined],
        [0xe8, undefined],
        [0xe9, undefined],
      ]
      for (const [byte, oid] of steps) {
        stageLatin(repo, byte, oid)
        repo.git('commit', '-q', '-m', 'latin')
        await expectSameAsRebuild(repo)
        const { skipped } = await repo.use((workspace) => workspace.status())
        const left = repo.git('ls-files', 'memory').includes('latin-') ? ['memory/latin-\ufffd.md'] : []
        expect(skipped.map(({ path }) => path)).toEqual(left)
      }
    }))

  test('of Markdown that is not .md are named as left out', () =>
    withRepo(async (repo) => {
      repo.commit('memory/notes.markdown', retain('W Not read'))
      repo.commit('memory/notes.txt', 'not ours\n')
      expect(await repo.said()).toEqual([])
      const { skipped } = await repo.use((workspace) => workspace.status())
      expect(skipped.map(({ path }) => path)).toEqual(['memory/notes.markdown'])
      await expectSameAsRebuild(repo)
    }))
})
