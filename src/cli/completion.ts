import { basename } from 'node:path'
import yargs from 'yargs'
import type { Command } from './command.js'

/**
 * The script for fish, which yargs lacks. It uses the list for zsh: `init:Make this repository a memory` becomes
 * `init⇥Make …`.
 */
const forFish = `# memory completion >> ~/.config/fish/config.fish
function __memory_complete
  set --local words (commandline --tokenize --cut-at-cursor --current-process) (commandline --cut-at-cursor --current-token)
  env SHELL=zsh memory --get-yargs-completions $words 2>/dev/null | string replace ':' \\t
end
complete --command memory --no-files --arguments '(__memory_complete)'`

export const completion: Command = {
  name: 'completion',
  positional: '',
  summary: 'Print the script for completion with the Tab key in bash, zsh and fish',
  group: 'care',
  options: {},
  examples: [
    [
      'memory completion >> ~/.bashrc',
      'from the next shell on; for zsh: ~/.zshrc, for fish: ~/.config/fish/config.fish',
    ],
  ],

  run({ io, json, print, args }) {
    const script = completionScript(basename(io.environment['SHELL'] ?? ''))
    if (args.flag('json')) json({ script })
    else print(script)
    return Promise.resolve(0)
  },
}

/** For shells other than fish, yargs prints the script of bash or zsh, by `$SHELL`. */
export function completionScript(shell: string): string {
  if (shell === 'fish') return forFish
  let script = ''
  yargs([], '/')
    .scriptName('memory')
    .completion('completion')
    .exitProcess(false)
    .parse(['completion'], {}, (_error, _values, text) => {
      script = text
    })
  return script.trimEnd()
}
