import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { memoryCommand, type Repo } from '../support/with-repo.js'

export interface Called {
  readonly isError?: boolean
  readonly structuredContent?: Record<string, never>
  readonly content: readonly { readonly text: string }[]
}

export interface Door {
  readonly client: Client
  readonly transport: StdioClientTransport
  readonly call: (name: string, given?: Record<string, unknown>) => Promise<Called>
}

/** The SDK's own client, and our server as a process. */
export async function doorOf(repo: Repo, ...options: string[]): Promise<Door> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [memoryCommand, 'mcp', ...(options.includes('--now') ? [] : ['--now', '2025-11-20']), ...options],
    cwd: repo.root,
    env: Object.fromEntries(Object.entries(repo.environment).filter(([, value]) => value !== undefined)) as Record<
      string,
      string
    >,
    stderr: 'pipe',
  })
  const client = new Client({ name: 'tester', version: '1' })
  await client.connect(transport)
  return {
    client,
    transport,
    call: (name, given = {}) => client.callTool({ name, arguments: given }) as unknown as Promise<Called>,
  }
}

export async function withDoor(repo: Repo, work: (door: Door) => Promise<void>, ...options: string[]): Promise<void> {
  const door = await doorOf(repo, ...options)
  try {
    await work(door)
  } finally {
    await door.client.close()
  }
}

export const said = ({ content }: Called): string => content.map(({ text }) => text).join('\n')
