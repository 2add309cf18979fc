import { hookStates, type HookReport } from '../hooks/install.js'
import type { Status } from '../index.js'
import { kindNames, type Kind } from '../model/kind.js'
import { complaint, problemLocation, type Problem } from '../model/note.js'
import { onWorkspace, type Command } from './command.js'
import type { Paint } from './paint.js'
import { target } from './target.js'
import { namesOffered } from './names-offered.js'
import { count, howToRetain, offerLine, shown } from './text.js'

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
  run: onWorkspace(async (workspace, { args, json, print, paint }) => {
    if (args.flag('digest')) {
      const digest = await workspace.digest()
      if (args.flag('json')) json({ digest })
      else print(digest)
      return 0
    }
    const isJson = args.flag('json')
    // `once` counts an offer as told to a person, so it is not set where a program reads the answer.
    const found = await workspace.status({ offer: true, once: !isJson })
    const hooks = hookStates(workspace.repository, target)
    const ignored = workspace.repository.ignored(found.uncommitted)
    if (isJson) json({ ...found, hooks, ignored })
    else {
      const names = await namesOffered(workspace, { untagged: found.untagged, pages: found.counts.pages })
      for (const line of lines(found, hooks, { ignored, names }, paint)) print(line)
    }
    return 0
  }),
}

const counted = (number: number, kind: Kind): string => (kind === 'world' ? `${number} world` : count(number, kind))

/** The most entries of a list: a longer one would fill the screen and hide the rest. */
const mostListed = 20

function pagesLine({ commit, awaitsFirstBank, untagged, pagesBehind, pagesToReview, newPages, edits }: Status): string {
  if (commit === null) return 'none before the first commit: they are written from what HEAD holds'
  if (awaitsFirstBank) return 'none yet: memory reflect writes the first ones'
  if (untagged) return 'none: nothing is retained yet'
  if (pagesBehind === null) return 'not known: the next commit, or memory reflect, writes them all'
  if (pagesBehind > 0) return `behind by ${pagesBehind}: memory reflect`
  const waiting = pagesToReview.length
  const told = [
    waiting === 0
      ? 'up to date'
      : `written, ${waiting} not committed: ${waiting === newPages.length ? 'git add bank/ lands them' : `git diff bank/${newPages.length > 0 ? ', git add bank/ for what is new' : ''}`}`,
    edits.length > 0 ? `${count(edits.length, 'line')} changed by hand` : '',
  ]
  return told.filter((part) => part !== '').join(', ')
}

function hooksLine(hooks: readonly HookReport[], paint: Paint): string {
  const asleep = hooks.filter(({ state }) => state !== 'active')
  return asleep.length === 0
    ? paint.good('active')
    : paint.warn(`${asleep.map(({ name, state }) => `${name} ${state}`).join(', ')}: memory hooks install`)
}

const judgedLine = ({ judged, open }: Status['judging']): string =>
  `facts before ${judged}${open === 0 ? '' : `; ${count(open, 'fact')} since that nobody judged: memory judge`}`

interface ToldBeside {
  /** The uncommitted notes that Git ignores. */
  readonly ignored: readonly string[]
  /** The line on names that could have pages. */
  readonly names: string
}

function lines(found: Status, hooks: readonly HookReport[], { ignored, names }: ToldBeside, paint: Paint): string[] {
  const { faint, place, strong, warn } = paint
  const { counts, judging, lastFailure: failure } = found
  const facts = kindNames.map((kind) => counted(counts.facts[kind] ?? 0, kind)).join(', ')
  const row = (name: string, told: string): string => `${faint(name.padEnd(11))}${told}`
  const list = (title: string, entries: readonly string[]): string[] =>
    entries.length === 0
      ? []
      : [
          strong(`${title} (${entries.length})`),
          ...entries.slice(0, mostListed).map((entry) => `  ${entry}`),
          ...(entries.length > mostListed ? [`  … and ${entries.length - mostListed} more: memory status --json`] : []),
        ]
  const problems = (title: string, entries: readonly Problem[]): string[] =>
    list(
      title,
      entries.map((problem) => `${place(shown(problemLocation(problem)))}  ${shown(complaint(problem))}`),
    )
  const index = found.commit === null ? 'no commit yet' : `stands for ${found.commit.slice(0, 10)}`
  const waiting = found.operation ? ` ${warn(`(waiting: a ${found.operation} is in progress)`)}` : ''
  return [
    row('workspace', shown(found.workspace)),
    row('index', `${index}${found.wasBehind ? ' (was behind, brought up to date now)' : ''}`),
    row(
      'holds',
      `${count(counts.notes, 'note')}, ${count(counts.pages, 'page')}: ${facts}; ${count(counts.entities, 'name')}`,
    ),
    row('pages', `${pagesLine(found)}${waiting}`),
    ...(found.untagged ? [row('', howToRetain)] : []),
    ...(names === '' ? [] : [row('', names)]),
    ...(judging.judged === null ? [] : [row('judged', judgedLine(judging))]),
    ...(found.suggested === 0
      ? []
      : [
          row(
            'suggested',
            `${count(found.suggested, 'bullet')} neither kept nor dropped: memory suggest keep, or drop`,
          ),
        ]),
    ...(found.held === 0
      ? []
      : [
          row(
            'held',
            `${count(found.held, 'fact')} of an import or the web that ${found.held === 1 ? 'moves' : 'move'} nothing: memory suggest keep ^id`,
          ),
        ]),
    ...(found.semantic === null
      ? []
      : [
          row(
            'meaning',
            `${shown(found.semantic.provider)} ${shown(found.semantic.model)}${found.semantic.left === 0 ? '' : `: ${count(found.semantic.left, 'line')} without a vector: memory embed`}`,
          ),
        ]),
    ...(found.offer === null ? [] : [row('meaning', offerLine(found.offer))]),
    ...(found.open === 0
      ? []
      : [row('open', `${count(found.open, 'line')} of what is to be done: memory recall --label open`)]),
    ...(found.opposed === 0
      ? []
      : [row('beliefs', `${count(found.opposed, 'pair')} against each other: the pages of bank/entities/ name them`)]),
    row('hooks', hooksLine(hooks, paint)),
    ...(failure ? [row('', warn(shown(`${failure.hook} failed last time, ${failure.at}: ${failure.reason}`)))] : []),
    ...(found.lastTold === null || failure ? [] : [row('', faint(`the last one said: ${shown(found.lastTold)}`))]),
    ...list(
      'about code that is gone',
      found.anchors.map(
        ({ id, at, content, source }) => `${place(shown(source))}  ^${id}  ${shown(at)}: ${shown(content)}`,
      ),
    ),
    ...list(
      'uncommitted notes: recalled and marked, not in the index',
      found.uncommitted.map((path) => `${place(shown(path))}${ignored.includes(path) ? ' (ignored by Git)' : ''}`),
    ),
    ...list(
      'behind a Git filter: their uncommitted text is not looked at',
      found.filtered.map((path) => place(shown(path))),
    ),
    ...problems('problems: indexed as plain passages', found.problems),
    ...problems('skipped', found.skipped),
    ...list(
      'changed by hand in bank/: kept as they stand',
      found.edits.map(
        ({ path, line, id, change }) => `${place(shown(`${path}:${line}`))}  ${change}${id ? `  ^${id}` : ''}`,
      ),
    ),
    ...list(
      'deleted by hand in bank/, and back: the logs still say it, memory retire ^id retires it',
      found.deleted.map(({ path, id, said }) => `${place(shown(path))}  ^${id}  ${shown(said)}`),
    ),
    ...problems('questions: two lines of bank/ say different things of one day', found.disputed),
    ...problems('without effect in bank/', found.ineffective),
    ...list(
      'not rewritten: a conflict is left in it, its markers are missing or doubled, or it is no file of text that can be read',
      found.damagedPages.map((path) => place(shown(path))),
    ),
    ...problems('perhaps not as they were meant', found.doubts),
    ...list('warnings', found.warnings.map(shown)),
  ]
}
