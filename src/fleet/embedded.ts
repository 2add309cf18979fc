import { PGlite } from '@electric-sql/pglite'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'

// A process that runs PostgreSQL in a folder, for clients on loopback. It ends with the process that started it
// (src/fleet/reach.ts).
const db = await PGlite.create(process.argv[2]!)
const server = new PGLiteSocketServer({ db, host: '127.0.0.1', port: 0, maxConnections: 4 })
const listening = new Promise<number>((resolve) => {
  server.addEventListener('listening', (event) => resolve((event as CustomEvent<{ port: number }>).detail.port))
})
await server.start()
process.once('disconnect', async () => {
  await server.stop()
  await db.close()
  process.exit(0)
})
process.send?.(await listening)
