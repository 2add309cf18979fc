import { idMeant } from '../model/fact.js'
import { besideLines, committedLines } from './beside.js'
import { onWorkspace, type Command } from './command.js'
import { shown } from './text.js'

export const retire: Command = {
  name: 'retire',
  positional: '<id>',
  summary: 'Say no to a fact or belief, or to what a fact does to another',
  group: 'correct',
  options: {
    for: { type: 'string', describe: 'The opinion it is no evidence for, or the fact it does not end; it stays' },
    why: { type: 'string', describe: 'The reason, kept beside it' },
    commit: { type: 'boolean', describe: 'Commit the line and all that waits from before, and nothing else' },
  },
  examples: [
    ['memory retire ^osynd3u4p0 --why "he said so"', 'it is told no more, and speaks for nothing'],
    ['memory retire ^5zj8jn0r86 --for ^osynd3u4p0', 'this fact never moves that opinion'],
    ['memory retire ^i2ue4x58u4 --commit', 'as a commit of its own; what no commit holds yet is taken out of its log'],
  ],
  run: onWorkspace(async (workspace, { args, json, print }) => {
    const [fact = ''] = args.positional
    const isCommitted = args.flag('commit')
    const done = await workspace.retire({ fact, for: args.text('for'), why: args.text('why') }, { commit: isCommitted })
    if (args.flag('json')) json(done)
    else if (done.removed.length > 0) {
      const places = done.removed.map(shown).join(' and ')
      print(shown(done.bullet))
      print(`stood in ${places}, which no commit holds, and is out of it.`)
      for (const path of done.staged)
        print(`It is staged still: git reset -- ${shown(path)} takes it out of the next commit.`)
    } else if (!done.written) {
      const what = args.text('for') === undefined ? `: ^${shown(idMeant(fact))} is retired` : ''
      print(`${shown(done.page)} says so already${what}.`)
      if (done.reasonLost) print('The reason was not added: write it behind that line.')
    } else {
      print(shown(done.bullet))
      print(
        `stands in ${shown(done.page)} now, under "## Curated". ${done.commit === null ? 'It holds from the commit of that page on.' : `Committed as ${done.commit.slice(0, 12)}.`}`,
      )
    }
    const isTold = done.removed.length === 0 && done.written
    // Another expectation is offered only where the workspace has some already.
    if (!args.flag('json') && isTold && args.text('for') === undefined && done.expecting)
      print(`memory expect add "your question" --never ^${idMeant(fact)} holds memory to that.`)
    if (!args.flag('json'))
      for (const line of [...besideLines(done), ...(isTold ? [] : committedLines(done.commit, isCommitted))])
        print(line)
    return 0
  }),
}
