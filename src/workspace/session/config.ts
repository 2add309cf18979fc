import { defaultConfig, type Config } from '../../model/config.js'
import { MemoryError } from '../../model/error.js'
import { expectedSupport, minSupportRead, type MinSupport } from '../../model/evidence.js'
import { originClassNamed, originClasses, type OriginSettings } from '../../model/origin-class.js'

type SettingReader = (value: unknown) => unknown

const texts: SettingReader = (value) =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'string') ? value : undefined
const zone: SettingReader = (value) => {
  try {
    return typeof value === 'string' && new Intl.DateTimeFormat('en', { timeZone: value }) ? value : undefined
  } catch {
    return undefined // Intl throws for a name it does not know
  }
}
const boolean: SettingReader = (value) => (typeof value === 'boolean' ? value : undefined)
const oneOf =
  (...choices: readonly string[]): SettingReader =>
  (value) =>
    typeof value === 'string' && choices.includes(value) ? value : undefined

const classNames = originClasses.join(', ')

/** `{"memory/inbox/**": "web"}` */
const classes: SettingReader = (value) =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((each) => typeof each === 'string' && originClassNamed(each) === each)
    ? value
    : undefined

/** Every key there is, with what it takes. Data only: no key names a command, a module or a path. */
const keys: Record<string, { read: SettingReader; expects: string }> = {
  requires: {
    read: (value) => (typeof value === 'string' && /^\d+\.\d+\.\d+$/.test(value) ? value : undefined),
    expects: 'a version such as "0.1.0"',
  },
  timezone: { read: zone, expects: 'an IANA time zone such as "Europe/Vienna"' },
  me: {
    read: (value) => (typeof value === 'string' && value !== '' ? value : undefined),
    expects: 'a name such as "Peter"',
  },
  'retain.headings': { read: texts, expects: 'a list of headings such as ["Merken"]' },
  'mentions.wikilinks': {
    read: boolean,
    expects: 'true or false',
  },
  'bank.onCommit': { read: oneOf('worktree', 'commit', 'off'), expects: '"worktree", "commit" or "off"' },
  'bank.tell': { read: oneOf('everywhere', 'once'), expects: '"everywhere" or "once"' },
  'hooks.mode': { read: oneOf('attached', 'detached'), expects: '"attached" or "detached"' },
  'recall.company': { read: boolean, expects: 'true or false' },
  'recall.minSupport': { read: minSupportRead, expects: expectedSupport },
  'origin.hold': { read: boolean, expects: 'true or false' },
  'origin.notes': { read: classes, expects: `classes by path, such as {"memory/inbox/**": "web"}, of ${classNames}` },
  'origin.authors': {
    read: classes,
    expects: `classes by author, such as {"*@bots.example.org": "tool"}, of ${classNames}`,
  },
  'core.limit': {
    read: (value) => (Number.isInteger(value) && Number(value) >= 100 && Number(value) <= 100_000 ? value : undefined),
    expects: 'a whole number of characters from 100 to 100000',
  },
}

export interface ReadConfig {
  readonly config: Config
  /** Messages about unknown keys, which a newer package may know; only where `requires` asks for a newer one. */
  readonly warnings: readonly string[]
}

/** @throws MemoryError bad-config that names the key, what was found and what is expected */
export function readConfig(source: string | undefined, version: string): ReadConfig {
  if (source === undefined) return { config: defaultConfig, warnings: [] }
  const bad = (message: string): MemoryError =>
    new MemoryError('bad-config', `.memory/config.json: ${message} — correct it and commit it`)
  let parsed: unknown
  try {
    parsed = JSON.parse(source.replace(/^\uFEFF/, ''))
  } catch (cause) {
    throw bad(`not valid JSON: ${cause instanceof Error ? cause.message : String(cause)}`)
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw bad('must be an object')
  const found = flatten(parsed as Record<string, unknown>)
  const requires = found.get('requires')
  const newer = typeof requires === 'string' && isOlder(version, requires)
  const values = new Map<string, unknown>()
  const warnings: string[] = []
  for (const [key, value] of found) {
    const row = Object.hasOwn(keys, key) ? keys[key] : undefined
    if (!row) {
      const message = `unknown key ${key}; the keys are ${Object.keys(keys).join(', ')}`
      if (!newer) throw bad(message)
      warnings.push(message)
      continue
    }
    const result = row.read(value)
    if (result === undefined) throw bad(`${key} must be ${row.expects}, got ${told(value)}`)
    values.set(key, result)
  }
  const config: Config = {
    requires: (values.get('requires') as string | undefined) ?? defaultConfig.requires,
    timezone: (values.get('timezone') as string | undefined) ?? defaultConfig.timezone,
    me: (values.get('me') as string | undefined) ?? defaultConfig.me,
    retain: { headings: (values.get('retain.headings') as string[] | undefined) ?? defaultConfig.retain.headings },
    mentions: {
      wikilinks: (values.get('mentions.wikilinks') as boolean | undefined) ?? defaultConfig.mentions.wikilinks,
    },
    bank: {
      onCommit: (values.get('bank.onCommit') as Config['bank']['onCommit'] | undefined) ?? defaultConfig.bank.onCommit,
      tell: (values.get('bank.tell') as Config['bank']['tell'] | undefined) ?? defaultConfig.bank.tell,
    },
    hooks: { mode: (values.get('hooks.mode') as Config['hooks']['mode'] | undefined) ?? defaultConfig.hooks.mode },
    recall: {
      company: (values.get('recall.company') as boolean | undefined) ?? defaultConfig.recall.company,
      minSupport: (values.get('recall.minSupport') as MinSupport | undefined) ?? defaultConfig.recall.minSupport,
    },
    origin: {
      hold: (values.get('origin.hold') as boolean | undefined) ?? defaultConfig.origin.hold,
      notes: (values.get('origin.notes') as OriginSettings['notes'] | undefined) ?? defaultConfig.origin.notes,
      authors: (values.get('origin.authors') as OriginSettings['authors'] | undefined) ?? defaultConfig.origin.authors,
    },
    core: { limit: (values.get('core.limit') as number | undefined) ?? defaultConfig.core.limit },
  }
  return { config, warnings }
}

/** A value as it was written, cut short. Nested lists and objects are not printed: in YAML they may hold themselves. */
const told = (value: unknown): string =>
  Object.values(Object(value) as object).some((inner) => typeof inner === 'object')
    ? 'a list or object that holds others'
    : JSON.stringify(value).slice(0, 60)

/** `{bank: {onCommit: 'off'}}` → `bank.onCommit`; one level deep, as the keys are. A key may also be written whole. */
function flatten(object: Record<string, unknown>): Map<string, unknown> {
  const flat = new Map<string, unknown>()
  for (const [key, value] of Object.entries(object)) {
    if (typeof value === 'object' && value !== null && !Array.isArray(value) && !Object.hasOwn(keys, key)) {
      for (const [inner, innerValue] of Object.entries(value)) flat.set(`${key}.${inner}`, innerValue)
      if (!Object.keys(keys).some((known) => known.startsWith(`${key}.`))) flat.set(key, value)
    } else flat.set(key, value)
  }
  return flat
}

/** Whether version `a` comes before `b`; both `major.minor.patch`. */
export function isOlder(a: string, b: string): boolean {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number))
  for (let at = 0; at < 3; at++) {
    if ((left![at] ?? 0) !== (right![at] ?? 0)) return (left![at] ?? 0) < (right![at] ?? 0)
  }
  return false
}
