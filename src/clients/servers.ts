import { readRegular } from '../files/files.js'
import { clientFiles } from './clients.js'

/** How a client is told to start our server, in a file of its own. */
export interface ClientServer {
  /** `.mcp.json` */
  readonly path: string
  /** The program and its arguments, as they stand there. */
  readonly words: readonly string[]
  /** What it is given beside what the client passes on. */
  readonly env: Readonly<Record<string, string>>
}

/**
 * The servers of our name in the clients' files of a workspace, whoever wrote them.
 *
 * @throws MemoryError bad-config where a file cannot be understood
 */
export function serversIn(root: string): ClientServer[] {
  return Object.values(clientFiles)
    .flat()
    .flatMap(({ path, editor }) => {
      const text = readRegular(root, path)
        ?.toString('utf8')
        .replace(/^\uFEFF/, '')
      const value = text === undefined ? undefined : editor.valueIn?.(path, text)
      const words = isTable(value) ? [value['command'], value['args'] ?? []].flat() : []
      if (words.length === 0 || !words.every((word) => typeof word === 'string')) return []
      const { env } = value as { readonly env?: unknown }
      return [{ path, words, env: isTable(env) ? textsOf(env) : {} }]
    })
}

const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textsOf = (table: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(table).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
