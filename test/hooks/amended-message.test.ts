import { describe, expect, test } from '@jest/globals'
import { chmodSync } from 'node:fs'
import { day, retain } from '../support/notes.js'
import { beginningWith, type Repo } from '../support/with-repo.js'

/** What a person writes who writes as we do, with blanks that Git may take for nothing. */
const own = `Tidy the pages

- tea → coffee
- gone: the old cup
- price 10 (was: 12)
- new: a cup
- retired ^k3f9a2c1x7
- and 3 more
- Peter: alias Pete added
Evidence: memory/1999-01-01.md#L3

Changed in bank/:
- tea → coffee
- price 10 (was: 12)

Two blanks   behind this  \n\n\n   \nand three blank lines above this,\n\ta tab before this.
`

/** The pages of one log are committed, those of a second wait. */
const begun = beginningWith(
  (repo) => {
    repo.commit(day(1), retain('O(c=0.8) @Peter: Likes tea', 'W @Anna: Is in Graz'))
    repo.git('add', 'bank')
    repo.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '-m', 'pages')
    repo.commit(day(2), retain('W @Peter: Came home'))
    repo.git('add', 'bank')
    const plain = repo.another('plain')
    for (const each of ['HEAD^', 'HEAD']) plain.git('commit', '-q', '--allow-empty', '-m', each)
  },
  { hooks: true },
)
const withPages = (work: (repo: Repo, plain: Repo) => Promise<void> | void): Promise<void> =>
  begun((repo) => work(repo, repo.at('plain')))

/** Byte for byte, as the commit has it. */
const messageOf = (repo: Repo): string => {
  const commit = repo.run('git', 'cat-file', 'commit', 'HEAD').stdout
  return commit.slice(commit.indexOf('\n\n') + 2)
}

const second = 'Changed in bank/:\n- new: W @Peter: Came home\n\nEvidence: memory/2025-11-02.md#L2'
const both = second
  .replace('\n- ', '\n- new: B @Anna: Wrote home\n- ')
  .replace(/$/, '\nEvidence: memory/2025-11-03.md#L2')

/** Stage pages that tell one log more. */
function more(repo: Repo): void {
  repo.write(day(3), retain('B @Anna: Wrote home'))
  repo.git('add', day(3))
  repo.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '--amend', '--no-edit', '--cleanup=verbatim')
  repo.memory('reflect')
  repo.git('add', 'bank')
}

/** The message without what we wrote, which stands in it once and as one piece. */
function withoutOurs(message: string, ours: string): string {
  expect(message.split(ours)).toHaveLength(2)
  expect(message.split('Came home')).toHaveLength(2)
  return message.replace(`\n\n${ours}`, '')
}

describe('a message that a person wrote in our form keeps every byte that Git leaves', () => {
  const modes = ['strip', 'whitespace', 'verbatim', 'scissors']
  test.each(modes)('with --cleanup=%s: given, amended with and without an editor, and with other words', (mode) =>
    withPages((repo, plain) => {
      const given = repo.path('../message')
      repo.write('../message', own)
      const cleanup = `--cleanup=${mode}`
      const commit = (...flags: readonly string[]): string => {
        repo.git('commit', '-q', cleanup, ...flags)
        plain.git('commit', '-q', cleanup, '--allow-empty', ...flags)
        return messageOf(repo)
      }
      expect(withoutOurs(commit('-F', given), second)).toBe(messageOf(plain))
      more(repo)
      expect(withoutOurs(commit('--amend', '--no-edit'), both)).toBe(messageOf(plain))
      const before = messageOf(repo)
      if (mode !== 'verbatim' && mode !== 'whitespace') {
        // In the other two Git says in the editor that its own lines are the writer's to remove.
        repo.git('restore', '--staged', '--source=HEAD^', 'bank/world.md')
        commit('--amend')
        repo.git('add', 'bank')
        expect(withoutOurs(commit('--amend'), both)).toBe(messageOf(plain))
        expect(messageOf(repo)).toBe(before)
      }
      repo.git('restore', '--staged', '--source=HEAD^', 'bank')
      commit('--amend', '--no-edit')
      expect(messageOf(repo)).toBe(messageOf(plain))
    }),
  )

  test('with carriage returns', () =>
    withPages((repo) => {
      const said = own.replaceAll('\n', '\r\n')
      repo.write('../message', said)
      const ours = (words: string): string => words.replaceAll('\n', '\r\n')
      repo.git('commit', '-q', '--cleanup=verbatim', '-F', repo.path('../message'))
      expect(messageOf(repo)).toBe(said.replace(/\r\n$/, `\r\n\r\n${ours(second)}\r\n`))
      more(repo)
      repo.git('commit', '-q', '--cleanup=verbatim', '--amend', '--no-edit')
      expect(messageOf(repo)).toBe(said.replace(/\r\n$/, `\r\n\r\n${ours(both)}\r\n`))
      repo.git('restore', '--staged', '--source=HEAD^', 'bank')
      repo.git('commit', '-q', '--cleanup=verbatim', '--amend', '--no-edit')
      expect(messageOf(repo)).toBe(said)
    }))

  test('amended with -m and -F, below a template, beside a diff, and taken from another commit', () =>
    withPages((repo) => {
      repo.write('../message', own)
      repo.write('../template', '- tea → coffee\n- gone: it\n\n# tick the box\n')
      const verbatim = (...flags: readonly string[]): void => {
        repo.git('commit', '-q', '--cleanup=verbatim', ...flags)
      }
      repo.git('commit', '-q', '-m', 'Review')
      more(repo)
      verbatim('--amend', '-F', repo.path('../message'))
      expect(withoutOurs(messageOf(repo), both)).toBe(own)
      repo.git('restore', '--staged', '--source=HEAD^', 'bank/world.md')
      verbatim('--amend', '-m', own)
      repo.git('add', 'bank')
      verbatim('--amend', '-m', `${own}\n\n`)
      expect(withoutOurs(messageOf(repo), both)).toBe(`${own}\n\n`)
      const made = repo.git('rev-parse', 'HEAD')

      const again = (): void => {
        repo.git('reset', '-q', '--soft', 'HEAD^')
        repo.git('restore', '--staged', '--worktree', '--source', `${made}`, '.')
      }
      again()
      verbatim('-C', made)
      expect(withoutOurs(messageOf(repo), both)).toBe(`${own}\n\n`)
      again()
      repo.git('-c', 'core.editor=echo >>', '-c', `commit.template=${repo.path('../template')}`, 'commit', '-q')
      expect(messageOf(repo)).toBe(`- tea → coffee\n- gone: it\n\n${both}\n`)
      again()
      repo.git('commit', '-q', '-v', '-e', '-m', '- tea → coffee\n- gone: it')
      expect(messageOf(repo)).toBe(`- tea → coffee\n- gone: it\n\n${both}\n`)
      again()
      repo.git('commit', '-q', '--fixup', 'HEAD^', '-m', '- gone: it')
      expect(messageOf(repo)).toBe(`fixup! pages\n\n- gone: it\n\n${both}\n`)
      again()
      repo.git('commit', '-q', '--fixup=amend:HEAD')
      expect(messageOf(repo)).toBe('amend! log\n\nlog\n')
    }))

  test('with whatever character Git takes for that of a comment', () =>
    withPages((repo) => {
      repo.git('config', 'core.commentChar', 'auto')
      repo.git('commit', '-q', '-e', '-v', '-m', '#42 is fixed\n\n- gone: it')
      expect(messageOf(repo)).toBe(`#42 is fixed\n\n- gone: it\n\n${second}\n`)
      more(repo)
      repo.git('commit', '-q', '--amend')
      expect(messageOf(repo)).toBe(`#42 is fixed\n\n- gone: it\n\n${both}\n`)
      repo.git('reset', '-q', '--soft', 'HEAD^')
      // Git drops every line of a list then, of a person's too.
      repo.git('config', 'core.commentChar', '-')
      repo.git('commit', '-q', '-e', '-m', 'Review\n\n- gone: it\nkept')
      expect(messageOf(repo)).toBe('Review\n\nkept\n')
    }))

  test('with what was written into our own list, and below it, in the editor', () =>
    withPages((repo) => {
      const editor = `sed -i -e 's/^- new: W.*/&\\n- gone: the cup/' -e 's/^Evidence: .*-03.*/&\\n\\nPS: tea → coffee/'`
      repo.git('commit', '-q', '-m', 'Review')
      more(repo)
      repo.git('-c', `core.editor=${editor}`, 'commit', '-q', '--amend')
      const said = messageOf(repo)
      expect(said).toContain('\n- new: W @Peter: Came home\n- gone: the cup\n')
      expect(said).toContain('\n\nPS: tea → coffee\n')
      repo.git('restore', '--staged', '--source=HEAD^', 'bank/world.md')
      for (let times = 0; times < 2; times++) repo.git('commit', '-q', '--amend', '--no-edit', '--allow-empty')
      repo.git('add', 'bank')
      repo.git('commit', '-q', '--amend', '--no-edit')
      expect(messageOf(repo)).toBe(said)
    }))

  test('that was kept from a commit which failed holds ours once', () =>
    withPages((repo) => {
      repo.write('.git/hooks/commit-msg', '#!/bin/sh\nexit 1\n')
      chmodSync(repo.path('.git/hooks/commit-msg'), 0o755)
      repo.write('../message', own)
      const kept = repo.path('.git/COMMIT_EDITMSG')
      expect(repo.tryGit('commit', '-q', '--cleanup=verbatim', '-F', repo.path('../message')).status).toBe(1)
      repo.remove('.git/hooks/commit-msg')
      repo.git('commit', '-q', '--cleanup=verbatim', '-F', kept)
      expect(withoutOurs(messageOf(repo), second)).toBe(own)
    }))

  test('of a merge that is amended is left as it is', () =>
    withPages((repo) => {
      repo.git('commit', '-q', '-m', 'Review')
      repo.git('switch', '-q', '-c', 'topic', 'HEAD~1')
      repo.write('other.txt', 'x')
      repo.git('add', 'other.txt')
      repo.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '-m', 'Other')
      repo.git('merge', '-q', '--no-ff', '-m', 'Merged', 'main')
      repo.append('bank/world.md', '\nA word.\n')
      repo.git('commit', '-q', '-a', '--amend', '--no-edit')
      expect(messageOf(repo)).toBe('Merged\n')
    }))
})
