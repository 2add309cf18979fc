import { isUtf8 } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import {
  MemoryError,
  parseAnswers,
  type AnswerOptions,
  type JudgeAnswer,
  type JudgeReport,
  type Packet,
  type Workspace,
} from '../index.js'
import { besideLines, committedLines } from './beside.js'
import { onWorkspace, type Command, type Context, type Io } from './command.js'
import { answersByKey, keysOf } from './judge-dialogue.js'
import { count, shown } from './text.js'

export const judge: Command = {
  name: 'judge',
  positional: '',
  summary: 'Say what facts do to beliefs, where no rule can tell: one key an answer, or a file of them',
  group: 'correct',
  stays: true,
  options: {
    next: {
      type: 'number',
      describe: 'Print the next so many facts with the beliefs they may bear on (20), and ask nothing',
    },
    from: {
      type: 'string',
      describe: 'Take answers from a file, or - for standard input: a JSON array, or one object a line',
    },
    'dry-run': { type: 'boolean', describe: 'Say which lines the answers would add, and write none' },
    commit: { type: 'boolean', describe: 'Commit the lines and all that waits from before, and nothing else' },
    since: { type: 'string', describe: 'Facts from this day on, also those judged before' },
    entity: { type: 'string', describe: 'Facts that name this entity' },
  },
  examples: [
    ['memory judge', 'asks you, one key an answer; stop with q, go on any time'],
    ['memory judge --next 20 --json', 'for an agent: facts, beliefs, and what to answer'],
    ['memory judge --from answers.json --dry-run', 'which lines they would add to bank/evidence.md'],
    ['memory judge --from - --commit < answers.json', 'take them from a pipe, and commit them'],
  ],
  run: onWorkspace(async (workspace, context) => {
    const { args, io, json, print } = context
    const options = { dryRun: args.flag('dry-run'), commit: args.flag('commit') }
    const { since, entity } = { since: args.text('since'), entity: args.text('entity') }
    const from = args.text('from')
    if (from !== undefined) {
      const report = await workspace.judge(parseAnswers(await textFrom(from, io)), options)
      if (args.flag('json')) json(report)
      else for (const line of told(report, options)) print(line)
      return 0
    }
    const next = args.number('next')
    const asks = next === undefined && !args.flag('json') && io.stdin.isTTY === true && io.stdout.isTTY === true
    if (asks) return asked(workspace, context, { since, entity, ...options })
    const found = await workspace.open({ next, since, entity })
    if (args.flag('json')) json({ ...found, example: exampleOf(found.packets) })
    else packetLines(found.packets, found.more).forEach((line) => print(line))
    return 0
  }),
}

export async function textFrom(from: string, io: Io): Promise<string> {
  if (from === '-') {
    const parts: Buffer[] = []
    for await (const part of io.stdin) parts.push(Buffer.from(part as Buffer))
    return textIn(Buffer.concat(parts), 'standard input')
  }
  return textIn(bytesAt(from, io), from)
}

/** Text from UTF-8. Other bytes are refused, since decoding would replace them by U+FFFD. */
function textIn(bytes: Buffer, from: string): string {
  if (isUtf8(bytes)) return bytes.toString('utf8')
  throw new MemoryError('bad-argument', `${from} is no text in UTF-8, and nothing of it was taken: save it as UTF-8`)
}

function bytesAt(from: string, io: Io): Buffer {
  try {
    return readFileSync(resolve(io.cwd, from))
  } catch (cause) {
    throw new MemoryError('bad-argument', `${from} cannot be read: name a file of answers, or - for standard input`, {
      cause,
    })
  }
}

/** An example of answers to the first packet, in the form that an agent may send. */
const exampleOf = ([packet]: readonly Packet[]) =>
  packet && [
    ...packet.beliefs
      .slice(0, 1)
      .map(({ id }) => ({ fact: packet.fact.id, belief: id, verdict: 'contradicts', why: 'in your words' })),
    ...packet.facts
      .slice(0, packet.beliefs.length > 0 ? 0 : 1)
      .map(({ id }) => ({ fact: packet.fact.id, belief: id, verdict: 'replaces', why: 'in your words' })),
    { fact: packet.fact.id, verdict: 'unrelated' },
  ]

export const askedFactLine = ({ fact }: Packet): string =>
  `${fact.timestamp ?? 'undated'}  ^${fact.id}  ${shown(fact.content)}${named(fact.entities)}  ${shown(fact.source)}`

export const beliefLine = (belief: Packet['beliefs'][number]): string =>
  `    ^${belief.id}  ${(belief.confidence ?? 0).toFixed(2)}  ${shown(belief.content)}${named(belief.entities)}`

const earlierLine = (earlier: Packet['facts'][number]): string =>
  `    does it replace ^${earlier.id}  ${shown(earlier.content)}${named(earlier.entities)}?`

const named = (entities: readonly string[]): string => (entities.length > 0 ? ` — ${shown(entities.join(', '))}` : '')

function packetLines(packets: readonly Packet[], more: boolean): string[] {
  if (packets.length === 0)
    return ['Nothing is open: of every fact a bullet, a line or a rule says what it does, or it was judged.']
  return [
    ...packets.flatMap((packet) => [
      askedFactLine(packet),
      ...packet.beliefs.map(beliefLine),
      ...packet.facts.map(earlierLine),
      '',
    ]),
    `${more ? 'There are more. ' : ''}What does each fact do to each belief: supports, weakens, contradicts, replaces, or unrelated?`,
    'Answer with memory judge --from FILE, one a line: {"fact": "^…", "belief": "^…", "verdict": "…", "why": "…"}',
  ]
}

function told(
  report: JudgeReport,
  { commit: isCommitted, dryRun }: { readonly commit: boolean; readonly dryRun: boolean },
): string[] {
  const { page, lines, known, unrelated, judged, untaken, commit } = report
  const also = [
    ...untaken.map(({ answer, why }) => `Answer ${answer} was not taken: ${shown(why)}.`),
    ...besideLines(report),
    ...(known > 0 ? [`${count(known, 'answer')} ${known === 1 ? 'stands' : 'stand'} there already.`] : []),
    ...(unrelated > 0
      ? [`${count(unrelated, 'pair')} ${unrelated === 1 ? 'has' : 'have'} nothing to do with each other.`]
      : []),
    ...(judged === null ? [] : [`Facts from before ${judged} are judged.`]),
  ]
  if (lines.length === 0)
    return [
      dryRun ? 'No line would be added.' : 'No line was added.',
      ...also,
      ...committedLines(commit, isCommitted && !dryRun),
    ]
  const where = (many: number): string =>
    commit === null
      ? `${many === 1 ? 'It holds' : 'They hold'} from the commit of that page on.`
      : `Committed as ${commit.slice(0, 12)}.`
  return [
    ...lines.map(shown),
    dryRun
      ? `would stand in ${page}: ${count(lines.length, 'line')}. Nothing was done.`
      : `${count(lines.length, 'line')} more in ${page}. ${where(lines.length)}`,
    ...also,
  ]
}

/** How many facts a person is asked about before the answers are kept. */
const atOnce = 20
const mostAtOnce = 1000

interface JudgeDialogue {
  readonly since: string | undefined
  readonly entity: string | undefined
  readonly dryRun: boolean
  readonly commit: boolean
}

/** Keep a person's answers. Where they cannot be committed, they are kept as an edit of the page. */
async function kept(workspace: Workspace, answers: JudgeAnswer[], options: AnswerOptions): Promise<JudgeReport> {
  try {
    return await workspace.judge(answers, options)
  } catch (cause) {
    if (options.commit !== true || options.dryRun === true) throw cause
    const { page } = await workspace.judge(answers)
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new MemoryError('bad-argument', `not committed (${why}): the answers stand in ${page}`, { cause })
  }
}

/** Ask on a terminal. The answers are kept after each round of `atOnce` facts, and when the person stops. */
async function asked(
  workspace: Workspace,
  { io, print }: Context,
  { since, entity, ...options }: JudgeDialogue,
): Promise<number> {
  const keys = keysOf(io.stdin)
  let taken = 0
  const seen = new Set<string>()
  try {
    for (;;) {
      const { packets: open } = await workspace.open({ next: Math.min(mostAtOnce, atOnce + seen.size), since, entity })
      const packets = open.filter(({ fact }) => !seen.has(fact.id)).slice(0, atOnce)
      for (const { fact } of packets) seen.add(fact.id)
      if (packets.length === 0) break
      const { answers, isOver } = await answersByKey(packets, keys, print)
      const report = answers.length > 0 ? await kept(workspace, answers, options) : undefined
      if (report) for (const line of told(report, options)) print(line)
      taken += answers.length
      if (isOver) return 0
    }
  } finally {
    await keys.return?.(undefined)
  }
  print(taken > 0 || seen.size > 0 ? 'That was all.' : packetLines([], false)[0])
  return 0
}
