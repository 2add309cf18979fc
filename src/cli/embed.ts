import { MemoryError, type Embedded, type EmbedOptions, type Workspace } from '../index.js'
import { onWorkspace, type Args, type Command, type Context } from './command.js'
import { count, safeJsonLine, shown } from './text.js'

export const embed: Command = {
  name: 'embed',
  positional: '',
  summary: 'Find by meaning too, by a model on this machine',
  group: 'connect',
  options: {
    provider: {
      type: 'string',
      describe:
        'local (a small English model, two npm packages), ollama, openai-compatible (llama.cpp, LM Studio, vLLM), or transformers',
    },
    model: {
      type: 'string',
      describe:
        'Its name there, e.g. nomic-embed-text; for transformers the folder that holds it; local, or auto for the best that is at hand',
    },
    url: { type: 'string', describe: 'Where the server listens, if not where it usually does' },
    'allow-remote': { type: 'boolean', describe: 'Let the text of every line be sent to another machine' },
    search: {
      type: 'string',
      describe: 'What finds the nearest: auto, flat, binary, suco, hnsw or sqlite-vec (default: auto)',
    },
    again: { type: 'boolean', describe: 'Make all vectors anew' },
    watch: { type: 'boolean', describe: 'Stay, and make them for what each commit brings; Ctrl-C ends it' },
    off: { type: 'boolean', describe: 'Ask no model any more, and forget the vectors' },
  },
  examples: [
    ['memory embed --model local', 'the small model that stands beside this package; no server, English'],
    ['memory embed --model auto', 'the best that is at hand; says which, and how long it takes'],
    ['memory embed --provider ollama --model nomic-embed-text', 'set the model, and make vectors of all there is'],
    ['memory embed', 'make those that are missing; a question makes a few by itself'],
    ['memory embed --watch', 'the same, and go on with each commit until it is interrupted'],
    ['memory embed --off', 'find by words alone, as before'],
  ],
  stays: true,
  run: onWorkspace(async (workspace, context) => {
    const { args } = context
    const options = {
      provider: args.text('provider'),
      model: args.text('model'),
      url: args.text('url'),
      allowRemote: args.flag('allow-remote'),
      search: args.text('search'),
      again: args.flag('again'),
      off: args.flag('off'),
    }
    if (args.flag('watch')) return watch(workspace, options, context)
    const done = await workspace.embed(options)
    if (args.flag('json')) context.json(done)
    else tell(done, context)
    tellRefused(done, context)
    return done.refused.length > 0 ? 1 : 0
  }),
}

function tell({ settings, kept, made, unread }: Embedded, { print }: Pick<Context, 'print'>): void {
  if (!settings) return print('Found by words alone from now on; the vectors are gone.')
  const { provider, model, url } = settings
  const by = url === '' ? provider : `${shown(model)} (${provider})`
  print(`${count(kept, 'line')} with a vector by ${by}, ${made} made now.`)
  if (unread > 0)
    print(`${count(unread, 'line')} left to words: in a language that the model does not know, or written by no hand.`)
}

function tellRefused({ refused, reason }: Pick<Embedded, 'refused' | 'reason'>, { note }: Pick<Context, 'note'>): void {
  if (refused.length > 0)
    note(
      `memory: the model made none of ${count(refused.length, 'line')}, e.g. ^${refused[0]!}: ${shown(reason ?? '')}`,
    )
}

/** Keep vectors up to date and print a line for each batch, until SIGINT or SIGTERM. */
async function watch(workspace: Workspace, options: EmbedOptions, context: Context): Promise<number> {
  const { args, print, note } = context
  const alone = (['off', 'again'] as const).find((name) => options[name])
  if (alone) throw new MemoryError('bad-argument', `--${alone} goes without --watch: memory embed --${alone} first`)
  const isJson = args.flag('json')
  if (sets(args)) {
    const done = await workspace.embed(options)
    if (isJson) print(safeJsonLine(done))
    else tell(done, context)
    tellRefused(done, context)
  }
  const ended = new AbortController()
  const end = (): void => ended.abort()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end)
  await workspace.keepVectors({
    signal: ended.signal,
    told(what) {
      if ('failure' in what) return note(`memory: ${shown(what.failure)}; trying again`)
      if (isJson) print(safeJsonLine(what))
      else if (what.made > 0) print(`${count(what.made, 'line')} more with a vector, ${what.left} without.`)
      tellRefused(what, context)
    },
  })
  if (ended.signal.aborted) return 0
  throw new MemoryError('bad-argument', 'no model is set: memory embed --model local, or auto (docs/semantic.md)')
}

const sets = (args: Args): boolean =>
  args.flag('allow-remote') || ['provider', 'model', 'url', 'search'].some((name) => args.text(name) !== undefined)
