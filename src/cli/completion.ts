import yargs from 'yargs'
import type { Command } from './command.js'

export const completion: Command = {
  name: 'completion',
  positional: '',
  summary: 'Print the script for completion with the Tab key in bash and zsh',
  group: 'care',
  options: {},
  examples: [['memory completion >> ~/.bashrc', 'from the next shell on; for zsh: ~/.zshrc']],

  run({ json, print, args }) {
    let script = ''
    yargs([], '/')
      .scriptName('memory')
      .completion('completion')
      .exitProcess(false)
      .parse(['completion'], {}, (_error, _values, text) => {
        script = text
      })
    if (args.flag('json')) json({ script })
    else print(script.trimEnd())
    return Promise.resolve(0)
  },
}
