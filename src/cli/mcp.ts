import { randomBytes } from 'node:crypto'
import { MemoryError, openFleet, openWorkspace } from '../index.js'
import type { Command, Context } from './command.js'

export const mcp: Command = {
  name: 'mcp',
  positional: '',
  summary: 'Serve memory to an agent, as tools of the Model Context Protocol over standard input and output',
  group: 'connect',
  options: {
    structured: {
      type: 'boolean',
      describe: 'For programs: answers as JSON beside the text, and its schemas in the list of tools',
    },
    fleet: { type: 'boolean', describe: 'Of many workspaces: recall and brief over all that --as may read' },
    as: { type: 'string', describe: 'With --fleet: who asks' },
    db: { type: 'string', describe: 'With --fleet: its database, as memory fleet takes it' },
  },
  stays: true,
  examples: [
    ['memory mcp', 'what an agent’s configuration starts; it ends with its input'],
    ['memory mcp --fleet --as alice --db postgres://agents@db.example/fleet', 'all workspaces that Alice may read'],
    [`echo '{"jsonrpc":"2.0","id":1,"method":"ping"}' | memory mcp`, 'whether it answers'],
  ],
  async run(context) {
    const { io, open, args } = context
    if (args.flag('fleet')) return overFleet(context)
    const alone = ['as', 'db'].find((name) => args.text(name) !== undefined)
    if (alone !== undefined) throw new MemoryError('bad-argument', `--${alone} is for mcp --fleet`)
    // Each client starts a server of its own for each session, so a server makes the session's id.
    const session = io.environment['MEMORY_SESSION'] || randomBytes(6).toString('hex')
    const { serve } = await import('../mcp/serve.js')
    await serve(
      (hooks) => openWorkspace({ ...open, ...hooks, session }),
      io.stdin as NodeJS.ReadStream,
      io.stdout as NodeJS.WriteStream,
      { structured: args.flag('structured') },
    )
    return 0
  },
}

async function overFleet({ io, args }: Context): Promise<number> {
  const as = args.text('as') ?? ''
  if (as.trim() === '') throw new MemoryError('bad-argument', 'say who asks: memory mcp --fleet --as NAME')
  const fleet = await openFleet({ db: args.text('db'), environment: io.environment, now: io.now })
  const { serveFleet } = await import('../mcp/serve-fleet.js')
  await serveFleet(fleet, as, io.stdin as NodeJS.ReadStream, io.stdout as NodeJS.WriteStream, {
    structured: args.flag('structured'),
  })
  return 0
}
