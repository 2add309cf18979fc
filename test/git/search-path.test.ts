import { mkdirSync, symlinkSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { searchPath, workTreeAround } from '../../src/git/search-path.js'
import { withRepo } from '../support/with-repo.js'

test('a PATH keeps what lies outside of the working tree, in its order, and nothing that depends on where one is', () =>
  withRepo((repo) => {
    mkdirSync(repo.path('inside'))
    symlinkSync(repo.path('inside'), repo.path('../into'))
    symlinkSync('/usr/bin', repo.path('../out'))
    const folders = [
      '/usr/bin',
      '',
      '.',
      'bin',
      repo.root,
      repo.path('node_modules/.bin'),
      repo.path('../into'),
      repo.path('../out'),
      `${repo.root}-too`,
      '/nowhere/at/all',
    ]
    const kept = ['/usr/bin', repo.path('../out'), `${repo.root}-too`, '/nowhere/at/all']
    expect(searchPath(folders.join(':'), repo.root)).toBe(kept.join(':'))
    expect(searchPath('.:/usr/bin:bin', undefined)).toBe('/usr/bin')
    // An empty one would be the current folder.
    for (const path of ['', '.', repo.path('bin')]) expect(searchPath(path, repo.root)).toBe('/usr/bin:/bin')
  }))

test('the working tree around a folder is the nearest one, by way of a link too', () =>
  withRepo((repo) => {
    repo.write('notes/deep/x', '')
    symlinkSync(repo.path('notes/deep'), repo.path('../link'))
    expect(workTreeAround(repo.path('notes/deep'))).toBe(repo.root)
    expect(workTreeAround(repo.path('../link'))).toBe(repo.root)
    expect(workTreeAround('/')).toBeUndefined()
  }))
