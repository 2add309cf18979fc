import {
  parseSuggested,
  type Decision,
  type MarkOptions,
  type MarkReport,
  type PassReport,
  type RetainReport,
  type SuggestedEntities,
  type Suggestion,
  type SuggestOptions,
  type SuggestPacket,
  type SuggestPackets,
  type Suggestions,
  type Workspace,
} from '../index.js'
import { MemoryError } from '../model/error.js'
import { kinds } from '../model/kind.js'
import { besideLines, committedLines } from './beside.js'
import { onWorkspace, type Args, type Command, type Context } from './command.js'
import { textFrom } from './judge.js'
import { namesForPages } from './names-offered.js'
import { alikeLines, retainedLines } from './retain.js'
import { commitPages, branchPages, tellPages } from './reflect.js'
import { count, shown } from './text.js'
import { writePagesWithProgress } from './write-pages.js'

const decisions: readonly string[] = ['keep', 'drop'] satisfies readonly Decision[]
const words: readonly string[] = [...decisions, 'pass']

export const suggest: Command = {
  name: 'suggest',
  positional: '[words..]',
  summary: 'Find what logs without bullets state, write it as suggestions, and keep, drop or pass over these',
  group: 'connect',
  options: {
    on: { type: 'string', describe: 'Only logs of that time: a day, a month, "last week"' },
    since: {
      type: 'string',
      describe: 'Logs from then on, as 2025-12 or 90d; of the last week where neither is given',
    },
    next: { type: 'number', describe: 'How many at most (20)' },
    write: { type: 'boolean', describe: 'Write what rules find below Retain of its day, marked until it is kept' },
    entities: {
      type: 'boolean',
      describe: 'Names that come again in logs and that no bullet has, of all logs; with --write a page for each',
    },
    passages: { type: 'boolean', describe: 'Print passages and known names for an agent, in place of what rules find' },
    from: { type: 'string', describe: 'Take bullets that cite their lines, from a file or - for standard input' },
    mark: { type: 'boolean', describe: 'With --from: write them as suggestions too, until they are kept' },
    all: { type: 'boolean', describe: 'With keep and drop: every suggestion, or those of --on and --since' },
    commit: {
      type: 'boolean',
      describe: 'Commit what is written; with --write and --from, all that waits from before too',
    },
    branch: {
      type: 'string',
      bare: 'memory/names',
      describe: 'With --entities --write: build this branch of the pages upon HEAD (named alone: memory/names)',
    },
    'as-is': { type: 'boolean', describe: 'With --from: write it also where it is no good bullet' },
    'dry-run': { type: 'boolean', describe: 'Say what would be written, and write nothing' },
  },
  examples: [
    [
      'memory suggest --since 2025-12',
      'what rules find: statements about names and labelled lines, each with its lines',
    ],
    ['memory suggest --since 2025-12 --write', 'as an edit of the logs, each marked until somebody keeps it'],
    ['memory suggest keep ^9y6wq4trys', 'it is stated from now on; keep --all keeps every one'],
    ['memory suggest drop ^yor66cace2', 'it goes, and what it was made of is not offered again'],
    ['memory suggest pass memory/2025-12-04.md#L3', 'nothing is made of that section: it is not offered again'],
    ['memory suggest --entities', 'names that no bullet has yet'],
    ['memory suggest --entities --write --commit', 'a page for each of which the logs tell enough; or --branch'],
    [
      'memory suggest --passages --since 2025-12 --next 2',
      'for an agent: passages and known names; --json adds what to answer',
    ],
    ['memory suggest --from bullets.json --dry-run', 'what its bullets would be; each has to cite its lines'],
  ],
  run: onWorkspace(async (workspace, context) => {
    const { args, io, json, print } = context
    const isJson = args.flag('json')
    const tell = <T extends object>(value: T, linesOf: (value: T) => readonly string[]): number => {
      if (isJson) json(value)
      else for (const line of linesOf(value)) print(line)
      return 0
    }
    const dryRun = args.flag('dry-run')
    const [word, ...ids] = args.positional
    const mode = modeOf(args, word)
    const options: SuggestOptions = { on: args.text('on'), since: args.text('since'), next: args.number('next') }
    const how = { commit: args.flag('commit'), dryRun }
    const isWeek = options.on === undefined && options.since === undefined
    switch (mode) {
      case 'keep':
      case 'drop': {
        const { next: _, ...time } = options
        const given: MarkOptions = { ...time, ...how, all: args.flag('all') }
        const report = await workspace.decideSuggested(mode, ids, given)
        return tell(report, (made) => decidedLines(made, mode, how))
      }
      case 'pass':
        return tell(await workspace.passOver(ids, how), (made) => passedLines(made, how))
      case 'from': {
        const given = { ...how, asIs: args.flag('as-is'), mark: args.flag('mark') }
        const report = await workspace.retainSuggested(parseSuggested(await textFrom(args.text('from')!, io)), given)
        return tell(report, (made) => retainedLines(made, how))
      }
      case 'passages': {
        const found = await workspace.suggestPackets(options)
        return isJson ? tell({ ...found, grammar, example: exampleOf(found) }, () => []) : tell(found, packetLines)
      }
      case 'entities':
        return args.flag('write')
          ? writeNamePages(workspace, options, context)
          : tell(await workspace.suggestEntities(options), entityLines)
      case 'write':
        return tell(await workspace.writeSuggested(options, how), (made) => writtenLines(made, how, isWeek))
      case 'find':
        return tell(await workspace.suggest(options), (found) => suggestionLines(found, isWeek))
    }
  }),
}

type Mode = Decision | 'pass' | 'from' | 'passages' | 'entities' | 'write' | 'find'

const goWith: Readonly<Record<Mode, readonly string[]>> = {
  keep: ['all', 'on', 'since', 'commit', 'dry-run'],
  drop: ['all', 'on', 'since', 'commit', 'dry-run'],
  pass: ['commit', 'dry-run'],
  from: ['from', 'mark', 'commit', 'as-is', 'dry-run'],
  passages: ['passages', 'on', 'since', 'next'],
  entities: ['entities', 'on', 'since', 'next', 'write', 'commit', 'branch', 'dry-run'],
  write: ['write', 'on', 'since', 'next', 'commit', 'dry-run'],
  find: ['on', 'since', 'next'],
}

/** @throws MemoryError bad-argument where the arguments do not go together */
function modeOf(args: Args, word: string | undefined): Mode {
  if (word !== undefined && !words.includes(word))
    throw new MemoryError(
      'bad-argument',
      `suggest takes keep or drop before ids, or pass before places, got ${word.slice(0, 60)}`,
    )
  const asked = (['from', 'passages', 'entities', 'write'] as const).find((name) => isGiven(args, name))
  const mode = (word as Decision | 'pass' | undefined) ?? asked ?? 'find'
  const astray = Object.keys(suggest.options).find((name) => isGiven(args, name) && !goWith[mode].includes(name))
  const landing = mode === 'entities' && !args.flag('write') && ['commit', 'branch'].find((name) => isGiven(args, name))
  if (landing) throw new MemoryError('bad-argument', `--${landing} goes with --entities --write, which makes the pages`)
  if (astray === undefined) return mode
  const called = mode === 'find' ? 'what is only printed: --write writes it' : words.includes(mode) ? mode : `--${mode}`
  throw new MemoryError('bad-argument', `--${astray} does not go with ${called}`)
}

const isGiven = (args: Args, name: string): boolean =>
  suggest.options[name]!.type === 'boolean'
    ? args.flag(name)
    : (suggest.options[name]!.type === 'number' ? args.number(name) : args.text(name)) !== undefined

/** The most pages that are made where no number is given. */
const mostPages = 20

/** Make pages of the names about which the logs say enough: in the working tree, or landed as `reflect` lands pages. */
async function writeNamePages(workspace: Workspace, options: SuggestOptions, context: Context): Promise<number> {
  const { args, json, print } = context
  const { next = mostPages, ...time } = options
  const names = (await namesForPages(workspace, time)).slice(0, next).map(({ tag }) => tag)
  if (names.length === 0) {
    if (args.flag('json')) json({ pages: [] })
    else print('The logs tell of no name enough that has no page: memory suggest --entities lists them.')
    return 0
  }
  if (args.flag('dry-run')) return tellPages(workspace, { names }, context)
  if (args.text('branch') !== undefined) return branchPages(workspace, { names }, context)
  if (args.flag('commit')) return commitPages(workspace, { names }, context)
  return writePagesWithProgress(workspace, { names }, context)
}

/** The rules of a good bullet, for a reader who knows nothing else. */
const grammar: readonly string[] = [
  'A bullet is one statement in one line, understood by who reads it alone in a month.',
  'kind: W what is so in the world; B what you did and how it went; O an opinion or preference of somebody; S what you observe over several days.',
  'entities: whom or what it is about, as their names are known; the first is the subject.',
  'confidence: of an O alone, 0 to 1: how sure it is that they hold it.',
  'No pronoun without its name: "Ruth wants oat milk", not "She wants oat milk".',
  'No "yesterday": write the date, or leave it to the day of the log.',
  'Two facts are two bullets.',
  'Nothing that the lines do not say, and nobody that they do not name.',
  'No secrets, no small talk, nothing that the code says itself.',
  'Most passages make no bullet: leave them out.',
]

const exampleOf = ({ packets: [packet], names: [name = 'Peter'] }: SuggestPackets): readonly object[] =>
  packet === undefined
    ? []
    : [{ cites: packet.cites, text: 'in your words', kind: 'O', confidence: 0.8, entities: [name] }]

/**
 *     O 0.80  Ruth wants the shop at 17 °C overnight. — Ruth
 *             memory/2026-02-04.md#L78
 */
function suggestionLines({ suggestions, more }: Suggestions, isWeek: boolean): string[] {
  if (suggestions.length === 0)
    return [
      `Rules find no plain statement ${isWeek ? 'in the logs of the last week: --since 2025-12, or 90d, looks further; ' : 'there: '}memory suggest --passages prints what an agent may make bullets of.`,
    ]
  return [
    ...suggestions.flatMap(suggestionLine),
    '',
    `${more ? 'There are more: --next N. ' : ''}--write puts them into their logs, marked until they are kept.`,
  ]
}

const suggestionLine = ({ kind, confidence, text, entities, cites, alike }: Suggestion): string[] => [
  `${kinds[kind].letter} ${confidence?.toFixed(2) ?? '    '}  ${shown(entities.length > 0 ? `${text} — ${entities.join(', ')}` : text)}`,
  `        ${shown(cites)}`,
  ...alikeLines(alike),
]

interface How {
  readonly commit: boolean
  readonly dryRun: boolean
}

function writtenLines(
  report: RetainReport & Pick<Suggestions, 'more'>,
  { commit: isCommitted, dryRun }: How,
  isWeek: boolean,
): string[] {
  const { retained, commit } = report
  const beside = [...besideLines(report), ...committedLines(commit, isCommitted && !dryRun)]
  if (retained.length === 0) return [...suggestionLines({ suggestions: [], more: false }, isWeek), ...beside]
  return [
    ...retained.flatMap(({ bullet, id, source }) => [
      shown(bullet),
      ...(source === null ? [] : [`        ${shown(source)}  ^${id}`]),
    ]),
    '',
    ...beside,
    ...(dryRun ? [] : [`memory suggest keep ^id states one, suggest drop ^id takes it away.`]),
    ...(report.more ? ['There are more: --next N.'] : []),
  ]
}

function decidedLines(
  { decided, already, written, commit }: MarkReport,
  decision: Decision,
  { commit: isCommitted, dryRun }: How,
): string[] {
  const done = decision === 'keep' ? 'kept' : 'dropped'
  return [
    ...decided.flatMap(({ said, source, id }) => [shown(said), `        ${shown(source)}  ^${id}`]),
    ...already.map((id) => `^${id} is ${done} already`),
    ...(decided.length === 0 && already.length === 0 ? ['No suggestion waits there.'] : []),
    ...(written && !dryRun
      ? [
          `${count(decided.length, decided.every(({ passages }) => passages.length === 0) ? 'held fact' : 'suggestion')} ${done}.`,
        ]
      : []),
    ...committedLines(commit, isCommitted && !dryRun),
  ]
}

function passedLines({ passed, written, commit }: PassReport, { commit: isCommitted, dryRun }: How): string[] {
  return [
    ...passed.map(shown),
    ...(passed.length === 0 ? ['All of that was read or passed over before.'] : []),
    ...(written && !dryRun ? [`${count(passed.length, 'section')} passed over.`] : []),
    ...committedLines(commit, isCommitted && !dryRun),
  ]
}

/**
 *     Boris  3 days, 4 lines
 *             memory/2025-12-02.md#L4  memory/2025-12-02.md#L8
 */
function entityLines({ entities, more }: SuggestedEntities): string[] {
  if (entities.length === 0) return ['No name comes again there that no bullet has.']
  return [
    ...entities.flatMap(({ name, days, lines, cites, told, deservesPage }) => [
      `${shown(name)}  ${count(days, 'day')}, ${count(lines, 'line')}${deservesPage ? `; a page of ${count(told, 'line')}` : ''}`,
      `        ${shown(cites.join('  '))}`,
    ]),
    ...(entities.some(({ deservesPage }) => deservesPage)
      ? ['', '--write makes these pages: what each is, how it stands, what is open, what was decided and learnt.']
      : []),
    ...(more ? ['', 'There are more: --next N.'] : []),
  ]
}

function packetLines({ packets, names, more }: SuggestPackets): string[] {
  if (packets.length === 0) return ['There is no passage there.']
  return [
    ...packets.flatMap(packetLine),
    '',
    ...(names.length > 0 ? [`names: ${shown(names.join(', '))}`] : []),
    `${more ? 'There are more: --next N. ' : ''}memory suggest --from - takes {"cites": "…", "text": "…", "kind": "W", "entities": ["…"]}`,
  ]
}

const packetLine = ({ cites, text, under }: SuggestPacket): string[] => [
  shown(text),
  `        ${shown(cites)}${under === undefined ? '' : `  under ${shown(under)}`}`,
]
