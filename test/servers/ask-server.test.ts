import { createServer } from 'node:http'
import { createConnection, Socket, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals'
import { asVectors } from '../../src/vectors/as-vectors.js'
import { requestServer, serverAt } from '../../src/servers/ask-server.js'

const refused = (url: string, allowRemote = false): unknown => {
  try {
    serverAt(url, allowRemote)
    return undefined
  } catch (cause) {
    return (cause as { code?: string }).code
  }
}

describe('a server elsewhere', () => {
  test.each([
    'http://192.0.2.7:11434',
    'http://example.com',
    'http://127.0.0.1.example.com',
    'http://0.0.0.0:1',
    'http://[::ffff:8.8.8.8]/',
    'http://localhost.example.com',
    'https://api.example.com/v1',
  ])('%s is refused before a socket is opened', (url) => {
    const opened = jest.spyOn(Socket.prototype, 'connect')
    try {
      expect(refused(url)).toBe('bad-argument')
      expect(refused(url, true)).toBeUndefined()
      expect(opened).not.toHaveBeenCalled()
    } finally {
      opened.mockRestore()
    }
  })

  test.each(['ftp://127.0.0.1/', 'file:///etc/passwd', 'http://user:pass@127.0.0.1/', '127.0.0.1:80', ''])(
    '%j is no server, wherever it is',
    (url) => {
      expect(refused(url, true)).toBe('bad-argument')
    },
  )

  test.each([
    'http://127.0.0.1:11434',
    'http://127.9.9.9',
    'http://[::1]:8080/v1',
    'http://localhost:1',
    'http://2130706433/',
  ])('%s is this machine', (url) => {
    expect(refused(url)).toBeUndefined()
  })

  test('localhost is this machine whatever a resolver says of it', () => {
    expect(serverAt('http://localhost:11434', false).href).toBe('http://127.0.0.1:11434/')
  })
})

describe('what a server answers', () => {
  const answers: Record<string, string> = { '/json': '{"a":1}', '/text': 'busy' }
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    if (path === '/away') response.writeHead(307, { location: 'http://192.0.2.7/' }).end()
    else if (path === '/slow') setTimeout(() => response.end('{}'), 5000).unref()
    else if (path === '/broken') response.writeHead(500).end('out of \u001b[31mmemory')
    else response.end(answers[path])
  })
  let at: URL
  beforeAll(async () => {
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    at = serverAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, false)
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  test('comes, though the server closes a connection on which it is asked twice', async () => {
    const asked = new WeakSet<Socket>()
    const impatient = createServer(({ socket }, response) => {
      if (asked.has(socket)) socket.destroy()
      asked.add(socket)
      response.end('{"a":1}')
    })
    await new Promise<void>((done) => impatient.listen(0, '127.0.0.1', done))
    const there = serverAt(`http://127.0.0.1:${(impatient.address() as AddressInfo).port}`, false)
    try {
      for (let times = 0; times < 3; times++) expect(await requestServer(there, 'json')).toEqual({ a: 1 })
    } finally {
      impatient.closeAllConnections()
      impatient.close()
    }
  })

  test('is JSON', async () => {
    expect(await requestServer(at, 'json')).toEqual({ a: 1 })
  })

  test('sends nobody elsewhere', async () => {
    const opened = jest.spyOn(Socket.prototype, 'connect')
    try {
      await expect(requestServer(at, 'away', { text: 'secret' })).rejects.toMatchObject({ code: 'embeddings-failed' })
      const hosts = opened.mock.calls.flatMap(([given]) => JSON.stringify(given))
      expect(hosts.filter((host) => host.includes('192.0.2.7'))).toEqual([])
    } finally {
      opened.mockRestore()
    }
  })

  test.each([
    ['text', 'answered no JSON: busy'],
    ['broken', 'answered 500: out of'],
  ])('is told where it is no good: %s', async (path, message) => {
    const failure = await requestServer(at, path).catch((cause: Error) => cause.message)
    expect(failure).toContain(message)
    expect(failure).not.toContain('\u001b')
  })

  test('is waited for no longer than one is patient', async () => {
    await expect(requestServer(at, 'slow', undefined, 100)).rejects.toThrow(/did not answer within/)
  })

  test('is nothing where nobody listens, and the reason is told', async () => {
    const { port } = server.address() as AddressInfo
    const free = await new Promise<number>((done) => {
      const other = createServer().listen(0, '127.0.0.1', () => {
        const found = (other.address() as AddressInfo).port
        other.close(() => done(found))
      })
    })
    createConnection(port, '127.0.0.1').end()
    await expect(requestServer(serverAt(`http://127.0.0.1:${free}`, false), 'json')).rejects.toThrow(
      /cannot be asked: .*ECONNREFUSED/,
    )
  })
})

test.each([
  ['too few', [[1, 2]], 2],
  ['no list', { a: 1 }, 1],
  ['an empty one', [[]], 1],
  ['words', [['a', 'b']], 1],
  ['numbers without end', [[1, null]], 1],
  ['different lengths', [[1, 2], [1]], 2],
])('vectors are refused where they are %s', (_, given, texts) => {
  expect(() => asVectors(given, texts)).toThrow(/the model gave/)
})
