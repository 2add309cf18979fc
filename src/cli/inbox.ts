import { inboxAct, inboxPath, inboxSorts, type InboxAct, type InboxItem, type InboxLine } from '../model/inbox.js'
import type { Inbox, InboxTaken, Workspace } from '../index.js'
import { onWorkspace, type Command, type Context } from './command.js'
import { stopKeys, keysOf } from './judge-dialogue.js'
import { count, shown } from './text.js'

export const inbox: Command = {
  name: 'inbox',
  positional: '',
  summary: 'What waits for you: drafts, doubts, verdicts, what ends soon; one key an answer, or boxes to tick',
  group: 'correct',
  stays: true,
  options: {
    list: { type: 'boolean', describe: 'List it, and ask nothing' },
    write: { type: 'boolean', describe: `Write it as ${inboxPath}, with a box for each answer` },
    take: { type: 'boolean', describe: 'Do what is ticked there; reflect and the hook of its commit do so too' },
    most: { type: 'number', describe: 'So much of each sort (10)' },
    commit: { type: 'boolean', describe: 'Commit what is answered or ticked; else it is an edit to review' },
  },
  examples: [
    ['memory inbox', 'asks you, one key an answer; stop with q, go on any time'],
    ['memory inbox --write', 'a page with boxes to tick, in an editor or on a Git host'],
    ['memory inbox --take', 'does what is ticked on it'],
    ['memory inbox --json', 'for a program; what it may answer stands with each'],
  ],
  run: onWorkspace(async (workspace, context) => {
    const { args, io, json, print } = context
    const [take, write, commit] = [args.flag('take'), args.flag('write'), args.flag('commit')]
    const most = args.number('most')
    const asks =
      !take && !write && !args.flag('list') && !args.flag('json') && io.stdin.isTTY === true && io.stdout.isTTY === true
    const found = await workspace.inbox({ most, take, write, commit })
    if (args.flag('json')) json(found)
    else if (asks) await asked(workspace, found, commit, context)
    else {
      takenLines(found).forEach((line) => print(line))
      if (write) print(found.written ? `wrote    ${inboxPath}` : `${inboxPath} is as it should be.`)
      else listLines(found).forEach((line) => print(line))
    }
    return found.untaken.length > 0 ? 1 : 0
  }),
}

export const takenLines = ({ taken, untaken }: InboxTaken): string[] => [
  ...taken.map((act) => `done     ${inboxAct(act)}`),
  ...untaken.map((act) => `left     ${inboxAct(act)}: ${shown(act.why)}`),
]

function listLines({ items, more, ticked }: Inbox): string[] {
  const lines: string[] = []
  let sort: InboxItem['sort'] | undefined
  for (const item of items) {
    if (item.sort !== sort) lines.push(...(lines.length > 0 ? [''] : []), `${inboxSorts[item.sort]}:`)
    sort = item.sort
    lines.push(...itemLines(item), ...item.choices.map((choice) => `      ${inboxAct(choice)}  ${choice.label}`))
  }
  return [
    ...(lines.length > 0 ? lines : ['Nothing waits.']),
    ...(more.length > 0
      ? ['', `There is more of: ${more.map((each) => inboxSorts[each].toLowerCase()).join(', ')}.`]
      : []),
    ...(ticked.length > 0 ? ['', `${count(ticked.length, 'tick')} on ${inboxPath}: memory inbox --take does it.`] : []),
  ]
}

const itemLines = ({ told, note }: InboxItem): string[] => [
  ...told.map((line, at) => `  ${at === 0 ? '' : '  and then '}${lineOf(line)}`),
  ...(note === '' ? [] : [`  ${told.length > 0 ? '  ' : ''}${shown(note)}`]),
]

const lineOf = ({ content, entities, source, confidence }: InboxLine): string =>
  `${shown(content)}${entities.length > 0 ? ` — ${shown(entities.join(', '))}` : ''}${confidence === null ? '' : ` (${confidence.toFixed(2)})`}  ${shown(source)}`

/**
 * Ask about each item that has choices, one key an answer. The answers are carried out when the person stops.
 *
 *     Drafted, and not kept yet
 *       Boris charges 80 euros an hour. — Boris  memory/2025-12-02.md#L12
 *       k keep  d drop · n not now  z undo  q quit
 *         keep
 */
async function asked(workspace: Workspace, found: Inbox, commit: boolean, { io, print }: Context): Promise<void> {
  const questions = found.items.filter(({ choices }) => choices.length > 0)
  for (const line of listLines({ ...found, items: found.items.filter(({ choices }) => choices.length === 0) }))
    if (line !== 'Nothing waits.' || questions.length === 0) print(line)
  if (questions.length === 0) return
  const keys = keysOf(io.stdin)
  const answers = new Map<number, InboxAct>()
  try {
    let told: InboxItem['sort'] | undefined
    for (let at = 0; at < questions.length;) {
      const { sort, choices } = questions[at]!
      if (sort !== told) print(`\n${inboxSorts[sort]}`)
      told = sort
      itemLines(questions[at]!).forEach((line) => print(line))
      const help = `${choices.map(({ key, label }) => `${key} ${label}`).join('  ')} · n not now  z undo  q quit`
      print(`  ${help}`)
      const { value: key, done } = await keys.next()
      if (done || key === 'q' || stopKeys.has(key)) break
      const choice = choices.find((each) => each.key === key)
      if (choice) {
        answers.set(at++, { verb: choice.verb, ids: choice.ids })
        print(`    ${choice.label}`)
      } else if (key === 'n') {
        at++
        print('    not now')
      } else if (key === 'z' && at > 0) {
        answers.delete(--at)
        print('    undone')
      }
    }
  } finally {
    await keys.return?.(undefined)
  }
  const acts = [...answers].toSorted(([a], [b]) => a - b).map(([, act]) => act)
  if (acts.length === 0) return
  takenLines(await workspace.answerInbox(acts, { commit })).forEach((line) => print(line))
}
