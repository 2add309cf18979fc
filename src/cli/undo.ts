import {
  MemoryError,
  type LeftStanding,
  type RestsOn,
  type Undone,
  type UndoneLine,
  type UndoSource,
} from '../index.js'
import { onWorkspace, type Args, type Command } from './command.js'
import { comparedLines } from './impact.js'
import type { Paint } from './paint.js'
import { count, shown } from './text.js'

export const undo: Command = {
  name: 'undo',
  positional: '[commits]',
  summary: 'Take back what a session, an author, an import or commits brought',
  group: 'correct',
  options: {
    session: { type: 'string', describe: 'All of a session: by the trailer Session: of its commits, or as imported' },
    author: { type: 'string', describe: 'All that an author or a program committed' },
    import: { type: 'string', describe: 'Imported notes: a format such as codex, a note or folder of them' },
    commit: { type: 'boolean', describe: 'Do it, as a commit of its own; else only what would go is said' },
  },
  examples: [
    ['memory undo --author Mallory', 'what would go, what stays and why; nothing is changed'],
    ['memory undo --author Mallory --commit', 'the lines go, and pages follow'],
    ['memory undo HEAD~1..HEAD', 'what the commits of a range brought'],
  ],
  run: onWorkspace(async (workspace, { args, json, print, paint }) => {
    const commit = args.flag('commit')
    const done = await workspace.undo(sourceOf(args), { commit })
    if (args.flag('json')) json(done)
    else for (const line of told(done, commit, paint)) print(line)
    return 0
  }),
}

function sourceOf(args: Args): UndoSource {
  const [commits, more] = args.positional
  const source: UndoSource = {
    commits,
    session: args.text('session'),
    author: args.text('author'),
    import: args.text('import'),
  }
  if (more !== undefined || Object.values(source).filter((value) => value !== undefined).length !== 1)
    throw new MemoryError('bad-argument', 'undo takes one source: a commit or range, --session, --author or --import')
  return source
}

const indent = ' '.repeat(8)

const lineOf = ({ source, text }: UndoneLine): string => `${indent}${shown(source)}  ${shown(text.trim())}`

function told(done: Undone, isAsked: boolean, paint: Paint): string[] {
  const { goes, back, stands, commit, headline } = done
  const section = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : [paint.faint(title), ...lines, '']
  const nothing = goes.length === 0 && back.length === 0
  const lines = [
    ...section(commit === null ? 'would go' : 'went', goes.map(lineOf)),
    ...section(commit === null ? 'would come back' : 'is back', back.map(lineOf)),
    ...section('stays', stands.flatMap(standingLines)),
  ]
  if (nothing)
    return [...lines, stands.length === 0 ? 'HEAD holds nothing of it any more.' : 'Nothing else of it is left.']
  const compared = comparedLines({ ...done, conflicts: [] }, paint)
  const all = `${count(goes.length, 'line')} less, ${back.length} back: ${headline}`
  return [
    ...lines,
    all,
    ...compared,
    '',
    commit === null
      ? `Nothing was changed${isAsked ? '' : '; --commit does it'}.`
      : `committed as ${commit.slice(0, 12)}.`,
  ]
}

const hows: Readonly<Record<RestsOn['how'], string>> = {
  verdict: 'is about it',
  replaces: 'replaces it',
  supports: 'supports it',
  weakens: 'weakens it',
  contradicts: 'contradicts it',
  drawn: 'is made of it',
  edited: 'edited since',
  setting: 'is no note',
}

/**
 *             memory/2025-12-01.md#L3  ^wbq6y7u3qw  - W @Peter: Lives in Graz
 *                     memory/2025-12-03.md#L3 replaces it: Moved to Wels
 */
const standingLines = ({ id, source, text, because }: LeftStanding): string[] => [
  indent + [shown(source), id === null ? '' : `^${id}`, shown(text.trim())].filter(Boolean).join('  '),
  ...because.map((each) => {
    const place = each.source === source ? '' : `${shown(each.source)} `
    return `${indent}${indent}${place}${hows[each.how]}: ${shown(each.text)}`
  }),
]
