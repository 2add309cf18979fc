import { symlinkSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { packageVersion } from '../../src/index.js'
import { withRepo, type Repo } from '../support/with-repo.js'

const add = (repo: Repo): string => repo.memory('init', '--with', 'npm').stdout
const dependency = { 'workspace-memory': `^${packageVersion}` }

describe('memory init --with npm', () => {
  test('writes what a clone needs for npm ci, and keeps node_modules out of Git', () =>
    withRepo((repo) => {
      expect(add(repo)).toMatch(
        /package\.json and \.gitignore written: run npm install, then commit .*package-lock\.json/,
      )
      expect(JSON.parse(repo.read('package.json'))).toEqual({
        private: true,
        dependencies: dependency,
        allowScripts: { 'better-sqlite3': true },
      })
      expect(repo.read('.gitignore')).toBe('node_modules/\n')
      const before = repo.files()
      expect(add(repo)).not.toMatch(/package\.json/)
      expect(repo.files()).toEqual(before)
    }))

  test('keeps everything that a package.json and a .gitignore say', () =>
    withRepo((repo) => {
      const theirs = {
        name: 'mine',
        allowScripts: { esbuild: false },
        dependencies: { left: '1' },
        scripts: { a: 'b' },
      }
      repo.write('package.json', JSON.stringify(theirs, null, '\t').replaceAll('\n', '\r\n'))
      repo.write('.gitignore', '*.log')
      add(repo)
      const text = repo.read('package.json')
      expect(JSON.parse(text)).toEqual({
        ...theirs,
        dependencies: { left: '1', ...dependency },
        allowScripts: { esbuild: false, 'better-sqlite3': true },
      })
      expect(Object.keys(JSON.parse(text) as object)).toEqual(Object.keys(theirs))
      expect(text).toContain('\r\n\t"name": "mine",\r\n')
      expect(text.replaceAll('\r\n', '')).not.toContain('\n')
      expect(repo.read('.gitignore')).toBe('*.log\nnode_modules/\n')
    }))

  test("keeps another version, a refusal of the compiler and somebody's own way of ignoring node_modules", () =>
    withRepo((repo) => {
      const text = JSON.stringify({
        devDependencies: { 'workspace-memory': '0.0.9' },
        allowScripts: { 'better-sqlite3': false, other: true },
      })
      repo.write('package.json', text)
      repo.write('.git/info/exclude', 'node_modules\n')
      add(repo)
      expect(repo.read('package.json')).toBe(text)
      expect(repo.exists('.gitignore')).toBe(false)
    }))

  test.each([
    ['no JSON', '{ "name": '],
    ['a list', '[]'],
    ['a dependency list', '{ "dependencies": ["left"] }'],
  ])('leaves a package.json alone that npm would not read: %s', (_what, text) =>
    withRepo((repo) => {
      repo.write('package.json', text)
      const { status, stdout, stderr } = repo.memory('init', '--with', 'npm')
      expect({ status, stdout, stderr }).toEqual({
        status: 2,
        stdout: '',
        stderr: 'memory: package.json is not one that npm would read: mend it first\n',
      })
      expect(repo.read('package.json')).toBe(text)
      expect(repo.exists('.gitignore')).toBe(false)
    }),
  )

  test('writes through no link', () =>
    withRepo((repo) => {
      repo.write('../elsewhere.json', '{}')
      symlinkSync(repo.at('elsewhere.json').root, repo.path('package.json'))
      expect(repo.memory('init', '--with', 'npm').status).toBe(2)
      expect(repo.read('../elsewhere.json')).toBe('{}')
    }))

  test('is offered by memory init where nothing names the package, and then no more', () =>
    withRepo((repo) => {
      expect(repo.memory('init').stdout).toMatch(/^For clones: memory init --with npm /m)
      add(repo)
      expect(repo.memory('init').stdout).not.toContain('--with npm')
    }))
})
