import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { MemoryError } from '../model/error.js'
import { mergeFiles } from '../hooks/merge-driver.js'
import type { Command } from './command.js'

export const mergePage: Command = {
  name: 'merge-page',
  positional: '<base> <ours> <theirs>',
  summary: 'Merge three versions of a page into the second file, as Git does with bank/',
  group: 'plumbing',
  options: {},
  examples: [['memory merge-page base.md ours.md theirs.md', 'exit 1 where a conflict is left in ours.md']],
  async run({ args, io, json }) {
    const paths = args.positional.map((path) => resolve(io.cwd, path))
    const unreadable = paths.find((path) => !existsSync(path))
    if (unreadable !== undefined) throw new MemoryError('bad-argument', `${unreadable} is not there`)
    const [base, ours, theirs] = paths as [string, string, string]
    const status = mergeFiles(base, ours, theirs)
    if (args.flag('json')) json({ path: ours, conflict: status === 1 })
    return status
  },
}
