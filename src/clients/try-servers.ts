import { execa } from 'execa'
import type { Readable } from 'node:stream'
import { serversIn, type ClientServer } from './servers.js'

/** A server that a client's file names. `why` tells why it does not serve memory; undefined where it does. */
export interface TriedServer {
  readonly path: string
  readonly why: string | undefined
}

/** The variables that every client passes on to a server. */
const passedOn = ['HOME', 'PATH'] as const
/** Milliseconds; a client waits for 10 seconds, or longer. */
const patience = 20_000
/** Characters that are kept of what a server prints; our answer has some thousand. */
const most = 1 << 16
const asked = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'memory doctor', version: '1' } },
}

/** Start each server as a client does, with HOME and PATH alone, and ask who it is. This runs what the files say. */
export const tryServers = (root: string, environment: NodeJS.ProcessEnv): Promise<readonly TriedServer[]> =>
  Promise.all(
    serversIn(root).map(async (each) =>
      'why' in each ? each : { path: each.path, why: await failureOf(root, each, environment) },
    ),
  )

async function failureOf(
  root: string,
  { words, env }: ClientServer,
  environment: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  const [command = '', ...args] = words.map((word) => word.replaceAll('${workspaceFolder}', () => root))
  const reduced = Object.fromEntries(passedOn.map((name) => [name, environment[name]]))
  const child = execa(command, args, {
    cwd: root,
    env: { ...reduced, ...env },
    extendEnv: false,
    reject: false,
    buffer: false,
  })
  let isLate = false
  // Programs that it started may live on and hold the streams open.
  const end = (): void => {
    child.kill()
    child.stdout.destroy()
    child.stderr.destroy()
  }
  const late = setTimeout(() => {
    isLate = true
    end()
  }, patience)
  child.stdin.on('error', () => undefined).write(`${JSON.stringify(asked)}\n`)
  const answer = beginningOf(child.stdout, (text) => {
    if (text.length === most || text.trimStart().includes('\n')) end()
  })
  const complaints = beginningOf(child.stderr)
  const ended = await child
  clearTimeout(late)
  const [line = ''] = answer().trimStart().split('\n')
  if (line !== '') return strangerIn(line)
  if (isLate) return `no answer in ${patience / 1000} seconds`
  if (ended.exitCode === undefined) return ended.originalMessage ?? `${command} ended by ${ended.signal}`
  const said = complaints().trim().split('\n')
  // Node and Python tell the place before the error.
  const complaint = said.find((each) => /^\w*Error\b/.test(each)) ?? said[0]
  return `${command} ended with ${ended.exitCode}${complaint ? `: ${complaint}` : ''}`
}

/** Gives the first characters of a stream. The rest is read too, for a program whose output nobody reads would wait. */
function beginningOf(stream: Readable, told?: (text: string) => void): () => string {
  let text = ''
  stream.setEncoding('utf8').on('data', (part: string) => {
    text += part.slice(0, most - text.length)
    told?.(text)
  })
  return () => text
}

/** Why a first line is not our server's answer; undefined where it is. */
function strangerIn(line: string): string | undefined {
  const name = serverNamed(line)
  if (name === undefined) return `it prints ${JSON.stringify(line.slice(0, 80))}, which is no answer`
  return name === 'workspace-memory' ? undefined : `it is another server, ${JSON.stringify(name)}`
}

/** The name that a server answers with; undefined for a line that is no such answer. */
function serverNamed(line: string): string | undefined {
  try {
    const { result } = JSON.parse(line) as { readonly result?: { readonly serverInfo?: { readonly name?: unknown } } }
    const name = result?.serverInfo?.name
    return typeof name === 'string' ? name : undefined
  } catch {
    return undefined
  }
}
