import type { Readable, Writable } from 'node:stream'
import type { OpenOptions, Workspace } from '../index.js'
import { readRegular, walk } from '../files/files.js'
import { shownLines } from '../text/safe-text.js'
import { answerOf, type CallAnswer } from './answer.js'
import { gives } from './gives.js'
import {
  answerRequests,
  argumentsOf,
  callResult,
  oneNamed,
  newServer,
  turns,
  type Asker,
  type Methods,
} from './requests.js'
import { argumentsAsMeant } from './schema.js'
import { RpcFault } from './stdio.js'
import { instructions, prompts } from './texts.js'
import { toolListing } from './tool-listing.js'
import { tools, type Tool } from './tools.js'

/** Tools that a client can also read as resources; such a read is answered as a call without arguments. */
const atOnce = tools.filter(({ name }) => ['brief', 'core'].includes(name))
const uriOfTool = ({ name }: Tool): string => `memory://${name}`
const filesUri = 'memory://workspace/'
/** How many files are listed: pages, then logs, the newest first. Any other can be read too. */
const mostListed = 500
/** Bytes; a longer file is not served. */
const largestFile = 1 << 20

interface ServeOptions {
  /** Whether answers come as JSON too, with its schema in the list of tools. */
  readonly structured?: boolean
}

/**
 * Serves a workspace as tools of the Model Context Protocol (revision 2025-06-18), over a pair of streams, until the
 * input ends and all that was read of it is answered. The index stays open, and each call brings it up to HEAD.
 *
 * @param open opens the workspace, with hooks that are told of progress and notices and asked whether to go on
 */
export async function serve(
  open: (hooks: Pick<OpenOptions, 'progress' | 'whileIndexing' | 'notice'>) => Workspace,
  stdin: Readable,
  stdout: Writable,
  { structured = false }: ServeOptions = {},
): Promise<void> {
  const server = newServer({ tools: {}, resources: {}, prompts: {} }, instructions)
  let progress: OpenOptions['progress']
  let whileIndexing: OpenOptions['whileIndexing']
  /** The notices of the call whose turn it is. */
  const noticed = new Set<string>()
  const workspace = open({
    notice: (what) => void noticed.add(what),
    progress: (...told) => progress?.(...told),
    whileIndexing: () => whileIndexing?.(),
  })
  const { inTurn, allDone } = turns()
  const closed = new AbortController()
  let keeping: Promise<void> | undefined
  /** Makes missing vectors between calls. Errors are ignored here, since the next question reports them. */
  const keepVectors = (): void => {
    keeping ??= workspace
      .keepVectors({ signal: closed.signal, aside: true, ready: allDone })
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
      return await callResult(structured, () => {
        signal.throwIfAborted()
        return answer(tool, argumentsAsMeant(tool.takes, given))
      })
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
    const asked = pathsOf(uri)
    const path = pages().find((each) => asked.includes(each))
    const bytes = path === undefined ? undefined : readRegular(workspace.root, path, largestFile)
    if (!bytes)
      throw new RpcFault('no resource', `no page or log has the address ${uri.slice(0, 200)}: list the resources`)
    return shownLines(bytes.toString('utf8'))
  }

  const methods: Methods = {
    'tools/list': () => ({ tools: tools.map((tool) => toolListing(tool, structured ? gives[tool.name] : undefined)) }),
    'tools/call': (params, asker) => {
      const tool = oneNamed(tools, 'tool', params['name'])
      const given = argumentsOf(params)
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
      const { text } = oneNamed(prompts, 'prompt', params['name'])
      return { messages: [{ role: 'user', content: { type: 'text', text } }] }
    },
  }
  try {
    await answerRequests(server, methods, stdin, stdout)
    // A call that was cancelled is not answered, and may still be writing.
    await allDone()
  } finally {
    closed.abort()
    await server.close()
    workspace.close()
  }
}

/**
 * The paths that an address may mean. Clients escape in different ways: our template, `{+path}`, leaves `&` and `@` as
 * they are, `uriOf` does not, and a model may write the path as it stands.
 */
function pathsOf(uri: string): string[] {
  if (!uri.startsWith(filesUri)) return []
  const written = uri.slice(filesUri.length)
  try {
    return [written, decodeURIComponent(written)]
  } catch {
    return [written]
  }
}

const uriOf = (path: string): string => `${filesUri}${path.split('/').map(encodeURIComponent).join('/')}`
