import { MemoryError, type Core, type CoreBlock, type CoreEdit, type CoreEdited, type Workspace } from '../index.js'
import { onWorkspace, type Args, type Command, type Context, type Io } from './command.js'
import { textFrom } from './judge.js'
import { count, shown } from './text.js'

const verbs = ['show', 'append', 'replace', 'insert', 'owner', 'commit'] as const
type CoreVerb = (typeof verbs)[number]

const takes: Readonly<Record<Exclude<CoreVerb, 'show' | 'commit'>, string>> = {
  append: 'core append BLOCK TEXT',
  replace: 'core replace BLOCK OLD NEW',
  insert: 'core insert BLOCK TEXT --line N',
  owner: 'core owner NAME',
}

export const core: Command = {
  name: 'core',
  positional: '[words..]',
  summary: 'What an agent always knows, block by block: show, append, replace, insert, owner, commit',
  group: 'every day',
  options: {
    line: { type: 'number', describe: 'With insert: the line that the text goes behind, as show prints it' },
    reason: { type: 'string', describe: 'Why; with --commit it is the message, its first line the subject' },
    commit: { type: 'boolean', describe: 'Commit the edit at once, and nothing else' },
    'as-is': {
      type: 'boolean',
      describe: 'Write it also where it looks like a credential; with owner, where no fact has the name',
    },
  },
  examples: [
    ['memory core', 'every block with its place, its length and its limit'],
    ['memory core append Persona "Dry and brief."', 'a line more; a block that is not there is made'],
    ['memory core replace Persona "Dry and brief." "Dry, brief and kind."', 'words that stand once in the block'],
    ['memory core insert Persona "- Asks first." --line 3', 'behind that line of the file'],
    ['memory core append Rules - --reason "Peter said so" --commit < rules.txt', 'from standard input, as a commit'],
    ['memory core owner Peter --commit', 'whom "I" and "my" mean: `me` in .memory/config.json'],
    ['memory core commit --reason "Peter said so"', 'MEMORY.md as it stands, and nothing else'],
  ],
  run: onWorkspace(async (workspace, context) => {
    const [verb = 'show', ...words] = context.args.positional
    if (verb === 'show') return show(workspace, words, context)
    if (verb === 'commit') return commit(workspace, words, context)
    return edit(workspace, await editOf(verb, words, context), context)
  }),
}

async function show(workspace: Workspace, words: readonly string[], { args, json, print }: Context): Promise<number> {
  const astray = ['line', 'reason', 'commit', 'as-is'].find((name) => args.flag(name) || args.text(name) !== undefined)
  if (astray) throw new MemoryError('bad-argument', `--${astray} goes with an edit, not with core show`)
  const found = await workspace.core(words.length > 0 ? words.join(' ') : undefined)
  if (args.flag('json')) json(found)
  else linesOf(found).forEach((line) => print(line))
  return 0
}

function linesOf({ blocks, unread }: Core): string[] {
  const pieces = [...blocks.map(blockLines), ...unread.map(({ path, why }) => [`${path}  not read: ${shown(why)}`])]
  if (pieces.length === 0)
    return ['There is no core block yet: memory core append Persona "…" makes one, in MEMORY.md.']
  return pieces.flatMap((lines, at) => (at > 0 ? ['', ...lines] : lines))
}

/**
 *     MEMORY.md#L3-L5  Persona  52/5000 characters
 *     3→## Persona
 *     4→
 *     5→Dry and brief.
 *
 * Tabs are printed as they are, so that printed text can be given to `core replace`.
 */
function blockLines({ block, source, used, limit, readOnly, first, text }: CoreBlock): string[] {
  const over = used > limit ? `, ${used - limit} too many: a brief leaves out its end` : ''
  const marks = readOnly ? '  read only' : ''
  return [
    `${source}  ${shown(block)}  ${used}/${count(limit, 'character')}${over}${marks}`,
    ...text.split('\n').map((line, at) => `${first + at}→${line.split('\t').map(shown).join('\t')}`),
  ]
}

async function editOf(verb: string, words: readonly string[], { args, io }: Context): Promise<CoreEdit> {
  const known = verbs.find((name) => name === verb)
  if (known === undefined || known === 'show' || known === 'commit')
    throw new MemoryError('bad-argument', `core takes ${verbs.join(', ')}, got ${verb.slice(0, 60)}`)
  if (known === 'owner') {
    if (words.length !== 1)
      throw new MemoryError('bad-argument', `it is memory ${takes.owner}, in quotes where it has blanks`)
    lineOf(args, known)
    return { edit: known, text: words[0]! }
  }
  const [block = '', ...texts] = words
  const wants = known === 'replace' ? 2 : 1
  if (texts.length !== wants)
    throw new MemoryError(
      'bad-argument',
      `it is memory ${takes[known]}, each in quotes, got ${texts.length} of ${count(wants, 'text')}`,
    )
  const line = lineOf(args, known)
  if (texts.filter((text) => text === '-').length > 1)
    throw new MemoryError('bad-argument', 'standard input can be one text, not both')
  const [text = '', other = ''] = await Promise.all(texts.map((each) => textOf(each, io)))
  if (known === 'replace') return { edit: known, block, old: text, new: other }
  return known === 'append' ? { edit: known, block, text } : { edit: known, block, text, line }
}

/** The text of an argument, or of stdin for `-`, without the line end that a pipe adds. */
const textOf = async (text: string, io: Io): Promise<string> =>
  text === '-' ? (await textFrom('-', io)).replace(/\r?\n$/, '') : text

function lineOf(args: Args, verb: CoreVerb): number {
  const line = args.number('line')
  if (verb !== 'insert' && line !== undefined)
    throw new MemoryError('bad-argument', `--line goes with core insert, not with ${verb}`)
  if (verb === 'insert' && line === undefined)
    throw new MemoryError('bad-argument', 'say behind which line: --line N, as memory core prints it')
  return line ?? 0
}

async function edit(workspace: Workspace, asked: CoreEdit, { args, json, print }: Context): Promise<number> {
  const options = { reason: args.text('reason'), commit: args.flag('commit'), asIs: args.flag('as-is') }
  const done = await workspace.editCore(asked, options)
  if (args.flag('json')) json(done)
  else editedLines(done, asked).forEach((line) => print(line))
  return 0
}

async function commit(workspace: Workspace, words: readonly string[], { args, json, print }: Context): Promise<number> {
  if (words.length > 0 || args.number('line') !== undefined)
    throw new MemoryError('bad-argument', 'it is memory core commit --reason "…": all of MEMORY.md as it stands')
  const done = await workspace.commitCore({ reason: args.text('reason'), asIs: args.flag('as-is') })
  if (args.flag('json')) json(done)
  else
    print(
      done.commit === null ? 'HEAD has MEMORY.md as it stands.' : `Committed MEMORY.md as ${done.commit.slice(0, 12)}.`,
    )
  return 0
}

function editedLines({ block, source, written, commit: landed, waiting }: CoreEdited, asked: CoreEdit): string[] {
  const isOwner = asked.edit === 'owner'
  const stands =
    block === null
      ? isOwner
        ? `The owner is ${shown(asked.text)}.`
        : 'The block is gone.'
      : `${shown(block.block)}  ${block.used}/${block.limit} characters`
  return [
    `${source ?? block?.source ?? 'MEMORY.md'}  ${stands}`,
    !written
      ? 'It stands there already: nothing was written.'
      : landed === null
        ? `It is in a brief from the commit of ${isOwner ? source : 'MEMORY.md'} on.`
        : `Committed as ${landed.slice(0, 12)}.`,
    ...(landed !== null && waiting && !isOwner
      ? ['What else was changed in MEMORY.md is not committed: memory core commit.']
      : []),
  ]
}
