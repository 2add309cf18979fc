import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { readerAnswers } from '../../src/reader/answer.js'
import { modelOfServer } from '../../src/ask/servers.js'
import type { LanguageModel, ModelReply } from '../../src/ask/language-model.js'

type Play = (body: Record<string, unknown>, response: ServerResponse) => void

const schema = { type: 'object', properties: { bullets: { type: 'array' } } }
const bodies: Record<string, unknown>[] = []
let play: Play
let port: number

const server = createServer((request: IncomingMessage, response: ServerResponse) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    const body = { path: request.url, ...(JSON.parse(Buffer.concat(parts).toString()) as object) }
    bodies.push(body)
    play(body, response)
  })
})
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
beforeAll(() => {
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(resolve))
})
beforeEach(() => {
  bodies.length = 0
})

const answer =
  (status: number, text: string): Play =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(text)

const modelAt = (api: string, at = port): LanguageModel =>
  modelOfServer({
    by: 'server',
    api,
    url: `http://127.0.0.1:${at}${api === 'ollama' ? '' : '/v1'}`,
    model: 'm',
    allowRemote: false,
    atOnce: 1,
  })

const ask = (api: string, patience = 5000): Promise<ModelReply> =>
  modelAt(api).ask({ system: 'How.', user: 'Notes.', schema }, patience)

describe.each([
  [
    'ollama',
    '/api/chat',
    { message: { role: 'assistant', content: '{"bullets":[]}' }, prompt_eval_count: 12, eval_count: 3 },
    (body: Record<string, unknown>) => body['format'],
  ],
  [
    'openai-compatible',
    '/v1/chat/completions',
    { choices: [{ message: { content: '{"bullets":[]}' } }], usage: { prompt_tokens: 12, completion_tokens: 3 } },
    (body: Record<string, unknown>) =>
      (body['response_format'] as { json_schema: { schema: unknown } } | undefined)?.json_schema.schema,
  ],
] as const)('%s', (api, path, good, formIn) => {
  test('is asked for the form of the answer, whole and not in parts, and says what it cost', async () => {
    play = answer(200, JSON.stringify(good))
    expect(await ask(api)).toEqual({ text: '{"bullets":[]}', tokens: { in: 12, out: 3 } })
    expect(bodies).toHaveLength(1)
    expect(bodies[0]!['messages']).toEqual([
      { role: 'system', content: 'How.' },
      { role: 'user', content: 'Notes.' },
    ])
    expect([bodies[0]!['path'], formIn(bodies[0]!), bodies[0]!['stream']]).toEqual([path, schema, false])
  })

  test('that knows no such form is asked once more without it, and from then on so', async () => {
    play = (body, response) =>
      formIn(body) === undefined
        ? answer(200, JSON.stringify(good))(body, response)
        : answer(400, '{"error":"no such format"}')(body, response)
    expect((await ask(api)).text).toBe('{"bullets":[]}')
    expect(bodies.map((body) => formIn(body) !== undefined)).toEqual([true, false])
  })

  /** Of an answer so much, of `length` bytes or of a stream that says none. */
  const brokenOff =
    (length?: number): Play =>
    (_, response) => {
      const text = JSON.stringify(good)
      response.writeHead(200, length === undefined ? {} : { 'content-length': length })
      response.write(text.slice(0, 30), () => response.destroy())
    }
  const told = (change: object): Play =>
    answer(200, JSON.stringify(api === 'ollama' ? { ...good, ...change } : { ...good, choices: [change] }))

  test.each([
    ['a failure of its own', answer(500, '{"error":"out of memory"}'), /answered 500: .*out of memory.*its own log/],
    ['a server that is busy', answer(503, '{"error":"server busy"}'), /answered 503: .*busy.*--at-once 1/],
    ['too many requests', answer(429, '{"error":"slow down"}'), /answered 429: .*slow down.*wait/],
    ['a key that it wants', answer(401, '{"error":"no key"}'), /answered 401: .*no key.*start it without/],
    ['a door that stays closed', answer(403, 'Forbidden'), /answered 403: Forbidden.*start it without/],
    [
      'a model that it has not',
      answer(404, JSON.stringify({ error: 'model "m" not found' })),
      /answered 404: .*see that it has the model/,
    ],
    [
      'a packet that it has no room for',
      answer(400, '{"error":"the request exceeds the available context size"}'),
      /answered 400: .*exceeds.*room for 16,384 tokens/,
    ],
    ['a packet that is too large', answer(413, '{"error":"too large"}'), /answered 413: .*more room/],
    ['what is no JSON', answer(200, 'busy'), /answered no JSON: busy.*--api/],
    ['a page in place of an answer', answer(200, '<html>Log in</html>'), /answered no JSON: <html>.*--api/],
    ['half of an answer', answer(200, JSON.stringify(good).slice(0, 30)), /answered no JSON: \{.*broke off/],
    ['JSON that is no object', answer(200, '"yes"'), /answered no object.*--api/],
    ['an answer without words', answer(200, '{"choices":[],"message":null}'), /answered without words \(another model/],
    ['an answer of nothing', told({ message: { content: ' ' } }), /answered without words/],
    [
      'a limit that its thoughts took',
      told({ message: { content: '' }, done_reason: 'length', finish_reason: 'length' }),
      /up to its limit.*room/,
    ],
    ['a refusal in another form', answer(200, '[]'), /answered without words/],
    [
      'an error that is told as an answer',
      answer(200, '{"error":{"message":"no credit"}}'),
      /answered with an error: no credit/,
    ],
    [
      'a connection that ends',
      ((_, response) => response.destroy()) as Play,
      /cannot be asked: .*ended before its answer/,
    ],
    ['a connection that ends within an answer', brokenOff(4000), /cannot be asked: .*ended before its answer/],
    ['a stream that ends within an answer', brokenOff(), /cannot be asked: .*ended before its answer/],
    [
      'another address',
      ((_, response) => response.writeHead(302, { location: 'http://192.0.2.1/' }).end()) as Play,
      /cannot be asked: .*set the address/,
    ],
  ])('%s is told as a failure of the reader, with what to do', async (_, given, message) => {
    play = given
    await expect(ask(api)).rejects.toMatchObject({ code: 'reader-failed', message: expect.stringMatching(message) })
  })

  test.each([401, 403, 404, 413, 429, 500, 503])(
    '%d is not asked again without the form: that is not what it says',
    async (status) => {
      play = answer(status, '{"error":"no"}')
      await expect(ask(api)).rejects.toMatchObject({ code: 'reader-failed' })
      expect(bodies).toHaveLength(1)
    },
  )

  test('that finds fault with all it is asked is asked for the form again the next time', async () => {
    play = answer(400, '{"error":"the context is too short"}')
    const model = modelAt(api)
    const request = { system: 'How.', user: 'Notes.', schema }
    await expect(model.ask(request, 5000)).rejects.toMatchObject({
      message: expect.stringContaining('context is too short'),
    })
    play = answer(200, JSON.stringify(good))
    await model.ask(request, 5000)
    expect(bodies.map((body) => formIn(body) !== undefined)).toEqual([true, false, true])
  })

  test('that does not answer, or never comes to an end, is given up', async () => {
    play = () => {}
    await expect(ask(api, 300)).rejects.toMatchObject({
      message: expect.stringMatching(/did not answer within 300 ms \(give it a smaller model, or fewer/),
    })
    play = (_, response) => {
      response.writeHead(200)
      const more = setInterval(() => response.write(' '), 50)
      response.on('close', () => clearInterval(more))
    }
    await expect(ask(api, 300)).rejects.toMatchObject({ code: 'reader-failed' })
  })

  test('that answers slowly, a piece after another, is waited for', async () => {
    play = (_, response) => {
      const pieces = JSON.stringify(good).match(/.{1,20}/g)!
      response.writeHead(200)
      const more = setInterval(() => {
        const piece = pieces.shift()
        if (piece !== undefined) return response.write(piece)
        clearInterval(more)
        return response.end()
      }, 20)
    }
    expect((await ask(api)).text).toBe('{"bullets":[]}')
  })

  test.each([
    '{"bullets":[{"cites":"5","text":"Ruth wa',
    '{"bullets":[{"cites":"5","text":"Ruth was here"}',
    '{"bullets":[{"cites":"5","text":"Ruth was here"},',
  ])('whose answer ends at its limit is known for cut off, wherever that is: %s', async (cut) => {
    play = told({ message: { content: cut }, done_reason: 'length', finish_reason: 'length' })
    const { text } = await ask(api)
    expect(text.startsWith(cut)).toBe(true)
    expect(readerAnswers(text).unreadable.map(({ why }) => why)).toEqual(['cut off'])
    play = told({ message: { content: `${cut}]}` }, done_reason: 'stop', finish_reason: 'stop' })
    expect((await ask(api)).text).toBe(`${cut}]}`)
  })
})

test('Ollama is told to forget nothing of a packet that it has no room for, and to have room', async () => {
  play = answer(200, '{"message":{"content":"[]"}}')
  await ask('ollama')
  expect(bodies[0]).toMatchObject({ truncate: false, shift: false, options: { temperature: 0, num_ctx: 16_384 } })
})

test('a refusal in words of its own, or by a filter, is told with them', async () => {
  play = answer(200, '{"choices":[{"message":{"content":null,"refusal":"I cannot\\u001b[31m read that"}}]}')
  await expect(ask('openai-compatible')).rejects.toMatchObject({
    message: expect.stringMatching(/refused: I cannot.*read that \(another model may read it\)$/),
  })
  await expect(ask('openai-compatible')).rejects.not.toMatchObject({ message: expect.stringContaining('\u001b') })
  play = answer(200, '{"choices":[{"message":{"content":""},"finish_reason":"content_filter"}]}')
  await expect(ask('openai-compatible')).rejects.toMatchObject({ message: expect.stringContaining('its filter took') })
})

test('one that is not there is told how to be set', async () => {
  const gone = createServer()
  await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve))
  const { port: closed } = gone.address() as AddressInfo
  await new Promise((resolve) => gone.close(resolve))
  await expect(modelAt('ollama', closed).ask({ system: '', user: '', schema }, 5000)).rejects.toMatchObject({
    code: 'reader-failed',
    message: expect.stringMatching(/ECONNREFUSED.*start it, or set where it is: memory reader set --server/),
  })
})

test('a server elsewhere is asked only where that is allowed, and an unknown API never', () => {
  const of =
    (url: string, api = 'ollama', allowRemote = false) =>
    () =>
      modelOfServer({ by: 'server', api, url, model: 'm', allowRemote, atOnce: 1 })
  expect(of('http://192.0.2.7:11434')).toThrow(/is not this machine/)
  expect(of('http://192.0.2.7:11434', 'ollama', true)).not.toThrow()
  expect(of('http://127.0.0.1:1', 'grpc')).toThrow('a server speaks ollama or openai-compatible, got grpc')
})
