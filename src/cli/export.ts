import type { ExportReport, ExportState } from '../index.js'
import { onWorkspace, type Command } from './command.js'
import { count, shown } from './text.js'

export const exporting: Command = {
  name: 'export',
  positional: '<folder>',
  summary: 'Write what the pages tell into a folder, for other programs to read',
  group: 'connect',
  options: {
    format: { type: 'string', describe: 'okf: the Open Knowledge Format, version 0.2 (default: okf)' },
    'dry-run': { type: 'boolean', describe: 'Say what would be written, and write nothing' },
  },
  examples: [
    ['memory export --format okf ../knowledge --dry-run', 'which files it would write'],
    ['memory export --format okf ../knowledge', 'writes them; again, and only what changed is written'],
  ],
  run: onWorkspace(async (workspace, { args, json, print, paint }) => {
    const [folder = ''] = args.positional
    const dryRun = args.flag('dry-run')
    const report = await workspace.export({ folder, format: args.text('format'), dryRun })
    if (args.flag('json')) json(report)
    else {
      for (const line of told(report, dryRun)) print(line)
      for (const line of leftAlone(report)) print(paint.warn(line))
    }
    return 0
  }),
}

const mostFiles = 20

function told(report: ExportReport, dryRun: boolean): string[] {
  const { files, concepts, version, folder, commit, written } = report
  const moved = files.filter(({ state }) => ['new', 'changed', 'removed'].includes(state))
  const more = moved.length - mostFiles
  return [
    ...moved.slice(0, mostFiles).map(({ path, state }) => `${shown(path)}  ${state}`),
    ...(more > 0 ? [`and ${count(more, 'file')} more`] : []),
    `${count(concepts, 'concept')} of OKF ${version} from ${commit.slice(0, 12)}: ${tally(files)}`,
    ...left(report),
    dryRun
      ? moved.length === 0
        ? 'Nothing would change.'
        : 'Nothing is written: leave out --dry-run.'
      : written
        ? `Written to ${shown(folder)}.`
        : 'Nothing to write.',
  ]
}

const states: Readonly<Record<ExportState, string>> = {
  new: 'new',
  changed: 'changed',
  same: 'there already',
  removed: 'of an earlier export removed',
  edited: 'changed by hand since, and left alone',
  foreign: 'in the way of something else, left out',
}

const tally = (files: ExportReport['files']): string =>
  Object.entries(states)
    .flatMap(([state, words]) => {
      const many = files.filter((file) => file.state === state).length
      return many === 0 ? [] : [`${many} ${words}`]
    })
    .join(', ')

function left({ masked, leftOut: { passages, suggestions } }: ExportReport): string[] {
  const secrets = Object.entries(masked).map(([kind, many]) => `${many} × ${kind}`)
  const parts = [
    ...(passages > 0 ? [count(passages, 'passage')] : []),
    ...(suggestions > 0 ? [count(suggestions, 'suggestion')] : []),
  ]
  return [
    ...(secrets.length > 0 ? [`credentials masked: ${secrets.join(', ')}`] : []),
    ...(parts.length > 0 ? [`left out: ${parts.join(', ')}`] : []),
  ]
}

function leftAlone({ files }: ExportReport): string[] {
  const alone = files.filter(({ state }) => state === 'edited' || state === 'foreign')
  const more = alone.length - mostFiles
  return [
    ...alone.slice(0, mostFiles).map(({ path, state }) => `${shown(path)}  ${states[state]}`),
    ...(more > 0 ? [`and ${more} more`] : []),
  ]
}
