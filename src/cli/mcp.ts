import { randomBytes } from 'node:crypto'
import { openWorkspace } from '../index.js'
import type { Command } from './command.js'

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
  },
  stays: true,
  examples: [
    ['memory mcp', 'what an agent’s configuration starts; it ends with its input'],
    [`echo '{"jsonrpc":"2.0","id":1,"method":"ping"}' | memory mcp`, 'whether it answers'],
  ],
  async run({ io, open, args }) {
    // A client starts a server of its own for each session.
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
