import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import {
  CallToolRequestSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import type { Readable, Writable } from 'node:stream'
import type { OpenOptions, Workspace } from '../index.js'
import { MemoryError } from '../model/error.js'
import { packageVersion } from '../model/version.js'
import { readRegular, walk } from '../files/files.js'
import { noted } from './lines.js'
import { quoted } from './quoted.js'
import { check } from './schema.js'
import { instructions, prompts } from './texts.js'
import { tools, type Tool } from './tools.js'

/** What a client can put before its model without a call, as these tools answer it when they are given nothing. */
const atOnce = tools.filter(({ name }) => ['brief', 'core'].includes(name))
const uriOfTool = ({ name }: Tool): string => `memory://${name}`
const filesUri = 'memory://workspace/'
/** Pages, then logs, the newest first; any can be read. */
const mostListed = 500
/** Bytes of a file that a model is given at once. */
const largestFile = 1 << 20

/**
 * The verbs of a workspace as tools of the Model Context Protocol (revision 2025-06-18), over a pair of streams, until the
 * first ends. The index stays open, and each call makes it stand for HEAD.
 *
 * @param open opens the workspace, with who is told of progress and asked whether to go on
 */
export async function serve(
  open: (hooks: Pick<OpenOptions, 'progress' | 'whileIndexing' | 'notice'>) => Workspace,
  stdin: Readable,
  stdout: Writable,
): Promise<void> {
  const server = new Server(
    { name: 'workspace-memory', version: packageVersion },
    { capabilities: { tools: {}, resources: {}, prompts: {} }, instructions },
  )
  let progress: OpenOptions['progress']
  let whileIndexing: OpenOptions['whileIndexing']
  let notices: string[] = []
  const workspace = open({
    notice: (what) => notices.push(what),
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
  const clientName = (): string => server.getClientVersion()?.name ?? 'unknown'
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(listed) }))
  server.setRequestHandler(CallToolRequestSchema, ({ params }, { signal, sendNotification }) =>
    inTurn(async () => {
      const tool = tools.find(({ name }) => name === params.name)
      if (!tool)
        return refusal(
          `there is no tool ${JSON.stringify(params.name).slice(0, 60)}: there are ${tools.map(({ name }) => name).join(', ')}`,
        )
      const token = params['_meta']?.progressToken
      progress =
        token === undefined
          ? undefined
          : (message, done, total) =>
              void sendNotification({
                method: 'notifications/progress',
                params: { progressToken: token, progress: done, total, message },
              })
      whileIndexing = () => signal.throwIfAborted()
      try {
        signal.throwIfAborted()
        const given = params.arguments ?? {}
        check(tool.takes, given)
        notices = []
        const { value, lines, known } = await tool.run(workspace, given as never, clientName())
        return {
          structuredContent: value as Record<string, unknown>,
          content: [{ type: 'text', text: quoted([...notices.map(noted), ...lines], known) }],
        }
      } catch (cause) {
        const failure = asFailure(cause)
        if (!failure) throw cause
        return refusal(`${failure.code}: ${failure.message}`)
      } finally {
        progress = whileIndexing = undefined
      }
    }),
  )
  const pages = (): string[] =>
    [...walk(workspace.root, 'bank'), ...walk(workspace.root, 'memory').toReversed()].filter((path) =>
      /\.md$/i.test(path),
    )
  server.setRequestHandler(ListResourcesRequestSchema, () => ({
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
  }))
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: [
      {
        uriTemplate: `${filesUri}{+path}`,
        name: 'file',
        title: 'A log or page, by its path',
        description: 'memory/2025-11-27.md, or bank/opinions.md; what is quoted from memory names its file so',
        mimeType: 'text/markdown',
      },
    ],
  }))
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }) => {
    const tool = atOnce.find((each) => uriOfTool(each) === uri)
    if (tool) {
      const { lines, known } = await inTurn(() => tool.run(workspace, {} as never, clientName()))
      return { contents: [{ uri, mimeType: 'text/markdown', text: quoted(lines, known) }] }
    }
    const path = pages().find((each) => uriOf(each) === uri || `${filesUri}${each}` === uri)
    const bytes = path === undefined ? undefined : readRegular(workspace.root, path, largestFile)
    if (!bytes)
      throw new MemoryError('not-found', `no page or log has the address ${uri.slice(0, 200)}: list the resources`)
    return { contents: [{ uri, mimeType: 'text/markdown', text: bytes.toString('utf8') }] }
  })
  server.setRequestHandler(ListPromptsRequestSchema, () => ({
    prompts: prompts.map(({ name, title, description }) => ({ name, title, description })),
  }))
  server.setRequestHandler(GetPromptRequestSchema, ({ params: { name } }) => {
    const prompt = prompts.find((each) => each.name === name)
    if (!prompt)
      throw new MemoryError(
        'not-found',
        `there is no prompt ${name.slice(0, 60)}: there are ${prompts.map((each) => each.name).join(', ')}`,
      )
    return { messages: [{ role: 'user' as const, content: { type: 'text' as const, text: prompt.text } }] }
  })
  const transport = new StdioServerTransport(stdin, stdout)
  const closed = new Promise<void>((resolve) => {
    stdin.once('end', resolve)
    stdin.once('close', resolve)
  })
  try {
    await server.connect(transport)
    await closed
    await last
  } finally {
    await server.close()
    workspace.close()
  }
}

/** The library that opened the workspace stands in another bundle, with a class of its own. */
const asFailure = (cause: unknown): MemoryError | undefined =>
  cause instanceof Error && cause.name === 'MemoryError' ? (cause as MemoryError) : undefined

const uriOf = (path: string): string => `${filesUri}${path.split('/').map(encodeURIComponent).join('/')}`

const listed = ({ name, title, description, takes, gives, reads, again = reads, replaces = false }: Tool) => ({
  name,
  title,
  description,
  inputSchema: takes as typeof takes & { type: 'object'; properties: Record<string, object> },
  outputSchema: gives,
  annotations: { readOnlyHint: reads, destructiveHint: replaces, idempotentHint: again, openWorldHint: false },
})

const refusal = (message: string) => ({ isError: true, content: [{ type: 'text' as const, text: message }] })
