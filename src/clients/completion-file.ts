import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, isAbsolute, join } from 'node:path'
import { cannotWrite, hasCode } from '../files/files.js'
import { MemoryError } from '../model/error.js'

export const completionShells = ['bash', 'zsh', 'fish'] as const
export type CompletionShell = (typeof completionShells)[number]

/** The file from which a shell reads our completion; it holds nothing else. */
export interface CompletionPlace {
  readonly shell: CompletionShell
  readonly path: string
}

/** What became of the file. `left alone`: a person changed it, or a link or anything else stands in its place. */
export type CompletionState = 'written' | 'there already' | 'removed' | 'not there' | 'left alone'

/**
 * The place of the completion for the shell that `$SHELL` names.
 *
 * @throws MemoryError bad-argument where that is another shell, or no home is named
 */
export function completionPlace(environment: NodeJS.ProcessEnv): CompletionPlace {
  const named = basename(environment['SHELL'] ?? '')
  const shell = completionShells.find((each) => each === named)
  if (shell === undefined)
    throw new MemoryError(
      'bad-argument',
      `completion is for ${completionShells.join(', ')}, and SHELL names ${named === '' ? 'none' : named}`,
    )
  const places: Readonly<Record<CompletionShell, () => string>> = {
    bash: () =>
      join(
        environment['BASH_COMPLETION_USER_DIR'] || join(dataHome(environment), 'bash-completion'),
        'completions/memory',
      ),
    zsh: () => join(dataHome(environment), 'zsh/site-functions/_memory'),
    fish: () => join(ownFolder(environment, 'XDG_CONFIG_HOME', '.config'), 'fish/completions/memory.fish'),
  }
  return { shell, path: places[shell]() }
}

const dataHome = (environment: NodeJS.ProcessEnv): string => ownFolder(environment, 'XDG_DATA_HOME', '.local/share')

function ownFolder(environment: NodeJS.ProcessEnv, name: string, usual: string): string {
  const [own = '', home = ''] = [environment[name], environment['HOME']]
  // An XDG path that is not absolute counts as not set, as the specification has it.
  if (isAbsolute(own)) return own
  if (isAbsolute(home)) return join(home, usual)
  throw new MemoryError('bad-argument', `neither ${name} nor HOME says where completion belongs`)
}

/** @throws MemoryError file-failed */
export function writeCompletion({ path }: CompletionPlace, script: string): CompletionState {
  const wanted = signedScript(script)
  const standing = standingAt(path)
  if (standing === wanted) return 'there already'
  if (standing !== undefined && !isOurScript(standing)) return 'left alone'
  const temporary = `${path}.workspace-memory-${process.pid}`
  try {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(temporary, wanted, { flag: 'wx' })
    renameSync(temporary, path)
  } catch (cause) {
    rmSync(temporary, { force: true })
    throw cannotWrite(path, cause)
  }
  return 'written'
}

/** @throws MemoryError file-failed */
export function removeCompletion({ path }: CompletionPlace): CompletionState {
  const standing = standingAt(path)
  if (standing === undefined) return 'not there'
  if (!isOurScript(standing)) return 'left alone'
  try {
    rmSync(path)
  } catch (cause) {
    throw cannotWrite(path, cause)
  }
  return 'removed'
}

/** The text of a regular file; null where anything else stands there, undefined where nothing does. */
function standingAt(path: string): string | null | undefined {
  try {
    return lstatSync(path).isFile() ? readFileSync(path, 'utf8') : null
  } catch (cause) {
    if (hasCode(cause, 'ENOENT', 'ENOTDIR')) return undefined
    throw new MemoryError('file-failed', `${path} cannot be read: ${String(cause)}`, { cause })
  }
}

/** A script with its hash in the last line; the first line is for zsh, which reads it. */
const signedScript = (script: string): string =>
  `${script.trimEnd()}\n# workspace-memory ${hashOf(script.trimEnd())} (memory init --without completion removes this file)\n`

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

function isOurScript(standing: string | null): boolean {
  const [, script, hash] = /^([\s\S]*)\n# workspace-memory ([0-9a-f]{16}) [^\n]*\n$/.exec(standing ?? '') ?? []
  return script !== undefined && hashOf(script) === hash
}
