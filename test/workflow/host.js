// A stand-in for a Git host's API, on loopback: node host.js STATE. It says its port on standard output; what it holds, and
// what it is to refuse, stands in the file STATE, so that a test reads and changes it between two runs.
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'

const [, , file] = process.argv
/** What GitHub takes. */
const most = 65_536

const server = createServer((request, response) => {
  let text = ''
  request.setEncoding('utf8')
  request.on('data', (part) => (text += part))
  request.on('end', () => {
    const state = JSON.parse(readFileSync(file, 'utf8'))
    const [path, query = ''] = request.url.split('?')
    const { authorization, 'private-token': own, 'job-token': job } = request.headers
    state.requests.push({ method: request.method, path, credential: authorization ?? own ?? job ?? '' })
    const [status, answer] = answered(state, { method: request.method, path, query: new URLSearchParams(query), text })
    writeFileSync(file, JSON.stringify(state))
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`))

const notes = /^\/(?:repos\/me\/notes\/issues\/7\/comments|projects\/5\/merge_requests\/7\/notes)$/
const oneNote = /^\/(?:repos\/me\/notes\/issues\/comments|projects\/5\/merge_requests\/7\/notes)\/(\d+)$/

function answered(state, { method, path, query, text }) {
  if (state.refuse[method]) return [state.refuse[method], { message: 'Resource not accessible by integration' }]
  if (path === '/user') return [200, { id: 77, username: 'project_5_bot' }]
  if (path === '/job') return [200, { id: 123, user: { id: 77 } }]
  const isGitlab = path.startsWith('/projects/')
  const { body } = text === '' ? {} : JSON.parse(text)
  if (body?.length > most) return [422, { message: 'body is too long' }]
  if (method === 'GET' && notes.test(path)) {
    const size = Number(query.get('per_page'))
    return [200, state.comments.slice((Number(query.get('page')) - 1) * size).slice(0, size)]
  }
  if (method === 'POST' && notes.test(path)) {
    const by = isGitlab ? { author: { id: 77 } } : { user: { login: 'github-actions[bot]' } }
    state.comments.push({ id: 1000 + state.comments.length, body, ...by })
    return [201, state.comments.at(-1)]
  }
  const [, id] = oneNote.exec(path) ?? []
  const found = state.comments.find((comment) => String(comment.id) === id)
  if (found && method === (isGitlab ? 'PUT' : 'PATCH')) {
    found.body = body
    return [200, found]
  }
  return [404, { message: 'Not Found' }]
}
