import { MemoryError, type Difference, type Impact, type Without } from '../index.js'
import { becomings, grounds, type Becoming, type Ground } from '../model/impact.js'
import { isBelief, kinds } from '../model/kind.js'
import { onWorkspace, type Command } from './command.js'
import type { Paint } from './paint.js'
import { count, shown } from './text.js'

const formats = ['text', 'md', 'json']
const groundNames = Object.keys(grounds) as Ground[]

/** The heading of each group of differences. New and gone ones come last, and only some of them are printed. */
const titles: Readonly<Record<Becoming, string>> = {
  crossed: 'past 0.5',
  reversed: 'given up, or believed again',
  ended: 'ends',
  retired: 'retired, or told again',
  moved: 'moves',
  new: 'new',
  gone: 'gone',
}
const mostOthers = 10

export const impact: Command = {
  name: 'impact',
  positional: '[range]',
  summary: 'What merging would do to what is believed, before it is merged',
  group: 'look',
  options: {
    format: { type: 'string', describe: `${formats.join(', ')} (default: text); md is a comment on a pull request` },
    links: { type: 'string', describe: 'With --format md: what stands in front of a path, to make links' },
    'fail-on': { type: 'strings', describe: `Exit with 1 where any of these is so: ${groundNames.join(', ')}` },
  },
  examples: [
    ['memory impact main..HEAD', 'what the branch that is checked out would do to main'],
    ['memory impact main..topic --format md', 'the same as a comment on its pull request'],
    [
      'memory impact main..topic --fail-on crossed,secret',
      'exit 1 where a belief passes 0.5, or a line looks like a credential',
    ],
  ],
  run: onWorkspace(async (workspace, { args, json, print, paint, note }) => {
    const format = args.text('format') ?? 'text'
    if (!formats.includes(format))
      throw new MemoryError('bad-argument', `--format takes ${formats.join(', ')}, got ${format.slice(0, 40)}`)
    const wanted = args.texts('fail-on').map(groundOf)
    const found = await workspace.impact(args.positional[0], { links: args.text('links') })
    if (args.flag('json') || format === 'json') json(found)
    else if (format === 'md') print(found.comment.trimEnd())
    else for (const line of linesOf(found, paint)) print(line)
    const failed = wanted.filter((ground) => grounds[ground](found))
    if (failed.length > 0) note(`memory: ${failed.join(', ')}: refused by --fail-on`)
    return failed.length > 0 ? 1 : 0
  }),
}

function groundOf(text: string): Ground {
  const ground = groundNames.find((name) => name === text)
  if (!ground)
    throw new MemoryError('bad-argument', `--fail-on takes ${groundNames.join(', ')}, got ${shown(text).slice(0, 40)}`)
  return ground
}

const indent = ' '.repeat(8)

const section = (paint: Paint, title: string, told: readonly string[]): string[] =>
  told.length === 0 ? [] : ['', paint.faint(title), ...told]

function linesOf(found: Impact, paint: Paint): string[] {
  const { base, head, lines, headline, anchors, credentials, newWriters } = found
  return [
    `${shown(head)} into ${shown(base)}, ${count(lines.come, 'line')} more and ${lines.gone} less: ${headline}`,
    ...section(
      paint,
      'about code that goes',
      anchors.flatMap(({ id, at, content, source }) => [
        `${indent}${shown(at)}  ${shown(content)}`,
        `${indent}${shown(source)}  ^${id}`,
      ]),
    ),
    ...section(
      paint,
      'looks like a credential',
      credentials.map(({ source, kind }) => `${indent}${shown(source)}  ${kind}`),
    ),
    ...section(
      paint,
      'by somebody who committed nothing before',
      newWriters.map(({ name, sources: [first = '', ...others] }) => {
        const more = others.length > 0 ? ` and ${count(others.length, 'line')} more` : ''
        return `${indent}${shown(name)}: ${shown(first)}${more}`
      }),
    ),
    ...comparedLines(found, paint),
  ]
}

export function comparedLines(
  {
    conflicts,
    expectations,
    differences,
    pages,
    names,
  }: Omit<Without, 'without' | 'source' | 'diff' | 'lines' | 'headline'>,
  paint: Paint,
): string[] {
  const ofKind = (becomes: Becoming): string[] => {
    const all = differences.filter((difference) => difference.becomes === becomes)
    const most = becomes === 'new' || becomes === 'gone' ? mostOthers : Infinity
    const left = all.length - most
    const more = left > 0 ? [`${indent}and ${left} more: --json has them`] : []
    return section(paint, titles[becomes], [...all.slice(0, most).flatMap(differenceLines), ...more])
  }
  const named = (all: readonly string[]): string[] => (all.length > 0 ? [indent + shown(all.join(', '))] : [])
  return [
    ...section(
      paint,
      'to be merged by hand',
      conflicts.map((path) => indent + shown(path)),
    ),
    ...section(
      paint,
      'what memory is expected to answer',
      expectations.flatMap(({ becomes, asked, expected, why, source }) => [
        `${becomes}  ${shown(asked)}${expected === '' ? '' : `: ${shown(expected)}`}`,
        `${indent}${shown(source)}  ${shown(why)}`,
      ]),
    ),
    ...becomings.flatMap(ofKind),
    ...section(
      paint,
      'pages that say something else',
      pages.map(({ path, come, gone }) => `${indent}${shown(path)}  +${come} −${gone}`),
    ),
    ...section(paint, 'new here', named(names.come)),
    ...section(paint, 'of whom nothing is said any more', named(names.gone)),
  ]
}

/**
 *     O 0.64 → 0.41  Likes mint tea. — Peter
 *             memory/2025-12-01.md#L3  ^wbq6y7u3qw
 *             2025-12-03  contradicts  0.41  memory/2025-12-03.md#L3
 */
function differenceLines(difference: Difference): string[] {
  const { id, kind, content, entities, source, before, after, until, again, because, withoutThese, becomes } =
    difference
  const numbers = !isBelief(kind)
    ? ''
    : [before, after].flatMap((side) => side?.toFixed(2) ?? []).filter((side, at, all) => all.indexOf(side) === at)
  const told = numbers === '' ? kinds[kind].letter.padEnd(6) : `${kinds[kind].letter} ${numbers.join(' → ')}`
  const about = entities.length > 0 ? ` — ${entities.join(', ')}` : ''
  const ends = until === undefined ? '' : `  (until ${until})`
  const holds = again ? '  (holds again)' : ''
  const steps = becomes === 'new' && because.length <= 1 ? [] : because
  return [
    `${told}  ${shown(content + about)}`,
    `${indent}${shown(source)}  ^${id}${ends}${holds}`,
    ...steps.map(
      ({ timestamp, effect, confidence, source: place }) =>
        `${indent}${withoutThese ? 'without ' : ''}${[timestamp ?? 'undated', effect, confidence?.toFixed(2), shown(place)].filter(Boolean).join('  ')}`,
    ),
  ]
}
