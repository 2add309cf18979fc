import { hookNames, isHookName } from '../hooks/hook-names.js'
import { explain, isMessageHook, runHook } from '../hooks/run.js'
import { MemoryError } from '../index.js'
import type { Command } from './command.js'
import { shown } from './text.js'

/** Does by hand what the shims do with `bin/memory-hook.cjs`. */
export const hook: Command = {
  name: 'hook',
  positional: '<name> [arguments..]',
  summary: 'What the hooks call',
  group: 'plumbing',
  options: {},
  examples: [['memory hook post-commit', 'what Git runs after a commit']],
  async run({ args, io, open, note }) {
    const [name = '', ...rest] = args.positional
    if (!isHookName(name))
      throw new MemoryError('bad-argument', `hook takes one of ${hookNames.join(', ')}, got ${name}`)
    if (isMessageHook(name)) {
      await explain({ ...open, cwd: io.cwd, environment: io.environment }, rest)
      return 0
    }
    const line = await runHook(name, open, rest)
    if (line !== '') note(shown(line))
    return 0
  },
}
