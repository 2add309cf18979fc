import type { Forgotten } from '../index.js'
import { onWorkspace, type Command } from './command.js'
import { count, shown } from './text.js'

export const forget: Command = {
  name: 'forget',
  positional: '<id>',
  summary: 'Take what a fact says out, for good: commits at once',
  group: 'correct',
  options: { 'dry-run': { type: 'boolean', describe: 'Say what would be done, and what Git would still hold' } },
  examples: [
    ['memory forget ^osynd3u4p0 --dry-run', 'which lines and pages, and which commits hold them'],
    ['memory forget ^osynd3u4p0', 'the lines go, and stay away when another clone is merged'],
  ],
  run: onWorkspace(async (workspace, { args, json, print }) => {
    const [id = ''] = args.positional
    const dryRun = args.flag('dry-run')
    const done = await workspace.forget(id, { dryRun })
    if (args.flag('json')) json(done)
    else for (const line of told(done, dryRun)) print(line)
    return 0
  }),
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
    ...held(history),
    '',
    'Taking it out of history is yours to do, for it changes every later commit. FILE has the words, a line for each',
    'form that notes, pages and messages have them in:',
    '  git filter-repo --replace-text FILE --replace-message FILE',
    '  git reflog expire --expire=now --all && git gc --prune=now    (older stashes go along)',
    'Then push --force, every branch and tag; every other clone does the same, or is cloned anew.',
    'If it was a password or a key, change it first: nothing else makes it harmless.',
  ]
}

const fileOf = (place: string): string => place.slice(0, place.lastIndexOf('#'))

/** The most commits that are printed; `--json` has all. */
const most = 50

/** Lines about where Git still holds forgotten words. They never contain those words. */
function held({ commits, trees, refs, files, ends }: Forgotten['history']): string[] {
  const each = commits
    .slice(0, most)
    .flatMap((one) => [
      `  ${one.commit.slice(0, 12)} ${one.day} ${one.subject === null ? '(its subject says it)' : shown(one.subject)}`,
      `               ${whereIn(one)}`,
    ])
  const [emptied, saying] = [true, false].map((gone) => files.filter((file) => file.emptied === gone))
  const names = (paths: typeof files): string => paths.map(({ path }) => shown(path)).join(', ')
  return [
    `Git still holds it: ${count(commits.length, 'commit')} brought it in, took it out or said so${ends === null ? '' : ` (${ends})`}${commits.length === 0 ? '.' : ':'}`,
    ...each,
    ...(commits.length > most ? [`  and ${commits.length - most} more: --json names them all`] : []),
    ...(trees === 0 ? [] : [`${count(trees, 'commit')} ${trees === 1 ? 'has' : 'have'} it in files.`]),
    ...(refs.length === 0 ? [] : [`It is reached from ${listed(refs)}.`]),
    ...(saying!.length === 0 ? [] : [`In the Git folder it stands in ${names(saying!)}.`]),
    ...(emptied!.length === 0
      ? []
      : [`${names(emptied!)} in the Git folder was a copy of such a message, and is empty now.`]),
  ]
}

function whereIn({ into, outOf, message, onlyReflog }: Forgotten['history']['commits'][number]): string {
  const parts = [
    into.length === 0 ? '' : `into ${listed(into)}`,
    outOf.length === 0 ? '' : `out of ${listed(outOf)}`,
    message ? 'in its message' : '',
  ].filter((part) => part !== '')
  return parts.join('; ') + (onlyReflog ? ' (only a reflog leads there)' : '')
}

const listed = (names: readonly string[]): string =>
  names.slice(0, 8).map(shown).join(', ') + (names.length > 8 ? ` and ${names.length - 8} more` : '')
