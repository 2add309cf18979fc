import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import * as library from '../../src/index.js'
import { Workspace } from '../../src/workspace/workspace.js'
import { installPacked } from '../support/packed.js'
import { checkout, withRepo } from '../support/with-repo.js'

const program = join(checkout, 'test/fixtures/user-program/program.ts')
const compilers = ['typescript-5', 'typescript', 'typescript-7'].map((name) => {
  const { version } = JSON.parse(readFileSync(join(checkout, 'node_modules', name, 'package.json'), 'utf8')) as {
    version: string
  }
  return { version, tsc: join(checkout, 'node_modules', name, 'bin/tsc') }
})
const resolutions = [
  { module: 'nodenext', moduleResolution: 'nodenext' },
  { module: 'esnext', moduleResolution: 'bundler' },
]

describe('a program of a user', () => {
  test('compiles against the packed library and nothing else, types of Node or of SQLite included, with each TypeScript', () =>
    withRepo((repo) => {
      installPacked(repo, checkout, 'workspace-memory')
      expect(existsSync(repo.path('node_modules/@types'))).toBe(false)
      repo.write('package.json', '{"type":"module"}')
      copyFileSync(program, repo.path('program.ts'))
      expect(compilers.map(({ version }) => Number.parseInt(version))).toEqual([5, 6, 7])
      for (const { version, tsc } of compilers) {
        for (const resolution of resolutions) {
          const compilerOptions = {
            ...resolution,
            strict: true,
            exactOptionalPropertyTypes: true,
            noUncheckedIndexedAccess: true,
            skipLibCheck: false,
            noEmit: true,
            target: 'es2022',
            lib: ['es2022'],
            types: [],
          }
          repo.write('tsconfig.json', JSON.stringify({ compilerOptions, files: ['program.ts'] }))
          const { status, stdout } = spawnSync(process.execPath, [tsc, '--project', repo.root], { encoding: 'utf8' })
          expect({ version, resolution, status, stdout }).toEqual({ version, resolution, status: 0, stdout: '' })
        }
      }
    }))

  test('uses every verb and every export of the library, so that each is compiled', () => {
    const text = readFileSync(program, 'utf8')
    const verbs = Object.getOwnPropertyNames(Workspace.prototype).filter(
      (name) => !['constructor', 'repository', 'root'].includes(name),
    )
    expect(verbs.filter((verb) => !text.includes(`memory.${verb}(`))).toEqual([])
    const index = readFileSync(join(checkout, 'dist/index.d.ts'), 'utf8')
    const types = [...index.matchAll(/^export (?:type )?\{ (.*) \}/gm)].flatMap(([, names = '']) =>
      names.split(', ').map((name) => name.replace(/^type |.* as /g, '')),
    )
    expect(types.length).toBeGreaterThan(70)
    const imported = /^import \{([^}]*)\}/
      .exec(text)![1]!
      .split(/,\s*/)
      .map((name) => name.trim().replace('type ', ''))
    expect([...new Set([...types, ...Object.keys(library)])].filter((name) => !imported.includes(name))).toEqual([])
  })

  test('is given no declaration that leads to a package', () => {
    const index = readFileSync(join(checkout, 'dist/index.d.ts'), 'utf8')
    expect(index).not.toMatch(/from ['"][^.]/)
    expect(existsSync(join(checkout, 'dist/store/open.d.ts'))).toBe(false)
  })
})
