import { MemoryError, type Answer, type RecallOptions } from '../index.js'
import { expectedSupport, minSupportRead } from '../model/evidence.js'
import { labelKinds, type LabelKind } from '../model/label.js'
import { kindNamed, kindNames, type Kind } from '../model/kind.js'
import { originClassNamed, originClasses, type OriginClass } from '../model/origin-class.js'
import type { Args, Command } from './command.js'

export const filterOptions: Command['options'] = {
  since: {
    type: 'string',
    describe:
      'Only what is from then on: 2025-11-27, 2025-11, 2025, an age (7d, 2w, 3mo, 1y), or words: "last week", "Q3 2025"',
  },
  until: { type: 'string', describe: 'Only what is up to then' },
  on: { type: 'string', describe: 'Only what is about that time: a day, a month, "last weekend", "around Nov 27"' },
  'as-of': {
    type: 'string',
    describe: 'Memory as it was at the end of that day, month or year; or at a commit (HEAD~3)',
  },
  entity: { type: 'strings', describe: 'Only what is about this name or alias; may be repeated' },
  kind: { type: 'strings', describe: `Only these kinds: ${kindNames.join(', ')}, or their letters` },
  label: { type: 'strings', describe: `Only lines with one of these labels: ${labelKinds.join(', ')}` },
  origin: { type: 'strings', describe: `Only what came from one of these: ${originClasses.join(', ')}` },
  budget: { type: 'number', describe: 'Tokens at most (estimated); a fact is never cut' },
  committed: { type: 'boolean', describe: 'Leave out notes that are not committed' },
}

export function optionsOf(
  args: Args,
): RecallOptions & Required<Pick<RecallOptions, 'entities' | 'kinds' | 'labels' | 'origins'>> {
  const given = {
    k: args.number('k'),
    budget: args.number('budget'),
    since: args.text('since'),
    until: args.text('until'),
    on: args.text('on'),
    asOf: args.text('as-of'),
  }
  return {
    ...(Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as RecallOptions),
    entities: args.texts('entity'),
    kinds: args.texts('kind').map(kindOf),
    labels: args.texts('label').map(labelGiven),
    origins: args.texts('origin').flatMap(originsGiven),
    committed: args.flag('committed'),
  }
}

function kindOf(text: string): Kind {
  const kind = kindNamed(text)
  if (!kind)
    throw new MemoryError('bad-argument', `--kind takes ${kindNames.join(', ')} or a letter, got ${text.slice(0, 40)}`)
  return kind
}

function labelGiven(text: string): LabelKind {
  const label = labelKinds.find((kind) => kind === text.toLowerCase())
  if (!label) throw new MemoryError('bad-argument', `--label takes ${labelKinds.join(', ')}, got ${text.slice(0, 40)}`)
  return label
}

/** The classes in the value of `--origin`: `person,agent`. */
const originsGiven = (text: string): OriginClass[] =>
  text.split(',').map((part) => {
    const named = originClassNamed(part)
    if (named) return named
    throw new MemoryError('bad-argument', `--origin takes ${originClasses.join(', ')}, got ${part.slice(0, 40)}`)
  })

export const supportOptions = {
  'min-support': {
    type: 'string',
    describe: 'No results with less support: weak (the default), strong, or a number from 0 to 1',
  },
  all: {
    type: 'boolean',
    describe: 'Also results without support, or far behind the best, which are left out otherwise',
  },
} as const satisfies Command['options']

export function supportAsked(args: Args): Pick<RecallOptions, 'minSupport' | 'all'> {
  const given = args.text('min-support')
  const minSupport = given === undefined ? undefined : minSupportRead(/^[\d.]+$/.test(given) ? Number(given) : given)
  if (given !== undefined && minSupport === undefined)
    throw new MemoryError('bad-argument', `--min-support takes ${expectedSupport}, got ${given.slice(0, 40)}`)
  return { ...(minSupport === undefined ? {} : { minSupport }), ...(args.flag('all') ? { all: true } : {}) }
}

/** The `--as-of` option of verbs that take a commit but no day. */
export const asOfCommit = {
  'as-of': { type: 'string', describe: 'A commit (HEAD~3): memory as a clone of it has it' },
} as const satisfies Command['options']

/** `as of 2025-11-30` (or ten digits of a commit) and `from 2025-11-23 to 2025-11-30`, each only if asked for. */
export const askedLines = ({ asOf, window }: Pick<Answer, 'asOf' | 'window'>): string[] => [
  ...(asOf ? [`as of ${asOf.slice(0, 10)}`] : []),
  ...(window ? [windowLine(window)] : []),
]

const windowLine = ({ start, end }: NonNullable<Answer['window']>): string =>
  [start && `from ${start}`, end && `${start ? 'to' : 'until'} ${end}`].filter(Boolean).join(' ')
