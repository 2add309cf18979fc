import { MemoryError, openWorkspace, type DeletedLine, type Workspace } from '../index.js'
import type { Command } from './command.js'
import { count, shown } from './text.js'

export const reflect: Command = {
  name: 'reflect',
  positional: '',
  summary: 'Write the pages of bank/ in the working tree, as the hooks do',
  group: 'every day',
  options: {
    'dry-run': { type: 'boolean', describe: 'Only say which pages would change' },
    commit: { type: 'boolean', describe: 'Commit the pages, nothing else, with the reasons in the message' },
    discard: { type: 'boolean', describe: "Put HEAD's pages back where only generated lines differ" },
  },
  examples: [
    ['memory reflect && git diff bank/', 'write all pages, then review'],
    ['memory reflect --dry-run', 'which pages would change'],
    ['memory reflect --commit', 'land what the logs say; your own uncommitted edits stay yours'],
    ['memory reflect --discard && git switch topic', 'out of the way of a switch or pull; nothing of yours is lost'],
  ],
  async run({ args, open, json, print }) {
    const workspace = openWorkspace(open)
    try {
      const asked = ['dry-run', 'commit', 'discard'].filter((name) => args.flag(name))
      if (asked.length > 1)
        throw new MemoryError('bad-argument', `--${asked.join(' and --')} do different things: give one`)
      if (args.flag('dry-run')) {
        const would = await workspace.preview()
        if (args.flag('json')) json({ pages: [...would.keys()] })
        else if (would.size === 0) print(asTheLogsSay(workspace))
        else for (const [path, text] of would) print(`would ${text === null ? 'remove' : 'write'}  ${shown(path)}`)
        return 0
      }
      if (args.flag('commit')) {
        const { commit, pages, deleted } = await workspace.commit()
        if (args.flag('json')) json({ commit, pages, deleted })
        else if (commit === null) print('HEAD has every page as its logs say.')
        else print(`${commit.slice(0, 10)} holds ${count(pages.length, 'page')}: git show ${commit.slice(0, 10)}`)
        if (!args.flag('json')) backLines(deleted).forEach((line) => print(line))
        return 0
      }
      if (args.flag('discard')) {
        const { restored, removed, kept } = await workspace.discard()
        if (args.flag('json')) json({ restored, removed, kept })
        else {
          for (const path of [...restored, ...removed]) print(`put back  ${shown(path)}`)
          for (const path of kept) print(`left      ${shown(path)}: it holds words that HEAD does not`)
          if (restored.length + removed.length + kept.length === 0) print('Every page is as HEAD has it.')
        }
        return kept.length > 0 ? 1 : 0
      }
      const report = await workspace.reflect('all')
      if (args.flag('json')) json(report)
      else {
        for (const path of report.written) print(`wrote    ${shown(path)}`)
        for (const path of report.removed) print(`removed  ${shown(path)}`)
        for (const path of report.damaged)
          print(`left     ${shown(path)}: a conflict is left in it, or its markers are missing or doubled`)
        backLines(report.deleted).forEach((line) => print(line))
        if (report.refused) print(`Nothing written: ${report.refused}.`)
        else if (report.written.length + report.removed.length === 0)
          print(report.damaged.length === 0 ? asTheLogsSay(workspace) : 'Every other page is as the logs say.')
        else
          print(
            report.created.length === report.written.length && report.removed.length === 0
              ? `${count(report.created.length, 'new page')}; read ${report.created.length === 1 ? 'it' : 'them'}, then git add bank/ && git commit lands ${report.created.length === 1 ? 'it' : 'them'}.`
              : `${count(report.written.length + report.removed.length, 'page')} changed; git diff bank/ shows what, git add bank/ && git commit lands it.`,
          )
      }
      return report.refused || report.damaged.length > 0 ? 1 : 0
    } finally {
      workspace.close()
    }
  },
}

const asTheLogsSay = ({ repository }: Workspace): string =>
  repository.head() === undefined
    ? 'No commit yet: pages are written from what HEAD holds, so commit the logs first.'
    : 'Every page is as the logs say.'

/** What a person deleted and finds again. */
const backLines = (deleted: readonly DeletedLine[]): string[] =>
  deleted.map(
    ({ path, id, said }) =>
      `back     ${shown(path)}: ${shown(said)} — the logs still say it, memory retire ^${id} retires it`,
  )
