import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { isJSONRPCRequest, type JSONRPCMessage, type JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js'
import { isUtf8 } from 'node:buffer'
import type { Readable, Writable } from 'node:stream'
import { shownLines } from '../text/safe-text.js'

/** Error codes of JSON-RPC 2.0 and of the Model Context Protocol. */
const faultCodes = {
  garbage: -32700,
  'no request': -32600,
  'unknown method': -32601,
  'bad params': -32602,
  'no resource': -32002,
} as const

/** A request that is answered with a fault of the protocol, in place of a result. */
export class RpcFault extends Error {
  override readonly name = 'Fault'
  readonly code: number
  constructor(kind: keyof typeof faultCodes, message: string) {
    super(message)
    this.code = faultCodes[kind]
  }
}

/** An error repeats parts of the request, so hidden and control characters are escaped in it. */
const safe = <T extends object>(message: T): T =>
  'error' in message ? { ...message, error: safeFault(message.error as { message: string }) } : message

const safeFault = <T extends { message: string }>(fault: T): T => ({ ...fault, message: shownLines(fault.message) })

/** Bytes of one message: a thousand bullets at once have a tenth of that. */
const longestMessage = 10 << 20

const lineFeed = 10

/**
 * JSON-RPC over a pair of streams, one message a line. Every line that wants an answer gets one, even a malformed one,
 * and is counted as open until its answer has left.
 */
export class LineTransport implements Transport {
  onmessage?: Transport['onmessage']
  onclose?: () => void
  onerror?: (error: Error) => void
  /** Chunks of the line that has not ended yet. */
  #begun: Buffer[] = []
  #length = 0
  #isTooLong = false
  /** How many requests are open, by their id. */
  readonly #open = new Map<string, number>()
  /** How many writes have not left yet. */
  #leaving = 0
  #isEnded = false
  #isGone = false
  #finish: () => void = () => undefined
  /** Resolves when the input has ended and all of it is answered, or when nobody reads the answers any more. */
  readonly done = new Promise<void>((resolve) => (this.#finish = resolve))
  readonly #stdin: Readable
  readonly #stdout: Writable
  readonly #refused: (request: JSONRPCRequest) => RpcFault | undefined

  /** @param refused the error for a request that the server itself would answer with an internal error */
  constructor(stdin: Readable, stdout: Writable, refused: (request: JSONRPCRequest) => RpcFault | undefined) {
    this.#stdin = stdin
    this.#stdout = stdout
    this.#refused = refused
  }

  start(): Promise<void> {
    this.#stdin.on('data', (chunk: Buffer) => this.#read(chunk))
    for (const event of ['end', 'close', 'error']) this.#stdin.once(event, () => this.#end())
    for (const event of ['close', 'error'])
      this.#stdout.once(event, () => {
        this.#isGone = true
        this.#settle()
      })
    return Promise.resolve()
  }

  send(message: JSONRPCMessage): Promise<void> {
    const isAnswer = 'result' in message || 'error' in message
    return this.#write(message, isAnswer ? message.id : undefined)
  }

  close(): Promise<void> {
    this.onclose?.()
    return Promise.resolve()
  }

  #read(chunk: Buffer): void {
    let from = 0
    for (let to = chunk.indexOf(lineFeed); to >= 0; to = chunk.indexOf(lineFeed, from)) {
      this.#keep(chunk.subarray(from, to))
      this.#take()
      from = to + 1
    }
    this.#keep(chunk.subarray(from))
  }

  #keep(part: Buffer): void {
    if (part.length === 0 || this.#isTooLong) return
    this.#begun.push(part)
    this.#length += part.length
    if (this.#length <= longestMessage) return
    this.#begun = []
    this.#isTooLong = true
  }

  #take(): void {
    const [bytes, isTooLong] = [Buffer.concat(this.#begun), this.#isTooLong]
    this.#begun = []
    this.#length = 0
    this.#isTooLong = false
    if (isTooLong) return this.#refuse(new RpcFault('no request', `a message has ${longestMessage} bytes at most`))
    // Bytes of another encoding would be decoded to U+FFFD.
    if (!isUtf8(bytes)) return this.#refuse(new RpcFault('garbage', 'the line is no text in UTF-8'))
    const line = bytes.toString('utf8').trim()
    if (line !== '') this.#understand(line)
  }

  #understand(line: string): void {
    let message: unknown
    try {
      message = JSON.parse(line)
    } catch (cause) {
      return this.#refuse(new RpcFault('garbage', `the line is no JSON: ${(cause as Error).message}`))
    }
    if (typeof message !== 'object' || message === null || Array.isArray(message))
      return this.#refuse(
        new RpcFault('no request', 'a message is one JSON object: batches went with revision 2025-06-18'),
      )
    const { id, method, params, jsonrpc } = message as Record<string, unknown>
    const isId = typeof id === 'string' || Number.isSafeInteger(id)
    // An answer to a request that we never sent.
    if (method === undefined && ('result' in message || 'error' in message)) return
    if (id !== undefined && !isId)
      return this.#refuse(new RpcFault('no request', 'id must be a string, or a whole number below 2^53'))
    const own = id as string | number | undefined
    if (jsonrpc !== '2.0') return this.#refuse(new RpcFault('no request', 'jsonrpc must be "2.0"'), own)
    if (typeof method !== 'string') return this.#refuse(new RpcFault('no request', 'method must be a string'), own)
    // The server silently drops a message that it does not recognize, and it recognizes none with other members.
    const known = { jsonrpc, method, ...(params === undefined ? {} : { params }) }
    if (own === undefined) return this.#note(known as JSONRPCMessage)
    const request = { ...known, id: own }
    if (!isJSONRPCRequest(request))
      return this.#refuse(
        new RpcFault('bad params', 'params must be an object, and a progressToken a string or a whole number'),
        own,
      )
    const fault = this.#refused(request)
    if (fault) return this.#refuse(fault, own)
    this.#count(own, 1)
    this.onmessage?.(request)
  }

  /** Passes a notification on. It has no answer, and neither has a request that it cancels. */
  #note(message: JSONRPCMessage): void {
    const { method, params } = message as { method: string; params?: { requestId?: string | number } }
    this.onmessage?.(message)
    if (method !== 'notifications/cancelled' || params?.requestId === undefined) return
    this.#count(params.requestId, -1)
    this.#settle()
  }

  #refuse({ code, message }: RpcFault, id?: string | number): void {
    void this.#write({ jsonrpc: '2.0', id: id ?? null, error: { code, message } })
  }

  #write(message: object, answered?: string | number): Promise<void> {
    if (this.#isGone) return Promise.resolve()
    this.#leaving++
    return new Promise((resolve) => {
      this.#stdout.write(`${JSON.stringify(safe(message))}\n`, () => {
        this.#leaving--
        if (answered !== undefined) this.#count(answered, -1)
        this.#settle()
        resolve()
      })
    })
  }

  #count(id: string | number, more: number): void {
    const key = JSON.stringify(id)
    const open = Math.max(0, (this.#open.get(key) ?? 0) + more)
    if (open === 0) this.#open.delete(key)
    else this.#open.set(key, open)
  }

  #end(): void {
    if (this.#isEnded) return
    // What stands behind the last line feed is a message too.
    this.#take()
    this.#isEnded = true
    this.#settle()
  }

  #settle(): void {
    if (this.#isGone || (this.#isEnded && this.#leaving === 0 && this.#open.size === 0)) this.#finish()
  }
}
