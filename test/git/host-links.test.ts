import { expect, test } from '@jest/globals'
import { hostNamed, hostOf } from '../../src/git/host-links.js'

const commit = '4be1a07'.padEnd(40, '0')
const before = (remote: string): string | undefined => hostOf(remote, commit)?.before

test('the forms of a remote lead to its host, without who enters, the port of Git and the end of its name', () => {
  for (const remote of [
    'https://github.com/me/notes.git',
    'https://me:ghp_secret@github.com/me/notes.git/',
    'ssh://git@github.com:22/me/notes',
    'git://github.com/me/notes.git',
    'git@github.com:me/notes.git',
    'github.com:me/notes',
    'GIT@GitHub.com:/me/notes.git',
    'https://github.com:443/me/notes',
    // What GitHub offers where port 22 is closed.
    'ssh://git@ssh.github.com:443/me/notes.git',
  ])
    expect([remote, before(remote)]).toEqual([remote, `https://github.com/me/notes/blob/${commit}`])
})

test('each host shows a file, and a line of it, in its own form', () => {
  expect(hostOf('git@gitlab.example.org:group/sub/notes.git', commit)).toEqual({
    name: 'gitlab.example.org',
    before: `https://gitlab.example.org/group/sub/notes/-/blob/${commit}`,
    behind: '?plain=1#L{line}',
  })
  expect(hostOf('https://bitbucket.org/me/notes', commit)).toMatchObject({
    before: `https://bitbucket.org/me/notes/src/${commit}`,
    behind: '#lines-{line}',
  })
  expect(hostOf('https://codeberg.org/me/notes.git', commit)).toMatchObject({
    before: `https://codeberg.org/me/notes/src/commit/${commit}`,
    behind: '?display=source#L{line}',
  })
})

test('the port of a host on the web is part of the link, and so is that it speaks no TLS', () => {
  expect(before('http://gitea.local:3000/me/notes.git')).toBe(`http://gitea.local:3000/me/notes/src/commit/${commit}`)
  expect(before('https://gitlab.example.org:8443/me/notes')).toBe(
    `https://gitlab.example.org:8443/me/notes/-/blob/${commit}`,
  )
  expect(before('ssh://git@gitlab.example.org:2222/me/notes')).toBe(
    `https://gitlab.example.org/me/notes/-/blob/${commit}`,
  )
})

test('what is on no host that is known leads nowhere', () => {
  for (const remote of [
    '',
    '/srv/git/notes.git',
    '../notes',
    'C:\\notes',
    'file:///srv/notes.git',
    'https://git.example.org/me/notes.git',
    'javascript:alert(1)//github.com/me/notes',
    'https://github.com/me',
    'https://github.com/me/../notes',
    'https://github.com/me/"><script>',
    'https://github.com/me/no tes',
    'ext::sh -c github.com/me/notes',
    // Names that only somebody's own settings of ssh know.
    'git@github.com-work:me/notes.git',
    'ssh://git@github-work/me/notes.git',
    'https://gitlab.example.org:99999/me/notes',
    'git@gitlab.1:me/notes',
    // Bitbucket on a server of one's own has other links than bitbucket.org.
    'https://bitbucket.example.org/scm/me/notes.git',
  ])
    expect([remote, before(remote)]).toEqual([remote, undefined])
})

test('what a person names is taken as it is, without who enters there', () => {
  expect(hostNamed('https://me:secret@git.example.org/notes').before).toBe('https://git.example.org/notes')
  expect(hostNamed('https://git.example.org/me/notes/blob/main/')).toEqual({
    name: 'git.example.org',
    before: 'https://git.example.org/me/notes/blob/main',
    behind: '?plain=1#L{line}',
  })
})
