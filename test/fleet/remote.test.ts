import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { ownFolder } from '../../src/files/own-folder.js'
import { checkRemote, remoteReader } from '../../src/fleet/remote.js'
import { withRepo } from '../support/with-repo.js'

const source = (remote: string, ref = 'HEAD', folder = '') => ({ remote, ref, folder })

describe('a remote', () => {
  test.each([
    'ext::sh -c touch /tmp/owned',
    '--upload-pack=touch owned',
    'file:///etc',
    '/etc',
    'fd::17',
    'http://git.example/plain',
    'git://git.example/plain',
    'https://git.example/a\nb',
    'ssh -oProxyCommand=x',
    '-oProxyCommand=x@host:path',
    'host::path',
  ])('that Git would run, or read from this machine, is refused: %j', (remote) => {
    expect(() => checkRemote(source(remote), false)).toThrow(/remote|path of this machine/)
  })

  test.each([
    'https://git.example/team/notes',
    'ssh://git@git.example:22/team/notes',
    'git@git.example:team/notes.git',
  ])('of a Git host is taken: %s', (remote) => expect(() => checkRemote(source(remote), false)).not.toThrow())

  test('is no way out of its repository, by its ref or its folder', () => {
    const remote = 'https://git.example/team/notes'
    for (const ref of ['--upload-pack=x', 'refs/heads/../../x', 'main', 'refs/heads/a b'])
      expect(() => checkRemote(source(remote, ref), false)).toThrow(/ref/)
    for (const folder of ['../other', '/etc', 'a/.git/hooks'])
      expect(() => checkRemote(source(remote, 'HEAD', folder), false)).toThrow(/folder/)
  })

  test('is told without the password in its address, where it fails', async () => {
    await withRepo((repo) => {
      const reader = remoteReader(repo.environment, true)
      expect(() => reader.headOf(source('https://me:secret@127.0.0.1:1/notes'))).toThrow(
        expect.objectContaining({ message: expect.not.stringContaining('secret') }),
      )
    })
  })

  test('brings no hook of its own, and runs none of its configuration', async () => {
    await withRepo((repo) => {
      repo.commit('memory/2025-11-27.md', '## Retain\n- W @Peter: Likes tea\n')
      const mark = repo.path('../owned')
      repo.write('.git/hooks/post-checkout', `#!/bin/sh\ntouch "${mark}"\n`)
      repo.git('config', 'core.fsmonitor', `touch "${mark}"`)
      repo.git('config', 'uploadpack.packObjectsHook', `touch "${mark}"`)
      const reader = remoteReader(repo.environment, true)
      const commit = reader.fetch(source(repo.root), repo.path('../cache'))
      expect(commit).toBe(repo.git('rev-parse', 'HEAD').trim())
      expect(existsSync(mark)).toBe(false)
    })
  })

  test.each([
    ['a lock file of a fetch that was killed', 'shallow.lock', ''],
    ['what the disk lost at a power cut', 'shallow', 'half a li'],
  ])('brings a commit past %s, and keeps the index', async (_what, name, text) => {
    await withRepo((repo) => {
      repo.commit('memory/2025-11-26.md', '## Retain\n- W @Peter: Likes chess\n')
      const reader = remoteReader(repo.environment, true)
      const cache = repo.path('../cache')
      reader.fetch(source(repo.root), cache)
      const kept = join(ownFolder(join(cache, '.git'), ''), 'kept')
      mkdirSync(dirname(kept))
      writeFileSync(kept, '')
      writeFileSync(join(cache, '.git', name), text)
      repo.commit('memory/2025-11-27.md', '## Retain\n- W @Peter: Likes tea\n')
      expect(reader.fetch(source(repo.root), cache)).toBe(repo.git('rev-parse', 'HEAD').trim())
      expect(existsSync(kept)).toBe(true)
      expect(readdirSync(dirname(cache)).filter((each) => each.startsWith('cache'))).toEqual(['cache'])
    })
  })
})
