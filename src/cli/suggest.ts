import {
  parseSuggested,
  type Suggestion,
  type SuggestOptions,
  type SuggestPacket,
  type SuggestPackets,
  type Suggestions,
} from '../index.js'
import { kinds } from '../model/kind.js'
import { onWorkspace, type Command } from './command.js'
import { textFrom } from './judge.js'
import { retainedLines } from './retain.js'
import { shown } from './text.js'

export const suggest: Command = {
  name: 'suggest',
  positional: '',
  summary: 'Find what logs without bullets state: by rules, or as passages for an agent that makes bullets of them',
  group: 'connect',
  options: {
    on: { type: 'string', describe: 'Only logs of that time: a day, a month, "last week"' },
    since: { type: 'string', describe: 'Only logs from then on (7d)' },
    next: { type: 'number', describe: 'How many at most (20)' },
    passages: { type: 'boolean', describe: 'Print passages and known names for an agent, in place of what rules find' },
    from: { type: 'string', describe: 'Take bullets that cite their lines, from a file or - for standard input' },
    commit: { type: 'boolean', describe: 'With --from: commit the bullets at once, and nothing else' },
    'as-is': { type: 'boolean', describe: 'With --from: write it also where it is no good bullet' },
    'dry-run': { type: 'boolean', describe: 'With --from: say what would be written, and write nothing' },
  },
  examples: [
    ['memory suggest --since 2025-12', 'what rules find: plain statements about names, each with its lines'],
    [
      'memory suggest --passages --since 2025-12 --next 2',
      'for an agent: passages and known names; --json adds what to answer',
    ],
    ['memory suggest --from bullets.json --dry-run', 'what its bullets would be; each has to cite its lines'],
  ],
  run: onWorkspace(async (workspace, { args, io, json, print }) => {
    const from = args.text('from')
    if (from !== undefined) {
      const options = { commit: args.flag('commit'), asIs: args.flag('as-is'), dryRun: args.flag('dry-run') }
      const report = await workspace.retainSuggested(parseSuggested(await textFrom(from, io)), options)
      if (args.flag('json')) json(report)
      else for (const line of retainedLines(report, options.dryRun)) print(line)
      return 0
    }
    const options: SuggestOptions = { on: args.text('on'), since: args.text('since'), next: args.number('next') }
    if (args.flag('passages')) {
      const found = await workspace.suggestPackets(options)
      if (args.flag('json')) json({ ...found, grammar, example: exampleOf(found) })
      else packetLines(found).forEach((line) => print(line))
      return 0
    }
    const found = await workspace.suggest(options)
    if (args.flag('json')) json(found)
    else suggestionLines(found).forEach((line) => print(line))
    return 0
  }),
}

/** What makes a good bullet, for who has read nothing else. */
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
function suggestionLines({ suggestions, more }: Suggestions): string[] {
  if (suggestions.length === 0)
    return ['Rules find no plain statement there: memory suggest --passages prints what an agent may make bullets of.']
  return [
    ...suggestions.flatMap(suggestionLine),
    '',
    `${more ? 'There are more: --next N. ' : ''}To keep one: memory retain "…" --entity NAME --on DAY`,
  ]
}

const suggestionLine = ({ kind, confidence, text, entities, cites }: Suggestion): string[] => [
  `${kinds[kind].letter} ${confidence?.toFixed(2) ?? '    '}  ${shown(`${text} — ${entities.join(', ')}`)}`,
  `        ${shown(cites)}`,
]

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
