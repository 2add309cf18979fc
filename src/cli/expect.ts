import {
  MemoryError,
  usualWithin,
  type ExpectAdded,
  type Expectation,
  type ExpectationHeld,
  type ExpectEntry,
  type ExpectOptions,
  type ExpectReport,
  type ToldLine,
  type Workspace,
  type WrittenExpectation,
} from '../index.js'
import { startOf } from '../text/start-of.js'
import { onWorkspace, type Args, type Command, type Context } from './command.js'
import type { Paint } from './paint.js'
import { semanticOf } from './recall.js'
import { shown } from './text.js'

const toAdd = ['cites', 'never', 'nothing', 'within', 'belief', 'above', 'below', 'as-of', 'entity', 'dry-run'] as const
const toHold = ['only', 'committed', 'semantic'] as const

export const expect: Command = {
  name: 'expect',
  positional: '[words..]',
  summary: 'Check that memory answers what memory/expect.yml expects, or add to that',
  group: 'care',
  options: {
    only: { type: 'string', describe: 'The expectation of that number, or those that hold these words' },
    committed: { type: 'boolean', describe: 'The expectations of HEAD, held against what is committed' },
    semantic: {
      type: 'string',
      describe: 'off: by words alone, as a clone without a model answers; only: by meaning alone',
    },
    cites: {
      type: 'phrases',
      describe: 'With add: the id or place that the answer has to cite (default: its first result); may be repeated',
    },
    never: {
      type: 'phrases',
      describe: 'With add: the id or place that it must not give as still true; may be repeated',
    },
    nothing: { type: 'boolean', describe: 'With add: memory has to say that it has nothing on this' },
    within: { type: 'number', describe: 'With add: among so many first results (default: 5)' },
    belief: { type: 'string', describe: 'With add, in place of a question: the belief' },
    above: { type: 'string', describe: 'With add --belief: it has to be surer than this, 0 to 1' },
    below: { type: 'string', describe: 'With add --belief: it has to be less sure than this' },
    'as-of': { type: 'string', describe: 'With add: memory as it was at the end of that day, month or year' },
    entity: { type: 'strings', describe: 'With add: only what is about this name; may be repeated' },
    'dry-run': { type: 'boolean', describe: 'With add: say what would be written' },
  },
  examples: [
    ['memory expect', 'exit 1 where anything is answered otherwise; made for CI'],
    ['memory expect --only 2', 'the second of the file'],
    ['memory expect add "what does Peter prefer"', 'that its first result stays among the first five'],
    ['memory expect add "who reviews warelay" --cites ^ses2nrlwpj --within 1', 'that line, first of all'],
    ['memory expect add "where is Peter" --never ^i2ue4x58u4', 'once it is over, it is not told as what holds'],
    ['memory expect add --belief ^osynd3u4p0 --above 0.5', 'how sure memory is'],
    ['memory expect add "what is the launch code" --nothing', 'that memory says it has nothing on this'],
  ],
  run: onWorkspace(async (workspace, context) => {
    const [verb, ...words] = context.args.positional
    if (verb === undefined) return hold(workspace, context)
    if (verb === 'add') return add(workspace, words, context)
    throw new MemoryError('bad-argument', `the only word that expect takes is add, got ${shown(verb).slice(0, 60)}`)
  }),
}

const isGiven = (args: Args, name: string): boolean =>
  /^(?:strings|phrases)$/.test(expect.options[name]!.type) ? args.texts(name).length > 0 : args.text(name) !== undefined

function refuseAstray(args: Args, names: readonly string[], where: string): void {
  const astray = names.find((name) => isGiven(args, name))
  if (astray !== undefined) throw new MemoryError('bad-argument', `--${astray} goes with ${where}`)
}

async function hold(workspace: Workspace, { args, json, print, note, paint }: Context): Promise<number> {
  refuseAstray(args, toAdd, 'memory expect add')
  const [only, semantic] = [args.text('only'), args.text('semantic')]
  const options: ExpectOptions = {
    ...(only === undefined ? {} : { only }),
    ...(semantic === undefined ? {} : { semantic: semanticOf(semantic) }),
    committed: args.flag('committed'),
  }
  const report = await workspace.expect(options)
  for (const notice of report.notices) note(`memory: ${shown(notice)}`)
  if (args.flag('json')) json(report)
  else for (const line of reportLines(report, args.flag('committed'), paint)) print(line)
  return report.failed + report.malformed.length > 0 ? 1 : 0
}

function reportLines(report: ExpectReport, inHead: boolean, paint: Paint): string[] {
  const { path, exists, held, malformed, ok, failed } = report
  if (!exists && inHead)
    return [`HEAD has no ${path}: commit it, or leave out --committed to read the file as it stands.`]
  if (!exists)
    return [`There is no ${path} yet: memory expect add "a question" begins one, with the first result of its answer.`]
  if (held.length + malformed.length === 0)
    return [`${path} expects nothing yet: memory expect add "a question" adds the first result of its answer.`]
  const counts = [
    ...(failed === 0 ? [] : [`${failed} failed`]),
    ...(malformed.length === 0 ? [] : [`${malformed.length} not understood`]),
    `${ok} ok`,
  ].join(', ')
  return [
    ...malformed.map(({ line, message }) => `${paint.place(line === 0 ? path : `${path}:${line}`)}  ${shown(message)}`),
    ...held.filter(({ holds }) => !holds).flatMap((each) => failureLines(each, path, paint)),
    failed + malformed.length === 0 ? paint.good(counts) : paint.bad(counts),
  ]
}

/** The most results that are printed for a failure. */
const fewResults = 3

/**
 *     memory/expect.yml:3  where does Peter live: it ended on 2025-12-08
 *       expected ^k3f9a2c1x7 among the first 5: Lives in Graz.  memory/2025-11-27.md#L2  ^k3f9a2c1x7  (until 2025-12-08)
 *       answered 1  Moved from Graz to Wels.  memory/2025-12-08.md#L2  ^m2f9a2c1x7
 */
function failureLines(held: ExpectationHeld<WrittenExpectation>, path: string, paint: Paint): string[] {
  const { expectation, why, stands, answer } = held
  const [line] = stands
  const place = line ? `: ${lineWords(line, paint)}` : ''
  const isEmpty = answer.length === 0 && 'ask' in expectation
  return [
    `${paint.place(`${path}:${expectation.line}`)}  ${paint.strong(shown(subjectOf(expectation)))}: ${shown(why)}`,
    `  expected ${shown(wantOf(expectation))}${place}`,
    ...(isEmpty ? ['  answered nothing'] : []),
    ...answer.slice(0, fewResults).map((each, at) => `  answered ${at + 1}  ${lineWords(each, paint)}`),
  ]
}

const subjectOf = (expectation: Expectation): string =>
  'ask' in expectation ? expectation.ask : `belief ${expectation.belief}`

function wantOf(expectation: Expectation): string {
  if (!('ask' in expectation)) {
    const { above, below } = expectation
    return [above === undefined ? '' : `above ${above}`, below === undefined ? '' : `below ${below}`]
      .filter((part) => part !== '')
      .join(' and ')
  }
  const { cites, never, says = [], within, nothing } = expectation
  if (nothing) return 'nothing'
  const lines = (cites ?? never ?? says.map((words) => `“${words}”`)).join(' or ')
  if (never) return `never ${lines}${within === undefined ? '' : ` among the first ${within}`}`
  const most = within ?? usualWithin
  return most === 1 ? `${lines} first of all` : `${lines} among the first ${most}`
}

const lineWords = (
  { content, source, id, state, until }: Pick<ToldLine, 'content' | 'source' | 'id' | 'state' | 'until'>,
  paint: Paint,
): string => {
  const marks =
    state === 'retired' ? 'retired' : state === 'over' ? (until === undefined ? 'over' : `until ${until}`) : ''
  const words = content.replace(/\s+/g, ' ').trim()
  const short = words.length > 160 ? `${startOf(words, 159)}…` : words
  return `${shown(short)}  ${paint.place(shown(source))}${source.includes(id) ? '' : paint.faint(`  ^${id}`)}${marks === '' ? '' : `  ${paint.warn(`(${marks})`)}`}`
}

async function add(
  workspace: Workspace,
  words: readonly string[],
  { args, json, print, paint }: Context,
): Promise<number> {
  refuseAstray(args, toHold, 'memory expect, without add')
  const dryRun = args.flag('dry-run')
  const added = await workspace.expectAdd(entryOf(words.join(' '), args), { dryRun })
  if (args.flag('json')) json(added)
  else for (const line of addedLines(added, dryRun, paint)) print(line)
  return 0
}

function entryOf(ask: string, args: Args): ExpectEntry {
  const texts = (name: string): readonly string[] | undefined => {
    const given = args.texts(name)
    return given.length === 0 ? undefined : given
  }
  return {
    ask: ask === '' ? undefined : ask,
    asOf: args.text('as-of'),
    entities: texts('entity'),
    cites: texts('cites'),
    never: texts('never'),
    within: args.number('within'),
    nothing: args.flag('nothing') || undefined,
    belief: args.text('belief'),
    above: shareOf(args, 'above'),
    below: shareOf(args, 'below'),
  }
}

function shareOf(args: Args, name: string): number | undefined {
  const text = args.text(name)
  if (text === undefined) return undefined
  if (!/^(?:0?\.\d{1,4}|[01](?:\.\d{1,4})?)$/.test(text) || Number(text) > 1)
    throw new MemoryError('bad-argument', `--${name} takes a number from 0 to 1, such as 0.5, got ${text.slice(0, 40)}`)
  return Number(text)
}

function addedLines({ source, item, already, held }: ExpectAdded, dryRun: boolean, paint: Paint): string[] {
  const stands = already
    ? `stands in ${source} already.`
    : dryRun
      ? `would stand in ${source}.`
      : `stands in ${source} now.`
  const [first] = held.answer
  return [
    ...item.trimEnd().split('\n').map(shown),
    paint.place(stands),
    held.holds
      ? 'Memory answers so now.'
      : `Memory does not answer so now: ${shown(held.why)}${first ? `; first is ${lineWords(first, paint)}` : ''}`,
  ]
}
