import { isIPv4 } from 'node:net'
import { MemoryError, type ErrorCode } from '../model/error.js'
import { printable } from '../text/safe-text.js'

/** The server answers, but with an error or without what was asked for: another text may fare better. */
export class ServerRefusal extends MemoryError {
  constructor(message: string, code: ErrorCode = 'embeddings-failed') {
    super(code, message)
  }
}

/** The most bytes of an answer: 512 vectors of 4,096 numbers as text. */
const largestAnswer = 64 * 2 ** 20

/** Codes of a connection that the other side closed before it said anything. */
const closed: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

/** Milliseconds to wait for an answer: a model that is not in memory yet is read from disk first. */
const usualPatience = 60_000

/**
 * Whether a host is this machine: 127.0.0.0/8 (RFC 6890) or ::1, written out, or `localhost`, which is taken for
 * 127.0.0.1 whatever a resolver says.
 */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || (isIPv4(host) && host.startsWith('127.'))

/**
 * The address of a server; no connection is opened.
 *
 * @throws MemoryError bad-argument
 */
export function serverAt(url: string, allowRemote: boolean): URL {
  const found = URL.canParse(url) ? new URL(url) : undefined
  if (!found || !['http:', 'https:'].includes(found.protocol) || found.username !== '' || found.password !== '')
    throw new MemoryError(
      'bad-argument',
      `a server's address is http://127.0.0.1:11434 or its like, got ${printable(url).slice(0, 80)}`,
    )
  if (!isLoopback(found.hostname) && !allowRemote)
    throw new MemoryError(
      'bad-argument',
      `${printable(found.host)} is not this machine: every line of memory would be sent there; --allow-remote allows it`,
    )
  if (found.hostname === 'localhost') found.hostname = '127.0.0.1'
  if (!found.pathname.endsWith('/')) found.pathname += '/'
  return found
}

/**
 * A server's answer, as JSON. A redirect is not followed: it could lead off this machine.
 *
 * @param code of the error that is thrown
 * @throws MemoryError embeddings-failed, or `code`; `ServerRefusal` where the server answers something else
 */
export async function requestServer(
  server: URL,
  path: string,
  body?: object,
  patience = usualPatience,
  code: ErrorCode = 'embeddings-failed',
): Promise<unknown> {
  const url = new URL(path, server)
  const failed = (why: string, cause?: unknown): MemoryError => new MemoryError(code, `${url.origin} ${why}`, { cause })
  let response: Response
  let text: string
  try {
    const request: RequestInit = {
      ...(body ? { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
      redirect: 'error',
      signal: AbortSignal.timeout(patience),
    }
    response = await fetch(url, request).catch((cause: unknown) => {
      // A server may close a connection that waits, just when the next question goes out on it (RFC 9112, 9.5).
      if (!closed.has(innermost(cause).code ?? '')) throw cause
      return fetch(url, request)
    })
    text = await textOf(response, code)
  } catch (cause) {
    if (cause instanceof MemoryError) throw cause
    if ((cause as Partial<Error>).name === 'TimeoutError')
      throw failed(
        `did not answer within ${patience < 1000 ? `${Math.ceil(patience)} ms` : `${Math.round(patience / 1000)} s`}`,
        cause,
      )
    throw failed(`cannot be asked: ${innermost(cause).message}`, cause)
  }
  const told = printable(text.slice(0, 200))
  if (!response.ok) throw new ServerRefusal(`${url.origin} answered ${response.status}: ${told}`, code)
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch {
    throw new ServerRefusal(`${url.origin} answered no JSON: ${told}`, code)
  }
  if (typeof answer !== 'object' || answer === null)
    throw new ServerRefusal(`${url.origin} answered no object: ${told}`, code)
  return answer
}

async function textOf(response: Response, code: ErrorCode): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > largestAnswer)
      throw new ServerRefusal(`${new URL(response.url).origin} answered more than ${largestAnswer} bytes`, code)
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** What `fetch` wraps: `connect ECONNREFUSED 127.0.0.1:11434`. */
function innermost(cause: unknown): NodeJS.ErrnoException {
  const { cause: inner } = cause as Partial<Error>
  return inner === undefined ? (cause as NodeJS.ErrnoException) : innermost(inner)
}
