import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { execaNode } from 'execa'
import { MemoryError } from '../model/error.js'
import { requirePackage, type Reachable } from './database.js'
import type { FleetPlace } from './place.js'

/**
 * How to connect: to a server by what names it, or to one that is started in a folder, as a process that ends with this one,
 * on loopback. That takes one connection at a time, and is enough for a demonstration and ten workspaces.
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
  // A process of its own: whoever asks waits with their whole thread, and it must go on meanwhile.
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
