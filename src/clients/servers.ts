import { readRegular } from '../files/files.js'
import { MemoryError } from '../model/error.js'
import { clientFiles, type ClientFile } from './clients.js'
import { whyMisunderstood } from './editor.js'

/** How a client is told to start our server, in a file of its own. */
export interface ClientServer {
  /** `.mcp.json` */
  readonly path: string
  /** The program and its arguments, as they stand there. */
  readonly words: readonly string[]
  /** The variables that it is given beside those that the client passes on. */
  readonly env: Readonly<Record<string, string>>
}

export interface UnreadFile {
  readonly path: string
  readonly why: string
}

/** The servers of our name in a workspace's client files, whoever wrote them. An unreadable file hides no other. */
export const serversIn = (root: string): (ClientServer | UnreadFile)[] =>
  Object.values(clientFiles)
    .flat()
    .flatMap((file): (ClientServer | UnreadFile)[] => {
      try {
        return serverIn(root, file)
      } catch (cause) {
        if (!(cause instanceof MemoryError)) throw cause
        return [{ path: file.path, why: whyMisunderstood(file.path, cause) }]
      }
    })

/** @throws MemoryError bad-config where the file cannot be understood */
function serverIn(root: string, { path, editor }: ClientFile): ClientServer[] {
  const text = readRegular(root, path)
    ?.toString('utf8')
    .replace(/^\uFEFF/, '')
  const value = text === undefined ? undefined : editor.valueIn?.(path, text)
  const words = isTable(value) ? [value['command'], value['args'] ?? []].flat() : []
  if (words.length === 0 || !words.every((word) => typeof word === 'string')) return []
  const { env } = value as { readonly env?: unknown }
  return [{ path, words, env: isTable(env) ? textsOf(env) : {} }]
}

const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textsOf = (table: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(table).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
