import type { Workspace } from '../index.js'
import { inToolWords } from '../mcp/tool-words.js'
import { moduleNotLoading } from '../model/native-module.js'
import { shownLines } from '../text/safe-text.js'

/** The workspace that a call is about, and the folder of the package that serves it. */
export interface CalledWorkspace {
  readonly folder: string
  /** Undefined where OpenClaw does not say. */
  readonly packageRoot: string | undefined
  readonly session?: string | undefined
}

/** The agent that a commit of these tools names. */
export const agentName = 'openclaw'

/**
 * Open the memory of a folder for one call. The library is loaded by the first call: OpenClaw registers a plugin at
 * each of its own commands, which may make no call. Nothing stays open after a call, so that a gateway that replaces
 * the plugin leaves no open index behind.
 *
 * @param work gets the workspace, and a set of the notices that it gives meanwhile
 * @throws ToolInputError that says what the library found wrong
 */
export async function withWorkspace<T>(
  place: CalledWorkspace,
  work: (workspace: Workspace, noticed: Set<string>) => Promise<T>,
): Promise<T> {
  const { openWorkspace } = await import('../index.js')
  try {
    const noticed = new Set<string>()
    const workspace = openWorkspace({
      workspace: place.folder,
      session: place.session,
      notice: (what) => void noticed.add(what),
    })
    try {
      return await work(workspace, noticed)
    } finally {
      workspace.close()
    }
  } catch (cause) {
    throw errorForOpenClaw(cause, place)
  }
}

/**
 * An error for OpenClaw to pass on. A caller over HTTP gets the message only if the error is named `ToolInputError`.
 * OpenClaw runs a throwaway copy of the plugin on its own Node: advice on SQLite's module names the original folder.
 */
export function errorForOpenClaw(cause: unknown, { packageRoot }: CalledWorkspace): unknown {
  if (!(cause instanceof Error) || cause.name !== 'MemoryError') return cause
  const { code, message } = cause as Error & { code: string }
  const mended = code === 'native-missing' && packageRoot !== undefined ? moduleNotLoading(packageRoot) : message
  const error = new Error(shownLines(`${code}: ${inToolWords(mended)}`), { cause })
  error.name = 'ToolInputError'
  return error
}
