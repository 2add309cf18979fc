// A stand-in for a model's API, on this machine alone: it asks for the tools that a script names, one a turn, then says
// that it is done, and keeps every request that it was sent.
import { createServer } from 'node:http'

/**
 * How one API is spoken; a file each: `messages.js`, `responses.js`, `chat.js`, `generate.js`.
 *
 * @typedef {object} Protocol
 * @property {string} path of the call that asks the model: `/v1/messages`
 * @property {(body: object) => Tool[]} tools what the model may call
 * @property {(body: object) => string[]} results what earlier calls came to, in their order, as the model is given it
 * @property {(body: object) => string} words all that the model is given beside tools and results
 * @property {(answer: Answer, body: object) => [event: string, data: object | null][]} events of the answer's stream
 *
 * @typedef {object} Tool
 * @property {string} name as the model is given it: `mcp__workspace-memory__recall`
 * @property {string} [namespace] that it stands in
 * @property {object} definition as it stands in the request
 *
 * @typedef {{ tool: Tool, input: object, turn: number } | { text: string }} Answer a call of a tool, or a closing text
 *
 * @typedef {object} Step
 * @property {string} [verb] of ours: `recall`
 * @property {string} [own] a tool of the client's own: `ToolSearch`
 * @property {object} input of the call
 */

const usualClosing = 'That is all.'

/**
 * @param {Protocol} protocol
 * @param {readonly Step[]} script
 * @param {string | ((words: string) => string)} [closing] what it says in the end, perhaps by what it was given
 * @returns {Promise<{ address: string, requests: object[], strays: string[], close: () => Promise<void> }>} `address` is
 *   `http://127.0.0.1:4711`. Given to a program as its proxy too, it lets nothing through; `strays` has what else was
 *   asked for: `GET /v1/models`, `CONNECT example.com:443`
 */
export async function startModel(protocol, script, closing = usualClosing) {
  const requests = []
  const strays = []
  const server = createServer((request, response) => {
    const parts = []
    request.on('data', (part) => parts.push(part))
    request.on('end', () => {
      const { host, pathname } = new URL(request.url, 'http://here')
      if (host !== 'here' || request.method !== 'POST' || pathname !== protocol.path) {
        strays.push(`${request.method} ${host === 'here' ? pathname : request.url}`)
        response.writeHead(404, { 'content-type': 'application/json' })
        response.end(JSON.stringify({ error: { type: 'not_found_error', message: 'that is not played here' } }))
        return
      }
      const body = JSON.parse(Buffer.concat(parts).toString('utf8'))
      requests.push(body)
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      for (const [event, data] of protocol.events(answerTo(protocol, script, closing, body), body))
        response.write(
          `${event === '' ? '' : `event: ${event}\n`}data: ${data === null ? '[DONE]' : JSON.stringify(data)}\n\n`,
        )
      response.end()
    })
  })
  server.on('connect', ({ url }, socket) => {
    strays.push(`CONNECT ${url}`)
    socket.on('error', () => undefined) // it hung up first
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${server.address().port}`,
    requests,
    strays,
    close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      return closed
    },
  }
}

/** As many steps are done as calls have results. A request without the tool is beside the conversation: for its title. */
function answerTo(protocol, script, closing, body) {
  const turn = protocol.results(body).length
  const step = script[turn]
  const tool =
    step &&
    protocol.tools(body).find(({ name }) => (step.own === undefined ? verbOf(name) === step.verb : name === step.own))
  if (tool) return { tool, input: step.input, turn }
  return { text: typeof closing === 'string' ? closing : closing(protocol.words(body)) }
}

/** `recall` of `mcp__workspace-memory__recall`, `workspace-memory_recall`, and `mcp__workspace_memory.recall`. */
export const verbOf = (name) => /workspace[-_]memory(?:__|_|\.)([a-z]+)$/.exec(name)?.[1]

/** Text of a message's content, which is one text or parts. */
export const textOf = (content) =>
  typeof content === 'string' ? content : (content ?? []).map(({ text = '' }) => text).join('\n')
