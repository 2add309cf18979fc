import { MemoryError, type LanguageModelSettings, type LogsRead, type ReaderTried } from '../index.js'
import { onWorkspace, type Command } from './command.js'
import { count, shown } from './text.js'

export const reader: Command = {
  name: 'reader',
  positional: '[action]',
  summary: 'Which model of yours reads logs, for memory reflect --read: set, test, off',
  group: 'connect',
  options: {
    command: {
      type: 'string',
      describe:
        'With set: a program and its arguments; claude, codex, opencode, gemini and openclaw run with their tools off',
    },
    server: { type: 'string', describe: 'With set: a server of this machine, http://127.0.0.1:11434' },
    api: { type: 'string', describe: 'With --server: ollama (default) or openai-compatible' },
    model: { type: 'string', describe: 'With set: the model; a server needs one' },
    'at-once': { type: 'number', describe: 'With set: so many packets at once, 1 (default) to 16' },
    'allow-remote': { type: 'boolean', describe: 'With --server: let logs be sent to another machine' },
  },
  examples: [
    ['memory reader', 'which one is set'],
    ['memory reader set --command claude --model haiku', 'a program that you are logged in to'],
    ['memory reader set --server http://127.0.0.1:11434 --model qwen3:8b', 'a model of your own, offline'],
    ['memory reader set --command codex --at-once 4', 'four packets at a time'],
    ['memory reader test', 'have it read a log of nobody, and see how it does'],
    ['memory reader off', 'none any more'],
  ],
  run: onWorkspace(async (workspace, { args, json, print }) => {
    const [action, ...more] = args.positional
    const options = ['command', 'server', 'api', 'model', 'at-once'].filter((name) => args.text(name) !== undefined)
    const astray =
      action === 'set' ? undefined : (options[0] ?? (args.flag('allow-remote') ? 'allow-remote' : undefined))
    if (astray !== undefined) throw new MemoryError('bad-argument', `--${astray} goes with memory reader set`)
    if (more.length > 0 || !['set', 'test', 'off', undefined].includes(action))
      throw new MemoryError(
        'bad-argument',
        `reader takes set, test or off, got ${shown(args.positional.join(' ')).slice(0, 60)}`,
      )
    if (action === 'test') {
      const tried = await workspace.tryReader()
      if (args.flag('json')) json(tried)
      else triedLines(tried).forEach((line) => print(line))
      return tried.accepted.length > 0 ? 0 : 1
    }
    const settings =
      action === undefined
        ? await workspace.reader()
        : await workspace.setReader(
            action === 'off'
              ? null
              : {
                  command: args.text('command'),
                  server: args.text('server'),
                  api: args.text('api'),
                  model: args.text('model'),
                  allowRemote: args.flag('allow-remote'),
                  atOnce: args.number('at-once'),
                },
          )
    if (args.flag('json')) json({ reader: settings })
    else print(settings === null ? 'No reader is set in this clone.' : settingsLine(settings))
    return 0
  }),
}

const settingsLine = (settings: LanguageModelSettings): string =>
  [
    ...(settings.by === 'program'
      ? [shown(settings.command.join(' ')), ...(settings.model === null ? [] : [shown(settings.model)])]
      : [`${settings.api} at ${shown(settings.url)}`, shown(settings.model)]),
    ...(settings.by === 'server' && settings.allowRemote ? ['perhaps on another machine'] : []),
    ...(settings.atOnce > 1 ? [`${settings.atOnce} at once`] : []),
  ].join(', ')

function triedLines({ reader: name, took, tokens, said, accepted, refused }: ReaderTried): string[] {
  const cost = tokens === null ? '' : `, ${tokens.in} tokens read and ${tokens.out} written`
  return [
    `${shown(name)} answered in ${(took / 1000).toFixed(1)} s${cost}.`,
    ...accepted.map(({ text }) => `good     ${shown(text)}`),
    ...refused.map(
      ({ answer, reasons }) => `refused  ${shown(answer.text)}: ${reasons.map(({ why }) => shown(why)).join('; ')}`,
    ),
    ...(accepted.length + refused.length === 0 ? [`Nothing of it is a bullet: ${shown(said.slice(0, 200))}`] : []),
  ]
}

/** Lines on the outcome of `memory reflect --read`. */
export function readLines(found: LogsRead, isPlan: boolean): string[] {
  const { packets, tokens, open, read, took, drafted, refused, newNames, known, stopped, commit, branch } = found
  const { verdicts, summaries, proposed } = found
  const more = [
    ...(open && open.facts > 0 ? [`${count(open.facts, 'fact')} to be held against beliefs`] : []),
    ...(open && open.names > 0 ? [`${count(open.names, 'name')} to be summed up`] : []),
  ]
  const size = [
    ...(packets > 0 ? [`${count(packets, 'packet')}, about ${tokens} tokens with what is asked`] : []),
    ...more,
  ]
  if (isPlan)
    return [
      size.length === 0
        ? 'Every log of that time is read.'
        : `${shown(found.reader)} would be asked about ${size.join('; ')}. Nothing was asked.`,
    ]
  if (packets === 0 && commit === null && stopped === null) return ['Every log of that time is read.']
  const cost = took === null ? '' : `, ${took.in} tokens in and ${took.out} out`
  const waiting = newNames.filter(({ isMentioned }) => !isMentioned)
  return [
    ...drafted.flatMap(({ bullet, cites }) => [shown(bullet), `        ${shown(cites)}`]),
    ...[...verdicts, ...summaries, ...proposed].map(shown),
    ...refused.map(({ text, path, why }) => `refused  ${shown([text, ...why].join(': '))} (${shown(path)})`),
    ...(waiting.length > 0
      ? [`No page yet, for too few lines name them: ${shown(waiting.map(({ name }) => name).join(', '))}`]
      : []),
    `Read ${read} of ${count(packets, 'packet')}${cost}: ${count(drafted.length, 'bullet')}, ${count(verdicts.length, 'verdict')}, ${summaries.length} summed up, ${proposed.length} proposed, ${refused.length} refused, ${known} that stand already.`,
    ...(stopped === null ? [] : [`${shown(stopped)}.`]),
    ...(commit === null ? [] : [landedLine(branch, commit)]),
  ]
}

const landedLine = (branch: string | null, commit: string): string =>
  branch === null
    ? `Committed, the last as ${commit.slice(0, 10)}: git log`
    : `${branch} is at ${commit.slice(0, 10)} now: git diff HEAD ${branch}; what you merge is kept, what you drop there is not asked about again.`
