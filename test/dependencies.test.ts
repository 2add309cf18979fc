import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'

const read = (path: string): unknown => JSON.parse(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'))

interface Locked {
  readonly version?: string
  readonly integrity?: string
  readonly dev?: boolean
  readonly optional?: boolean
  readonly hasInstallScript?: boolean
}

const { packages } = read('package-lock.json') as { packages: Record<string, Locked> }
const { dependencies, optionalDependencies, allowScripts } = read('package.json') as {
  dependencies: Record<string, string>
  optionalDependencies: Record<string, string>
  allowScripts: Record<string, boolean>
}
const locked = Object.entries(packages).filter(([path]) => path.startsWith('node_modules/'))
const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

test('every package is locked to one version and to the hash of its bytes', () => {
  expect(locked.length).toBeGreaterThan(100)
  expect(
    locked.filter(([, { version, integrity }]) => version === undefined || !integrity?.startsWith('sha512-')),
  ).toEqual([])
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies }))
    expect(packages).toHaveProperty([`node_modules/${name}`])
})

test('of what is installed with this package, only the SQLite module runs a script, and every other script is named', () => {
  const scripts = locked.filter(([, { hasInstallScript }]) => hasInstallScript)
  expect(scripts.filter(([, { dev }]) => !dev).map(([path]) => nameOf(path))).toEqual(['better-sqlite3'])
  const named = Object.keys(allowScripts)
  expect(scripts.map(([path]) => nameOf(path)).filter((name) => !named.includes(name))).toEqual([])
  expect(named.filter((name) => allowScripts[name])).toEqual(['better-sqlite3'])
})

test('what a range could change is named: all versions are exact but those of the SQLite module', () => {
  const ranges = Object.entries({ ...dependencies, ...optionalDependencies }).filter(
    ([, version]) => !/^\d+\.\d+\.\d+$/.test(version),
  )
  expect(ranges.map(([name]) => name)).toEqual(['better-sqlite3'])
})

test('an installation goes on without the SQLite module where that cannot be compiled, and without no other', () => {
  expect(Object.keys(optionalDependencies)).toEqual(['better-sqlite3'])
  const optional = locked.filter(([, each]) => each.optional).map(([path]) => nameOf(path))
  expect(optional).toContain('better-sqlite3')
  expect(Object.keys(dependencies).filter((name) => optional.includes(name))).toEqual([])
})
