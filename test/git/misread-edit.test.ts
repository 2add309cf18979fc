import { expect, test } from '@jest/globals'
import { day, retain } from '../support/notes.js'
import { withRepo } from '../support/with-repo.js'

test.each(['7', 'high'])(
  'an edit to c=%s on a page is told as a bullet of a log is, and what was believed stays',
  (wrong) =>
    withRepo(
      (repo) => {
        repo.commit(day(1), retain('O(c=0.9) @Peter: Likes tea'))
        repo.git('add', 'bank')
        repo.git('commit', '-q', '-m', 'pages')
        repo.write('bank/opinions.md', repo.read('bank/opinions.md').replace('c=0.90', `c=${wrong}`))
        const why = `confidence must be 0 to 1, got ${wrong} — write O(c=`
        const told = new RegExp(`bank/opinions\\.md:\\d+ {2}.*not read: ${why.replace('(', '\\(')}`, 'g')
        const timesTold = (): number => repo.memory('status').stdout.match(told)?.length ?? 0
        expect(timesTold()).toBe(1)
        repo.git('add', 'bank')
        expect(repo.tryGit('commit', '-q', '-m', 'edit').stderr).toContain('1 bullet to check: memory status')
        expect(timesTold()).toBe(1)
        expect(repo.memory('recall', 'tea').stdout).toContain('O 0.90  Likes tea')
        expect(repo.read('bank/opinions.md')).toContain(`O(c=${wrong}) @Peter: Likes tea`)
      },
      { hooks: true },
    ),
)
