import { onWorkspace, type Command } from './command.js'

export const dump: Command = {
  name: 'dump',
  positional: '',
  summary: 'Print the whole index as text, one JSON array a line, always in the same order',
  group: 'plumbing',
  options: {},
  examples: [['memory dump | sha256sum', 'what memory status --digest prints']],
  run: onWorkspace(async (workspace, { print }) => {
    await workspace.dump(print)
    return 0
  }),
}
