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
  examples: [
    ['memory mcp', 'what an agent’s configuration starts; it ends with its input'],
    [`echo '{"jsonrpc":"2.0","id":1,"method":"ping"}' | memory mcp`, 'whether it answers'],
  ],
  async run({ io, open, args }) {
    const { serve } = await import('../mcp/serve.js')
    await serve(
      (hooks) => openWorkspace({ ...open, ...hooks }),
      io.stdin as NodeJS.ReadStream,
      io.stdout as NodeJS.WriteStream,
      { structured: args.flag('structured') },
    )
    return 0
  },
}
