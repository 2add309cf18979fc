import { expect, test } from '@jest/globals'
import { day, retain } from '../../support/notes.js'
import { beginningWith, withRepo } from '../../support/with-repo.js'
import { commandsShareAProcess } from '../../support/served.js'

commandsShareAProcess()

const begun = beginningWith((repo) => {
  repo.write(day(1), retain('W @Mara: Leads Harbor', 'O(c=0.9) @Mara: Wants no release on a Friday'))
  repo.git('add', '-A')
  repo.git('commit', '-q', '-m', 'logs')
})

test('an owner that no tool could set is set by core owner, and the brief asks for it once until then', () =>
  begun(async (repo) => {
    const asked = repo.memory('brief').stdout
    expect(asked.match(/memory core owner/g)).toHaveLength(1)
    expect(asked).not.toContain('## Owner')
    const { status, stdout } = repo.memory('core', 'owner', 'mara', '--commit')
    expect([status, stdout]).toEqual([
      0,
      expect.stringMatching(/^\.memory\/config\.json {2}The owner is mara\.\nCommitted as [0-9a-f]{12}\.\n$/),
    ])
    expect(repo.git('log', '-1', '--format=%s').trim()).toBe('The owner is mara')
    expect(repo.git('show', '--stat', '--format=', 'HEAD')).toMatch(/^ \.memory\/config\.json \| .*\n 1 file changed/)
    expect(repo.git('status', '--short', '.memory').trim()).toBe('')
    const told = repo.memory('brief').stdout
    expect(told).toContain('\n## Owner: Mara\n- O 0.90 Wants no release on a Friday')
    expect(told).not.toContain('core owner')
    expect(repo.memory('core', 'owner', 'mara', '--commit').stdout).toContain('It stands there already')
  }))

test('an owner whose name nobody writes is told as the settings have it', () =>
  begun((repo) => {
    for (const owner of ['Mira Lund', 'Mara'])
      expect(repo.memory('core', 'owner', owner, '--as-is', '--commit').status).toBe(0)
    repo.memory('core', 'owner', 'Mira Lund', '--as-is', '--commit')
    repo.commit(day(2), retain('O(c=0.9) @Mira-Lund: Wants tables'))
    expect(repo.memory('brief').stdout).toContain('\n## Owner: Mira Lund\n- O 0.90 Wants tables')
  }))

test('every other byte of the settings stays', () =>
  begun(async (repo) => {
    for (const [before, after] of [
      ['{"timezone":"Europe/Vienna",  "me" : "Bo"}', '{"timezone":"Europe/Vienna",  "me" : "Mara"}'],
      ['{\r\n\t"timezone": "UTC"\r\n}\r\n', '{\r\n\t"timezone": "UTC",\r\n\t"me": "Mara"\r\n}\r\n'],
      ['\uFEFF{}', '\uFEFF{\n  "me": "Mara"}'],
    ] as const) {
      repo.write('.memory/config.json', before)
      const edited = await repo.use((workspace) => workspace.editCore({ edit: 'owner', text: '@Mara' }))
      expect(edited).toEqual({
        block: null,
        source: '.memory/config.json',
        written: true,
        commit: null,
        waiting: true,
      })
      expect(repo.read('.memory/config.json')).toBe(after)
    }
  }))

test('an owner is a name that facts have, or one that as-is says to take', () =>
  begun((repo) => {
    const refused = (...words: string[]): string => repo.memory('core', 'owner', ...words).stderr
    expect(refused('Marra')).toBe(
      'memory: nothing was written: nobody is called Marra, did you mean Mara? Where no fact names them yet, --as-is (asIs) writes it\n',
    )
    expect(refused('?!', '--as-is')).toContain('no fact could name “?!”')
    expect(refused('')).toContain('no fact could name “”')
    expect(refused('Mara', 'Bo')).toContain('it is memory core owner NAME')
    expect(repo.exists('.memory/config.json')).toBe(false)
    expect(repo.memory('core', 'owner', 'Anna Lee', '--as-is').stdout).toContain(
      'It is in a brief from the commit of .memory/config.json on.',
    )
  }))

test('settings that cannot be understood are left as they are', () =>
  withRepo((repo) => {
    repo.commit(day(1), retain('W @Mara: Leads Harbor'))
    repo.write('.memory/config.json', '{ "me": "Bo", }')
    expect(repo.memory('core', 'owner', 'Mara')).toMatchObject({ status: 2, stdout: '' })
    expect(repo.read('.memory/config.json')).toBe('{ "me": "Bo", }')
  }))
