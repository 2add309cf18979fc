import type { SyncReport } from '../index.js'
import { onWorkspace, type Command, type Context } from './command.js'
import { count } from './text.js'

export const sync: Command = {
  name: 'sync',
  positional: '',
  summary: 'Make the index stand for HEAD; every other command does this first',
  group: 'plumbing',
  options: {},
  examples: [['memory sync --json', 'how many blobs were read']],
  run: onWorkspace(async (workspace, context) => {
    return report(context, await workspace.sync())
  }),
}

export function report({ args, json, print }: Context, done: SyncReport): number {
  if (args.flag('json')) json(done)
  else if (done.commit === null)
    print('No commit yet: there is nothing to index, uncommitted notes are still recalled.')
  else if (!done.changed) print(`The index stands for ${done.commit.slice(0, 10)} already.`)
  else
    print(
      `The index stands for ${done.commit.slice(0, 10)}: ${readIn(done)}${done.removed > 0 ? `, ${done.removed} removed` : ''}${done.problems > 0 ? `; ${count(done.problems, 'bullet')} to check: memory status` : ''}.`,
    )
  return 0
}

/** How much was read: `7 notes and 2 pages read (4 facts)`. */
function readIn({ read, pages, facts }: SyncReport): string {
  const what = [read > pages || pages === 0 ? count(read - pages, 'note') : '', pages > 0 ? count(pages, 'page') : '']
  return `${what.filter((part) => part !== '').join(' and ')} read (${count(facts, 'fact')})`
}
