import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { execaNode } from 'execa'
import { MemoryError } from '../model/error.js'
import { requirePackage, type Reachable } from './database.js'
import type { FleetPlace } from './place.js'

/**
 * The way to connect: to a server by its address, or to one that is started in a folder: a process on loopback that
 * ends with this one. Its clients share one connection, enough for a demonstration and ten workspaces.
 *
 * @param packageRoot where `dist/` is
 * @throws MemoryError fleet-failed
 */
export async function reachable(place: FleetPlace, packageRoot: string): Promise<Reachable> {
  const application = { application_name: 'memory fleet' }
  if (place.kind === 'server')
    return {
      config: { ...application, ...(place.url === undefined ? {} : { connectionString: place.url }) },
      close: async () => {},
    }
  await requirePackage('folder', () => import('@electric-sql/pglite-socket'))
  mkdirSync(place.folder, { recursive: true, mode: 0o700 })
  // A process of its own: it must go on while the asking thread is blocked.
  const server = execaNode(join(packageRoot, 'dist', 'fleet-embedded.js'), [place.folder], { ipc: true, reject: false })
  const ended = server.then(({ stderr }) => {
    throw new MemoryError('fleet-failed', `no database can run in ${place.folder}: ${stderr.trim().split('\n').at(-1)}`)
  })
  ended.catch(() => undefined)
  const port = await Promise.race([server.getOneMessage() as Promise<number>, ended])
  return {
    config: { ...application, host: '127.0.0.1', port, user: 'postgres', database: 'postgres' },
    async close() {
      server.disconnect()
      await server
    },
  }
}
