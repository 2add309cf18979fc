import type { Workspace } from '../index.js'
import { inToolWords } from '../mcp/tool-words.js'
import { moduleNotLoading } from '../model/native-module.js'
import { shownLines } from '../text/safe-text.js'

/** Which workspace a call is about, and where the package stands that serves it. */
export interface CalledWorkspace {
  readonly folder: string
  /** Undefined where OpenClaw does not say. */
  readonly packageRoot: string | undefined
  readonly session?: string | undefined
}

/** Who a commit of these tools is of. */
export const agentName = 'openclaw'

/**
 * Open the memory of a folder for one call. The library is loaded by the first, for OpenClaw registers a plugin at each of
 * its own commands; nothing stays open behind a call, so that a gateway which replaces the plugin leaves no index behind.
 *
 * @param work is given what the workspace tells while it is asked, too
 * @throws ToolInputError with what the library found wrong
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
 * By its name OpenClaw knows an error whose message is for who called: of any other, a caller over HTTP learns nothing.
 * It runs a copy of the plugin, in a folder that it throws away, and on its own Node; so what mends SQLite's module is
 * said of the folder that the copy was made of.
 */
export function errorForOpenClaw(cause: unknown, { packageRoot }: CalledWorkspace): unknown {
  if (!(cause instanceof Error) || cause.name !== 'MemoryError') return cause
  const { code, message } = cause as Error & { code: string }
  const mended = code === 'native-missing' && packageRoot !== undefined ? moduleNotLoading(packageRoot) : message
  const error = new Error(shownLines(`${code}: ${inToolWords(mended)}`), { cause })
  error.name = 'ToolInputError'
  return error
}
