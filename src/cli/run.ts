import yargs, { type Argv } from 'yargs'
import { packageVersion } from '../model/version.js'
import { withNotices } from '../model/with-notices.js'
import { whenAsked } from '../text/once.js'
import type { Args, Command, Context, Io, OptionSpec } from './command.js'
import { commands } from './commands.js'
import { tellFailure, UsageError } from './failure.js'
import { paintOn } from './paint.js'
import { progressOn } from './progress.js'
import { safeJson, shown } from './text.js'

/** The options of every command, with the same meaning. */
export const everywhere: Readonly<Record<string, OptionSpec>> = {
  workspace: {
    type: 'string',
    describe: 'The folder of the workspace (default: $MEMORY_WORKSPACE, or the repository around you)',
  },
  json: { type: 'boolean', describe: 'Print JSON on stdout and nothing else' },
  now: { type: 'string', describe: 'Act as if it were this moment (ISO 8601)' },
}

/** @returns the exit status */
export async function runCommandLine(argv: readonly string[], io: Io): Promise<number> {
  try {
    if (argv.length === 0) {
      io.stderr.write(`${await parserFor(argv, io).getHelp()}\n`)
      return 2
    }
    // `memory help command` is the same as `memory command --help`, as in other tools.
    const parsed = await parse(argv[0] === 'help' ? [...argv.slice(1), '--help'] : wordsMarked(argv), io)
    if (parsed === undefined) return 0
    return await parsed.command.run(context(parsed.command, parsed.values, io))
  } catch (cause) {
    return tellFailure(cause, argv, io)
  }
}

/**
 * The arguments, with a mark on words that begin with `-` but are no options: `-` alone, and a pasted question such as
 * `- tea` (no option has a blank in its name). The mark is NUL, which no argument of a process can hold. The words stay
 * in place, since their neighbours give them their meaning.
 */
const wordsMarked = (argv: readonly string[]): readonly string[] =>
  argv.map((argument) => (/^-(?:$|[^=]*\s)/.test(argument) ? `\0${argument}` : argument))

const unmarked = (word: string): string => word.replaceAll('\0', '')

type Values = Readonly<Record<string, unknown>>

interface Parsed {
  readonly command: Command
  readonly values: Values
}

/** Thrown to leave yargs early: it would go on to render the command's help (5 ms), which may not be needed. */
class ChosenCommand extends Error {
  readonly parsed: Parsed

  constructor(parsed: Parsed) {
    super()
    this.parsed = parsed
  }
}

async function parse(argv: readonly string[], io: Io): Promise<Parsed | undefined> {
  let output = ''
  try {
    await parserFor(argv, io).parseAsync([...argv], {}, (_error, _values, text) => {
      output = text
    })
  } catch (cause) {
    if (cause instanceof ChosenCommand) return cause.parsed
    throw cause
  }
  if (output !== '') io.stdout.write(`${output}\n`)
  return undefined
}

function parserFor(argv: readonly string[], io: Io): Argv {
  // The types of yargs lack this method.
  const whole = yargs([], '/') as Argv & { usageConfiguration(how: Readonly<Record<string, boolean>>): Argv }
  const parser = whole
    .usageConfiguration({ 'hide-types': true })
    .scriptName('memory')
    .usage(
      'memory: offline memory for an agent workspace, with Markdown in Git as the only truth\n\nmemory <command> [options]',
    )
    .version(packageVersion)
    .help()
    .alias('h', 'help')
    .strict()
    .recommendCommands()
    .demandCommand(1, 'name a command; memory --help lists them')
    .parserConfiguration({
      'duplicate-arguments-array': true,
      'populate--': false,
      'boolean-negation': false,
      // A question is text: 1e3 must not become 1000.
      'parse-numbers': false,
      'parse-positional-numbers': false,
    })
    .wrap(Math.min(120, columns(io)))
    .exitProcess(false)
    .fail((message, error) => {
      throw message ? new UsageError(inOurWords(unmarked(message), argv)) : error
    })
  addOptions(parser, everywhere)
  const known = commands.filter(({ name }) => name === argv[0])
  for (const command of known.length > 0 ? known : commands) {
    const description = command.group === 'plumbing' ? false : command.summary
    parser.command(
      `${command.name} ${command.positional}`.trim(),
      description as string,
      (builder) => describe(builder, command),
      (values) => {
        throw new ChosenCommand({ command, values })
      },
    )
  }
  return parser
}

/** A message of yargs, reworded to name what was typed and what would be right. */
function inOurWords(message: string, argv: readonly string[]): string {
  const typed = argv.find((word) => !word.startsWith('-')) ?? ''
  const command = commands.find(({ name }) => name === typed)
  const near = /^Did you mean (\S+)\?$/.exec(message)?.[1]
  if (near !== undefined) return `there is no command ${typed}, did you mean ${near}?`
  const lacking = /^Not enough arguments following: (\S+)$/.exec(message)?.[1]
  if (lacking !== undefined) return `--${lacking} needs a value`
  if (command && message.startsWith('Not enough non-option arguments'))
    return `${command.name} needs more: memory ${command.name} ${command.positional}, e.g. ${command.examples[0]?.[0]}`
  const unknown = /^Unknown (?:argument|command)s?: (.*)$/s.exec(message)?.[1]
  if (unknown === undefined) return message
  const option = argv.find((word) => word.startsWith('-') && unknown.split(', ').includes(nameOf(word)))
  if (option !== undefined)
    return `there is no option ${option.split('=')[0]}; memory ${command ? `${command.name} ` : ''}--help lists them`
  return command
    ? `${command.name} takes nothing more, got ${unknown}`
    : `there is no command ${typed}; memory --help lists them`
}

const nameOf = (option: string): string => option.replace(/^-+/, '').split('=')[0]!

const columns = (io: Io): number => io.stdout.columns || 100

function describe(builder: Argv, command: Command): Argv {
  // yargs prints no summary for a command that it leaves out of the list.
  if (command.group === 'plumbing')
    builder.usage(`memory ${command.name} ${command.positional}`.trim() + `\n\n${command.summary}`)
  addOptions(builder, command.options)
  builder.group(Object.keys(command.options), 'Options:')
  builder.group([...Object.keys(everywhere), 'help', 'version'], 'Everywhere:')
  for (const [example, about] of command.examples) builder.example(example, about)
  return builder
}

function addOptions(parser: Argv, options: Readonly<Record<string, OptionSpec>>): void {
  for (const [name, option] of Object.entries(options)) {
    const type = option.type === 'boolean' ? 'boolean' : 'string'
    parser.option(name, {
      type,
      describe: option.describe,
      requiresArg: type !== 'boolean' && option.bare === undefined,
    })
  }
}

function context(command: Command, values: Values, io: Io): Context {
  const options = { ...command.options, ...everywhere }
  const args = argsOf(options, values, command.positional)
  const now = args.text('now')
  if (now !== undefined && Number.isNaN(Date.parse(now)))
    throw new UsageError(`--now takes a moment such as 2025-11-29T12:00:00Z, got ${now}`)
  const print = (line = ''): void => void io.stdout.write(`${line}\n`)
  const note = (line: string): void => void io.stderr.write(`${line}\n`)
  /** Notices printed so far: each is printed once, though a command may ask several questions. */
  const notices = new Set<string>()
  const notice = (what: string): void => {
    if (!notices.has(what)) note(`memory: ${shown(what)}`)
    notices.add(what)
  }
  return {
    io,
    args,
    print,
    note,
    json: (value) => print(safeJson(withNotices(value, notices))),
    paint: paintOn(io.stdout, io.environment),
    width: (io.stdout.isTTY && io.stdout.columns) || undefined,
    open: {
      cwd: io.cwd,
      environment: io.environment,
      workspace: args.text('workspace'),
      now: now !== undefined ? new Date(now) : command.stays ? io.now : whenAsked(io.now),
      progress: progressOn(io.stderr),
      notice,
    },
  }
}

function argsOf(options: Readonly<Record<string, OptionSpec>>, values: Values, positional: string): Args {
  const of = (name: string): unknown[] => {
    const value = values[name]
    const all: unknown[] = value === undefined ? [] : Array.isArray(value) ? value : [value]
    return all.map((each) => (typeof each === 'string' ? unmarked(each) : each))
  }
  const single = (name: string): unknown => {
    const given = of(name)
    if (given.length > 1) throw new UsageError(`--${name} is given ${given.length} times, once is enough`)
    return given[0]
  }
  for (const name of Object.keys(options)) if (!/^(?:strings|phrases)$/.test(options[name]!.type)) single(name)
  const rest = [
    ...[...positional.matchAll(/[<[](\w+)/g)].flatMap(([, name]) => of(name!)),
    // The words after `--`. The first item of `_` is the command's own name.
    ...of('_').slice(1),
  ].map(String)
  return {
    positional: rest,
    text(name) {
      const value = single(name)
      return value === undefined ? undefined : value === '' ? (options[name]?.bare ?? '') : String(value)
    },
    texts(name) {
      const given = of(name).map(String)
      const split = options[name]?.type === 'phrases' ? given : given.flatMap((value) => value.split(','))
      const parts = split.map((part) => part.trim())
      if (parts.includes('')) throw new UsageError(`--${name} needs a value`)
      return parts
    },
    flag: (name) => single(name) === true,
    number(name) {
      const text = single(name)
      if (text === undefined) return undefined
      if (!/^\d{1,6}$/.test(String(text)) || Number(text) < 1)
        throw new UsageError(`--${name} takes a whole number from 1, got ${String(text)}`)
      return Number(text)
    },
  }
}
