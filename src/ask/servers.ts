import { MemoryError } from '../model/error.js'
import { printable } from '../text/safe-text.js'
import { requestServer, serverAt, ServerRefusal } from '../servers/ask-server.js'
import type { LanguageModel, ModelReply, ModelRequest, ModelServerSettings } from './language-model.js'

/** How a server is asked, and what of its answer is the reply. */
interface ServerApi {
  /** Where it is asked where nothing else is said. */
  readonly url: string
  readonly path: string
  readonly body: (model: string, request: ModelRequest) => object
  readonly read: (answer: Readonly<Record<string, unknown>>) => ModelReply | undefined
}

const at = (value: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>(
    (found, name) =>
      typeof found === 'object' && found !== null
        ? (found as Readonly<Record<string | number, unknown>>)[name]
        : undefined,
    value,
  )

const tokensOf = (read: unknown, made: unknown): ModelReply['tokens'] =>
  typeof read === 'number' && typeof made === 'number' ? { in: read, out: made } : null

const messagesOf = ({ system, user }: Pick<ModelRequest, 'system' | 'user'>) => [
  { role: 'system', content: system },
  { role: 'user', content: user },
]

/** Little freedom: the same notes should be read the same. */
const temperature = 0

export const modelServers: Readonly<Record<string, ServerApi>> = {
  /** `POST /api/chat`: https://docs.ollama.com/api/chat */
  ollama: {
    url: 'http://127.0.0.1:11434',
    path: 'api/chat',
    body: (model, { schema, ...request }) => ({
      model,
      messages: messagesOf(request),
      stream: false,
      think: false,
      format: schema,
      options: { temperature },
    }),
    read(answer) {
      const text = at(answer, 'message', 'content')
      return typeof text === 'string'
        ? { text, tokens: tokensOf(answer['prompt_eval_count'], answer['eval_count']) }
        : undefined
    },
  },
  /** `POST /v1/chat/completions`, as llama.cpp, LM Studio and vLLM serve it: https://platform.openai.com/docs/api-reference/chat */
  'openai-compatible': {
    url: 'http://127.0.0.1:8080/v1',
    path: 'chat/completions',
    body: (model, { schema, ...request }) => ({
      model,
      messages: messagesOf(request),
      stream: false,
      temperature,
      response_format: { type: 'json_schema', json_schema: { name: 'bullets', schema } },
    }),
    read(answer) {
      const text = at(answer, 'choices', 0, 'message', 'content')
      const usage = answer['usage']
      return typeof text === 'string'
        ? { text, tokens: tokensOf(at(usage, 'prompt_tokens'), at(usage, 'completion_tokens')) }
        : undefined
    },
  },
}

/**
 * A server as a reader. A server that refuses the form of the answer is asked once more without it.
 *
 * @throws MemoryError bad-argument where it is not this machine, and that is not allowed; or no API has that name
 */
export function modelOfServer({ api, url, model, allowRemote, atOnce }: ModelServerSettings): LanguageModel {
  const spoken = Object.hasOwn(modelServers, api) ? modelServers[api]! : undefined
  if (!spoken)
    throw new MemoryError(
      'bad-argument',
      `a server speaks ${Object.keys(modelServers).join(' or ')}, got ${printable(api)}`,
    )
  const server = serverAt(url, allowRemote)
  let isHeld = true
  const asked = async (request: ModelRequest, patience: number): Promise<ModelReply> => {
    const { format: _format, response_format: _form, ...free } = spoken.body(model, request) as Record<string, unknown>
    const body = isHeld ? spoken.body(model, request) : free
    const answer = await requestServer(server, spoken.path, body, patience, 'reader-failed')
    const reply = spoken.read(answer as Readonly<Record<string, unknown>>)
    if (!reply) throw new ServerRefusal(`${server.host} answered without words`, 'reader-failed')
    return reply
  }
  return {
    name: `${api} ${model} at ${server.host}`,
    atOnce,
    async ask(request, patience) {
      const start = performance.now()
      try {
        return await asked(request, patience)
      } catch (cause) {
        const left = Math.floor(patience - (performance.now() - start))
        if (!isHeld || !(cause instanceof ServerRefusal) || !/ answered 4\d\d: /.test(cause.message) || left < 1000)
          throw cause
        isHeld = false
        return asked(request, left)
      }
    },
  }
}
