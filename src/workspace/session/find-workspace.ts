import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { MemoryError } from '../../model/error.js'
import { dayOfPath } from '../../model/note.js'
import { inQuotes, printable } from '../../text/safe-text.js'
import type { Repository } from '../../git/repository.js'

/** Whether a folder was made a workspace, by `memory init` or by settings. */
const wasMade = (folder: string): boolean =>
  ['.gitignore', 'config.json'].some((name) => existsSync(join(folder, '.memory', name)))

/** Whether `memory/` has logs in it: programs have folders of that name too. */
const holdsLogs = (folder: string): boolean => namesIn(folder).some((name) => dayOfPath(`memory/${name}`) !== null)

const holdsMemory = (folder: string): boolean =>
  wasMade(folder) ||
  ['MEMORY.md', 'bank/world.md', 'bank/entities'].some((name) => existsSync(join(folder, name))) ||
  namesIn(folder).some((name) => /\.md$/i.test(name))

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(join(folder, 'memory'))
  } catch {
    return []
  }
}

/**
 * The nearest folder from `cwd` up, below the repository's top, that was made a workspace. Where neither such a folder
 * nor the top was, the nearest that holds logs.
 */
export function workspaceAround(cwd: string): string | undefined {
  let [made, holding]: (string | undefined)[] = []
  let folder = resolve(cwd)
  for (; !existsSync(join(folder, '.git')); folder = dirname(folder)) {
    if (folder === dirname(folder)) return undefined
    if (wasMade(folder)) made ??= folder
    if (holdsLogs(folder)) holding ??= folder
  }
  return made ?? (wasMade(folder) ? undefined : holding)
}

/**
 * Refuses a repository that is no workspace: a question there would leave files behind, and find nothing.
 *
 * @throws MemoryError no-workspace, which names the folders that hold logs
 */
export function refuseNoWorkspace(repository: Repository, cwd: string): void {
  if (holdsMemory(repository.root)) return
  const head = repository.head()
  if (head && repository.files(head.tree).length > 0) return
  const elsewhere = foldersOfLogs(repository).map((folder) => placeFrom(cwd, folder))
  throw new MemoryError(
    'no-workspace',
    elsewhere.length === 0
      ? 'no memory workspace here: run memory init'
      : `no memory workspace here, but in ${elsewhere.join(', ')}: cd there, or name it with --workspace ${inQuotes(elsewhere[0]!)}`,
  )
}

/**
 * The folder that `memory init` makes a workspace: the nearest around `cwd` that holds memory, else the only one in the
 * repository that holds logs, else its top.
 *
 * @throws MemoryError bad-argument where several hold logs
 */
export function folderToMake(repository: Repository, cwd: string): string {
  for (let folder = realpathSync(cwd); folder.startsWith(repository.top); folder = dirname(folder)) {
    if (holdsMemory(folder)) return folder
    if (folder === repository.top) break
  }
  const folders = foldersOfLogs(repository)
  if (folders.length > 1) {
    const named = folders.map((folder) => `--workspace ${inQuotes(placeFrom(cwd, folder))}`)
    throw new MemoryError(
      'bad-argument',
      `${folders.length} folders of this repository hold logs: say which with ${named.join(' or ')}`,
    )
  }
  return folders[0] ?? repository.top
}

const placeFrom = (cwd: string, folder: string): string => printable(relative(realpathSync(cwd), folder)) || '.'

/** The folders that are there, with `memory/YYYY-MM-DD….md` in them that Git tracks or would track. */
function foldersOfLogs(repository: Repository): string[] {
  const day = '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'
  const logs = repository.filesLike(`:(glob)**/memory/${day}*.md`)
  const folders = new Set(logs.map((path) => resolve(repository.top, dirname(dirname(path)))))
  return [...folders].filter((folder) => existsSync(folder))
}
