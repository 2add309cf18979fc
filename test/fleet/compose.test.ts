import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { parse } from 'yaml'
import { retain } from '../support/notes.js'
import { execute, postgresServers, startPostgres, type PostgresServer } from '../support/postgres.js'
import { checkout, memoryCommand, withRepo, type Repo } from '../support/with-repo.js'

interface Service {
  readonly command?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly deploy?: { readonly replicas: number }
  readonly healthcheck?: { readonly test: readonly string[] }
}

const { services } = parse(readFileSync(join(checkout, 'templates/fleet/compose.yml'), 'utf8'), { merge: true }) as {
  services: Readonly<Record<'db' | 'tables' | 'worker', Service>>
}
const commandOf = (name: 'tables' | 'worker'): readonly string[] => {
  const [program, ...args] = services[name].command!
  expect(program).toBe('memory')
  return args
}

const withServer = postgresServers().length === 0 ? describe.skip : describe

withServer('the compose file of a fleet', () => {
  let server: PostgresServer
  beforeAll(async () => (server = await startPostgres()), 60_000)
  afterAll(() => server.stop())

  test('has commands that make the tables and bring what is pushed, by two workers that end when they are told to', () =>
    withRepo(async (repo) => {
      // As the image has it, with this test's server in place of `db`, whose owner and database it names.
      const { MEMORY_FLEET: named } = services.worker.environment!
      expect(named).toMatch(/^postgres:\/\/owner:\$\{FLEET_PASSWORD\}@db\/fleet$/)
      expect(services.db.environment).toMatchObject({ POSTGRES_USER: 'owner', POSTGRES_DB: 'fleet' })
      const { hostname, port } = new URL(server.url())
      await execute(server.url(), 'CREATE DATABASE fleet')
      const at = repo.with({ MEMORY_FLEET: server.url('fleet') })
      const [check, ...args] = services.db.healthcheck!.test.slice(1)
      const program = postgresServers()
        .map(({ folder }) => join(folder, check!))
        .find((path) => existsSync(path))
      // The registry's servers come without it.
      if (program) execFileSync(program, [...args, '-h', hostname, '-p', port])

      expect(at.memory(...commandOf('tables'))).toMatchObject({
        status: 0,
        stdout: expect.stringContaining('Made: '),
      })
      expect(at.memory(...commandOf('tables')).stdout).toBe('The fleet is there, and of this version.\n')
      repo.commit('memory/2025-11-27.md', retain('W @Peter: Owns the rollout of the winter plan'))
      expect(at.memory('fleet', 'add', repo.root, '--allow-files').status).toBe(0)
      expect(at.memory('fleet', 'grant', 'alice', repo.root).status).toBe(0)
      const workers = Array.from({ length: services.worker.deploy!.replicas }, (_, number) => startWorker(at, number))
      expect(workers).toHaveLength(2)
      try {
        await Promise.race(workers.map(({ landed }) => landed))
      } finally {
        for (const { child } of workers) child.kill('SIGTERM')
      }
      expect(await Promise.all(workers.map(({ ended }) => ended))).toEqual([0, 0])
      // Whoever asks logs in as docs/fleet.md says, and not as the owner.
      await execute(server.url('fleet'), 'CREATE ROLE agents LOGIN IN ROLE memory_asker')
      const agents = repo.with({ MEMORY_FLEET: server.url('fleet', 'agents') })
      expect(agents.memory('fleet', 'recall', 'who owns the rollout', '--as', 'alice').stdout).toContain('winter plan')
      expect(agents.memory('fleet', 'brief', '--as', 'alice').stdout).toContain('winter plan')
      expect(agents.memory('fleet', 'status').stderr).toContain('does not let this login')
    }))
})

/** In a cache of its own, as a container has one; paths are remotes here. */
function startWorker(repo: Repo, number: number) {
  const args = commandOf('worker').map((arg) => (arg === '/tmp/cache' ? repo.path(`../cache-${number}`) : arg))
  expect(args).toContain('--cache')
  const child: ChildProcess = spawn(process.execPath, [memoryCommand, ...args, '--allow-files'], {
    cwd: repo.root,
    env: repo.environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', (status) => resolve(status)))
  const landed = new Promise<void>((resolve) =>
    child.stdout!.on('data', (text: Buffer) => {
      if (text.toString('utf8').startsWith('landed')) resolve()
    }),
  )
  return { child, ended, landed }
}
