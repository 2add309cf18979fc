import { hookStates } from '../hooks/install.js'
import { openWorkspace, type Status } from '../index.js'
import { kindNames } from '../memory/kind.js'
import { showProblem } from '../memory/note.js'
import type { Command } from './command.js'
import { target } from './target.js'
import { count, shown } from './text.js'

export const status: Command = {
  name: 'status',
  positional: '',
  summary: 'What the index stands for, and what waits for a person',
  group: 'every day',
  options: {
    digest: { type: 'boolean', describe: 'Print the SHA-256 of everything the index holds, and nothing else' },
  },
  examples: [
    ['memory status', 'the whole picture'],
    ['memory status --digest', 'equal digests, equal indexes: compare clones'],
  ],
  async run({ args, open, json, print }) {
    const workspace = openWorkspace(open)
    try {
      if (args.flag('digest')) {
        const digest = await workspace.digest()
        if (args.flag('json')) json({ digest })
        else print(digest)
        return 0
      }
      const found = await workspace.status()
      const hooks = hookStates(workspace.repository, target)
      const ignored = workspace.repository.ignored(found.uncommitted)
      if (args.flag('json')) json({ ...found, hooks, ignored })
      else {
        const active = hooks.every(({ state }) => state === 'active')
        const hookLine = active
          ? 'active'
          : hooks
              .filter(({ state }) => state !== 'active')
              .map(({ name, state }) => `${name} ${state}`)
              .join(', ')
        for (const line of lines(found, hookLine, ignored)) print(shown(line))
      }
      return 0
    } finally {
      workspace.close()
    }
  },
}

/** A list that fills the screen hides the rest. */
const mostListed = 20

function pagesLine({ awaitsFirstBank, pagesBehind, pagesToReview, newPages, edits }: Status): string {
  if (awaitsFirstBank) return 'none yet: memory reflect writes the first ones'
  if (pagesBehind === null) return 'not known: the next commit, or memory reflect, writes them all'
  if (pagesBehind > 0) return `behind by ${pagesBehind}: memory reflect`
  const waiting = pagesToReview.length
  const told = [
    waiting === 0
      ? 'up to date'
      : `written, ${waiting} not committed: ${waiting > newPages.length ? 'git diff bank/' : 'git add bank/ lands them'}`,
    edits.length > 0 ? `${count(edits.length, 'line')} changed by hand` : '',
  ]
  return told.filter((part) => part !== '').join(', ')
}

function lines(found: Status, hookLine: string, ignored: readonly string[]): string[] {
  const { counts } = found
  const facts = kindNames.map((kind) => `${counts.facts[kind] ?? 0} ${kind}`).join(', ')
  const list = (title: string, entries: readonly string[]): string[] =>
    entries.length === 0
      ? []
      : [
          `${title} (${entries.length})`,
          ...entries.slice(0, mostListed).map((entry) => `  ${entry}`),
          ...(entries.length > mostListed ? [`  … and ${entries.length - mostListed} more: memory status --json`] : []),
        ]
  return [
    `workspace  ${found.workspace}`,
    `index      ${found.commit === null ? 'no commit yet' : `stands for ${found.commit.slice(0, 10)}`}${found.wasBehind ? ' (was behind, brought up to date now)' : ''}`,
    `holds      ${count(counts.notes, 'note')}, ${count(counts.pages, 'page')}: ${facts}; ${count(counts.entities, 'name')}`,
    `pages      ${pagesLine(found)}${found.operation ? ` (waiting: a ${found.operation} is in progress)` : ''}`,
    `hooks      ${hookLine}`,
    ...list(
      'uncommitted notes: recalled and marked, not in the index',
      found.uncommitted.map((path) => `${path}${ignored.includes(path) ? ' (ignored by Git)' : ''}`),
    ),
    ...list('problems: indexed as plain passages', found.problems.map(showProblem)),
    ...list('perhaps not as they were meant', found.doubts.map(showProblem)),
    ...list('skipped', found.skipped.map(showProblem)),
    ...list(
      'changed by hand in bank/: kept as they stand',
      found.edits.map(({ path, line, id, change }) => `${path}:${line}  ${change}${id ? `  ^${id}` : ''}`),
    ),
    ...list('not rewritten: a conflict is left in it, or its markers are missing or doubled', found.damagedPages),
    ...list('warnings', found.warnings),
  ]
}
