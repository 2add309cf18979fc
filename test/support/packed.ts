import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { expect } from '@jest/globals'
import type { Repo } from './with-repo.js'

/** Unpack a package as npm would install it from its tarball. */
export function installPacked(repo: Repo, source: string, name: string): void {
  const packed = spawnSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', repo.path('../')], {
    cwd: source,
    env: repo.environment,
    encoding: 'utf8',
  })
  expect({ status: packed.status, stderr: packed.stderr }).toMatchObject({ status: 0 })
  const folder = repo.path(`node_modules/${name}`)
  mkdirSync(folder, { recursive: true })
  const tarball = repo.path(`../${packed.stdout.trim().split('\n').at(-1)!}`)
  expect(repo.run('tar', 'xzf', tarball, '--strip-components=1', '-C', folder).status).toBe(0)
}
