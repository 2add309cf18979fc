import { MemoryError } from '../model/error.js'
import { expectedSupport, minSupportRead } from '../model/evidence.js'
import type { RecallOptions } from '../recall/question/query.js'
import type { AsOfCommit } from './session/at-commit.js'
import type { BriefOptions } from './brief.js'
import type { CoreEdit, CoreOptions } from './curate/edit-core.js'
import type { EmbedOptions } from './embed.js'
import type { ExpectAddOptions, ExpectEntry } from './expect/add.js'
import type { ExpectOptions } from './expect/run.js'
import type { KeepVectorsOptions } from './keep-vectors.js'
import type { ReceiptsOptions } from './receipts.js'
import type { StatusOptions } from './status.js'
import type { ExportOptions } from './exchange/export.js'
import type { ForgetOptions } from './curate/forget.js'
import type { ImportOptions } from './exchange/import.js'
import type { AnswerOptions } from './curate/judge/judge.js'
import type { SummaryOptions } from './landing/land-pages.js'
import type { OpenOptions } from './session/session.js'
import type { PacketOptions } from './curate/judge/packets.js'
import type { BisectGoal } from '../model/blame.js'
import type { ImpactOptions } from './review/impact.js'
import type { UndoSource } from '../model/undo.js'
import type { UndoOptions } from './review/undo.js'
import type { RetainOptions } from './retain/retain.js'
import type { ReportOptions } from './report/report.js'
import type { WriteReportOptions } from './report/write-report.js'
import type { MendOptions } from './curate/mend-slips.js'
import type { RetireOptions } from './curate/retire.js'
import type { SuggestOptions } from './retain/suggest-logs.js'
import type { PassOptions } from './retain/pass-over.js'
import type { MarkOptions } from './retain/suggest-keep.js'

/** Each shape, in words for a message, and whether a value has it. */
const shapes = {
  text: ['a text', (value) => typeof value === 'string'],
  number: ['a number', (value) => typeof value === 'number'],
  flag: ['true or false', (value) => typeof value === 'boolean'],
  texts: ['a list of texts', (value) => Array.isArray(value) && value.every((each) => typeof each === 'string')],
  // Its entries are checked by rules of their own, one by one.
  list: ['a list', Array.isArray],
  function: ['a function', (value) => typeof value === 'function'],
  moment: ['a Date, or a function that gives one', (value) => typeof value === 'function' || isDate(value)],
  object: ['an object', isObject],
  support: [expectedSupport, (value) => minSupportRead(value) !== undefined],
} as const satisfies Record<string, readonly [string, (value: unknown) => boolean]>

type Shape = keyof typeof shapes
type FieldShapes<T> = Readonly<Record<T extends unknown ? keyof T : never, Shape>>

/** An argument of a verb. */
interface Taken {
  readonly name: string
  /** Words that it may be; any other value is checked by `shape` or `fields`. */
  readonly words?: readonly string[]
  readonly shape?: Shape
  /** The fields that it may have. Any other is refused: a mistyped `dryRun` would write, and nobody would see why. */
  readonly fields?: Readonly<Record<string, Shape>>
  /** Fields that it has to have. */
  readonly has?: readonly string[]
  /** An example that would be right. */
  readonly such: string
  readonly needed?: boolean
}

const asOf = { asOf: 'text' } as const
const commit = { commit: 'flag', agent: 'text' } as const
const narrowing = {
  k: 'number',
  since: 'text',
  until: 'text',
  on: 'text',
  asOf: 'text',
  entities: 'texts',
  kinds: 'texts',
  labels: 'texts',
  origins: 'texts',
  committed: 'flag',
  budget: 'number',
  context: 'number',
} as const satisfies FieldShapes<Omit<RecallOptions, 'also' | 'semantic' | 'minSupport' | 'all'>>
/** The same options may go to every way of reflecting. */
const reflecting = {
  since: 'text',
  entities: 'texts',
  names: 'texts',
  proposeCore: 'flag',
  agent: 'text',
  links: 'text',
} as const satisfies FieldShapes<SummaryOptions>
const suggesting = { on: 'text', since: 'text', next: 'number' } as const satisfies FieldShapes<SuggestOptions>
const retaining = { ...commit, asIs: 'flag', dryRun: 'flag' } as const satisfies FieldShapes<RetainOptions>
const reporting = { ...asOf, since: 'text', links: 'text' } as const satisfies FieldShapes<ReportOptions>
const reasoned = { reason: 'text', asIs: 'flag', agent: 'text' } as const

const options = (fields: Readonly<Record<string, Shape>>, such: string): Taken => ({ name: 'options', fields, such })
const asking = (fields: Readonly<Record<string, Shape>>): Taken => options(fields, questions)
const timed = options(suggesting, "{ since: '7d' }")
const questions = "{ k: 5, entities: ['Peter'] }"
const pages = "{ since: '7d', entities: ['Peter'] }"

/** The arguments of every verb, in their order. */
const rows = {
  sync: [],
  rebuild: [],
  recall: [
    { name: 'question', shape: 'text', such: "'what does Peter prefer'", needed: true },
    asking({
      ...narrowing,
      also: 'texts',
      semantic: 'text',
      minSupport: 'support',
      all: 'flag',
    } satisfies FieldShapes<RecallOptions>),
  ],
  embed: [
    options(
      {
        provider: 'text',
        model: 'text',
        url: 'text',
        allowRemote: 'flag',
        search: 'text',
        again: 'flag',
        off: 'flag',
      } satisfies FieldShapes<EmbedOptions>,
      "{ provider: 'local' }",
    ),
  ],
  keepVectors: [
    options(
      {
        signal: 'object',
        aside: 'flag',
        ready: 'function',
        told: 'function',
      } satisfies FieldShapes<KeepVectorsOptions>,
      '{ aside: true }',
    ),
  ],
  log: [asking(narrowing)],
  beliefs: [asking(narrowing)],
  brief: [
    options(
      { budget: 'number', since: 'text', calls: 'text', ...asOf } satisfies FieldShapes<BriefOptions & AsOfCommit>,
      '{ budget: 400 }',
    ),
  ],
  core: [{ name: 'block', shape: 'text', such: "'Persona'" }],
  editCore: [
    {
      name: 'edit',
      fields: {
        edit: 'text',
        block: 'text',
        text: 'text',
        old: 'text',
        new: 'text',
        line: 'number',
      } satisfies FieldShapes<CoreEdit>,
      has: ['edit'],
      such: "{ edit: 'append', block: 'Persona', text: 'Dry and brief.' }",
      needed: true,
    },
    options({ ...reasoned, commit: 'flag' } satisfies FieldShapes<CoreOptions>, "{ reason: 'as asked' }"),
  ],
  commitCore: [{ ...options(reasoned, "{ reason: 'as asked' }"), needed: true }],
  expect: [
    options(
      { only: 'text', committed: 'flag', semantic: 'text' } satisfies FieldShapes<ExpectOptions>,
      "{ only: '3' }",
    ),
  ],
  expectAdd: [
    {
      name: 'entry',
      fields: {
        ask: 'text',
        asOf: 'text',
        entities: 'texts',
        cites: 'texts',
        never: 'texts',
        within: 'number',
        nothing: 'flag',
        belief: 'text',
        above: 'number',
        below: 'number',
      } satisfies FieldShapes<ExpectEntry>,
      such: "{ ask: 'where does Peter live', cites: ['^k3f9a2c1x7'] }",
      needed: true,
    },
    options({ dryRun: 'flag' } satisfies FieldShapes<ExpectAddOptions>, '{ dryRun: true }'),
  ],
  show: [
    { name: 'reference', shape: 'text', such: "'Peter', '^k3f9a2c1x7' or 'memory/2025-11-27.md#L4'", needed: true },
    options(asOf satisfies FieldShapes<AsOfCommit>, "{ asOf: 'HEAD~3' }"),
  ],
  reflect: [
    { name: 'which', words: ['stale', 'all'], fields: reflecting, such: `'stale', 'all' or ${pages}` },
    { name: 'keepGoing', shape: 'function', such: '() => true' },
  ],
  preview: [{ name: 'limits', fields: reflecting, such: pages }],
  commit: [options(reflecting, pages)],
  branch: [{ name: 'name', shape: 'text', such: "'memory/reflect'", needed: true }, options(reflecting, pages)],
  summary: [options(reflecting, pages)],
  discard: [],
  firstBank: [],
  retire: [
    {
      name: 'no',
      fields: { fact: 'text', for: 'text', why: 'text' },
      has: ['fact'],
      such: "{ fact: '^k3f9a2c1x7', why: 'he moved' }",
      needed: true,
    },
    options(commit satisfies FieldShapes<RetireOptions>, '{ commit: true }'),
  ],
  retain: [
    { name: 'entries', shape: 'list', such: "[{ text: 'Likes tea', entities: ['Peter'] }]", needed: true },
    options(retaining, '{ commit: true }'),
  ],
  import: [
    options(
      { from: 'text', paths: 'texts', write: 'flag', since: 'text', ...commit } satisfies FieldShapes<ImportOptions>,
      "{ paths: ['conversations.json'] }",
    ),
  ],
  suggest: [timed],
  writeSuggested: [timed, { name: 'how', fields: retaining, such: '{ commit: true }' }],
  decideSuggested: [
    { name: 'decision', words: ['keep', 'drop'], such: "'keep' or 'drop'", needed: true },
    { name: 'ids', shape: 'texts', such: "['^9y6wq4trys']", needed: true },
    options(
      { on: 'text', since: 'text', all: 'flag', dryRun: 'flag', ...commit } satisfies FieldShapes<MarkOptions>,
      '{ commit: true }',
    ),
  ],
  passOver: [
    { name: 'places', shape: 'texts', such: "['memory/2025-11-27.md#L4']", needed: true },
    options({ dryRun: 'flag', ...commit } satisfies FieldShapes<PassOptions>, '{ commit: true }'),
  ],
  suggestEntities: [timed],
  suggestPackets: [timed],
  retainSuggested: [
    {
      name: 'answers',
      shape: 'list',
      such: "[{ cites: 'memory/2025-11-27.md#L4', text: 'Likes tea', entities: ['Peter'] }]",
      needed: true,
    },
    options({ ...retaining, mark: 'flag' }, '{ commit: true }'),
  ],
  export: [
    {
      ...options(
        { folder: 'text', format: 'text', dryRun: 'flag' } satisfies FieldShapes<ExportOptions>,
        "{ folder: 'okf' }",
      ),
      has: ['folder'],
      needed: true,
    },
  ],
  open: [
    options({ next: 'number', since: 'text', entity: 'text' } satisfies FieldShapes<PacketOptions>, '{ next: 3 }'),
  ],
  judge: [
    {
      name: 'answers',
      shape: 'list',
      such: "[{ fact: '^k3f9a2c1x7', belief: '^m2f9a2c1x7', verdict: 'weakens' }]",
      needed: true,
    },
    options({ dryRun: 'flag', ...commit } satisfies FieldShapes<AnswerOptions>, '{ commit: true }'),
  ],
  forget: [
    { name: 'id', shape: 'text', such: "'^k3f9a2c1x7'", needed: true },
    options({ dryRun: 'flag' } satisfies FieldShapes<ForgetOptions>, '{ dryRun: true }'),
  ],
  impact: [
    { name: 'range', shape: 'text', such: "'main..HEAD'" },
    options({ links: 'text' } satisfies FieldShapes<ImpactOptions>, "{ links: 'https://…/blob/main' }"),
  ],
  report: [options(reporting, "{ since: '30d' }")],
  writeReport: [
    options({ ...reporting, to: 'text' } satisfies FieldShapes<WriteReportOptions>, "{ to: 'report.html' }"),
  ],
  without: [{ name: 'source', shape: 'text', such: "'^k3f9a2c1x7', 'memory/imports' or 'HEAD~3'", needed: true }],
  undo: [
    {
      name: 'source',
      fields: { commits: 'text', session: 'text', author: 'text', import: 'text' } satisfies FieldShapes<UndoSource>,
      such: "{ author: 'Mallory' }",
      needed: true,
    },
    options(commit satisfies FieldShapes<UndoOptions>, '{ commit: true }'),
  ],
  blame: [{ name: 'reference', shape: 'text', such: "'^k3f9a2c1x7' or 'memory/2025-11-27.md#L4'", needed: true }],
  bisect: [
    { name: 'reference', shape: 'text', such: "'^k3f9a2c1x7' or 'memory/2025-11-27.md#L4'", needed: true },
    {
      name: 'goal',
      fields: {
        below: 'number',
        above: 'number',
        over: 'flag',
        retired: 'flag',
        gone: 'flag',
      } satisfies FieldShapes<BisectGoal>,
      such: '{ below: 0.5 }',
      needed: true,
    },
  ],
  verify: [{ name: 'strict', shape: 'flag', such: 'true' }],
  status: [
    options(
      { offer: 'flag', once: 'flag', url: 'text', credentials: 'flag' } satisfies FieldShapes<StatusOptions>,
      '{ offer: true }',
    ),
  ],
  examine: [],
  mendSlips: [options({ dryRun: 'flag' } satisfies FieldShapes<MendOptions>, '{ dryRun: true }')],
  secrets: [],
  digest: [],
  dump: [{ name: 'print', shape: 'function', such: '(line) => console.log(line)', needed: true }],
  receipts: [options({ since: 'text', keep: 'flag' } satisfies FieldShapes<ReceiptsOptions>, "{ since: '7d' }")],
  config: [],
} satisfies Record<string, readonly Taken[]>

export type Verb = keyof typeof rows

export const takes: Readonly<Record<Verb, readonly Taken[]>> = rows

const opening: Taken = options(
  {
    workspace: 'text',
    cwd: 'text',
    environment: 'object',
    here: 'flag',
    make: 'flag',
    told: 'object',
    now: 'moment',
    patience: 'number',
    progress: 'function',
    notice: 'function',
    whileIndexing: 'function',
    session: 'text',
  } satisfies FieldShapes<OpenOptions>,
  "{ workspace: '/home/me/notes' }",
)

export const verbs = Object.keys(takes) as readonly Verb[]

/** @throws MemoryError bad-argument that names the verb, the argument, what was found and what would be right */
export function checkVerb(verb: Verb, values: readonly unknown[]): void {
  takes[verb].forEach((taken, at) => check(verb, taken, values[at]))
}

/** @throws MemoryError bad-argument */
export const checkOpening = (value: unknown): void => check('openWorkspace', opening, value)

function check(verb: string, taken: Taken, value: unknown): void {
  const { name, words, shape, fields, has = [], such, needed = false } = taken
  const refuse = (what: string, found: string): never => {
    throw new MemoryError('bad-argument', `${verb} takes ${what}, got ${found}: ${such} would be right`)
  }
  if (value === undefined && !needed) return
  if (typeof value === 'string' && words?.includes(value)) return
  if (shape) {
    const [what, isOne] = shapes[shape]
    if (!isOne(value)) refuse(`${name} as ${what}`, described(value))
  } else if (fields && isObject(value)) {
    const lacking = has.find((field) => Reflect.get(value, field) === undefined)
    if (lacking !== undefined) refuse(`${lacking} as ${shapes[fields[lacking]!][0]}`, 'none')
    for (const [field, each] of Object.entries(value)) {
      const known = Object.hasOwn(fields, field) ? fields[field] : undefined
      if (known === undefined) {
        refuse(Object.keys(fields).join(', '), field.slice(0, 60))
      } else if (each !== undefined && !shapes[known][1](each))
        refuse(`${field} as ${shapes[known][0]}`, described(each))
    }
  } else refuse(`${name} as ${[...(words ?? []), ...(fields ? ['an object'] : [])].join(' or ')}`, described(value))
}

function isDate(value: unknown): boolean {
  return value instanceof Date && Number.isFinite(value.getTime())
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** `5 (number)` */
function described(value: unknown): string {
  if (value === undefined || value === null) return String(value)
  if (typeof value === 'function') return 'a function'
  if (Array.isArray(value)) return 'a list'
  if (isObject(value)) return 'an object'
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value)
  return `${text.slice(0, 60)} (${typeof value})`
}
