import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { modelOfServer } from '../../src/ask/servers.js'
import type { ModelReply } from '../../src/ask/language-model.js'

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

const ask = (api: string, patience = 5000): Promise<ModelReply> =>
  modelOfServer({
    by: 'server',
    api,
    url: `http://127.0.0.1:${port}${api === 'ollama' ? '' : '/v1'}`,
    model: 'm',
    allowRemote: false,
    atOnce: 1,
  }).ask({ system: 'How.', user: 'Notes.', schema }, patience)

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

  test.each([
    ['a failure of its own', answer(500, '{"error":"out of memory"}'), /answered 500: .*out of memory/],
    ['what is no JSON', answer(200, 'busy'), /answered no JSON: busy/],
    ['half of an answer', answer(200, JSON.stringify(good).slice(0, 30)), /answered no JSON/],
    ['an answer without words', answer(200, '{"choices":[],"message":null}'), /answered without words/],
    ['a refusal in another form', answer(200, '[]'), /answered without words/],
    ['a connection that ends', ((_, response) => response.destroy()) as Play, /cannot be asked/],
    [
      'another address',
      ((_, response) => response.writeHead(302, { location: 'http://192.0.2.1/' }).end()) as Play,
      /cannot be asked/,
    ],
  ])('%s is told as a failure of the reader', async (_, given, message) => {
    play = given
    await expect(ask(api)).rejects.toMatchObject({ code: 'reader-failed', message: expect.stringMatching(message) })
  })

  test('that does not answer, or never comes to an end, is given up', async () => {
    play = () => {}
    await expect(ask(api, 300)).rejects.toMatchObject({
      message: expect.stringContaining('did not answer within 300 ms'),
    })
    play = (_, response) => {
      response.writeHead(200)
      const more = setInterval(() => response.write(' '), 50)
      response.on('close', () => clearInterval(more))
    }
    await expect(ask(api, 300)).rejects.toMatchObject({ code: 'reader-failed' })
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
