import { describe, expect, test } from '@jest/globals'
import { retain } from '../support/notes.js'
import { withRepo } from '../support/with-repo.js'

describe('memory fleet, with a database in a folder', () => {
  test('goes from nothing to an answer, and tells nobody what they may not read', async () => {
    await withRepo((repo) => {
      repo.commit('memory/2025-11-27.md', retain('W @Peter: Owns the rollout of the winter plan'))
      const fleet = (...args: string[]) => repo.memory('fleet', ...args, '--db', repo.path('../database'))
      expect(fleet('init')).toMatchObject({
        status: 0,
        stdout: 'Made: 0001-fleet, 0002-brief, 0003-plans, 0004-origin.\n',
      })
      expect(fleet('init').stdout).toBe('The fleet is there, and of this version.\n')
      expect(fleet('add', repo.root).stderr).toContain('--allow-files')
      expect(fleet('add', repo.root, '--allow-files').status).toBe(0)
      expect(fleet('grant', 'alice', repo.root).stdout).toBe('1 grant written.\n')
      // A line that is commented out grants nobody anything, with a blank behind its sign or without.
      repo.write('../grants', `# who what\n#bob ${repo.root}\n#\nalice ${repo.root} # until May\n`)
      expect(fleet('grant', '--from', repo.path('../grants')).stdout).toBe('1 grant written.\n')
      expect(JSON.parse(fleet('list', '--json').stdout)).toMatchObject({ members: [{ readers: ['alice'] }] })
      // An empty XDG_CACHE_HOME names no folder, least of all the one around.
      Object.assign(repo.environment, { XDG_CACHE_HOME: '' })
      expect(fleet('sync', '--allow-files').stdout).toMatch(/^landed/)
      expect(repo.exists('memory-fleet')).toBe(false)
      const answer = fleet('recall', 'who owns the rollout', '--as', 'alice').stdout
      expect(answer).toContain('Owns the rollout of the winter plan')
      expect(answer).toContain('memory/2025-11-27.md#L2')
      expect(answer).toContain('1 of 1 workspace looked into')
      expect(fleet('recall', 'who owns the rollout', '--as', 'bob').stdout).toContain('Nothing found.')
      expect(fleet('recall', 'who owns the rollout').stderr).toContain('say who asks')
      expect(fleet('status', '--prometheus').stdout).toContain('memory_fleet_workspaces 1\n')
      expect(fleet('remove', repo.root).status).toBe(0)
      expect(JSON.parse(fleet('list', '--json').stdout)).toEqual({ members: [] })
    })
  })

  test('says what to name where no database is named, and what is there where none was made', async () => {
    await withRepo((repo) => {
      const none = repo.memory('fleet', 'list')
      expect([none.status, none.stderr]).toEqual([2, expect.stringContaining('--db postgres://user@host/fleet')])
      expect(repo.memory('fleet', 'list', '--db', repo.path('../empty')).stderr).toContain('memory fleet init')
      expect(repo.memory('fleet', 'fly').stderr).toContain('fleet takes init, add, list')
    })
  })
})
