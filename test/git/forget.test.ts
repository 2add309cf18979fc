import { describe, expect, test } from '@jest/globals'
import { chmodSync, existsSync, readFileSync } from 'node:fs'
import { indexName } from '../../src/store/open.js'
import { openDatabase } from '../../src/sqlite/engine.js'
import type { Forgotten } from '../../src/index.js'
import { day, retain } from '../support/notes.js'
import { expectSameAsRebuild } from '../support/oracle.js'
import { beginningWith, withRepo, type Repo } from '../support/with-repo.js'
import { indexFile, indexFolder } from '../support/index-place.js'

const secret = 'xyzzyplugh42'
const opinion = `O(c=0.9) @Peter: Thinks ${secret} is a good password`
const tombstones = 'memory/.forgotten.md'

/** Files of the index that hold the word, in whatever state processes left them. */
const holding = (repo: Repo): string[] =>
  ['', '-wal', '-shm']
    .map((suffix) => indexName + suffix)
    .filter((name) => {
      const path = repo.path(`${indexFolder}/${name}`)
      return existsSync(path) && readFileSync(path).toString('latin1').toLowerCase().includes(secret)
    })

async function idOf(repo: Repo, words = secret): Promise<string> {
  return repo.use(async (workspace) => (await workspace.recall(words)).results[0]!.id)
}

function forget(repo: Repo, id: string, ...flags: readonly string[]): Forgotten {
  const done = repo.memory('forget', `^${id}`, '--json', ...flags)
  expect(done).toMatchObject({ status: 0, stderr: '' })
  return JSON.parse(done.stdout) as Forgotten
}

function land(repo: Repo): void {
  expect(repo.memory('reflect', '--commit')).toMatchObject({ status: 0, stderr: '' })
}

/** As a clone without this package merges. */
const mergeByUnion = (repo: Repo): void =>
  repo.write('.git/info/attributes', 'memory/**/*.md merge=union\nbank/** merge=memory-bank\n')

describe('memory forget', () => {
  test('takes the line out of its log and of every page as one commit, and names the commits that still hold it', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain('W @Peter: Lives in Graz', opinion), 'log of a password')
        repo.commit(day(2), retain('O(c=0.9) @Peter: Likes tea', 'W @Anna: Lives in Linz'))
        land(repo)
        const before = repo.git('rev-parse', 'HEAD')
        const id = await idOf(repo)
        const done = forget(repo, id)
        expect(done).toEqual({
          id,
          lines: [`${day(1)}#L3`],
          pages: ['bank/entities/Peter.md', 'bank/opinions.md'],
          commit: repo.git('rev-parse', 'HEAD'),
          history: {
            commits: [
              {
                commit: before,
                day: repo.git('log', '-1', '--format=%as', before),
                subject: 'memory: 4 new',
                into: ['bank/entities/Peter.md', 'bank/opinions.md'],
                outOf: [],
                message: true,
                onlyReflog: false,
              },
              {
                commit: repo.git('rev-parse', 'HEAD~3'),
                day: '2025-11-27',
                subject: 'log of a password',
                into: [day(1)],
                outOf: [],
                message: false,
                onlyReflog: false,
              },
            ],
            trees: 3,
            refs: ['main'],
            files: [],
            ends: null,
          },
          elsewhere: [],
          indexClean: true,
        })
        expect(repo.git('rev-parse', 'HEAD^')).toBe(before)
        expect(repo.git('show', '--name-only', '--format=', 'HEAD').split('\n')).toEqual([
          ...done.pages,
          tombstones,
          day(1),
        ])
        expect(repo.read(day(1))).toBe(retain('W @Peter: Lives in Graz'))
        expect(repo.read(tombstones)).toMatch(new RegExp(`\n- \\^${id}\n$`))
        expect(repo.git('grep', '-il', secret, 'HEAD^').split('\n')).toHaveLength(3)
        expect(repo.tryGit('grep', '-i', secret, 'HEAD').status).toBe(1)
        expect(repo.git('log', '-1', '--format=%B')).not.toContain(secret)
        expect(repo.git('status', '--porcelain')).toBe('')
        expect((await repo.recalled(secret)).filter((line) => line.includes(secret))).toEqual([])
        expect(repo.memory('verify', '--strict')).toMatchObject({ status: 0 })
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('leaves no byte of it in the index file, its log or its shared memory, though another command holds it open', () =>
    withRepo(
      async (repo) => {
        for (let at = 1; at <= 9; at++) repo.commit(day(at), retain(`W @Peter: Fact ${at}`, `W @Anna: More ${at}`))
        repo.commit(
          day(10),
          `# ${day(10)}\n\nHe said ${secret} once.\n\n${retain(opinion, 'O(c=0.5) @Peter: Likes tea')}`,
        )
        repo.commit(
          day(11),
          retain(`O(c=0.4) @Peter: Thinks ${secret} is no good password`, `W @Peter: Switched from Vim to ${secret}`),
        )
        land(repo)
        await repo.use(async (workspace) => {
          await workspace.recall('tea') // so that the log is not cut when the command ends
          expect(holding(repo)).toContain(indexName)
          for (let left = 4; left > 0; left--) {
            const { id } = (await workspace.recall(secret)).results[0]!
            expect(forget(repo, id)).toMatchObject({ indexClean: true, lines: [expect.any(String)] })
            expect((await workspace.recall(secret)).results.filter((found) => found.id === id)).toEqual([])
          }
          expect(holding(repo)).toEqual([])
        })
        expect(holding(repo)).toEqual([])
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('says so where another process reads the index meanwhile, and cleans it when asked again, or at the next sync', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain('W @Peter: Lives in Graz', opinion))
      const id = await idOf(repo)
      const reader = openDatabase(repo.path(indexFile), { readonly: true })
      try {
        reader.exec('BEGIN')
        reader.prepare('SELECT count(*) FROM fact').get()
        const done = await repo.use(async (workspace) => workspace.forget(id), { patience: 50 })
        expect(done).toMatchObject({ indexClean: false, lines: [`${day(1)}#L3`] })
        expect(holding(repo)).not.toEqual([])
        expect(await repo.use(async (workspace) => workspace.forget(id), { patience: 50 })).toMatchObject({
          indexClean: false,
          lines: [],
          commit: null,
        })
      } finally {
        reader.close()
      }
      await repo.use(async (workspace) => workspace.sync())
      expect(holding(repo)).toEqual([])
      expect(forget(repo, id)).toMatchObject({ indexClean: true, lines: [], commit: null })
    }))

  /** Of two branches, `other` has a bullet right behind the line that is forgotten on `main`. */
  const writtenBehind = async (repo: Repo): Promise<string> => {
    repo.init()
    repo.commit(day(1), retain('W @Peter: Lives in Graz', opinion))
    land(repo)
    repo.git('switch', '-q', '-c', 'other')
    repo.write(day(1), retain('W @Peter: Lives in Graz', opinion, 'W @Peter: Has a cat'))
    repo.git('commit', '-q', '-m', 'behind it', '--', day(1))
    repo.memory('reflect', '--discard')
    repo.git('switch', '-q', 'main')
    const id = await idOf(repo)
    forget(repo, id)
    return id
  }

  test('is not undone by a merge with somebody who wrote right behind the line', () =>
    withRepo(
      async (repo) => {
        await writtenBehind(repo)
        repo.git('merge', '-q', '--no-edit', 'other')
        expect(repo.read(day(1))).toBe(retain('W @Peter: Lives in Graz', 'W @Peter: Has a cat'))
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('outlasts a union merge that brings the line back: no recall, no page, and status and verify name the line', () =>
    withRepo(
      async (repo) => {
        const id = await writtenBehind(repo)
        mergeByUnion(repo)
        repo.git('merge', '-q', '--no-edit', 'other')
        expect(repo.read(day(1))).toContain(secret)
        expect((await repo.recalled(secret)).filter((line) => line.includes(secret))).toEqual([])
        expect(repo.read('bank/entities/Peter.md')).toContain('Has a cat')
        for (const page of ['bank/opinions.md', 'bank/entities/Peter.md'])
          expect(repo.exists(page) ? repo.read(page) : '').not.toContain(secret)
        expect(holding(repo)).toEqual([])
        const line =
          repo
            .read(day(1))
            .split('\n')
            .findIndex((each) => each.includes(secret)) + 1
        expect(repo.memory('status').stdout).toContain(`${day(1)}:${line}  not indexed: ^${id} was forgotten`)
        expect(repo.memory('verify')).toMatchObject({
          status: 1,
          stdout: expect.stringContaining(`${day(1)}:${line}  not indexed: ^${id} was forgotten`) as unknown,
        })
        await expectSameAsRebuild(repo)
        repo.memory('reflect', '--commit')
        expect(forget(repo, id)).toMatchObject({ lines: [`${day(1)}#L${line}`], indexClean: true })
        expect(repo.tryGit('grep', '-i', secret, 'HEAD').status).toBe(1)
        expect(repo.memory('verify')).toMatchObject({ status: 0 })
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test.each<[string, string, string]>([
    [
      'below another heading, where it is no bullet of Retain',
      '\n## Evening\nWe went out.\n',
      '- W @Anna: Likes trams\n',
    ],
    ['with one more line that somebody let it go on with', '', '  see the notebook\n'],
  ])('outlasts a union merge that brings the line back %s', (_where, ours, theirs) =>
    withRepo(
      async (repo) => {
        repo.init()
        repo.commit(day(1), retain('W @Anna: Lives in Rome', opinion))
        land(repo)
        repo.git('switch', '-q', '-c', 'other')
        repo.write(day(1), retain('W @Anna: Lives in Rome', opinion) + theirs)
        repo.git('commit', '-q', '-m', 'beside it', '--', day(1))
        repo.memory('reflect', '--discard')
        repo.git('switch', '-q', 'main')
        const id = await idOf(repo)
        forget(repo, id)
        repo.write(day(1), repo.read(day(1)) + ours)
        repo.tryGit('commit', '-q', '-m', 'evening', '--', day(1))
        mergeByUnion(repo)
        repo.git('merge', '-q', '--no-edit', 'other')
        expect(repo.read(day(1))).toContain(secret)
        expect((await repo.recalled(secret)).filter((line) => line.includes(secret))).toEqual([])
        expect(repo.tryGit('grep', '-i', secret, '--', 'bank').status).toBe(1)
        expect(holding(repo)).toEqual([])
        expect(repo.memory('verify')).toMatchObject({
          status: 1,
          stdout: expect.stringContaining(`not indexed: ^${id} was forgotten`) as unknown,
        })
        await expectSameAsRebuild(repo)
        repo.memory('reflect', '--commit')
        forget(repo, id)
        expect(repo.tryGit('grep', '-i', secret, 'HEAD').status).toBe(1)
        expect(repo.memory('verify')).toMatchObject({ status: 0 })
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ),
  )

  test('reaches the index of another clone with the commit, and tombstones of both sides stay', () =>
    withRepo(async (repo) => {
      repo.write('.gitattributes', 'memory/**/*.md merge=union\n')
      repo.git('add', '.gitattributes')
      repo.commit(day(1), retain('W @Peter: Lives in Graz', opinion))
      repo.commit(day(2), retain('W @Anna: Lives in Linz'))
      const clone = repo.at('clone')
      repo.git('clone', '-q', repo.root, clone.root)
      await clone.use(async (workspace) => workspace.sync())
      expect(holding(clone)).toEqual([indexName])
      const here = await idOf(repo)
      const there = await idOf(clone, 'Anna Linz')
      forget(repo, here)
      forget(clone, there)
      clone.git('pull', '-q', '--no-edit')
      await clone.use(async (workspace) => workspace.sync())
      expect(holding(clone)).toEqual([])
      expect(clone.read(tombstones)).toContain(`- ^${here}\n`)
      expect(clone.read(tombstones)).toContain(`- ^${there}\n`)
      await expectSameAsRebuild(clone)
    }))

  const forgottenElsewhere = beginningWith(
    (repo) => {
      repo.commit(day(1), retain('W @Peter: Lives in Graz', opinion, 'O(c=0.9) @Anna: Likes tea'))
      land(repo)
      const clone = repo.at('clone')
      repo.git('clone', '-q', repo.root, clone.root)
      clone.init()
      clone.commit(day(2), retain('O(c=0.8) @Peter: Plays chess'))
      land(clone)
      forget(repo, /\^(\w{10})/.exec(repo.memory('recall', secret, '--kind', 'opinion').stdout)![1]!)
      clone.git('pull', '-q', '--no-edit', '--no-rebase')
    },
    { hooks: true },
  )

  test.each<[string, (clone: Repo) => string]>([
    [
      'a commit of its pages',
      (clone) => {
        clone.git('commit', '-q', '-a', '-m', 'Review')
        return clone.git('log', '-1', '--format=%B')
      },
    ],
    [
      'reflect --commit',
      (clone) => {
        clone.git('checkout', '-q', '--', 'bank')
        land(clone)
        return clone.git('log', '-1', '--format=%B')
      },
    ],
    [
      'the body of a pull request',
      (clone) => {
        clone.git('checkout', '-q', '--', 'bank')
        return clone.memory('reflect', '--summary', 'md').stdout
      },
    ],
  ])('is told by its id alone in another clone that had its words on pages: by %s', (_name, told) =>
    forgottenElsewhere((repo) => {
      const clone = repo.at('clone')
      const text = told(clone)
      expect(text).toContain('which was forgotten')
      expect(text).not.toContain(secret)
    }),
  )

  test('asks nobody to commit first what no commit holds', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain('W @Peter: Lives in Graz'))
      repo.append(day(1), '- W @Anna: The key is 4711\n')
      const [id] = /\^\w{10}/.exec(repo.memory('recall', '4711').stdout) ?? []
      for (const more of [[], ['--dry-run']])
        expect(repo.memory('forget', id!, ...more)).toMatchObject({
          status: 2,
          stderr: `memory: ${day(1)}:3 says this, and no commit does: delete the line, and it is gone\n`,
        })
    }))

  test('refuses a line that was changed and not committed, and leaves all as it was', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain('W @Peter: Lives in Graz', opinion))
      const [id, head] = [await idOf(repo), repo.git('rev-parse', 'HEAD')]
      const changed = retain('W @Peter: Lives in Graz', `${opinion}, he says`)
      repo.write(day(1), changed)
      expect(repo.memory('forget', id)).toMatchObject({
        status: 2,
        stdout: '',
        stderr: `memory: ${day(1)}:3 in HEAD says this, and the file is another there: put that back, then forget\n`,
      })
      repo.write(day(1), retain('W @Peter: Lives in Graz', opinion))
      repo.write('memory/2025-11-01-copy.md', retain(opinion))
      expect(repo.memory('forget', id).stderr).toBe(
        'memory: memory/2025-11-01-copy.md:2 says this, and no commit does: delete the line, then forget what HEAD says\n',
      )
      repo.remove('memory/2025-11-01-copy.md')
      repo.write(day(1), changed)
      repo.git('add', day(1))
      repo.write(day(1), retain('W @Peter: Lives in Graz', opinion))
      expect(repo.memory('forget', id).stderr).toContain(`${day(1)} is staged`)
      expect(repo.git('rev-parse', 'HEAD')).toBe(head)
      expect(repo.exists(tombstones)).toBe(false)
    }))

  describe('takes no uncommitted words along', () => {
    const committed = beginningWith((repo) => {
      repo.commit(day(1), retain('W @Peter: Lives in Graz', opinion))
    })

    test.each([
      ['a line that goes on with the bullet above it', 'The boat is at pier 9.\n', 'The boat is at pier 9.'],
      ['a bullet below the bullet', '  - pier 9\n', 'pier 9'],
      ['more of the bullet, indented, in a file with other line ends', '  at pier 9\r\n', 'at pier 9'],
    ])('%s', (_, appended, words) =>
      committed(async (repo) => {
        const [id, head] = [await idOf(repo), repo.git('rev-parse', 'HEAD')]
        repo.append(day(1), appended)
        const standing = repo.read(day(1))
        for (const flags of [['--dry-run'], []])
          expect(repo.memory('forget', id, ...flags)).toMatchObject({
            status: 2,
            stdout: '',
            stderr: `memory: ${day(1)}:4 goes on with what is to be forgotten, and is not committed: set it apart, at the margin below a blank line, then forget\n`,
          })
        expect(repo.read(day(1))).toBe(standing)
        expect(repo.git('rev-parse', 'HEAD')).toBe(head)
        repo.write(day(1), `${retain('W @Peter: Lives in Graz', opinion)}\n${words}\n`)
        forget(repo, id)
        expect(repo.read(day(1))).toBe(`${retain('W @Peter: Lives in Graz')}\n${words}\n`)
      }),
    )

    test('a line that somebody lets it go on with while it is forgotten, and all is as it was', () =>
      committed(async (repo) => {
        const [id, head] = [await idOf(repo), repo.git('rev-parse', 'HEAD')]
        const git = repo.run('sh', '-c', 'command -v git').stdout.trim()
        const added = 'The boat is at pier 9.'
        repo.write(
          '../bin/git',
          `#!/bin/sh\ncase "$*" in *update-ref*) echo '${added}' >> '${repo.path(day(1))}';; esac\nexec '${git}' "$@"\n`,
        )
        chmodSync(repo.path('../bin/git'), 0o755)
        const beside = repo.with({ PATH: `${repo.path('../bin')}:${repo.environment['PATH']}` })
        expect(beside.memory('forget', id)).toMatchObject({
          status: 2,
          stdout: '',
          stderr: expect.stringContaining(`${day(1)}:4 goes on with what is to be forgotten`),
        })
        expect(repo.read(day(1))).toBe(`${retain('W @Peter: Lives in Graz', opinion)}${added}\n`)
        expect(repo.git('rev-parse', 'HEAD')).toBe(head)
        expect(repo.git('status', '--porcelain')).toBe(` M ${day(1)}`)
        expect(repo.exists(tombstones)).toBe(false)
      }))

    test('beside the same statement, written otherwise, and said once more', () =>
      committed(async (repo) => {
        const id = await idOf(repo)
        const refusal = `memory: ${day(1)}:3 says this and is not committed: delete or put back that line, then forget what HEAD says\n`
        for (const changed of [`${opinion} <!-- the boat is at pier 9 -->`, opinion.replace('c=0.9', 'c=0.7')]) {
          repo.write(day(1), retain('W @Peter: Lives in Graz', changed))
          expect(repo.memory('forget', id)).toMatchObject({ status: 2, stderr: refusal })
          expect(repo.read(day(1))).toContain(changed)
        }
        repo.write(day(1), retain('W @Peter: Lives in Graz', opinion, opinion))
        expect(repo.memory('forget', id)).toMatchObject({ status: 2, stderr: refusal.replace(':3', ':4') })
      }))

    test('of a person in a page, about it', () =>
      committed(async (repo) => {
        const id = await idOf(repo)
        land(repo)
        repo.append('bank/opinions.md', `\n## Curated\n- retired ^${id}: ${opinion}\n`)
        repo.git('commit', '-q', '-a', '-m', 'retired')
        const standing = repo.read('bank/opinions.md').replace(/^- retired .*/m, '$& <!-- the boat is at pier 9 -->')
        repo.write('bank/opinions.md', standing)
        const done = repo.memory('forget', id)
        expect(done).toMatchObject({ status: 2, stdout: '' })
        expect(done.stderr).toMatch(/^memory: bank\/opinions\.md:\d+ says this and is not committed: /)
        expect(repo.read('bank/opinions.md')).toBe(standing)
      }))
  })

  describe('cut short', () => {
    const evening = 'memory/2025-11-01-evening.md'

    /** Two notes and two pages say it, and a line beside it is not committed. */
    const begun = beginningWith((repo) => {
      repo.commit(day(1), retain('W @Peter: Lives in Graz', opinion))
      repo.commit(evening, retain(opinion, 'O(c=0.8) @Peter: Likes tea'))
      land(repo)
      repo.append(day(1), '\nNot committed.\n')
      repo.run('cp', '-a', repo.root, repo.at('before').root)
    })

    function expectForgotten(repo: Repo): void {
      const saying = [...repo.files()].filter(([path, text]) => !path.startsWith('.git/') && text.includes(secret))
      expect(saying.map(([path]) => path)).toEqual([])
      expect(repo.tryGit('grep', '-i', secret, 'HEAD').status).toBe(1)
      expect(repo.read(day(1))).toBe(`${retain('W @Peter: Lives in Graz')}\nNot committed.\n`)
      expect(repo.git('status', '--porcelain')).toBe(` M ${day(1)}`)
    }

    test('before HEAD moved it goes on when asked again, with one note of two written and all of them staged', () =>
      begun(async (repo) => {
        const [id, before] = [await idOf(repo), repo.at('before')]
        const { lines } = forget(repo, id)
        repo.git('reset', '-q', '--soft', 'HEAD^')
        repo.write(evening, before.read(evening))
        for (const folder of ['bank', indexFolder]) repo.copyFrom(before, folder)
        expect(forget(repo, id)).toMatchObject({ lines, indexClean: true, commit: repo.git('rev-parse', 'HEAD') })
        expectForgotten(repo)
        await expectSameAsRebuild(repo)
      }))

    test('after HEAD moved it goes on when asked again: index and pages of the working tree still said it', () =>
      begun(async (repo) => {
        const [id, before] = [await idOf(repo), repo.at('before')]
        const { commit } = forget(repo, id)
        for (const folder of ['bank', indexFolder]) repo.copyFrom(before, folder)
        expect(forget(repo, id)).toMatchObject({ lines: [], commit: null, indexClean: true })
        expect(repo.git('rev-parse', 'HEAD')).toBe(commit)
        expectForgotten(repo)
        await expectSameAsRebuild(repo)
      }))
  })

  test('lets other lines of the log stay uncommitted, whatever line ends they have', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), `## Retain\r\n- W @Peter: Lives in Graz\r\n- ${opinion}\r\n\r\nA note.\r\n`)
      const id = await idOf(repo)
      repo.append(day(1), 'Not committed.\r\n')
      forget(repo, id)
      expect(repo.read(day(1))).toBe('## Retain\r\n- W @Peter: Lives in Graz\r\n\r\nA note.\r\nNot committed.\r\n')
      expect(repo.git('diff', '--numstat')).toBe(`1\t0\t${day(1)}`)
      expect(repo.git('diff', '--cached', '--numstat')).toBe('')
    }))

  test.each([
    ['', '-'],
    [', also where a formatter set another list marker', '*'],
  ])(
    'takes every place along: another note of the day, words of a person in a page, the line in MEMORY.md%s',
    (_, marker) =>
      withRepo(async (repo) => {
        repo.commit(day(1), retain('W @Peter: Lives in Graz', opinion))
        repo.commit('memory/2025-11-01-evening.md', retain(opinion, 'O(c=0.8) @Peter: Likes tea'))
        land(repo)
        const id = await idOf(repo)
        repo.commit(
          'MEMORY.md',
          `# Memory\n\n## Proposed\n${marker} @Peter: Thinks ${secret} <!-- ^${id} -->\n- Keep me\n`,
        )
        expect(repo.memory('retire', id, '--why', 'no')).toMatchObject({ status: 0 })
        repo.git('commit', '-q', '-a', '-m', 'retired')
        const done = forget(repo, id)
        expect(done.lines.map((line) => line.replace(/#.*/, ''))).toEqual([
          'MEMORY.md',
          'bank/opinions.md',
          'memory/2025-11-01-evening.md',
          day(1),
        ])
        expect(repo.tryGit('grep', '-i', secret, 'HEAD').status).toBe(1)
        expect(repo.read('MEMORY.md')).toBe('# Memory\n\n## Proposed\n- Keep me\n')
        expect(repo.read('bank/opinions.md')).toContain('Likes tea')
        expect(repo.git('status', '--porcelain')).toBe('')
        expect(holding(repo)).toEqual([])
      }),
  )

  test('takes along what a person wrote beside its line of a page, and no other remark', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain('O(c=0.9) @Peter: Likes the sea', 'O(c=0.9) @Anna: Likes trains'))
        land(repo)
        const page = repo.read('bank/opinions.md')
        repo.write(
          'bank/opinions.md',
          page.replace(/(Likes the sea.*)$/m, `$1 his pin is ${secret}`).replace(/(Likes trains.*)$/m, '$1 on Sundays'),
        )
        repo.git('commit', '-q', '-a', '-m', 'remarks')
        land(repo)
        expect(repo.git('show', 'HEAD:bank/opinions.md')).toContain(`his pin is ${secret}`)
        forget(repo, await idOf(repo, 'likes the sea'))
        expect(repo.tryGit('grep', '-i', secret, 'HEAD').status).toBe(1)
        expect(repo.git('show', 'HEAD:bank/opinions.md')).toContain('on Sundays')
        expect(holding(repo)).toEqual([])
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('leaves a line of a person’s that names the fact as a proposed line does, but stands in a log', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain('W @Peter: Lives in Graz', opinion))
      const id = await idOf(repo)
      const own = `# ${day(2)}\n\n- I asked him about his door again <!-- ^${id} -->\n`
      repo.commit(day(2), own)
      expect(forget(repo, id).lines).toEqual([`${day(1)}#L3`])
      expect(repo.read(day(2))).toBe(own)
    }))

  test('of a passage, and of evidence: the opinion is folded as if it had never been said', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain('O(c=0.8) @Peter: Likes tea'))
      const alone = await repo.digest()
      repo.commit(day(2), `He is tired.\n\nMy key is ${secret}.\n\n${retain('O(c=0.9) @Peter: Likes tea')}`)
      const evidence = await repo.use(
        async (workspace) => (await workspace.log({ kinds: ['opinion'], since: '2025-11-02' })).results[0]!.id,
      )
      forget(repo, await idOf(repo))
      expect(repo.read(day(2))).toBe(`He is tired.\n\n\n${retain('O(c=0.9) @Peter: Likes tea')}`)
      forget(repo, evidence)
      repo.git('rm', '-q', day(2))
      repo.git('commit', '-q', '-m', 'the rest of that day')
      expect(await repo.digest()).toBe(alone)
    }))

  test('with --dry-run says the same and does nothing; the same words of another day are named', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain(`W @Peter: Uses ${secret}`))
      repo.commit(day(2), retain(`W @Peter: Uses ${secret}`))
      const [first, second] = await repo.use(async (workspace) =>
        (await workspace.log({ entities: ['Peter'] })).results.map(({ id }) => id),
      )
      const [head, digest] = [repo.git('rev-parse', 'HEAD'), await repo.digest()]
      const would = forget(repo, first!, '--dry-run')
      expect(would).toMatchObject({
        lines: [`${day(1)}#L2`],
        commit: null,
        elsewhere: [{ id: second, source: `${day(2)}#L2` }],
        history: {
          commits: [{ commit: repo.git('rev-parse', 'HEAD') }, { commit: repo.git('rev-parse', 'HEAD^') }],
          ends: null,
        },
      })
      expect([repo.git('rev-parse', 'HEAD'), await repo.digest(), repo.git('status', '--porcelain')]).toEqual([
        head,
        digest,
        '',
      ])
      expect(forget(repo, first!)).toMatchObject({ lines: would.lines, elsewhere: would.elsewhere })
      expect(repo.memory('forget', '^0000000000')).toMatchObject({
        status: 1,
        stderr: 'memory: nothing is called ^0000000000: give the id of a fact or passage, as in ^k3f9a2c1x7\n',
      })
    }))

  test('names the lines of memory/expect.yml that say it still, and leaves them', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain(opinion))
      const id = await idOf(repo)
      const text = `- ask: x\n  cites: ^${id}\n- ask: y\n  says: "@Peter: Thinks ${secret} is a good password"\n- ask: z\n  nothing: true\n`
      repo.commit('memory/expect.yml', text)
      expect(forget(repo, id)).toMatchObject({
        lines: [`${day(1)}#L2`],
        elsewhere: [
          { id, source: 'memory/expect.yml#L2' },
          { id, source: 'memory/expect.yml#L4' },
        ],
      })
      expect(repo.read('memory/expect.yml')).toBe(text)
    }))

  test('names an expectation that says it in the way of YAML: escaped, wrapped, or its id as somebody typed it', () =>
    withRepo(async (repo) => {
      const words = `Calls it "Blue", and it's ${secret}: no more # than that`
      repo.commit(day(1), retain(`W @Peter: ${words}`))
      repo.memory('expect', 'add', 'what is Blue')
      const id = await idOf(repo)
      const added = repo.read('memory/expect.yml')
      expect(added).toContain(`cites: ^${id}`)
      const own = added.replace(/^ +cites: .*\n/m, '')
      const wrapped = `- ask: x\n  cites: ^abcdefghij\n  says: >-\n    ${words.replace(' more', '\n    more')}\n- ask: y\n  nothing: true\n`
      repo.commit('memory/expect.yml', `${own}${wrapped}- ask: z\n  cites: ${id.toUpperCase()}\n`)
      const lines = repo.read('memory/expect.yml').split('\n')
      const starts = ['- ask: what is Blue', '- ask: x', '- ask: z'].map((line) => lines.indexOf(line) + 1)
      expect(forget(repo, id).elsewhere).toEqual(starts.map((line) => ({ id, source: `memory/expect.yml#L${line}` })))
    }))

  test('keeps what Git was told of its files: skip-worktree, assume-unchanged', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain(opinion, 'O(c=0.9) @Anna: Likes coffee'))
      land(repo)
      repo.git('update-index', '--skip-worktree', day(1))
      repo.git('update-index', '--assume-unchanged', 'bank/opinions.md')
      const flags = (): string => repo.git('ls-files', '-v', day(1), 'bank/opinions.md')
      const before = flags()
      expect(before).toMatch(/^h bank\/opinions\.md\nS memory/)
      forget(repo, await idOf(repo))
      expect(repo.read(day(1))).not.toContain(secret)
      expect(repo.git('ls-files', '-v', day(1))).toBe(`S ${day(1)}`)
      repo.commit(day(2), retain('O(c=0.9) @Peter: Likes tea'))
      land(repo)
      expect(flags()).toBe(before)
    }))
})
