import { spawnSync } from 'node:child_process'
import { describe, expect, test } from '@jest/globals'
import { day, retain } from '../support/notes.js'
import { expectSameAsRebuild, expectSameWithoutHooks, statusOutsideBank } from '../support/oracle.js'
import { beginningWith, withRepo, type Ran } from '../support/with-repo.js'

describe('a hook changes nothing but pages', () => {
  test('leaves refs, index, stash, files and exit codes as they are without it, commit after commit', () =>
    expectSameWithoutHooks((repo) => {
      repo.commit(day(1), retain('W @Peter: One', 'O(c=0.7) @Peter: Likes tea'))
      repo.write(day(2), retain('W Staged'))
      repo.git('add', day(2))
      repo.write(day(2), retain('W Staged', 'W Not staged'))
      repo.write('untracked.txt', 'untracked\n')
      repo.write('README.md', 'Edited.\n')
      // Git lists untracked files in its answer, and the pages are among them.
      const commit = (...args: readonly string[]): Ran =>
        repo.tryGit('-c', 'status.showUntrackedFiles=no', 'commit', '-q', ...args)
      const outcomes = [commit('-m', 'staged only'), commit('-m', 'nothing staged')]
      outcomes.push(repo.tryGit('stash', 'push', '-q', 'README.md'))
      outcomes.push(commit('-a', '--amend', '--no-edit'))
      outcomes.push(repo.tryGit('tag', 'here'), repo.tryGit('branch', 'side', 'HEAD~1'))
      outcomes.push(repo.tryGit('merge', '-q', '--no-ff', '-m', 'merge', 'side'), repo.tryGit('stash', 'pop', '-q'))
      outcomes.push(repo.tryGit('worktree', 'add', '-q', '--detach', '../linked'))
      expect(outcomes.map(({ status }) => status)).toEqual([0, 1, 0, 0, 0, 0, 0, 0, 0])
      return outcomes
    }))

  test('while a merge is resolved, with files added under an intent only', () =>
    expectSameWithoutHooks((repo) => {
      repo.commit(day(1), retain('W Common'))
      repo.git('switch', '-q', '-c', 'topic')
      repo.commit(day(1), retain('W Theirs'))
      repo.git('switch', '-q', 'main')
      repo.commit(day(1), retain('W Ours'))
      repo.write('later.txt', 'later\n')
      repo.git('add', '-N', 'later.txt')
      const outcomes = [repo.tryGit('merge', 'topic')]
      repo.write(day(1), retain('W Both'))
      outcomes.push(repo.tryGit('commit', '-uno', '-q', '-m', 'too early'), repo.tryGit('add', day(1)))
      outcomes.push(repo.tryGit('commit', '-q', '-m', 'resolved'))
      expect(outcomes.map(({ status }) => status)).toEqual([128, 1, 0, 0])
      return outcomes
    }))

  test('lets a revert of several commits with pages in them run to its end', () =>
    expectSameWithoutHooks((repo) => {
      for (const [number, name] of [
        [1, 'Peter'],
        [2, 'Anna'],
        [3, 'Peter'],
      ] as const) {
        repo.commit(day(number), retain(`W @${name}: Said on day ${number}`))
        repo.memory('reflect')
        repo.git('add', 'bank')
        repo.git('commit', '-q', '-m', 'bank')
      }
      const outcomes = [repo.tryGit('revert', '--no-edit', 'HEAD~4..HEAD')]
      expect(outcomes.map(({ status }) => status)).toEqual([0])
      return outcomes
    }))

  test('lets a pick of several commits with pages in them run to its end', () =>
    expectSameWithoutHooks((repo) => {
      repo.git('switch', '-q', '-c', 'topic')
      for (const number of [1, 2]) {
        repo.commit(day(number), retain(`W @Peter: Said on day ${number}`))
        repo.memory('reflect')
        repo.git('add', 'bank')
        repo.git('commit', '-q', '-m', 'bank')
      }
      repo.git('switch', '-q', 'main')
      const outcomes = [repo.tryGit('cherry-pick', 'main..topic'), repo.tryGit('rebase', '-q', '--root')]
      expect(outcomes.map(({ status }) => status)).toEqual([0, 0])
      return outcomes
    }))

  test('pages are an unstaged diff, of new files and of committed ones', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain('W @Peter: One'))
        expect(repo.git('diff', '--cached', '--name-only')).toBe('')
        expect(statusOutsideBank(repo)).toEqual([])
        expect(repo.git('status', '--porcelain', '--untracked-files=all')).toBe(
          '?? bank/entities/Peter.md\n?? bank/world.md',
        )
        repo.git('add', 'bank')
        repo.git('commit', '-q', '-m', 'bank')
        expect(repo.git('status', '--porcelain')).toBe('')
        repo.commit(day(2), retain('W @Peter: Two'))
        expect(repo.git('status', '--porcelain')).toBe(' M bank/entities/Peter.md\n M bank/world.md')
        expect(repo.git('diff', '--cached', '--name-only')).toBe('')
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('committing the pages leaves a tree that stays clean, however often it is reflected', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain('W @Peter: One', 'O(c=0.95) @Peter: Likes tea', 'S Plain', 'B @Anna: Did it'))
        for (const round of [1, 2]) {
          repo.git('add', 'bank')
          const done = repo.tryGit('commit', '-q', '--allow-empty', '-m', `bank ${round}`)
          expect(done).toEqual({ status: 0, stdout: '', stderr: '' })
          expect(repo.git('status', '--porcelain')).toBe('')
          expect(JSON.parse(repo.memory('reflect', '--json').stdout)).toMatchObject({ written: [], removed: [] })
          expect(repo.git('status', '--porcelain')).toBe('')
        }
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('prints at most one line, and none where no page changed', () =>
    withRepo(
      async (repo) => {
        const said = repo.commit(day(1), retain('W @Peter: One', 'O(c=7) broken', 'Z broken too'))
        expect(said).toMatch(/^memory: indexed 1 note \(1 fact\), [^\n]+\n$/)
        expect(repo.commit('memory/plain.md', 'No facts here.\n')).toBe('')
        expect(repo.tryGit('switch', '-c', 'topic').stderr).toBe("Switched to a new branch 'topic'\n")
        expect(repo.tryGit('commit', '--amend', '-q', '--no-edit').stderr).toBe('')
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('says in its one line which page it left alone', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain('W @Peter: One'))
        const page = repo.read('bank/world.md').replace('<!-- memory:end -->\n', '')
        repo.write('bank/world.md', page)
        expect(repo.commit(day(2), retain('W @Peter: Two'))).toMatch(
          /^memory: [^\n]*left alone, markers damaged: bank\/world\.md[^\n]*\n$/,
        )
        expect(repo.read('bank/world.md')).toBe(page)
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('names three pages that it left alone and counts the others, and status names them all', () =>
    withRepo(
      (repo) => {
        const names = ['Ada', 'Ben', 'Cem', 'Dee', 'Eva']
        repo.commit(day(1), retain(...names.map((name) => `W @${name}: One`)))
        for (const name of names) repo.write(`bank/entities/${name}.md`, '<!-- memory:begin -->\n')
        const said = repo.commit(day(2), retain(...names.map((name) => `W @${name}: Two`)))
        expect(said).toMatch(
          /markers damaged: bank\/entities\/Ada\.md, bank\/entities\/Ben\.md, bank\/entities\/Cem\.md and 2 more \(memory status\)/,
        )
        const { stdout } = repo.memory('status')
        for (const name of names) expect(stdout).toContain(`  bank/entities/${name}.md\n`)
      },
      { hooks: true },
    ))

  const withTopic = beginningWith(
    (repo) => {
      repo.commit(day(1), retain('W @Peter: One'))
      repo.git('switch', '-q', '-c', 'topic')
      repo.commit(day(2), retain('W @Peter: Two'))
      repo.git('switch', '-q', 'main')
      repo.commit(day(3), retain('W @Peter: Three'))
      repo.git('switch', '-q', 'topic')
    },
    { hooks: true },
  )

  test.each([
    ['rebase that goes on', ['rebase', '-q', '--exec', 'false', 'main']],
    ['cherry-pick', ['cherry-pick', 'main']],
    ['revert of several commits', ['revert', '--no-edit', 'HEAD~2..HEAD']],
  ])('during a %s writes no page, and the next commit catches up', (_what, command) =>
    withTopic(async (repo) => {
      const pages = repo.files('bank')
      repo.tryGit(...command)
      expect(repo.files('bank')).toEqual(pages)
      await expectSameAsRebuild(repo)
      if (command[0] === 'rebase') repo.git('rebase', '--quit')
      repo.commit(day(4), retain('W @Anna: Four'))
      const said = await repo.said()
      for (const line of ['One', 'Two', 'Three', 'Four'])
        expect(repo.read('bank/world.md').includes(`: ${line} `)).toBe(said.some((fact) => fact.endsWith(line)))
      await expectSameAsRebuild(repo)
    }),
  )

  test('bank.onCommit off: a commit indexes and writes no page, reflect does', () =>
    withRepo(
      async (repo) => {
        repo.commit('.memory/config.json', '{"bank": {"onCommit": "off"}}')
        expect(repo.commit(day(1), retain('W @Peter: One'))).toBe('')
        expect(repo.exists('bank')).toBe(false)
        expect(repo.memory('reflect').status).toBe(0)
        expect(repo.exists('bank/world.md')).toBe(true)
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('holds no pipe open: who reads the output of git commit sees its end', () =>
    withRepo(
      async (repo) => {
        repo.write(day(1), retain('W @Peter: One'))
        repo.git('add', day(1))
        // `cat` ends when nothing holds the pipe any more; a hook's child left behind would keep it waiting.
        const piped = spawnSync('sh', ['-c', '{ git commit -m log; echo "exit $?"; } 2>&1 | cat'], {
          cwd: repo.path(),
          env: repo.environment,
          encoding: 'utf8',
          timeout: 120_000,
        })
        expect(piped.error).toBeUndefined()
        expect(piped.stdout).toMatch(/memory: indexed 1 note[^]*exit 0\n$/)
        const left = spawnSync('sh', ['-c', `ps -eo args | grep -F '${repo.root}' | grep -v grep`], {
          encoding: 'utf8',
        })
        expect(left.stdout).toBe('')
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('reads nothing from the standard input that the commit was given', () =>
    withRepo(
      async (repo) => {
        repo.write(day(1), retain('W @Peter: One'))
        repo.git('add', day(1))
        const script = 'git commit -q -F - && cat'
        const done = spawnSync('sh', ['-c', `printf 'subject\\n' | { ${script}; }`], {
          cwd: repo.path(),
          env: repo.environment,
          encoding: 'utf8',
        })
        expect(done.status).toBe(0)
        expect(repo.git('log', '-1', '--format=%s')).toBe('subject')
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('beside a stale index.lock indexes what is committed, and leaves the lock', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain('W One'))
        repo.write(day(2), retain('W Two'))
        repo.git('add', day(2))
        const commit = repo.git('commit-tree', '-p', 'HEAD', '-m', 'plumbing', repo.git('write-tree'))
        repo.git('update-ref', 'HEAD', commit)
        repo.write('.git/index.lock', '')
        expect(repo.memory('hook', 'post-commit')).toMatchObject({ status: 0 })
        expect(repo.exists('.git/index.lock')).toBe(true)
        expect(repo.read('bank/world.md')).toMatch(/Two[^]*One/)
        repo.remove('.git/index.lock')
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('asks for the first pages of a large old workspace instead of writing them', () =>
    withRepo(
      async (repo) => {
        for (let at = 1; at <= 31; at++) repo.write(`memory/note-${at}.md`, retain(`W @Peter: Fact ${at}`))
        repo.git('add', 'memory')
        const done = repo.tryGit('commit', '-q', '-m', 'many notes')
        expect(done).toEqual({
          status: 0,
          stdout: '',
          stderr: 'memory: indexed 31 notes (31 facts), no bank/ yet: `memory reflect` writes the first pages\n',
        })
        expect(repo.memory('init').stdout).toMatch(
          /^The index stands for [0-9a-f]{10}: 31 notes\.\nThese logs have no pages yet: memory reflect writes 2 pages in bank\//m,
        )
        expect(repo.exists('bank')).toBe(false)
        expect(repo.memory('reflect').status).toBe(0)
        expect([...repo.files('bank').keys()]).toEqual(['bank/entities/Peter.md', 'bank/world.md'])
        expect(repo.memory('init').stdout).not.toContain('no pages yet')
        expect(repo.commit(day(1), retain('W @Peter: One more'))).toMatch(/^memory: indexed 1 note [^\n]+\n$/)
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('given a name that is none of ours says so, and fails nobody', () =>
    withRepo((repo) => {
      expect(repo.memory('hook', 'pre-push')).toMatchObject({ status: 2, stdout: '' })
      expect(repo.memory('hook')).toMatchObject({ status: 2, stdout: '' })
    }))
})
