import { openWorkspace } from '../index.js'
import type { Command } from './command.js'

export const dump: Command = {
  name: 'dump',
  positional: '',
  summary: 'Print the whole index as text, one JSON array a line, in an order of its own',
  group: 'plumbing',
  options: {},
  examples: [['memory dump | sha256sum', 'what memory status --digest prints']],
  async run({ open, print }) {
    const workspace = openWorkspace(open)
    try {
      await workspace.dump(print)
      return 0
    } finally {
      workspace.close()
    }
  },
}
