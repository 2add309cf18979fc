import { workerData, type MessagePort } from 'node:worker_threads'
import pg, { type Client } from 'pg'

/** A call to the thread that talks to the server while the caller waits. */
export type ThreadCall =
  | { readonly call: 'open'; readonly config: object }
  | { readonly call: 'query'; readonly client: number; readonly sql: string; readonly values: readonly unknown[] }
  | { readonly call: 'run'; readonly client: number; readonly sql: string }
  | { readonly call: 'close'; readonly client: number }

export interface ThreadData {
  readonly port: MessagePort
  /** How many calls have been answered. */
  readonly replies: Int32Array
}

export interface ThreadRows {
  readonly names: readonly string[]
  readonly rows: unknown[][]
}

export type ThreadReply =
  { readonly client: number } | ThreadRows | { readonly failed: { message: string; code: string } }

// pg returns counts (int8) as text, since they may exceed 2^53. No count of lines does.
pg.types.setTypeParser(20, Number)

const clients: (Client | undefined)[] = []
/** Names of prepared statements: a connection plans each only once. */
const prepared = new Map<string, string>()
const nameOf = (sql: string): string => {
  const name = prepared.get(sql) ?? `s${prepared.size}`
  prepared.set(sql, name)
  return name
}

async function reply(asked: ThreadCall): Promise<ThreadReply> {
  switch (asked.call) {
    case 'open': {
      const client = new pg.Client(asked.config)
      client.on('error', () => {})
      await client.connect()
      return { client: clients.push(client) - 1 }
    }
    case 'query': {
      const { sql, values, client } = asked
      const found = await clients[client]!.query({
        name: nameOf(sql),
        text: sql,
        values: [...values],
        rowMode: 'array',
      })
      return { names: found.fields.map(({ name }) => name), rows: found.rows as unknown[][] }
    }
    case 'run':
      await clients[asked.client]!.query(asked.sql)
      return { names: [], rows: [] }
    case 'close':
      await clients[asked.client]?.end()
      clients[asked.client] = undefined
      return { client: asked.client }
  }
}

async function answered(asked: ThreadCall): Promise<ThreadReply> {
  try {
    return await reply(asked)
  } catch (cause) {
    const { message, code } = cause as { message?: string; code?: string }
    return { failed: { message: message ?? String(cause), code: code ?? '' } }
  }
}

const { port, replies } = workerData as ThreadData
port.on('message', async (asked: ThreadCall) => {
  port.postMessage(await answered(asked))
  Atomics.add(replies, 0, 1)
  Atomics.notify(replies, 0)
})
