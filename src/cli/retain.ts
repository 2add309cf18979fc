import { parseEntries, MemoryError, type Retained, type RetainEntry, type RetainReport } from '../index.js'
import { originClasses } from '../model/origin-class.js'
import { besideLines, committedLines } from './beside.js'
import { onWorkspace, type Args, type Command, type Io } from './command.js'
import { beliefLine, textFrom } from './judge.js'
import { count, shown } from './text.js'

export const retain: Command = {
  name: 'retain',
  positional: '[text..]',
  summary: 'Write a bullet into the log of its day, where it is a good one',
  group: 'every day',
  options: {
    kind: { type: 'string', describe: 'world, experience, opinion or observation, or its letter (world)' },
    confidence: { type: 'string', describe: 'How sure, 0 to 1: makes it an opinion' },
    entity: { type: 'strings', describe: 'Whom or what it is about; may be repeated' },
    on: { type: 'string', describe: 'The day that it is noted on (today)' },
    until: { type: 'string', describe: 'It is no longer true from that day on' },
    was: { type: 'string', describe: 'The id of the fact that it replaces' },
    supports: { type: 'strings', describe: 'The id of a belief that it speaks for; may be repeated' },
    weakens: { type: 'strings', describe: 'The id of a belief that it makes less sure' },
    contradicts: { type: 'strings', describe: 'The id of a belief that it speaks against' },
    at: { type: 'string', describe: 'The code that it is about, which HEAD has: src/x.ts, or src/x.ts#symbol' },
    origin: { type: 'string', describe: `What it came by: ${originClasses.join(', ')}` },
    stdin: { type: 'boolean', describe: 'Take many from standard input: a JSON array, or one object a line' },
    commit: { type: 'boolean', describe: 'Commit them and all that waits from before, and nothing else' },
    'as-is': { type: 'boolean', describe: 'Write it also where it is no good bullet, or stands there already' },
    'dry-run': { type: 'boolean', describe: 'Say what would be written, and write nothing' },
  },
  examples: [
    [
      'memory retain "Prefers mint tea" --confidence 0.9 --entity Peter --on 2025-11-29',
      'an opinion; without --on, of today',
    ],
    ['memory retain "Moved to Graz" --entity Ana --on 2025-11-29 --commit', 'as a commit of its own'],
    ['memory retain "Graz has 300,000 people" --entity Graz --origin web', 'from a page that was read'],
    ['memory retain --commit', 'at the end: all that waits, as one commit'],
    ['memory retain --stdin < bullets.jsonl', 'one a line: {"text": "…", "entities": ["Ana"], "kind": "W"}'],
  ],
  run: onWorkspace(async (workspace, { args, io, json, print }) => {
    const entries = args.flag('stdin') ? await entriesFrom(io, args) : isAlone(args) ? [] : [entryOf(args)]
    const options = { commit: args.flag('commit'), asIs: args.flag('as-is'), dryRun: args.flag('dry-run') }
    const report = await workspace.retain(entries, options)
    if (args.flag('json')) json(report)
    else for (const line of retainedLines(report, options)) print(line)
    return 0
  }),
}

const bulletOptions = [
  'kind',
  'confidence',
  'entity',
  'on',
  'until',
  'was',
  'supports',
  'weakens',
  'contradicts',
  'at',
  'origin',
]

/** Whether it is `memory retain --commit` without a bullet. An empty text counts as a bullet. */
const isAlone = (args: Args): boolean =>
  args.flag('commit') && args.positional.length === 0 && bulletGiven(args) === undefined

const bulletGiven = (args: Args): string | undefined => bulletOptions.find((name) => args.texts(name).length > 0)

/** @throws MemoryError bad-argument, also where a bullet is given as an argument, which would be lost */
async function entriesFrom(io: Io, args: Args): Promise<RetainEntry[]> {
  const option = bulletGiven(args)
  const beside = args.positional.length > 0 ? 'a text' : option && `--${option}`
  if (beside)
    throw new MemoryError('bad-argument', `${beside} does not go with --stdin: its lines say all of their bullets`)
  return parseEntries(await textFrom('-', io))
}

function entryOf(args: Args): RetainEntry {
  const text = args.positional.join(' ')
  if (text.trim() === '')
    throw new MemoryError(
      'bad-argument',
      'there is nothing to retain, say what is so: memory retain "Prefers tea" --entity Peter; --commit alone lands what waits',
    )
  const some = (name: string): readonly string[] | undefined =>
    args.texts(name).length > 0 ? args.texts(name) : undefined
  return {
    text,
    kind: args.text('kind'),
    confidence: shareOf(args.text('confidence')),
    entities: some('entity'),
    on: args.text('on'),
    until: args.text('until'),
    was: args.text('was'),
    supports: some('supports'),
    weakens: some('weakens'),
    contradicts: some('contradicts'),
    at: args.text('at'),
    origin: args.text('origin'),
  }
}

function shareOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (/^(?:0?\.\d+|[01](?:\.0+)?)$/.test(text)) return Number(text)
  throw new MemoryError('bad-argument', `--confidence takes a number from 0 to 1, as in 0.9, got ${text}`)
}

export function retainedLines(
  report: RetainReport,
  { commit: isCommitted, dryRun }: { readonly commit: boolean; readonly dryRun: boolean },
): string[] {
  const { retained, ended, written, commit, detached } = report
  const isOpen = retained.some(({ near }) => near.length > 0)
  return [
    ...retained.flatMap((one) => linesOf(one, dryRun)),
    ...ended.map(({ by, id, content, source }) => `^${by} ends ^${id}: ${shown(content)}  ${shown(source)}`),
    ...besideLines(report),
    ...(isOpen
      ? ['What does each do to the belief? memory judge --from - takes {"fact": "^…", "belief": "^…", "verdict": "…"}']
      : []),
    ...(retained.length === 0 && dryRun ? ['Nothing would be written.'] : []),
    ...(written && commit === null
      ? ['It counts from the commit of that log on: memory retain --commit makes one of all that waits.']
      : committedLines(commit, isCommitted && !dryRun)),
    ...(detached ? ['That commit is of no branch: HEAD is detached.'] : []),
  ]
}

/** A line on an earlier fact that may say the same in other words, where a model finds one. */
export const alikeLines = (alike: Retained['alike']): string[] =>
  alike ? [`        near in meaning to ${shown(alike.source)} ^${alike.id}: ${shown(alike.content)}`] : []

function linesOf(
  { bullet, id, source, twin, alike, packet, near, mayReplace, since }: Retained,
  dryRun: boolean,
): string[] {
  const beliefs = packet?.beliefs.filter((belief) => near.includes(belief.id)) ?? []
  const left = (packet?.beliefs.length ?? 0) - beliefs.length
  const isAgain = twin !== null && source === null && !dryRun
  return [
    shown(bullet),
    ...(source === null ? [] : [`        ${shown(source)}  ^${id}`]),
    ...(twin === null
      ? []
      : [
          `        ${isAgain ? 'not written, it' : 'it'} stands at ${shown(twin.source)} ^${twin.id}: ${shown(twin.content)}`,
        ]),
    ...alikeLines(alike),
    ...mayReplace.map(
      (each) => `        does it replace ^${each.id} (was=^${each.id})? ${shown(each.content)}  ${shown(each.source)}`,
    ),
    ...(beliefs.length > 0 ? ['        may bear on', ...beliefs.map((belief) => `    ${beliefLine(belief)}`)] : []),
    ...(left > 0
      ? [
          `        ${beliefs.length > 0 ? `and on ${left} more` : `may bear on ${count(left, 'belief')}`}, which memory judge${since === null ? '' : ` --since ${since}`} lists`,
        ]
      : []),
  ]
}
