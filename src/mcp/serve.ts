import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { InitializeRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import type { Readable, Writable } from 'node:stream'
import type { OpenOptions, Workspace } from '../index.js'
import type { MemoryError } from '../model/error.js'
import { packageVersion } from '../model/version.js'
import { readRegular, walk } from '../files/files.js'
import { shownLines } from '../text/safe-text.js'
import { answerOf, type CallAnswer } from './answer.js'
import { gives } from './gives.js'
import { argumentsAsMeant } from './schema.js'
import { RpcFault, LineTransport } from './stdio.js'
import { instructions, prompts } from './texts.js'
import { inToolWords } from './tool-words.js'
import { tools, type Tool } from './tools.js'

/** What a client can put before its model without a call, as these tools answer it when they are given nothing. */
const atOnce = tools.filter(({ name }) => ['brief', 'core'].includes(name))
const uriOfTool = ({ name }: Tool): string => `memory://${name}`
const filesUri = 'memory://workspace/'
/** Pages, then logs, the newest first; any can be read. */
const mostListed = 500
/** Bytes of a file that a model is given at once. */
const largestFile = 1 << 20

/** What a program is given beside what a model reads. */
interface ServeOptions {
  /** Answers as JSON too, and its schema in the list of tools. */
  readonly structured?: boolean
}

type Params = Readonly<Record<string, unknown>>

/** Who asks, as much as a method looks at. */
interface Asker {
  readonly signal: AbortSignal
  readonly progressToken: string | number | undefined
  readonly notify: (notification: { method: 'notifications/progress'; params: Params }) => void
}

/**
 * The verbs of a workspace as tools of the Model Context Protocol (revision 2025-06-18), over a pair of streams, until the
 * first ends and all that was read of it is answered. The index stays open, and each call makes it stand for HEAD.
 *
 * @param open opens the workspace, with who is told of progress and asked whether to go on
 */
export async function serve(
  open: (hooks: Pick<OpenOptions, 'progress' | 'whileIndexing' | 'notice'>) => Workspace,
  stdin: Readable,
  stdout: Writable,
  { structured = false }: ServeOptions = {},
): Promise<void> {
  const server = new Server(
    { name: 'workspace-memory', version: packageVersion },
    { capabilities: { tools: {}, resources: {}, prompts: {} }, instructions },
  )
  let progress: OpenOptions['progress']
  let whileIndexing: OpenOptions['whileIndexing']
  /** Of the call whose turn it is. */
  const noticed = new Set<string>()
  const workspace = open({
    notice: (what) => void noticed.add(what),
    progress: (...told) => progress?.(...told),
    whileIndexing: () => whileIndexing?.(),
  })
  let last: Promise<unknown> = Promise.resolve()
  /** One call at a time, so that what is told of its progress is told to who called. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work)
    last = turn.catch(() => undefined)
    return turn
  }
  const closed = new AbortController()
  const callsAreDone = async (): Promise<void> => {
    let seen: typeof last
    do await (seen = last)
    while (seen !== last)
  }
  let keeping: Promise<void> | undefined
  /** Between calls; what fails here is told by the next question. */
  const keepVectors = (): void => {
    keeping ??= workspace
      .keepVectors({ signal: closed.signal, aside: true, ready: callsAreDone })
      .catch(() => undefined)
      .finally(() => (keeping = undefined))
  }
  const clientName = (): string => server.getClientVersion()?.name ?? 'unknown'
  const answer = (tool: Tool, given: unknown): Promise<CallAnswer> => {
    noticed.clear()
    return answerOf(tool, workspace, given, clientName(), noticed)
  }

  const call = async (tool: Tool, given: unknown, { signal, progressToken, notify }: Asker): Promise<object> => {
    progress =
      progressToken === undefined
        ? undefined
        : (message, done, total) =>
            notify({ method: 'notifications/progress', params: { progressToken, progress: done, total, message } })
    whileIndexing = () => signal.throwIfAborted()
    try {
      signal.throwIfAborted()
      const { value, text } = await answer(tool, argumentsAsMeant(tool.takes, given))
      const content = [{ type: 'text', text }]
      return structured ? { content, structuredContent: value } : { content }
    } catch (cause) {
      const failure = asFailure(cause)
      if (!failure) throw cause
      return {
        isError: true,
        content: [{ type: 'text', text: shownLines(`${failure.code}: ${inToolWords(failure.message)}`) }],
      }
    } finally {
      progress = whileIndexing = undefined
    }
  }

  const pages = (): string[] =>
    [...walk(workspace.root, 'bank'), ...walk(workspace.root, 'memory').toReversed()].filter((path) =>
      /\.md$/i.test(path),
    )
  const read = async (uri: string): Promise<string> => {
    const tool = atOnce.find((each) => uriOfTool(each) === uri)
    if (tool) return (await inTurn(() => answer(tool, {}))).text
    const path = pages().find((each) => uriOf(each) === uri || `${filesUri}${each}` === uri)
    const bytes = path === undefined ? undefined : readRegular(workspace.root, path, largestFile)
    if (!bytes)
      throw new RpcFault('no resource', `no page or log has the address ${uri.slice(0, 200)}: list the resources`)
    return shownLines(bytes.toString('utf8'))
  }

  const methods: Readonly<Record<string, (params: Params, asker: Asker) => object | Promise<object>>> = {
    'tools/list': () => ({ tools: tools.map((tool) => listed(tool, structured)) }),
    'tools/call': (params, asker) => {
      const tool = named(tools, 'tool', params['name'])
      const given = params['arguments'] ?? {}
      if (typeof given === 'number' || typeof given === 'boolean' || Array.isArray(given))
        throw new RpcFault('bad params', `arguments must be an object, got ${JSON.stringify(given).slice(0, 60)}`)
      return inTurn(() => call(tool, given, asker)).finally(keepVectors)
    },
    'resources/list': () => ({
      resources: [
        ...atOnce.map((tool) => ({
          uri: uriOfTool(tool),
          name: tool.name,
          title: tool.title,
          mimeType: 'text/markdown',
        })),
        ...pages()
          .slice(0, mostListed)
          .map((path) => ({ uri: uriOf(path), name: path, mimeType: 'text/markdown' })),
      ],
    }),
    'resources/templates/list': () => ({
      resourceTemplates: [
        {
          uriTemplate: `${filesUri}{+path}`,
          name: 'file',
          title: 'A log or page, by its path',
          description: 'memory/2025-11-27.md, or bank/opinions.md; what is quoted from memory names its file so',
          mimeType: 'text/markdown',
        },
      ],
    }),
    'resources/read': async ({ uri }) => {
      if (typeof uri !== 'string') throw new RpcFault('bad params', 'uri must be a string')
      return { contents: [{ uri, mimeType: 'text/markdown', text: await read(uri) }] }
    },
    'prompts/list': () => ({
      prompts: prompts.map(({ name, title, description }) => ({ name, title, description })),
    }),
    'prompts/get': (params) => {
      const { text } = named(prompts, 'prompt', params['name'])
      return { messages: [{ role: 'user', content: { type: 'text', text } }] }
    },
  }
  // Not one handler a method: the SDK answers params of another shape as a fault of the server.
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
  try {
    await server.connect(transport)
    await transport.done
    // What was cancelled is not answered, and may still be writing.
    await last
  } finally {
    closed.abort()
    await server.close()
    workspace.close()
  }
}

/** @throws Fault */
function named<T extends { readonly name: string }>(all: readonly T[], what: string, name: unknown): T {
  const found = all.find((each) => each.name === name)
  if (found) return found
  const given = String(JSON.stringify(name)).slice(0, 60)
  throw new RpcFault('bad params', `there is no ${what} ${given}: there are ${all.map((each) => each.name).join(', ')}`)
}

/** The library that opened the workspace stands in another bundle, with a class of its own. */
const asFailure = (cause: unknown): MemoryError | undefined =>
  cause instanceof Error && cause.name === 'MemoryError' ? (cause as MemoryError) : undefined

const uriOf = (path: string): string => `${filesUri}${path.split('/').map(encodeURIComponent).join('/')}`

const listed = (
  { name, title, description, takes, reads, again = reads, replaces = false }: Tool,
  structured: boolean,
): object => ({
  name,
  title,
  description,
  inputSchema: takes,
  ...(structured ? { outputSchema: gives[name] } : {}),
  // Of what only reads the others say nothing.
  annotations: reads
    ? { readOnlyHint: true, openWorldHint: false }
    : { readOnlyHint: false, destructiveHint: replaces, idempotentHint: again, openWorldHint: false },
})
