import type { Fault } from '../index.js'
import { onWorkspace, type Command } from './command.js'
import type { Paint } from './paint.js'
import { count, shown } from './text.js'

export const verify: Command = {
  name: 'verify',
  positional: '',
  summary: 'Check that every line of bank/ cites what it says and adds up',
  group: 'care',
  options: { strict: { type: 'boolean', describe: 'Also that every page is what memory reflect would write' } },
  examples: [
    ['memory verify', 'exit 1 where a citation, a comment or a ledger is wrong; made for CI'],
    ['memory verify --strict', 'for a branch that holds nothing but reflected pages'],
  ],
  run: onWorkspace(async (workspace, { args, json, print, paint }) => {
    const { pages, faults } = await workspace.verify(args.flag('strict'))
    if (args.flag('json')) json({ pages, faults })
    else {
      for (const fault of faults) print(line(fault, paint))
      if (faults.length === 0) print(paint.good(`${count(pages, 'page')}: every line cites what it says.`))
    }
    return faults.some(({ level }) => level === 'error') ? 1 : 0
  }),
}

const line = ({ path, line: at, level, message }: Fault, paint: Paint): string =>
  `${paint.place(shown(path) + (at > 0 ? `:${at}` : ''))}  ${level === 'warning' ? `${paint.warn('warning:')} ` : ''}${shown(message)}`
