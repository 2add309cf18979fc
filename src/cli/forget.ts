import { openWorkspace, type Forgotten } from '../index.js'
import type { Command } from './command.js'
import { count, shown } from './text.js'

export const forget: Command = {
  name: 'forget',
  positional: '<id>',
  summary: 'Take what a fact says out of notes and index for good',
  group: 'correct',
  options: { 'dry-run': { type: 'boolean', describe: 'Say what would be done, and what Git would still hold' } },
  examples: [
    ['memory forget ^osynd3u4p0 --dry-run', 'which lines and pages, and which commits hold them'],
    ['memory forget ^osynd3u4p0', 'the lines go, and stay away when another clone is merged'],
  ],
  async run({ args, open, json, print }) {
    const workspace = openWorkspace(open)
    try {
      const [id = ''] = args.positional
      const dryRun = args.flag('dry-run')
      const done = await workspace.forget(id, { dryRun })
      if (args.flag('json')) json(done)
      else for (const line of told(done, dryRun)) print(line)
      return 0
    } finally {
      workspace.close()
    }
  },
}

function told({ id, lines, pages, commit, history, elsewhere, indexClean }: Forgotten, dryRun: boolean): string[] {
  const index = indexClean
    ? 'The index file holds nothing of it.'
    : `Another process has the index open, so its file may still hold the words: memory forget ^${id} again.`
  if (lines.length === 0) return [`^${id} was forgotten before.`, ...(dryRun ? [] : [index])]
  const alsoPages = pages.length === 0 ? '' : ` and ${count(pages.length, 'page')} of bank/`
  return [
    ...lines.map((line) => `${dryRun ? 'would take out' : 'took out'} ${shown(line)}`),
    dryRun
      ? `The commit would change ${count(new Set(lines.map(fileOf)).size, 'note')}${alsoPages}; nothing was done.`
      : `committed as ${commit!.slice(0, 12)}${alsoPages === '' ? '' : `, with${alsoPages.slice(4)}`}. ${index}`,
    ...(elsewhere.length === 0
      ? []
      : ['', 'The same words still stand at:', ...elsewhere.map((at) => `  ${shown(at.source)}  ^${at.id}`)]),
    '',
    `Git still holds it: ${added(history)}`,
    ...history.commits.map(({ commit: name, day, subject }) => `  ${name.slice(0, 12)} ${day} ${shown(subject)}`),
    'So do other branches, clones and hosts that have them. Taking it out of history is yours to do, for it changes',
    'every later commit: git filter-repo --replace-text FILE, push --force, and clone anew everywhere.',
    'If it was a password or a key, change it first: nothing else makes it harmless.',
  ]
}

const fileOf = (place: string): string => place.slice(0, place.lastIndexOf('#'))

const added = ({ commits, ends }: Forgotten['history']): string =>
  `${commits.length === 1 ? '1 commit' : `${commits.length} commits`} of this branch added it${ends === null ? '' : ` (${ends})`}${commits.length === 0 ? '.' : ':'}`
