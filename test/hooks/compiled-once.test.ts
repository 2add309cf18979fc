import { cpSync, mkdirSync, readFileSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { packageVersion } from '../../src/model/version.js'
import { day, retain } from '../support/notes.js'
import { hookCommand, withRepo, type Repo } from '../support/with-repo.js'

/** The package as installed, in a folder of the test's own. */
function installed(repo: Repo): { caches: () => string[]; hook: () => string; command: () => string } {
  const checkout = dirname(dirname(hookCommand))
  const root = repo.path('../package')
  mkdirSync(root)
  cpSync(join(checkout, 'bin'), join(root, 'bin'), { recursive: true })
  cpSync(join(checkout, 'dist'), join(root, 'dist'), { recursive: true, filter: (path) => !path.includes('.cache') })
  symlinkSync(join(checkout, 'node_modules'), join(root, 'node_modules'))
  const dist = join(root, 'dist/compiled')
  let commits = 0
  return {
    caches: () => readdirSync(dist).flatMap((name) => (name.includes('.cache') ? [join(dist, name)] : [])),
    hook() {
      const name = day(++commits)
      repo.write(name, retain(`W Said in commit ${commits}`))
      repo.git('add', name)
      repo.git('commit', '-q', '-m', 'log')
      const ran = repo.run(process.execPath, join(root, 'bin/memory-hook.cjs'), 'post-commit')
      expect(ran.status).toBe(0)
      return ran.stderr
    },
    command: () => repo.run(process.execPath, join(root, 'bin/memory.js'), '--version').stdout,
  }
}

const indexed = /^memory: indexed 1 note \(1 fact\)[^\n]*\n$/

describe('what V8 made of the hook is kept beside it', () => {
  test('once, and used from then on', () =>
    withRepo((repo) => {
      const { caches, hook } = installed(repo)
      expect(hook()).toMatch(indexed)
      const [cache, ...more] = caches()
      expect(more).toEqual([])
      const written = statSync(cache!, { bigint: true }).mtimeNs
      expect(hook()).toMatch(indexed)
      expect(caches()).toEqual([cache])
      expect(statSync(cache!, { bigint: true }).mtimeNs).toBe(written)
    }))

  test('and what it made of the command line beside that', () =>
    withRepo((repo) => {
      const { caches, command } = installed(repo)
      expect([command(), caches().length, command(), caches().length]).toEqual([
        `${packageVersion}\n`,
        1,
        `${packageVersion}\n`,
        1,
      ])
    }))

  test.each<[string, (bytes: Buffer) => Buffer]>([
    ['emptied', () => Buffer.alloc(0)],
    ['cut short', (bytes) => bytes.subarray(0, bytes.length >> 1)],
    ['changed at one byte', (bytes) => bytes.fill(bytes[9000]! ^ 0xff, 9000, 9001)],
    ['overwritten', (bytes) => bytes.fill(7)],
  ])('and made again where it was %s', (_how, damage) =>
    withRepo((repo) => {
      const { caches, hook } = installed(repo)
      hook()
      const cache = caches()[0]!
      const bad = Buffer.from(damage(readFileSync(cache)))
      writeFileSync(cache, bad)
      expect(hook()).toMatch(indexed)
      expect(caches()).toEqual([cache])
      expect(readFileSync(cache).equals(bad)).toBe(false)
      expect(hook()).toMatch(indexed)
    }),
  )

  test('not at all where the package cannot be written, and the hook works all the same', () =>
    withRepo((repo) => {
      const { caches, hook } = installed(repo)
      hook()
      const cache = caches()[0]!
      repo.remove(`../package/dist/compiled/${cache.slice(cache.lastIndexOf('/') + 1)}`)
      mkdirSync(join(cache, 'in the way'), { recursive: true })
      expect(hook()).toMatch(indexed)
      expect(caches()).toEqual([cache])
    }))
})
