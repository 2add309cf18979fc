import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Fleet } from '../../src/fleet/fleet.js'
import { checkout } from './with-repo.js'

/** PostgreSQL refuses to run as root. */
const ordinary: { uid?: number; gid?: number } = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/** Where a server's programs are: what the environment names, Debian's, the newest first, or those of the PATH; undefined where there are none. */
export function postgresPrograms(): string | undefined {
  const named = process.env['MEMORY_TEST_POSTGRES']
  if (named) return named
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).filter((name) => Number(name) >= 15) : []
  const folders = [
    ...versions.toSorted((a, b) => Number(b) - Number(a)).map((name) => join(debian, name, 'bin')),
    ...(process.env['PATH'] ?? '').split(':'),
  ]
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
}

/** A server of its own in a temporary folder, on loopback; as an ordinary user. */
export interface PostgresServer {
  readonly url: (database?: string, user?: string) => string
  /** Each with a database of its own, which has no fleet yet. */
  newFleet(options?: {
    readonly environment?: NodeJS.ProcessEnv
    readonly database?: string
    readonly now?: Date
  }): Fleet
  /** End it at once, as a power cut does, and start it again. */
  crash(): Promise<void>
  stop(): Promise<void>
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

export async function startPostgres(): Promise<PostgresServer> {
  const programs = postgresPrograms()!
  const folder = mkdtempSync(join(tmpdir(), 'memory-postgres-'))
  if (ordinary.uid !== undefined) chownSync(folder, ordinary.uid, ordinary.uid)
  const data = join(folder, 'data')
  const environment = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C.UTF-8' }
  const initdb = ['-D', data, '-U', 'owner', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']
  execFileSync(join(programs, 'initdb'), initdb, { cwd: folder, env: environment, stdio: 'pipe', ...ordinary })
  const port = await freePort()
  let child: ChildProcess
  const start = async (): Promise<void> => {
    const settings = [
      'fsync=off',
      'listen_addresses=127.0.0.1',
      `unix_socket_directories=${folder}`,
      'max_connections=40',
    ]
    child = spawn(
      join(programs, 'postgres'),
      ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
      { cwd: folder, env: environment, stdio: 'ignore', ...ordinary },
    )
    for (let tries = 0; ; tries++) {
      try {
        execFileSync(join(programs, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port), '-U', 'owner'])
        return
      } catch (cause) {
        if (tries > 200) throw cause
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
  }
  const ended = (signal: NodeJS.Signals): Promise<void> =>
    new Promise((resolve) => {
      child.once('exit', () => resolve())
      child.kill(signal)
    })
  await start()
  const url = (database = 'postgres', user = 'owner'): string => `postgres://${user}@127.0.0.1:${port}/${database}`
  let made = 0
  return {
    url,
    newFleet({ environment: env = process.env, database, now = new Date() } = {}) {
      const name = database ?? `fleet${made++}`
      if (database === undefined)
        execFileSync(join(programs, 'createdb'), ['-h', '127.0.0.1', '-p', String(port), '-U', 'owner', name])
      return new Fleet({
        place: { kind: 'server', url: url(name) },
        packageRoot: checkout,
        environment: env,
        allowsFiles: true,
        now: () => now,
      })
    },
    async crash() {
      await ended('SIGQUIT')
      await start()
    },
    async stop() {
      await ended('SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
