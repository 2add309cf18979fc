import { onWorkspace, type Command } from './command.js'
import { count, shown } from './text.js'

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
    off: { type: 'boolean', describe: 'Ask no model any more, and forget the vectors' },
  },
  examples: [
    ['memory embed --model local', 'the small model that stands beside this package; no server, English'],
    ['memory embed --model auto', 'the best that is at hand; says which, and how long it takes'],
    ['memory embed --provider ollama --model nomic-embed-text', 'set the model, and make vectors of all there is'],
    ['memory embed', 'make those that are missing; a question makes a few by itself'],
    ['memory embed --off', 'find by words alone, as before'],
  ],
  run: onWorkspace(async (workspace, { args, json, print, note }) => {
    const done = await workspace.embed({
      provider: args.text('provider'),
      model: args.text('model'),
      url: args.text('url'),
      allowRemote: args.flag('allow-remote'),
      search: args.text('search'),
      again: args.flag('again'),
      off: args.flag('off'),
    })
    if (args.flag('json')) json(done)
    else if (!done.settings) print('Found by words alone from now on; the vectors are gone.')
    else {
      const { provider, model, url } = done.settings
      const by = url === '' ? provider : `${shown(model)} (${provider})`
      print(`${count(done.kept, 'line')} with a vector by ${by}, ${done.made} made now.`)
      if (done.unread > 0)
        print(
          `${count(done.unread, 'line')} left to words: in a language that the model does not know, or written by no hand.`,
        )
    }
    if (done.refused.length > 0)
      note(
        `memory: the model made none of ${count(done.refused.length, 'line')}, e.g. ^${done.refused[0]!}: ${shown(done.reason ?? '')}`,
      )
    return done.refused.length > 0 ? 1 : 0
  }),
}
