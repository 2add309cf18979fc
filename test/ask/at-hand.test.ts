import { chmodSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { programAtHand } from '../../src/ask/at-hand.js'
import { withRepo, type Repo } from '../support/with-repo.js'

const withProgram = (repo: Repo, folder: string): Repo => {
  repo.write(`${folder}/codex`, '#!/bin/sh\necho run >> "$0.ran"\n')
  chmodSync(repo.path(`${folder}/codex`), 0o755)
  return repo.with({ PATH: `${repo.path(folder)}:${repo.environment['PATH']}` })
}

test('init names a program that could read the logs, and runs none', () =>
  withRepo((repo) => {
    const there = withProgram(repo, '../bin')
    there.commit('memory/2025-11-27.md', '# Thursday\n\nRuth came by.\n')
    const { stdout } = there.memory('init')
    expect(stdout).toContain('codex could read the logs')
    expect(stdout).toContain('memory reader set --command codex')
    expect(repo.exists('../bin/codex.ran')).toBe(false)
    expect(there.memory('reader', 'set', '--command', 'codex').status).toBe(0)
    expect(there.memory('init').stdout).not.toContain('could read the logs')
  }))

test('nothing is offered where a bullet stands, and none of the working tree', () =>
  withRepo((repo) => {
    const there = withProgram(repo, 'tools')
    expect(programAtHand(there.environment, repo.root)).toBeUndefined()
    const outside = withProgram(repo, '../bin')
    expect(programAtHand(outside.environment, repo.root)).toBe('codex')
    outside.commit('memory/2025-11-27.md', '## Retain\n- W @Ruth: Came by\n')
    expect(outside.memory('init').stdout).not.toContain('could read the logs')
  }))
