import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { ownFolder } from '../../src/files/own-folder.js'
import { retain } from '../support/notes.js'
import { withRepo, type Repo } from '../support/with-repo.js'

interface Answer {
  readonly commit: string
  readonly results: readonly { readonly content: string }[]
}

const folders: readonly (readonly [string, (repo: Repo) => string])[] = [
  ['a plain repository', (repo) => repo.root],
  [
    'a linked working tree, of which Git is asked where it is',
    (repo) => (repo.git('worktree', 'add', '-q', '-b', 'aside', '../aside'), repo.path('../aside')),
  ],
  [
    'a folder of a repository',
    (repo) => (repo.commit('in/memory/README.md', 'A folder.\n'), repo.commit('x.md', 'x\n'), repo.path('in')),
  ],
]

/**
 * One `git rev-parse HEAD HEAD^{tree}` looks twice where HEAD is: where another process moved it in between, the commit
 * of the one was named with the notes of the other, until the next commit.
 */
test.each(folders)('%s: no call of Git asks twice where HEAD is, and it may move between any two', (_, shape) =>
  withRepo((repo) => {
    const git = repo.run('sh', '-c', 'command -v git').stdout.trim()
    repo.commit('memory/README.md', 'Of another day.\n')
    const folder = shape(repo)
    const within = (...args: readonly string[]): string => repo.git('-C', folder, ...args)
    const memory = (sentence: string): string => {
      writeFileSync(join(folder, 'memory/n.md'), retain(`W @Peter: ${sentence}`))
      within('add', 'memory')
      within('commit', '-q', '-m', sentence)
      return within('rev-parse', 'HEAD')
    }
    const sentences = new Map(['Walnut', 'Almond'].map((word) => [memory(word), word]))
    repo.write(
      '../bin/git',
      `#!/bin/sh
echo "$*" >> '${repo.path('../calls')}'
'${git}' "$@"
status=$?
[ "$(wc -l < '${repo.path('../calls')}')" != "$MOVE_AFTER" ] || '${git}' -C '${folder}' update-ref HEAD "HEAD@{1}"
exit $status
`,
    )
    chmodSync(repo.path('../bin/git'), 0o755)
    const [gitDir = '', prefix = ''] = within('rev-parse', '--absolute-git-dir', '--show-prefix').split('\n')
    const index = ownFolder(gitDir, prefix.replace(/\/$/, ''))
    const PATH = `${repo.path('../bin')}:${repo.environment['PATH']}`
    const args = ['recall', 'Peter', '--kind', 'W', '--json', '--committed', '--workspace', folder]
    for (let after = 1; after <= 6; after++) {
      repo.write('../calls', '')
      rmSync(index, { recursive: true, force: true })
      const { commit, results } = JSON.parse(
        repo.with({ PATH, MOVE_AFTER: `${after}` }).memory(...args).stdout,
      ) as Answer
      expect(results.map(({ content }) => content)).toEqual([sentences.get(commit)])
      const calls = readFileSync(repo.path('../calls'), 'utf8').split('\n')
      expect(calls.filter((call) => (call.match(/\bHEAD\b(?!@)/g) ?? []).length > 1)).toEqual([])
    }
  }),
)
