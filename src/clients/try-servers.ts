import { execa } from 'execa'
import { serversIn, type ClientServer } from './servers.js'

/** A server that a client's file names, and why it does not serve memory; undefined where it does. */
export interface TriedServer {
  readonly path: string
  readonly why: string | undefined
}

/** What every client passes on to a server. */
const passedOn = ['HOME', 'PATH'] as const
/** Milliseconds; a client waits for 10 seconds, or longer. */
const patience = 20_000
const asked = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'memory doctor', version: '1' } },
}

/**
 * Start each server as a client does, with HOME and PATH alone, and ask who it is. This runs what the files say.
 *
 * @throws MemoryError bad-config where a file cannot be understood
 */
export const tryServers = (root: string, environment: NodeJS.ProcessEnv): Promise<readonly TriedServer[]> =>
  Promise.all(serversIn(root).map(async (each) => ({ path: each.path, why: await failureOf(root, each, environment) })))

async function failureOf(
  root: string,
  { words, env }: ClientServer,
  environment: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  const [command = '', ...args] = words.map((word) => word.replaceAll('${workspaceFolder}', root))
  const reduced = Object.fromEntries(passedOn.map((name) => [name, environment[name]]))
  const child = execa(command, args, {
    cwd: root,
    env: { ...reduced, ...env },
    extendEnv: false,
    reject: false,
    timeout: patience,
  })
  let answer = ''
  child.stdin.write(`${JSON.stringify(asked)}\n`)
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    answer += part
    if (answer.includes('\n')) child.kill()
  })
  const ended = await child
  const [line = ''] = answer.split('\n')
  if (line !== '') return strangerIn(line)
  if (ended.timedOut) return `no answer in ${patience / 1000} seconds`
  if (ended.exitCode === undefined) return ended.originalMessage ?? `${command} ended by ${ended.signal}`
  const [complaint] = ended.stderr.trim().split('\n')
  return `${command} ended with ${ended.exitCode}${complaint ? `: ${complaint}` : ''}`
}

/** Why a first line is not what our server answers. */
function strangerIn(line: string): string | undefined {
  try {
    const { result } = JSON.parse(line) as { readonly result?: { readonly serverInfo?: { readonly name?: unknown } } }
    const name = result?.serverInfo?.name
    return name === 'workspace-memory' ? undefined : `it is another server, ${JSON.stringify(name)}`
  } catch {
    return `it prints ${JSON.stringify(line.slice(0, 80))}, which is no answer`
  }
}
