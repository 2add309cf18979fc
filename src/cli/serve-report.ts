import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { MemoryError } from '../model/error.js'
import type { ReportPage } from '../model/report.js'
import { printable } from '../text/safe-text.js'

export interface ReportServer {
  /** The URL to open. It holds the token, so only the person who started the server is told. */
  readonly address: string
  readonly close: () => Promise<void>
}

/** A number, since the name `localhost` may resolve to another address. */
const loopback = '127.0.0.1'

/**
 * Serve a report on this machine to whoever has its address. The report is made anew for each request.
 *
 * Other programs of the machine can reach the port, and so can any page that a browser here has open. So the `Host`
 * header has to name this machine, which stops DNS rebinding, and the request has to hold the token. A browser keeps
 * the token in a cookie that no script can read and that is not sent from other sites. It has the random path of this
 * server, since browsers send cookies to all ports of a host.
 *
 * @param port 0 for any that is free
 * @throws MemoryError bad-argument where the port is taken
 */
export async function serveReport(page: () => Promise<ReportPage>, port: number): Promise<ReportServer> {
  const [token, place] = [randomBytes(24).toString('base64url'), `/${randomBytes(9).toString('base64url')}/`]
  const server = createServer((request, response) => {
    void answer(request, response).catch((cause: unknown) => {
      // Told by its name: in the command's bundle MemoryError is another class.
      const isTold = cause instanceof Error && cause.name === 'MemoryError'
      const why = isTold ? cause.message : 'the report could not be made'
      if (response.headersSent) response.destroy()
      else refuse(response, 500, printable(why))
    })
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { port: own } = server.address() as AddressInfo
    for (const [name, value] of Object.entries(always)) response.setHeader(name, value)
    if (![`${loopback}:${own}`, `localhost:${own}`].includes(request.headers.host ?? ''))
      return refuse(response, 403, 'this is served to this machine alone')
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD')
      return refuse(response, 405, 'a report is only read')
    }
    const [path = '', query = ''] = (request.url ?? '').split(/\?(.*)/s)
    if (path !== place) return refuse(response, 404, 'nothing is here')
    const given = new URLSearchParams(query).get('token')
    if (given !== null && isSame(given, token)) {
      // Redirect to the address without the token: what the browser's history keeps is useless without the cookie.
      response.setHeader('Set-Cookie', `report=${token}; Path=${place}; HttpOnly; SameSite=Strict`)
      response.setHeader('Location', place)
      response.writeHead(303).end()
      return
    }
    if (!cookiesOf(request).some((each) => isSame(each, `report=${token}`)))
      return refuse(response, 401, 'open the address that memory report printed')
    const { html, policy } = await page()
    const body = Buffer.from(html)
    response.writeHead(200, {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Length': body.length,
      'Content-Security-Policy': `${policy}; frame-ancestors 'none'`,
    })
    response.end(request.method === 'HEAD' ? undefined : body)
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const why = cause.code === 'EADDRINUSE' ? 'another program has it' : (cause.code ?? cause.message)
      reject(new MemoryError('bad-argument', `port ${port} cannot be served on: ${why}`, { cause }))
    })
    server.listen(port, loopback, resolve)
  })
  return {
    address: `http://${loopback}:${(server.address() as AddressInfo).port}${place}?token=${token}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** The headers of every answer, refusals too. */
const always: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
}

function refuse(response: ServerResponse, status: number, why: string): void {
  const body = Buffer.from(`${why}\n`)
  response.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': body.length,
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  })
  response.end(body)
}

const cookiesOf = ({ headers }: IncomingMessage): readonly string[] =>
  (headers.cookie ?? '').split(';').map((each) => each.trim())

/** Compares in constant time. */
function isSame(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)]
  return one.length === other.length && timingSafeEqual(one, other)
}
