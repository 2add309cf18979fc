import { spawn } from 'node:child_process'
import { memoryCommand, type Repo } from '../support/with-repo.js'

export interface Reply {
  readonly id: string | number | null
  readonly result?: { readonly isError?: boolean; readonly content?: readonly { readonly text: string }[] }
  readonly error?: { readonly code: number; readonly message: string }
}

export interface Talk {
  readonly replies: readonly Reply[]
  readonly status: number | null
}

export const request = (id: unknown, method: string, params?: object): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, ...(params === undefined ? {} : { params }) })

export const call = (id: unknown, name: string, given: object = {}): string =>
  request(id, 'tools/call', { name, arguments: given })

/** All of an input at once, its end, and what comes back; `slowly` leaves the answers unread for so many milliseconds. */
export function talk(repo: Repo, input: string | Buffer, { slowly = 0, options = [] as string[] } = {}): Promise<Talk> {
  const child = spawn(process.execPath, [memoryCommand, 'mcp', '--now', '2025-11-20', ...options], {
    cwd: repo.root,
    env: repo.environment as NodeJS.ProcessEnv,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8')
  const read = (): void => void child.stdout.on('data', (text: string) => (output += text))
  if (slowly > 0) setTimeout(read, slowly)
  else read()
  child.stdin.end(input)
  return new Promise((resolve) =>
    child.once('close', (status) =>
      resolve({
        status,
        replies: output
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => JSON.parse(line) as Reply),
      }),
    ),
  )
}
