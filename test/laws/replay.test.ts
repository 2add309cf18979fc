import { expect, test } from '@jest/globals'
import { fileURLToPath } from 'node:url'
import { retain } from '../support/notes.js'
import { withRepo } from '../support/with-repo.js'

const script = fileURLToPath(new URL('replay.js', import.meta.url))

test('npm run replay takes a workspace through every commit of a repository, merges too, and leaves the repository as it is', () =>
  withRepo((repo) => {
    for (let at = 1; at <= 9; at++) repo.commit(`docs/${at}.md`, `# Note ${at}\n\n${retain(`W @Peter: Fact ${at}`)}`)
    repo.git('switch', '-q', '-c', 'topic', 'HEAD~4')
    repo.git('mv', 'docs/2.md', 'docs/Zwei ä.md')
    repo.git('commit', '-q', '-m', 'rename')
    repo.git('switch', '-q', 'main')
    repo.git('merge', '-q', '--no-edit', 'topic')
    repo.git('rm', '-q', 'docs/1.md')
    repo.git('commit', '-q', '-m', 'remove')
    repo.commit('code.c', 'int main;\n')
    const before = repo.files()
    const { status, stdout, stderr } = repo.run(process.execPath, script, repo.root, '--every', '5')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    // README.md is Markdown too; ten commits of notes before the branch, and the last touches none.
    expect(stdout).toMatch(
      /^14 commits \(1 merges\), \d+ notes read, 9 notes with \d+ facts and passages at the end, 3 compared, 0 differ, \d+ ms\n$/,
    )
    expect(repo.files()).toEqual(before)
  }))

test('and says how it is called where no repository is named', () =>
  withRepo((repo) => {
    expect(repo.run(process.execPath, script)).toMatchObject({ status: 2, stderr: expect.stringContaining('REPO') })
  }))
