import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { InitializeRequestSchema, type ServerCapabilities } from '@modelcontextprotocol/sdk/types.js'
import type { Readable, Writable } from 'node:stream'
import type { MemoryError } from '../model/error.js'
import { packageVersion } from '../model/version.js'
import { shownLines } from '../text/safe-text.js'
import type { CallAnswer } from './answer.js'
import { LineTransport, RpcFault } from './stdio.js'
import { inToolWords } from './tool-words.js'

type Params = Readonly<Record<string, unknown>>

/** The caller of a method, as far as methods need to know. */
export interface Asker {
  readonly signal: AbortSignal
  readonly progressToken: string | number | undefined
  readonly notify: (notification: { method: 'notifications/progress'; params: Params }) => void
}

export type Methods = Readonly<Record<string, (params: Params, asker: Asker) => object | Promise<object>>>

export const newServer = (capabilities: ServerCapabilities, instructions: string): Server =>
  new Server({ name: 'workspace-memory', version: packageVersion }, { capabilities, instructions })

/** Answers requests until the input ends and all that was read of it is answered. */
export async function answerRequests(
  server: Server,
  methods: Methods,
  stdin: Readable,
  stdout: Writable,
): Promise<void> {
  // One handler for all methods: with one for each, the SDK answers malformed params as a fault of the server.
  server.fallbackRequestHandler = async ({ method, params = {} }, { signal, sendNotification }) => {
    if (!Object.hasOwn(methods, method))
      throw new RpcFault('unknown method', `there is no method ${method.slice(0, 60)}`)
    return methods[method]!(params, {
      signal,
      progressToken: params['_meta']?.progressToken,
      notify: (notification) => void sendNotification(notification as Parameters<typeof sendNotification>[0]),
    }) as Promise<Record<string, unknown>>
  }
  const transport = new LineTransport(stdin, stdout, (request) =>
    request.method === 'initialize' && !InitializeRequestSchema.safeParse(request).success
      ? new RpcFault(
          'bad params',
          'initialize takes protocolVersion, capabilities and clientInfo with a name and a version',
        )
      : undefined,
  )
  await server.connect(transport)
  await transport.done
}

/** Runs one call at a time, so that a caller is told the progress of its own call. */
export function turns() {
  let last: Promise<unknown> = Promise.resolve()
  return {
    inTurn<T>(work: () => Promise<T>): Promise<T> {
      const turn = last.then(work)
      last = turn.catch(() => undefined)
      return turn
    },
    async allDone(): Promise<void> {
      let seen: typeof last
      do await (seen = last)
      while (seen !== last)
    },
  }
}

/** @throws RpcFault */
export function argumentsOf(params: Params): unknown {
  const given = params['arguments'] ?? {}
  if (typeof given === 'number' || typeof given === 'boolean' || Array.isArray(given))
    throw new RpcFault('bad params', `arguments must be an object, got ${JSON.stringify(given).slice(0, 60)}`)
  return given
}

export async function callResult(structured: boolean, answer: () => Promise<CallAnswer>): Promise<object> {
  try {
    const { value, text } = await answer()
    const content = [{ type: 'text', text }]
    return structured ? { content, structuredContent: value } : { content }
  } catch (cause) {
    const failure = asFailure(cause)
    if (!failure) throw cause
    return {
      isError: true,
      content: [{ type: 'text', text: shownLines(`${failure.code}: ${inToolWords(failure.message)}`) }],
    }
  }
}

/** @throws RpcFault */
export function oneNamed<T extends { readonly name: string }>(all: readonly T[], what: string, name: unknown): T {
  const found = all.find((each) => each.name === name)
  if (found) return found
  const given = String(JSON.stringify(name)).slice(0, 60)
  throw new RpcFault('bad params', `there is no ${what} ${given}: there are ${all.map((each) => each.name).join(', ')}`)
}

/** By name, not by `instanceof`: the library that opened the workspace is another bundle, with a class of its own. */
const asFailure = (cause: unknown): MemoryError | undefined =>
  cause instanceof Error && cause.name === 'MemoryError' ? (cause as MemoryError) : undefined
