import { MemoryError } from '../model/error.js'
import { printable } from '../text/safe-text.js'
import { requestServer, serverAt, ServerRefusal } from '../servers/ask-server.js'
import type { LanguageModel, ModelReply, ModelRequest, ModelServerSettings } from './language-model.js'

/** How a server is asked, and how its answer is read. */
interface ServerApi {
  /** Its address where no other is set. */
  readonly url: string
  readonly path: string
  readonly body: (model: string, request: ModelRequest) => object
  readonly read: (answer: ServerAnswer) => ModelReply | undefined
}

type ServerAnswer = Readonly<Record<string, unknown>>

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

/** No freedom: the same notes should be read the same. */
const temperature = 0

/** Tokens for a packet, its instructions and an answer. By default Ollama has 4,096 on a small machine. */
const roomForPacket = 16_384

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
      // By default it silently drops what has no room: parts of the log that it reads and of its answer.
      truncate: false,
      shift: false,
      options: { temperature, num_ctx: roomForPacket },
    }),
    read(answer) {
      const text = at(answer, 'message', 'content')
      return typeof text === 'string'
        ? { text, tokens: tokensOf(answer['prompt_eval_count'], answer['eval_count']) }
        : undefined
    },
  },
  /** `POST /v1/chat/completions` (llama.cpp, LM Studio, vLLM): https://platform.openai.com/docs/api-reference/chat */
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
 * Makes a reader of a server. A server that refuses the form of the answer is asked once more without it.
 *
 * @throws MemoryError bad-argument where it is not this machine and that is not allowed, or no API has that name
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
  const asked = async (request: ModelRequest, patience: number, withForm: boolean): Promise<ModelReply> => {
    const { format: _format, response_format: _form, ...free } = spoken.body(model, request) as Record<string, unknown>
    const body = withForm ? spoken.body(model, request) : free
    const answer = (await requestServer(server, spoken.path, body, patience, 'reader-failed')) as ServerAnswer
    const reply = spoken.read(answer)
    const whole = reply?.text.trim() === '' ? undefined : reply
    if (whole && endOf(answer) === 'length') return { ...whole, text: `${whole.text}\n${brokenOff}` }
    if (!whole) throw new ServerRefusal(`${server.origin} ${withoutWords(answer)}`, 'reader-failed')
    return whole
  }
  return {
    name: `${api} ${model} at ${server.host}`,
    atOnce,
    async ask(request, patience) {
      const start = performance.now()
      const withForm = isHeld
      try {
        return await asked(request, patience, withForm)
      } catch (cause) {
        const left = Math.floor(patience - (performance.now() - start))
        if (!withForm || !mayBeForm(cause) || left < 1000) throw toldWhatToDo(cause)
        try {
          const reply = await asked(request, left, false)
          isHeld = false
          return reply
        } catch (again) {
          throw toldWhatToDo(again)
        }
      }
    },
  }
}

/**
 * Whether a server may have refused the form of the answer: it then says that the request is wrong. A missing key or
 * model, or too little time, has a status of its own.
 */
const mayBeForm = (cause: unknown): boolean =>
  cause instanceof ServerRefusal && / answered (?!401|402|403|404|408|413|429)4\d\d: /.test(cause.message)

/** Put behind an answer that a limit cut off: so it is known as cut off even where it ends between two bullets. */
const brokenOff = '{"'

const endOf = (answer: ServerAnswer): unknown => at(answer, 'choices', 0, 'finish_reason') ?? answer['done_reason']

/** Why an answer has no words: `answered without words`, `refused: I cannot help with that`. */
function withoutWords(answer: ServerAnswer): string {
  const error = at(answer, 'error', 'message') ?? answer['error']
  if (typeof error === 'string') return `answered with an error: ${printable(error.slice(0, 200))}`
  const refusal = at(answer, 'choices', 0, 'message', 'refusal')
  if (typeof refusal === 'string' && refusal !== '') return `refused: ${printable(refusal.slice(0, 200))}`
  const end = endOf(answer)
  if (end === 'content_filter') return 'refused: its filter took the answer'
  return end === 'length' ? 'answered without words, up to its limit' : 'answered without words'
}

/** What to do about a failure, by its message; the first that fits counts. */
const whatToDo: readonly (readonly [said: RegExp, what: string])[] = [
  [/ did not answer within /, 'give it a smaller model, or fewer packets at once (memory reader set --at-once)'],
  [
    / cannot be asked: .*(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)/,
    'start it, or set where it is: memory reader set --server',
  ],
  [
    / cannot be asked: .*(?:closed|terminated|ECONNRESET|aborted|EPIPE)/,
    'it ended before its answer did: its own log says why, often that the model is too large',
  ],
  [/ cannot be asked: .*redirect/, 'set the address that it leads to'],
  [/ answered 40[13]: /, 'it wants a key, and none is sent: start it without'],
  [/ answered 402: /, 'it wants to be paid'],
  [/ answered 404: /, 'see that it has the model, and that the address is right, with /v1 where it has that'],
  [/ answered 400: .*(?:context|too long|exceed)/i, 'give it room for 16,384 tokens, as --ctx-size does'],
  [/ answered 413: /, 'the packet is too large for it: give it more room'],
  [
    / answered (?:408|429|503|529): /,
    'it has too much to do: wait, or ask less at once (memory reader set --at-once 1)',
  ],
  [/ answered 5\d\d: /, 'its own log says why'],
  [/ answered no JSON: \s*[{[]/, 'its answer broke off: its own log says why'],
  [/ answered no (?:JSON|object): /, 'see that --server and --api are those of a model server'],
  [/ refused: /, 'another model may read it'],
  [/ up to its limit$/, 'give it room for a longer answer, or set a model that thinks less'],
  [/ without words$/, 'another model may read it, or another --api is right'],
]

/** The same failure, and what to do about it. */
function toldWhatToDo(cause: unknown): unknown {
  if (!(cause instanceof MemoryError) || cause.code !== 'reader-failed') return cause
  const what = whatToDo.find(([said]) => said.test(cause.message))?.[1]
  return what === undefined ? cause : new MemoryError('reader-failed', `${cause.message} (${what})`, { cause })
}
