import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Words that mean one thing, which a model would know. */
const senses = [
  ['wife', 'spouse', 'married', 'husband'],
  ['car', 'vehicle', 'drives', 'volvo'],
  ['doctor', 'physician', 'clinic'],
]
const dimensions = 96

/** A model as small as can be: a direction a sense, and one for any other word. */
export function meantBy(text: string): number[] {
  const vector = Array.from({ length: dimensions }, () => 0)
  for (const word of text.toLowerCase().match(/[a-z]+/g) ?? []) {
    const sense = senses.findIndex((words) => words.includes(word))
    if (sense >= 0) vector[sense]! += 3
    else {
      const code = [...word].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7)
      vector[senses.length + (code % (dimensions - senses.length))]! += 1
    }
  }
  return vector
}

/** Milliseconds: who waits longer than this for a server that does not answer waits for all of the minute it is given. */
export const halfOfPatience = 30_000

/** A server on loopback that talks as Ollama does, and as OpenAI does. */
export interface TinyModel {
  readonly url: string
  /** Texts that it was asked for, in order. */
  readonly asked: string[]
  /** What it makes of a request, where that is something else than a vector a text. */
  behave?: ((response: ServerResponse, texts: readonly string[], path: string) => boolean) | undefined
  digest: string
  close(): Promise<void>
}

export async function tinyModel(name = 'tiny:latest'): Promise<TinyModel> {
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const model: TinyModel = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    digest: 'a1b2c3d4e5f6a7b8',
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = ''
    for await (const part of request) body += String(part)
    const path = request.url ?? ''
    const { input = [] } = (body === '' ? {} : JSON.parse(body)) as { input?: string[] }
    if (model.behave?.(response, input, path)) return
    model.asked.push(...input)
    const vectors = input.map(meantBy)
    if (path === '/api/tags') response.end(JSON.stringify({ models: [{ name, digest: model.digest }] }))
    else if (path === '/api/embed') response.end(JSON.stringify({ embeddings: vectors }))
    // In any order: each says which text it is of.
    else if (path === '/v1/embeddings')
      response.end(JSON.stringify({ data: vectors.map((embedding, index) => ({ index, embedding })).toReversed() }))
    else response.writeHead(404).end('no such thing')
  }
  return model
}

/** Let a server refuse each request in which a text holds some words. */
export const refusing =
  (words: string): NonNullable<TinyModel['behave']> =>
  (response, texts) => {
    if (!texts.some((text) => text.includes(words))) return false
    response.writeHead(500).end('the input is too long')
    return true
  }
