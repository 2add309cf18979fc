import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { ClientServer } from '../clients/servers.js'
import { packageRoot } from '../index.js'
import { target } from './target.js'

/** A server that a client's file names, and why it does not serve memory; undefined where it does. */
export interface TriedServer {
  readonly path: string
  readonly why: string | undefined
}

/** What every client passes on to a server. */
const passedOn = ['HOME', 'PATH'] as const
/** Milliseconds; a client waits for 10 to 60 seconds. */
const patience = 20_000
const asked = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'memory doctor', version: '1' } },
}

/** Start each server as a client does, with HOME and PATH alone, and ask who it is. This runs what the files say. */
export async function tryServers(root: string, environment: NodeJS.ProcessEnv): Promise<readonly TriedServer[]> {
  const { serversIn } = await import('../clients/servers.js')
  return Promise.all(
    serversIn(root).map(async (each) => ({ path: each.path, why: await failureOf(root, each, environment) })),
  )
}

/** What a person can write into an entry in place of what does not start. */
export const sureEntry = (): string =>
  `command ${JSON.stringify(target.node)} with the arguments ${JSON.stringify([join(packageRoot, 'bin/memory.js'), 'mcp'])}`

function failureOf(
  root: string,
  { words, env }: ClientServer,
  environment: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  const [command = '', ...args] = words.map((word) => word.replaceAll('${workspaceFolder}', root))
  const reduced = Object.fromEntries(passedOn.map((name) => [name, environment[name]]))
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, env: { ...reduced, ...env }, stdio: 'pipe' })
    let answer = ''
    let complaint = ''
    const end = (why: string | undefined): void => {
      clearTimeout(limit)
      child.stdin.end()
      child.kill()
      resolve(why)
    }
    const limit = setTimeout(() => end(`no answer in ${patience / 1000} seconds`), patience)
    child.on('error', ({ message }) => end(message))
    child.stdin.on('error', () => undefined) // it ended before it read
    child.stderr.setEncoding('utf8').on('data', (part: string) => (complaint += part))
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      answer += part
      const at = answer.indexOf('\n')
      if (at >= 0) end(strangerIn(answer.slice(0, at)))
    })
    child.on('close', (code, signal) => {
      const [first] = complaint.trim().split('\n')
      end(`${command} ended with ${code ?? signal}${first ? `: ${first}` : ''}`)
    })
    child.stdin.write(`${JSON.stringify(asked)}\n`)
  })
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
