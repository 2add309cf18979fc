import type { ImportedFile, ImportReport, ImportState } from '../index.js'
import { startOf } from '../text/start-of.js'
import { onWorkspace, type Command } from './command.js'
import { count, shown } from './text.js'

export const importing: Command = {
  name: 'import',
  positional: '[path..]',
  summary: 'Bring in conversations that other programs keep, as notes by day',
  group: 'connect',
  options: {
    from: { type: 'string', describe: 'claude-code, codex, chatgpt, claude, letta, hindsight, basic-memory or okf' },
    write: { type: 'boolean', describe: 'Write the notes; without it they are only told' },
    commit: { type: 'boolean', describe: 'Write the notes, and commit them and nothing else' },
    since: { type: 'string', describe: 'Only what was said on that day or later (2025-11-27, 30d)' },
  },
  examples: [
    ['memory import --from claude-code', 'what Claude Code keeps of this workspace: says it, writes nothing'],
    ['memory import --from codex --since 2025-11-01 --commit', "Codex's sessions here since a day, as a commit"],
    ['memory import export/conversations.json --write', 'a data export of ChatGPT or Claude, unpacked'],
    ['memory import --from okf ../knowledge --commit', 'what another memory exported, or any bundle of OKF'],
  ],
  run: onWorkspace(async (workspace, { args, json, print, note, paint }) => {
    const options = {
      from: args.text('from'),
      paths: args.positional,
      write: args.flag('write'),
      commit: args.flag('commit'),
      since: args.text('since'),
    }
    const report = await workspace.import(options)
    if (args.flag('json')) json(report)
    else {
      for (const line of told(report, options)) print(line)
      for (const line of doubts(report)) print(paint.warn(line))
    }
    if (report.unreadInAll === 0) return 0
    const isNothing = report.conversations + report.earlier === 0
    note(
      isNothing
        ? 'memory: nothing could be read of what was to be imported'
        : `memory: ${count(report.unreadInAll, 'place')} could not be read, and all that is whole beside ${report.unreadInAll === 1 ? 'it' : 'them'} was`,
    )
    return isNothing ? 2 : 1
  }),
}

const mostFiles = 20

interface ToldOptions {
  readonly paths: readonly string[]
  readonly write: boolean
  readonly commit: boolean
}

function told(report: ImportReport, { paths, write, commit: commits }: ToldOptions): string[] {
  const { files, sample, conversations, messages, characters, format, commit, written } = report
  if (messages === 0) return [`Nothing to import${whyNone(report, paths.length > 0)}.`, ...left(report)]
  const changed = files.filter(({ state }) => state === 'new' || state === 'grown')
  const more = changed.length - mostFiles
  const days = new Set(files.map(({ day }) => day)).size
  return [
    ...changed.slice(0, mostFiles).flatMap((file, at) => [fileLine(file), ...(at === 0 ? quoted(sample) : [])]),
    ...(more > 0 ? [`and ${count(more, 'note')} more`] : []),
    `${count(conversations, 'conversation')} of ${format} on ${count(days, 'day')}: ${count(messages, 'message')}, ${count(characters, 'character')}`,
    ...tally(files),
    ...left(report),
    commit !== null
      ? `Committed as ${commit.slice(0, 12)}.`
      : written
        ? 'Written. They count from their commit on.'
        : changed.length === 0 || write || commits
          ? 'Nothing to write.'
          : 'Nothing is written yet: --write does it, or --commit.',
  ]
}

/** Why nothing was imported: `: 1 file of codex read, and no message in it`. */
function whyNone({ sources, format, earlier, unreadInAll }: ImportReport, isNamed: boolean): string {
  const read = `${count(sources, 'file')} of ${format}`
  if (earlier > 0) return `: no message of ${read} is of that time`
  if (sources === 0) return `: there is no file of ${format}${isNamed ? '' : ' for this workspace'}`
  if (unreadInAll > 0) return ''
  return `: ${read} read, and no message in ${sources === 1 ? 'it' : 'them'}`
}

/** `memory/imports/codex/2025-11-27-3f9a2c1b7d.md  new  12 messages  14:30 Fix the login` */
const fileLine = ({ path, state, messages, title }: ImportedFile): string =>
  `${shown(path)}  ${state}  ${count(messages, 'message')}  ${shown(title)}`

const longestSample = 100

const quoted = (lines: readonly string[]): string[] =>
  lines.map((line) => {
    const short = shown(startOf(line, longestSample))
    return line === '' ? '' : `    ${short}${line.length > longestSample ? '…' : ''}`
  })

const states: Readonly<Record<ImportState, string>> = {
  new: 'new',
  grown: 'grown since',
  same: 'there already',
  edited: 'changed by hand since, and left alone',
  longer: 'with more messages than the source has now, left alone',
  foreign: 'in the way of something else, left out',
}

function tally(files: readonly ImportedFile[]): string[] {
  const parts = Object.entries(states).flatMap(([state, words]) => {
    const many = files.filter((file) => file.state === state).length
    return many === 0 ? [] : [`${many} ${words}`]
  })
  return [`notes: ${parts.join(', ')}`]
}

type ImportKind = keyof ImportReport['leftOut']

const leftOutWords: Readonly<Record<ImportKind, string>> = {
  'tool-call': 'tool call',
  'tool-result': 'tool result',
  thinking: 'thought',
  system: 'prompt or notice of the program',
  attachment: 'image or file',
  subagent: 'message of a subagent',
  branch: 'message of another branch',
  record: 'record without a message',
  empty: 'empty message',
  conversation: 'conversation without a message',
  unknown: 'thing of an unknown kind',
}

function left({ leftOut, masked }: ImportReport): string[] {
  const kinds = Object.entries(leftOut).map(([kind, many]) => `${many} × ${leftOutWords[kind as ImportKind]}`)
  const secrets = Object.entries(masked).map(([kind, many]) => `${many} × ${kind}`)
  return [
    ...(secrets.length > 0 ? [`credentials masked: ${secrets.join(', ')}`] : []),
    ...(kinds.length > 0 ? [`left out: ${kinds.join(', ')}`] : []),
  ]
}

function doubts({ files, unread, unreadInAll, undated }: ImportReport): string[] {
  const alone = files.filter(({ state }) => ['edited', 'longer', 'foreign'].includes(state))
  const most = alone.slice(0, mostFiles).map(({ path, state }) => `${shown(path)}  ${states[state]}`)
  const more = (all: number, named: number): string[] => (all > named ? [`and ${all - named} more`] : [])
  const places = unread
    .slice(0, mostFiles)
    .map(
      ({ path, where, found, right }) =>
        `${shown([path, where].filter(Boolean).join(', '))}  not read: ${shown(found)}; right would be ${shown(right)}`,
    )
  return [
    ...most,
    ...more(alone.length, most.length),
    ...places,
    ...more(unreadInAll, places.length),
    ...(undated > 0 ? [`${count(undated, 'message')} without a time: on the day of the file`] : []),
  ]
}
