import { readFileSync, readdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from '@jest/globals'
import { day, retain } from '../support/notes.js'
import { installPacked as install } from '../support/packed.js'
import { hookCommand, withRepo } from '../support/with-repo.js'

const checkout = dirname(dirname(hookCommand))

test('npx memory-rebuild, from the packed alias and the packed package, builds a clone without a package.json', () =>
  withRepo((repo) => {
    repo.commit(day(1), retain('W @Peter: Said before the clone'))
    const clone = repo.at('clone')
    repo.git('clone', '-q', repo.root, clone.root)
    install(clone, checkout, 'workspace-memory')
    install(clone, join(checkout, 'packages/memory-rebuild'), 'memory-rebuild')
    for (const name of readdirSync(join(checkout, 'node_modules'))) {
      if (name !== 'workspace-memory' && !name.startsWith('.'))
        symlinkSync(join(checkout, 'node_modules', name), clone.path(`node_modules/${name}`))
    }
    // What is bundled comes with its terms.
    const licences = clone.read('node_modules/workspace-memory/dist/licences.txt')
    for (const line of [/^smol-toml \S+ \(BSD-3-Clause\)$/m, /^@modelcontextprotocol\/sdk \S+ \(MIT\)$/m, /^yargs /m])
      expect(licences).toMatch(line)
    const bin = clone.run(process.execPath, 'node_modules/memory-rebuild/bin.js')
    expect(bin).toMatchObject({ status: 0, stderr: '' })
    expect(bin.stdout).toMatch(/The hooks are installed\.\nThe index stands for [0-9a-f]{10}: 1 note read \(1 fact\)/)
    expect(clone.read('.git/hooks/post-commit')).toContain(
      clone.path('node_modules/workspace-memory/bin/memory-hook.cjs'),
    )
    clone.write(day(2), retain('W @Peter: Said after it'))
    clone.git('add', 'memory')
    expect(clone.tryGit('commit', '-q', '-m', 'log').stderr).toMatch(/^memory: indexed 1 note \(1 fact\)/)
    const { version } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as { version: string }
    const alias = JSON.parse(clone.read('node_modules/memory-rebuild/package.json')) as {
      version: string
      dependencies: object
    }
    expect(alias).toMatchObject({ version, dependencies: { 'workspace-memory': version } })
    expect(
      [...clone.files('node_modules/workspace-memory').keys()].filter((path) => path.includes('.cache')),
    ).toHaveLength(2)
    // The instructions for agents come along.
    const written = clone.run(
      process.execPath,
      'node_modules/workspace-memory/bin/memory.js',
      'init',
      '--with',
      'agents,github',
    )
    expect([written.status, clone.read('AGENTS.md')]).toEqual([0, expect.stringContaining('memory brief')])
    // So do the workflows, and what they and an action of the package run.
    expect(clone.exists('.github/workflows/memory-impact.yml')).toBe(true)
    for (const name of ['impact/action.yml', 'impact/comment.sh', 'impact/comment.mjs'])
      expect(clone.exists(`node_modules/workspace-memory/actions/${name}`)).toBe(true)
    expect(clone.exists('node_modules/workspace-memory/templates/gitlab/impact.yml')).toBe(true)
  }))
