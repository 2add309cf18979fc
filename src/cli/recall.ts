import {
  MemoryError,
  openWorkspace,
  usualResults,
  type RecallAnswer,
  type RecallOptions,
  type Result,
} from '../index.js'
import { anchorsShown } from '../model/anchor.js'
import { nothingFound } from '../model/evidence.js'
import { isUnkept, placesShown } from '../model/fact.js'
import { kinds } from '../model/kind.js'
import type { Command } from './command.js'
import { askedLines, filterOptions, optionsOf, supportAsked, supportOptions } from './filters.js'
import { plain, type Paint } from './paint.js'
import { shown, wrapText } from './text.js'

/** How many results are printed for a question. */
const fewResults = 8

export const recall: Command = {
  name: 'recall',
  positional: '[question..]',
  summary: 'Ask memory a question; every answer names the line it comes from',
  group: 'every day',
  options: {
    k: {
      type: 'number',
      describe: `Results at most (default: ${usualResults}; ${fewResults} of them are printed in answer to a question)`,
    },
    also: { type: 'phrases', describe: 'The same question in other words; may be repeated' },
    semantic: {
      type: 'string',
      describe: 'off: by words alone; only: by meaning alone, where a model is set (memory embed)',
    },
    ...filterOptions,
    ...supportOptions,
    context: { type: 'number', describe: 'Lines to show around each result; the citation is then a range' },
    failed: {
      type: 'boolean',
      describe: 'For Claude Code’s hook: the command that failed on standard input; three lines at most, else nothing',
    },
    explain: { type: 'boolean', describe: 'Show how each result was found, and what its score is made of' },
  },
  examples: [
    ['memory recall "what does Peter prefer"', 'the best 8 results, and how many more there are'],
    ['memory recall marrakech --on 2025-11-29', 'what is about that day'],
    ['memory recall graz --as-of 2025-11', 'what was known and held true that November'],
    ['memory recall graz --as-of HEAD~1', 'what a clone of that commit would answer'],
    ['memory recall "peter birthday" --also marrakech', 'one answer to both wordings'],
    ['memory recall "where is the boat" --min-support strong', 'an answer that memory is sure of, or none'],
    ['memory recall --kind opinion --entity Peter', 'what is believed of Peter; needs no question'],
    ['memory recall --label lesson', 'what logs call a lesson; so decision, fix, open …'],
    ['memory recall --failed < failure.json', 'what Claude Code’s hook runs (memory init --with claude,failures)'],
    ['memory recall "travel plans" --since 30d --json', 'for a program'],
  ],
  async run({ args, io, open, json, print, note, paint, width }) {
    if (args.flag('failed')) {
      const { saidOfFailure } = await import('./failed-command.js')
      const said = await saidOfFailure(io.stdin, () => openWorkspace({ ...open, notice: () => {} }))
      if (said !== undefined) json(said)
      return 0
    }
    const question = args.positional.join(' ')
    const options = {
      ...optionsOf(args),
      ...(args.texts('also').length === 0 ? {} : { also: args.texts('also') }),
      ...(args.text('semantic') === undefined ? {} : { semantic: semanticOf(args.text('semantic')!) }),
      ...supportAsked(args),
      ...(args.number('context') === undefined ? {} : { context: args.number('context')! }),
    }
    const { kinds: asked, labels, origins, entities, since, until, on } = options
    const narrows = [...asked, ...labels, ...origins, ...entities, ...(options.also ?? []), since, until, on].some(
      (given) => given !== undefined,
    )
    if (question === '' && !narrows) {
      throw new MemoryError(
        'bad-argument',
        'ask a question, or name what to list with --kind, --label, --entity, --since, --until or --on',
      )
    }
    const workspace = openWorkspace(open)
    try {
      const answer = await workspace.recall(question, options)
      for (const notice of answer.notices) note(`memory: ${shown(notice)}`)
      if (args.flag('json')) json(forJson(answer, args.flag('explain')))
      else {
        const most = question === '' || options.k !== undefined || options.budget !== undefined ? Infinity : fewResults
        const shape = { explain: args.flag('explain'), paint, width }
        for (const line of answerLines(answer, most, shape)) print(line)
      }
      return 0
    } finally {
      workspace.close()
    }
  },
}

export function semanticOf(given: string): NonNullable<RecallOptions['semantic']> {
  if (given === 'off' || given === 'only') return given
  throw new MemoryError('bad-argument', `--semantic takes off or only, got ${shown(given).slice(0, 40)}`)
}

const indent = ' '.repeat(8)

interface PrintShape {
  readonly explain?: boolean
  readonly paint?: Paint
  readonly width?: number | undefined
}

function forJson({ plan, ...answer }: RecallAnswer, explain: boolean): object {
  return {
    ...answer,
    ...(explain ? { plan } : {}),
    results: answer.results.map(({ why, ...result }) => (explain ? { ...result, why } : result)),
  }
}

function answerLines(answer: RecallAnswer, most: number, shape: Required<PrintShape>): string[] {
  const { plan, results, support, evidence, leftOut } = answer
  const { explain, paint } = shape
  const more = results.length - most
  return [
    ...askedLines(answer).map(paint.faint),
    ...(explain ? planLines(plan, support).map((line) => paint.faint(line)) : []),
    ...(results.length === 0 ? [nothingFound(leftOut, '--all')] : []),
    ...results.slice(0, most).flatMap((result) => resultLines(result, shape)),
    ...(results.length > 0 && evidence !== null ? [paint.faint(`evidence: ${evidence}`)] : []),
    ...(more > 0
      ? [
          '',
          paint.faint(
            `${results.length < usualResults ? '' : 'at least '}${more} more: --k ${results.length} shows ${more === 1 ? 'it' : 'them'}`,
          ),
        ]
      : []),
  ]
}

/**
 *     words: go, rome   names: Maya   asks: time
 *     support: 0.93
 */
function planLines({ words, names, asks, days }: RecallAnswer['plan'], support: number | null): string[] {
  const parts = [
    ['words', words],
    ['names', names],
    ['asks', asks],
    ['days', days ? [days.start === days.end ? days.start : `${days.start} to ${days.end}`] : []],
  ] as const
  const told = parts.filter(([, list]) => list.length > 0).map(([name, list]) => `${name}: ${shown(list.join(', '))}`)
  return [told.join('   '), ...(support === null ? [] : [`support: ${support.toFixed(2)}`])].filter(
    (line) => line !== '',
  )
}

/**
 *     O 0.95  Prefers concise replies (<1500 chars) on WhatsApp. — Peter
 *             memory/2025-11-27.md#L4  ^k3f9a2c1x7
 *     ·       17:50: arthritis, left elbow.
 *             memory/2025-11-29.md#L49  ^m2f9a2c1x7  under Biscuit
 */
export function resultLines(
  result: Result,
  { explain = false, paint = plain, width }: PrintShape,
  more: readonly string[] = [],
): string[] {
  const letter = result.kind === 'passage' ? '·' : kinds[result.kind].letter
  const confidence = result.confidence === undefined ? '    ' : result.confidence.toFixed(2)
  const about = result.entities.length > 0 ? ` — ${result.entities.join(', ')}` : ''
  const marks = [
    result.uncommitted ? 'uncommitted' : '',
    result.until ? `until ${result.until}` : '',
    result.retired ? 'retired' : '',
    result.annotations?.status === 'superseded' ? result.annotations.status : '',
    result.otherwise ? `^${result.otherwise.id} says otherwise on ${result.otherwise.timestamp}` : '',
    result.origin === 'curated' || isUnkept(result) ? result.origin : '',
    result.originClass === undefined ? '' : `origin ${result.originClass}`,
    ...more,
  ]
  const made = placesShown(result.source, result.from ?? []).map(shown)
  const from = made.length > 0 ? `  from ${made.join(' ')}` : ''
  const [adrift, steady] = [true, false].map((isLoud) =>
    anchorsShown((result.anchors ?? []).filter(({ state }) => (state !== 'fresh') === isLoud)).map(shown),
  )
  const code = steady!.length > 0 ? `  at ${steady!.join(', ')}` : ''
  marks.push(...adrift!)
  const marked = marks.filter((mark) => mark !== '').join(', ')
  const reference = result.source.includes(result.id) ? '' : `  ^${result.id}`
  const under = result.under === undefined ? '' : `  under ${shown(result.under)}`
  const said = result.content.split('\n').map(shown)
  const content =
    width === undefined ? said : said.flatMap((line) => wrapText(line, Math.max(20, width - indent.length)))
  const lines = [
    `${paint.strong(`${letter} ${confidence}`)}  ${content.join(`\n${indent}`)}${paint.strong(shown(about))}`,
    `        ${paint.place(shown(result.source))}${paint.faint(`${reference}${from}${code}${under}`)}${marked ? `  ${paint.warn(`(${marked})`)}` : ''}`,
  ]
  if (explain) {
    const found = result.why.found.map(({ by, rank }) => `${by} ${rank}`).join(', ')
    const factors = result.why.factors.map(({ factor, added }) => `${factor} ${signed(added)}`).join('  ')
    lines.push(paint.faint(`        found: ${found}`), paint.faint(`        ${signed(result.score)} = ${factors}`))
  }
  return lines
}

const signed = (number: number): string => `${number < 0 ? '−' : '+'}${Math.abs(number).toFixed(2)}`
